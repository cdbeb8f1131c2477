//! How many sequences of moves there are: the usual test of a move generator against others.
//!
//! Only sequences of exactly the length asked for count; a game that is over earlier adds nothing. A colour without a move
//! is passed over, as in [`Position`], and a pass is no move. The last move of a sequence is
//! counted, not played. Counting runs on all threads; a sum of whole numbers is the same on any number of them.
//!
//! ```
//! use blokus::{Position, perft};
//! use lookahead::Cancel;
//!
//! let count = |length| perft::sequences(&Position::start(), length, &Cancel::new());
//! assert_eq!([0, 1, 2].map(count), [Some(1), Some(414), Some(171_396)]);
//! ```

use crate::placement::Placement;
use crate::position::Position;
use lookahead::Cancel;
use rayon::prelude::*;

/// How many sequences of `length` moves there are; nothing if it was cancelled.
pub fn sequences(position: &Position, length: u32, cancel: &Cancel) -> Option<u64> {
    match length {
        0 => Some(1),
        1 => Some(position.moves().len() as u64),
        2 => Some(pairs(position)),
        // Longer ones are worth sharing between threads.
        _ => {
            let moves: Vec<_> = position.moves().collect();
            let counts = moves
                .into_par_iter()
                .map(|placement| below(position, placement, length, cancel));
            counts.try_reduce(|| 0, |one, other| Some(one + other))
        }
    }
}

/// How many sequences of two moves there are.
fn pairs(position: &Position) -> u64 {
    let mut next = position.clone();
    let answers = position.moves().map(|placement| {
        next.clone_from(position);
        next.play(placement);
        next.moves().len() as u64
    });
    answers.sum()
}

/// How many sequences of `length` moves begin with each move, in the order of placements; nothing if it was cancelled.
/// `told` is called when a move is done, from any thread.
pub fn divide(
    position: &Position,
    length: u32,
    cancel: &Cancel,
    told: impl Fn() + Sync,
) -> Option<Vec<(Placement, u64)>> {
    if length == 0 {
        return Some(Vec::new());
    }
    let mut moves: Vec<_> = position.moves().collect();
    moves.sort();
    let each = moves.into_par_iter().map(|placement| {
        let count = below(position, placement, length, cancel)?;
        told();
        Some((placement, count))
    });
    each.collect()
}

/// How many of `length` moves begin with a given one.
fn below(position: &Position, placement: Placement, length: u32, cancel: &Cancel) -> Option<u64> {
    if cancel.is_cancelled() {
        return None;
    }
    let mut next = position.clone();
    next.play(placement);
    sequences(&next, length - 1, cancel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;
    use proptest::prelude::*;
    use rand::RngExt;

    /// A position of a random game, so many moves before its end (or its start).
    fn late(seed: u64, before_end: usize) -> Position {
        let rng = &mut Seed(seed).rng();
        let mut game = vec![Position::start()];
        while let Some(position) = game.last().filter(|p| !p.is_over()) {
            let moves: Vec<_> = position.moves().collect();
            let mut next = position.clone();
            next.play(moves[rng.random_range(0..moves.len())]);
            game.push(next);
        }
        let at = game.len().saturating_sub(1 + before_end);
        game.swap_remove(at)
    }

    /// Every placement tried by the rules, every sequence played.
    fn by_hand(position: &Position, length: u32) -> u64 {
        let Some(colour) = position.turn().filter(|_| length > 0) else {
            return u64::from(length == 0);
        };
        let legal = Placement::all().filter(|&p| position.check(colour, p).is_ok());
        let played = legal.map(|placement| {
            let mut next = position.clone();
            next.play(placement);
            by_hand(&next, length - 1)
        });
        played.sum()
    }

    #[test]
    fn first_moves_are_as_many_as_others_have_counted() {
        let counts = [1, 2].map(|length| sequences(&Position::start(), length, &Cancel::new()));
        assert_eq!(counts, [Some(414), Some(171_396)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn counting_agrees_with_playing_every_sequence_by_hand(seed in any::<u64>(), before in 0..6_usize, length in 0..5_u32) {
            let position = late(seed, before);
            prop_assume!(position.moves().len() < 25);
            let expected = by_hand(&position, length);
            prop_assert_eq!(sequences(&position, length, &Cancel::new()), Some(expected));
            let each = divide(&position, length, &Cancel::new(), || {}).unwrap();
            let whole = if length == 0 { 1 } else { each.iter().map(|(_, count)| count).sum() };
            prop_assert_eq!(whole, expected);
        }
    }

    #[test]
    fn every_first_move_is_told_of_and_listed_in_order() {
        let told = std::sync::atomic::AtomicU32::new(0);
        let tell = || {
            told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let each = divide(&Position::start(), 2, &Cancel::new(), tell).unwrap();
        assert_eq!((each.len(), told.into_inner()), (414, 414));
        assert!(each.is_sorted_by_key(|(placement, _)| placement.number()));
        assert!(each.iter().all(|&(_, count)| count == 414));
    }

    #[test]
    fn a_cancelled_count_is_none() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(sequences(&Position::start(), 6, &cancel), None);
        assert_eq!(divide(&Position::start(), 6, &cancel, || {}), None);
    }
}
