//! Weaker play for people: a player that overlooks shots.
//!
//! A beginner does not misjudge every shot; most shots he never thinks of. So a level says how many
//! of the shots a player notices, drawn anew every turn, and how far it looks ahead; among those it
//! noticed it throws the one it likes best. Hands are another matter: how steadily somebody throws
//! is part of the conditions of a match.

use arena::analyst::Level;
use lookahead::{Analysis, Seed};
use rand::RngExt;

/// For each level, how many shots it notices out of some thousands and how many shots it looks
/// ahead; the highest notices all.
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

/// How many shots a level looks ahead; as many as the player is told to if there is no number.
pub fn depth(level: Level) -> Option<u32> {
    Some(level.of(&LEVELS)?.1)
}

/// Leaves of an analysis what a level has noticed of it; never nothing of something.
pub fn overlook<A>(level: Level, analysis: &mut Analysis<A>, seed: Seed) {
    let Some((noticed, _)) = level.of(&LEVELS) else {
        return;
    };
    let (mut rng, mut wanted) = (seed.rng(), noticed.max(1));
    let mut left = analysis.candidates.len();
    // Each candidate stays with the chance that makes every choice of that number equally likely.
    analysis.candidates.retain(|_| {
        let stays = rng.random_range(0..left.max(1)) < wanted;
        left = left.saturating_sub(1);
        wanted -= usize::from(stays);
        stays
    });
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
                overlook(level, &mut seen, Seed(seed));
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
        overlook("1".parse().unwrap(), &mut seen, Seed(1));
        assert_eq!(seen.candidates.len(), 1);
        let mut none = analysis(0);
        overlook("1".parse().unwrap(), &mut none, Seed(1));
        assert!(none.candidates.is_empty());
    }
}
