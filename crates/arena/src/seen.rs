//! Games seen from one of the players, and counted.
//!
//! A record names sides and seats; a table wants to know how *this player* did. [`Seen`] is what is kept of a
//! game from that point of view, [`Tally`] what many of them add up to. All rates, intervals and standard errors of
//! tables come from here.

use crate::player::Fault;
use crate::record::{Ending, GameRecord};
use crate::statistics::{Confidence, EloDifference, GameResult, Interval, Sample, Score};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game seen from a player: in every pair of values the first is the player's, the second the opponent's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The player's side.
    pub side: usize,
    /// The player's share: 1, 1/2 or 0.
    pub share: f64,
    /// The points of the game.
    pub points: [f64; 2],
    /// How it ended.
    pub ending: How,
    /// Who is to blame for a forfeit, and what for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Blame>,
    /// Moves made.
    pub moves: [u64; 2],
    /// Time used, in seconds.
    pub seconds: [f64; 2],
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the rules.
    Finished,
    /// By a fault.
    Forfeit,
    /// Stopped for its length.
    TooLong,
}

/// Who is to blame for a forfeit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blame {
    /// 0 for the player, 1 for the opponent.
    pub by: usize,
    /// What for.
    pub what: Fault,
}

impl Seen {
    /// The game of `record`, seen from the player of `side`; `sides` is the side of every seat.
    pub fn new(record: &GameRecord, side: usize, sides: &[usize]) -> Self {
        let seen = |values: [f64; 2]| [values[side], values[1 - side]];
        // Whose a seat is: the player's (0) or the opponent's (1).
        let owner = |seat: usize| sides.get(seat).map(|s| s ^ side);
        let moves = [0, 1].map(|who| {
            let own = record.moves.iter().filter(|m| owner(m.seat) == Some(who));
            own.count() as u64
        });
        let (ending, fault) = match &record.ending {
            Ending::Finished => (How::Finished, None),
            Ending::TooLong => (How::TooLong, None),
            Ending::Forfeit { seat, fault } => {
                let (by, what) = (owner(*seat).unwrap_or(0), fault.clone());
                (How::Forfeit, Some(Blame { by, what }))
            }
        };
        Seen {
            side,
            share: record.score.share_of(side),
            points: seen(record.score.points),
            ending,
            fault,
            moves,
            seconds: seen(record.seconds),
        }
    }

    /// The same game seen from the opponent.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |[a, b]: [f64; 2]| [b, a];
        Seen {
            side: 1 - self.side,
            share: 1.0 - self.share,
            points: turned(self.points),
            ending: self.ending,
            fault: self.fault.clone().map(|blame| Blame {
                by: 1 - blame.by,
                ..blame
            }),
            moves: [self.moves[1], self.moves[0]],
            seconds: turned(self.seconds),
        }
    }

    /// Won, drawn or lost.
    pub fn result(&self) -> GameResult {
        match self.share.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => GameResult::Win,
            std::cmp::Ordering::Equal => GameResult::Draw,
            std::cmp::Ordering::Less => GameResult::Loss,
        }
    }
}

/// Many games of one player, counted. The first of two values is the player's, the second the opponents'.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    score: Score,
    /// Points.
    pub points: [Sample; 2],
    /// Games forfeited.
    pub faults: [u64; 2],
    /// The same by who and what, with the words of the first.
    pub blames: BTreeMap<(usize, &'static str), (u64, String)>,
    /// Games stopped for their length.
    pub too_long: u64,
    /// Moves made.
    pub moves: [u64; 2],
    /// Seconds they took.
    pub seconds: [f64; 2],
}

impl FromIterator<Seen> for Tally {
    fn from_iter<I: IntoIterator<Item = Seen>>(games: I) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(&game));
        tally
    }
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &Seen) {
        self.score += game.result();
        self.too_long += u64::from(game.ending == How::TooLong);
        for who in 0..2 {
            self.points[who].push(game.points[who]);
            self.faults[who] += u64::from(game.fault.as_ref().is_some_and(|f| f.by == who));
            self.moves[who] += game.moves[who];
            self.seconds[who] += game.seconds[who];
        }
        if let Some(Blame { by, what }) = &game.fault {
            let first = || (0, what.to_string());
            self.blames
                .entry((*by, what.kind()))
                .or_insert_with(first)
                .0 += 1;
        }
    }

    /// Won, drawn and lost games.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The win rate, a draw counting half.
    pub fn rate(&self) -> Option<f64> {
        self.score.rate()
    }

    /// Wilson's 95 % interval of the rate.
    pub fn interval(&self) -> Option<Interval> {
        Some(self.score.proportion()?.wilson(Confidence::P95))
    }

    /// The difference of strength in Elo, with its 95 % interval.
    pub fn elo(&self) -> Option<EloDifference> {
        Some(EloDifference::wilson(
            &self.score.proportion()?,
            Confidence::P95,
        ))
    }

    /// Seconds a move.
    pub fn pace(&self) -> [Option<f64>; 2] {
        [0, 1].map(|who| (self.moves[who] > 0).then(|| self.seconds[who] / self.moves[who] as f64))
    }
}

/// A number for a table, or a dash where there is none yet.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(nothing, |value| format!("{value:.digits$}"))
}

/// Three significant digits: times range from microseconds to minutes.
pub(crate) fn significant(value: Option<f64>) -> String {
    let magnitude = value
        .filter(|v| *v > 0.0)
        .map_or(0.0, |v| v.log10().floor());
    number(value, (2.0 - magnitude).clamp(0.0, 6.0) as usize)
}

/// A p-value for a table.
pub(crate) fn p_text(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        p => number(p, 3),
    }
}

/// What stands where there is no number yet.
pub(crate) fn nothing() -> String {
    "–".to_owned()
}
