//! From what happens in a match to the states that tell it.

use super::{Doubles, State, write_stones};
use crate::bout::{Act, Bout, News};
use crate::dc4::message::ShotMessage;
use crate::setup::Setup;
use curling::Stones;
use curling::rules::{Game, Phase, Rules, Spots, Team};

/// Shown where there is no limit, in seconds: JSON has no infinity.
const FOR_EVER: f64 = 365.0 * 24.0 * 3600.0;

/// Tells a match, state by state.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrator {
    left: [f64; 2],
    left_in_extra_end: [f64; 2],
    full_extra_end: [f64; 2],
}

impl Narrator {
    /// One who tells a match from its beginning.
    pub fn new(setup: &Setup) -> Self {
        let seconds =
            |span: Option<arena::clock::Span>| span.map_or(FOR_EVER, |span| span.0.as_secs_f64());
        let full_extra_end = setup.time.map(|time| seconds(time.extra_end));
        Narrator {
            left: setup.time.map(|time| seconds(time.game)),
            left_in_extra_end: full_extra_end,
            full_extra_end,
        }
    }

    /// How the match stands, nothing having led to it.
    pub fn opening(&self, bout: &Bout) -> State {
        self.state(bout.curling().rules(), bout.game(), bout.game().lead)
    }

    /// The states after something was done: `bout` is the match after it.
    pub fn after(&mut self, bout: &Bout, news: &News) -> Vec<State> {
        let rules = bout.curling().rules();
        self.charge(rules, news);
        let last_move = match &news.entry.act {
            Act::Throw(_) => news.entry.came.and_then(|came| came.shot),
            _ => None,
        };
        let mut states = Vec::with_capacity(2);
        let game = bout.game();
        let end = news.step.and_then(|step| step.end.map(|_| step));
        let mut told = if let Some(step) = end {
            self.last_board(rules, game, &news.before, &step.verdict.stones)
        } else {
            self.state(rules, game, game.lead)
        };
        told.last_move = last_move.as_ref().map(ShotMessage::from);
        states.push(told);
        if end.is_some() && game.outcome().is_none() {
            if game.is_extra_end(rules) {
                self.left_in_extra_end = self.full_extra_end;
            }
            states.push(self.state(rules, game, game.lead));
        }
        states
    }

    /// Takes the time off the clock that ran.
    fn charge(&mut self, rules: &Rules, news: &News) {
        let clocks = if news.before.is_extra_end(rules) {
            &mut self.left_in_extra_end
        } else {
            &mut self.left
        };
        let clock = &mut clocks[news.entry.team.index()];
        *clock = (*clock - news.entry.seconds).max(0.0);
    }

    /// The board that an end was scored by.
    fn last_board(&self, rules: &Rules, after: &Game, before: &Game, stones: &Stones) -> State {
        State {
            end: before.end,
            thrown: Some(2 * rules.deliveries() as u8),
            next: None,
            doubles: doubles(rules, before),
            stones: write_stones(rules, before.lead, stones),
            ..self.state(rules, after, before.lead)
        }
    }

    fn state(&self, rules: &Rules, game: &Game, lead: Team) -> State {
        let placing = game.phase == Phase::Placing;
        let thrown = game.shot.saturating_sub(rules.first_slot() as u8);
        State {
            winner: game.outcome().and_then(|outcome| outcome.winner),
            end: game.end,
            thrown: (!placing).then_some(thrown),
            next: game.to_throw(),
            left: self.left,
            left_in_extra_end: self.left_in_extra_end,
            doubles: doubles(rules, game),
            last_move: None,
            stones: write_stones(rules, lead, &game.stones),
            score: Team::BOTH.map(|team| {
                let ends = (0..rules.ends).map(|end| game.scores.of(team, end));
                ends.chain([game.scores.extra_of(team)]).collect()
            }),
        }
    }
}

fn doubles(rules: &Rules, game: &Game) -> Option<Doubles> {
    let pattern = match rules.doubles?.spots {
        Spots::Dc4(spot) => spot.into(),
        Spots::Dc2 => 0,
    };
    Some(Doubles {
        chooser: game.chooser?,
        pattern,
        power_play_ends: game.power_play_ends,
    })
}
