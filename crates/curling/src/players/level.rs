//! Weaker play for people: a player that overlooks shots.
//!
//! A beginner does not misjudge every shot; most shots he never thinks of. So a level says how many of the shots a player notices, drawn anew every turn, and how
//! far it looks ahead; among those it noticed it throws the one it likes best. Hands are another matter: how steadily somebody throws is
//! part of the conditions of a match.

use lookahead::{Analysis, Seed};
use rand::RngExt;
use std::str::FromStr;

/// How strong a player is, from 1, a beginner, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// For each level, how many shots it notices out of some thousands and how many shots it looks ahead; the highest notices all.
const LEVELS: [(usize, u32); 9] = [
    (2, 1),
    (5, 1),
    (12, 1),
    (30, 1),
    (80, 1),
    (200, 1),
    (12, 2),
    (40, 2),
    (200, 2),
];

impl Level {
    /// Everything the player has.
    pub const FULL: Level = Level(10);

    /// How many shots it notices; `None` for all.
    pub fn notices(self) -> Option<usize> {
        Some(LEVELS.get(usize::from(self.0) - 1)?.0)
    }

    /// How many shots it looks ahead; `None` for as many as it is told to.
    pub fn depth(self) -> Option<u32> {
        Some(LEVELS.get(usize::from(self.0) - 1)?.1)
    }

    /// Leaves of an analysis what the level has noticed of it; never nothing of something.
    pub fn overlook<A>(self, analysis: &mut Analysis<A>, seed: Seed) {
        let Some(noticed) = self.notices() else {
            return;
        };
        let (mut rng, mut wanted) = (seed.rng(), noticed.max(1));
        let mut left = analysis.candidates.len();
        // Each candidate stays with the chance that makes every choice of so many equally likely.
        analysis.candidates.retain(|_| {
            let stays = rng.random_range(0..left.max(1)) < wanted;
            left = left.saturating_sub(1);
            wanted -= usize::from(stays);
            stays
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::{Candidate, Effort};

    fn analysis(n: u32) -> Analysis<u32> {
        Analysis {
            candidates: (0..n).map(|i| Candidate::new(i, -f64::from(i))).collect(),
            effort: Effort::default(),
        }
    }

    #[test]
    fn a_level_notices_as_many_shots_as_it_says_and_others_next_time() {
        for (text, left) in [("1", 2), ("3", 12), ("9", 200), ("10", 3000)] {
            let level: Level = text.parse().unwrap();
            let noticed = |seed| {
                let mut seen = analysis(3000);
                level.overlook(&mut seen, Seed(seed));
                seen.candidates.iter().map(|c| c.action).collect::<Vec<_>>()
            };
            let one = noticed(1);
            assert_eq!(one.len(), left);
            assert!(one.is_sorted());
            assert_eq!(one == noticed(2), left == 3000);
        }
    }

    #[test]
    fn nothing_is_overlooked_if_there_is_little_to_see() {
        let mut seen = analysis(1);
        "1".parse::<Level>().unwrap().overlook(&mut seen, Seed(1));
        assert_eq!(seen.candidates.len(), 1);
        let mut none = analysis(0);
        "1".parse::<Level>().unwrap().overlook(&mut none, Seed(1));
        assert!(none.candidates.is_empty());
    }

    #[test]
    fn other_texts_are_no_levels() {
        for text in ["0", "11", "", "-1", "easy", "1.5"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
