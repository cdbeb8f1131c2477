//! Strength levels: weaker play by overlooked shots.
//!
//! Beginners do not misjudge every shot; most shots they do not consider. A level therefore sets
//! the number of shots that a player notices, drawn anew every turn, and the search depth; it
//! throws the best of the noticed shots. The noise of throws is part of the conditions of a match.

use arena::analyst::Level;
use lookahead::{Analysis, Seed};
use rand::RngExt;

/// For each level the number of shots it notices, out of some thousands, and the search depth; the
/// highest level notices all.
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

/// Returns the search depth of a level; `None` for the player's own.
pub fn depth(level: Level) -> Option<u32> {
    Some(level.of(&LEVELS)?.1)
}

/// Removes the candidates that a level overlooks; at least one stays.
pub fn overlook<A>(level: Level, analysis: &mut Analysis<A>, seed: Seed) {
    let Some((noticed, _)) = level.of(&LEVELS) else {
        return;
    };
    let (mut rng, mut wanted) = (seed.rng(), noticed.max(1));
    let mut left = analysis.candidates.len();
    // Selection sampling: every subset of that size is equally likely.
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
                let mut analysed = analysis(3000);
                overlook(level, &mut analysed, Seed(seed));
                analysed
                    .candidates
                    .iter()
                    .map(|c| c.action)
                    .collect::<Vec<_>>()
            };
            let one = noticed(1);
            assert_eq!(one.len(), left);
            assert!(one.is_sorted());
            assert_eq!(one == noticed(2), left == 3000);
        }
    }

    #[test]
    fn nothing_is_overlooked_if_there_is_little_to_see() {
        let mut analysed = analysis(1);
        overlook("1".parse().unwrap(), &mut analysed, Seed(1));
        assert_eq!(analysed.candidates.len(), 1);
        let mut none = analysis(0);
        overlook("1".parse().unwrap(), &mut none, Seed(1));
        assert!(none.candidates.is_empty());
    }
}
