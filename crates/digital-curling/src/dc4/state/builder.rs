//! The builder of states from the events of a match.

use super::{Doubles, State, write_stones};
use crate::dc4::message::ShotMessage;
use crate::match_state::{Command, Event, Match};
use crate::setup::Setup;
use crate::shot_ice::ShotIce;
use curling::Stones;
use curling::arena_game::Curling;
use curling::rules::{Game, Phase, Rules, Spots, Team};
use std::sync::Arc;

/// The time left without a limit, in seconds: JSON has no infinity.
const FOR_EVER: f64 = 365.0 * 24.0 * 3600.0;

/// Builds the states of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct StateBuilder {
    names: Arc<[String; 2]>,
    left: [f64; 2],
    left_in_extra_end: [f64; 2],
    full_extra_end: [f64; 2],
}

impl StateBuilder {
    /// A builder at the beginning of a match.
    pub fn new(setup: &Setup) -> Self {
        let seconds =
            |span: Option<arena::clock::Span>| span.map_or(FOR_EVER, |span| span.0.as_secs_f64());
        let full_extra_end = setup.time.map(|time| seconds(time.extra_end));
        StateBuilder {
            names: Arc::new(setup.names.clone()),
            left: setup.time.map(|time| seconds(time.game)),
            left_in_extra_end: full_extra_end,
            full_extra_end,
        }
    }

    /// The current state, without a last move.
    pub fn opening(&self, curling_match: &Match) -> State {
        let game = curling_match.game();
        self.state(curling_match.curling(), game, game.lead)
    }

    /// The states after an event: `curling_match` is the match after it.
    pub fn after(&mut self, curling_match: &Match, event: &Event) -> Vec<State> {
        let curling = curling_match.curling();
        let rules = curling.rules();
        self.charge(rules, event);
        let last_move = match &event.entry.command {
            Command::Throw(_) => event.entry.delivery.and_then(|delivery| delivery.shot),
            _ => None,
        };
        let mut states = Vec::with_capacity(2);
        let game = curling_match.game();
        let end = event.step.and_then(|step| step.end.map(|_| step));
        let mut state = if let Some(step) = end {
            self.last_board(curling, game, &event.before, &step.verdict.stones)
        } else {
            self.state(curling, game, game.lead)
        };
        state.last_move = last_move.as_ref().map(ShotMessage::reported);
        states.push(state);
        if end.is_some() && game.outcome().is_none() {
            if game.is_extra_end(rules) {
                self.left_in_extra_end = self.full_extra_end;
            }
            states.push(self.state(curling, game, game.lead));
        }
        states
    }

    /// Takes the time off the running clock.
    fn charge(&mut self, rules: &Rules, event: &Event) {
        let clocks = if event.before.is_extra_end(rules) {
            &mut self.left_in_extra_end
        } else {
            &mut self.left
        };
        let clock = &mut clocks[event.entry.team.index()];
        *clock = (*clock - event.entry.seconds).max(0.0);
    }

    /// The state with the scored stones of an end.
    fn last_board(&self, curling: &Curling, after: &Game, before: &Game, stones: &Stones) -> State {
        let rules = curling.rules();
        State {
            end: before.end,
            thrown: Some(2 * rules.deliveries() as u8),
            next: None,
            doubles: doubles(rules, before),
            stones: write_stones(rules, before.lead, stones),
            ..self.state(curling, after, before.lead)
        }
    }

    fn state(&self, curling: &Curling, game: &Game, lead: Team) -> State {
        let rules = curling.rules();
        let placing = game.phase == Phase::Placing;
        let thrown = game.shot.saturating_sub(rules.first_slot() as u8);
        State {
            winner: game.outcome().and_then(|outcome| outcome.winner),
            names: Some(Arc::clone(&self.names)),
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
            ice: ShotIce::of(curling, game).map(|ice| ice.with_changes(curling)),
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
