//! Perft: counts of move sequences, the usual test of a move generator against others.
//!
//! Only sequences of exactly the given length count; a game that ends earlier adds nothing. The
//! caller chooses what happens when a colour has no reply ([`Turns`]): published counts are of
//! sequences in which the colours alternate. The last move of a sequence is counted, not played.
//! Counting runs on all threads; a sum of integers does not depend on their number.
//!
//! ```
//! use blokus::Position;
//! use blokus::perft::{Turns, sequences};
//! use lookahead::Cancel;
//!
//! let count = |length| sequences(&Position::start(), length, Turns::Alternate, &Cancel::new());
//! assert_eq!([0, 1, 2].map(count), [Some(1), Some(414), Some(171_396)]);
//! ```

use crate::placement::Placement;
use crate::position::Position;
use lookahead::Cancel;
use rayon::prelude::*;

/// The continuation after a move that the other colour cannot answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// None: in a sequence the colours alternate.
    #[default]
    Alternate,
    /// Another move of the same colour, as in a game.
    Pass,
}

impl Turns {
    /// Returns whether a sequence continues after a move of the side to move in `before`.
    fn continues(self, before: &Position, after: &Position) -> bool {
        self == Turns::Pass || before.turn() != after.turn()
    }
}

/// Counts the sequences of `length` moves; `None` if it was cancelled.
pub fn sequences(position: &Position, length: u32, turns: Turns, cancel: &Cancel) -> Option<u64> {
    match length {
        0 => Some(1),
        1 => Some(position.moves().len() as u64),
        2 => Some(pairs(position, turns)),
        // Longer sequences are worth sharing between threads.
        _ => {
            let moves: Vec<_> = position.moves().collect();
            let counts = moves
                .into_par_iter()
                .map(|placement| count_after(position, placement, length, turns, cancel));
            counts.try_reduce(|| 0, |one, other| Some(one + other))
        }
    }
}

/// Counts the sequences of two moves.
fn pairs(position: &Position, turns: Turns) -> u64 {
    let mut next = position.clone();
    let answers = position.moves().map(|placement| {
        next.clone_from(position);
        next.play(placement);
        if turns.continues(position, &next) {
            next.moves().len() as u64
        } else {
            0
        }
    });
    answers.sum()
}

/// Counts the sequences of `length` moves that begin with each move, in the order of placements;
/// `None` if it was cancelled. `progress` is called when a move is done, from any thread.
pub fn divide(
    position: &Position,
    length: u32,
    turns: Turns,
    cancel: &Cancel,
    progress: impl Fn() + Sync,
) -> Option<Vec<(Placement, u64)>> {
    if length == 0 {
        return Some(Vec::new());
    }
    let mut moves: Vec<_> = position.moves().collect();
    moves.sort();
    let each = moves.into_par_iter().map(|placement| {
        let count = count_after(position, placement, length, turns, cancel)?;
        progress();
        Some((placement, count))
    });
    each.collect()
}

/// Counts the sequences of `length` moves that begin with a given one.
fn count_after(
    position: &Position,
    placement: Placement,
    length: u32,
    turns: Turns,
    cancel: &Cancel,
) -> Option<u64> {
    if cancel.is_cancelled() {
        return None;
    }
    let mut next = position.clone();
    next.play(placement);
    if length > 1 && !turns.continues(position, &next) {
        return Some(0);
    }
    sequences(&next, length - 1, turns, cancel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;
    use lookahead::Seed;
    use proptest::prelude::*;
    use rand::RngExt;

    /// Returns a position of a random game, `before_end` moves before its end (or its start).
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
    fn by_hand(position: &Position, colour: Colour, length: u32, turns: Turns) -> u64 {
        if length == 0 {
            return 1;
        }
        let legal = Placement::all().filter(|&p| position.check(colour, p).is_ok());
        let played = legal.map(|placement| {
            let mut next = position.clone();
            next.play_as(colour, placement);
            let other = match turns {
                Turns::Alternate => colour.other(),
                Turns::Pass => next.turn().unwrap_or(colour),
            };
            by_hand(&next, other, length - 1, turns)
        });
        played.sum()
    }

    #[test]
    fn first_moves_are_as_many_as_others_have_counted() {
        let counts = [1, 2]
            .map(|length| sequences(&Position::start(), length, Turns::Alternate, &Cancel::new()));
        assert_eq!(counts, [Some(414), Some(171_396)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn counting_agrees_with_playing_every_sequence_by_hand(
            seed in any::<u64>(), before in 0..6_usize, length in 0..5_u32, pass in any::<bool>(),
        ) {
            let position = late(seed, before);
            prop_assume!(position.moves().len() < 25);
            let turns = if pass { Turns::Pass } else { Turns::Alternate };
            let colour = position.turn().unwrap_or(Colour::Black);
            let expected = by_hand(&position, colour, length, turns);
            prop_assert_eq!(sequences(&position, length, turns, &Cancel::new()), Some(expected));
            let each = divide(&position, length, turns, &Cancel::new(), || {}).unwrap();
            let whole = if length == 0 { 1 } else { each.iter().map(|(_, count)| count).sum() };
            prop_assert_eq!(whole, expected);
        }
    }

    #[test]
    fn a_colour_shut_in_early_ends_a_sequence_or_is_passed_over() {
        // White's piece runs into the edge and has two corners, both of which one of Black's
        // covers.
        let mut position = Position::start();
        for text in ["e7,f7,e8,e9,e10", "j5,k5,l5,m5,n5"] {
            position.play(text.parse().unwrap());
        }
        let wall: Placement = "i4,i5,g6,h6,i6".parse().unwrap();
        let below = |turns| count_after(&position, wall, 2, turns, &Cancel::new()).unwrap();
        let mut walled = position.clone();
        walled.play(wall);
        assert_eq!(walled.turn(), Some(Colour::Black));
        assert_eq!(below(Turns::Alternate), 0);
        assert_eq!(below(Turns::Pass), walled.moves().len() as u64);
        let [alternate, pass] = [Turns::Alternate, Turns::Pass]
            .map(|turns| sequences(&position, 2, turns, &Cancel::new()).unwrap());
        assert_eq!(pass - alternate, below(Turns::Pass));
    }

    #[test]
    fn every_first_move_is_reported_and_listed_in_order() {
        let reports = std::sync::atomic::AtomicU32::new(0);
        let report = || {
            reports.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let each = divide(
            &Position::start(),
            2,
            Turns::Alternate,
            &Cancel::new(),
            report,
        )
        .unwrap();
        assert_eq!((each.len(), reports.into_inner()), (414, 414));
        assert!(each.is_sorted_by_key(|(placement, _)| placement.number()));
        assert!(each.iter().all(|&(_, count)| count == 414));
    }

    #[test]
    fn a_cancelled_count_is_none() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(sequences(&Position::start(), 6, Turns::Pass, &cancel), None);
        assert_eq!(
            divide(&Position::start(), 6, Turns::Pass, &cancel, || {}),
            None
        );
    }
}
