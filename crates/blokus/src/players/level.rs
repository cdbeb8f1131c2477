//! Weaker play for people: a player that overlooks moves.
//!
//! A beginner does not misjudge every move; most moves he never sees. So a level says how many of
//! the legal moves a player notices, drawn anew every turn; among those it plays as well as it can. The lowest
//! level notices two, the highest all. That weakens every player in the same way, whatever it is made of, and even
//! the strongest becomes beatable: what the best existing program is criticised for is its lowest level.

use super::Thinker;
use crate::placement::Placement;
use crate::position::Position;
use lookahead::{Analysis, Control};
use std::str::FromStr;

/// How strong a player is, from 1, a beginner, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How many moves each level notices; the highest, all.
const NOTICED: [usize; 9] = [2, 4, 7, 12, 20, 35, 60, 120, 250];

impl Level {
    /// Everything the player has.
    pub const FULL: Level = Level(10);

    /// How many moves it notices; `None` for all.
    pub fn notices(self) -> Option<usize> {
        NOTICED.get(usize::from(self.0) - 1).copied()
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(level @ 1..=10) => Ok(Level(level)),
            _ => Err("a level is a number from 1, a beginner, to 10".to_owned()),
        }
    }
}

/// A thinker at a level.
#[derive(Clone, Debug)]
pub struct Levelled<T> {
    /// Who thinks.
    pub thinker: T,
    /// How much it sees.
    pub level: Level,
}

impl<T: Thinker> Thinker for Levelled<T> {
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        let Some(noticed) = self.level.notices() else {
            return self.thinker.think(position, control);
        };
        let mut seen = position.clone();
        seen.overlook(noticed, &mut control.seed.stream(u64::MAX).rng());
        self.thinker.think(&seen, control)
    }
}

#[cfg(test)]
mod tests {
    use super::super::OnePly;
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::features::Reading;
    use lookahead::Seed;
    use lookahead::learn::Linear;

    #[test]
    fn a_level_notices_as_many_moves_as_it_says() {
        let reading = Reading::default();
        let evaluation = Evaluation::new(&Linear::new(reading.weights(), 0.02), reading);
        for (text, moves) in [("1", 2), ("3", 7), ("9", 250), ("10", 414)] {
            let level = text.parse().unwrap();
            let mut player = Levelled {
                thinker: OnePly::new(evaluation.clone().into()),
                level,
            };
            let analysis = player.think(&Position::start(), &Control::new(Seed(1)));
            assert_eq!(analysis.candidates.len(), moves);
        }
        for text in ["0", "11", "", "x"] {
            assert!(text.parse::<Level>().is_err());
        }
    }
}
