//! Contradictions between inferences, as far as lengths and points go.
//!
//! The check is cheap and one-sided: of single cards it uses only the certain ones. If it finds a
//! contradiction there is one.

use super::belief::Facts;
use super::inference::{Constraint, Inference};
use super::shapes::{SHAPES, number};
use super::terms::Range;
use crate::Seat;
use crate::hand::points;
use crate::notation::SUITS;

/// The possible hands of one seat: for each shape the points, as bits.
type Possible = Vec<u64>;

/// Returns the indices of a minimal set of contradictory inferences; `None` if no contradiction is
/// found.
pub(super) fn conflict(facts: &[Facts; 4], inferences: &[Inference]) -> Option<Vec<usize>> {
    let mut kept: Vec<usize> = (0..inferences.len()).collect();
    if fits(facts, inferences, &kept) {
        return None;
    }
    // An inference that can go without resolving the contradiction is not part of it.
    for index in 0..inferences.len() {
        let fewer: Vec<usize> = kept.iter().copied().filter(|kept| *kept != index).collect();
        if !fits(facts, inferences, &fewer) {
            kept = fewer;
        }
    }
    Some(kept)
}

fn fits(facts: &[Facts; 4], inferences: &[Inference], kept: &[usize]) -> bool {
    let hidden: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|seat| !facts[*seat as usize].seen)
        .collect();
    let about = |seat: Seat| {
        kept.iter()
            .map(|index| &inferences[*index])
            .filter(move |inference| inference.seat == seat)
    };
    let possible: Vec<Possible> = hidden
        .iter()
        .map(|seat| possible(&facts[*seat as usize], &about(*seat).collect::<Vec<_>>()))
        .collect();
    match (hidden.as_slice(), possible.as_slice()) {
        ([a, b], [left, right]) => {
            fit_together([&facts[*a as usize], &facts[*b as usize]], left, right)
        }
        _ => possible
            .iter()
            .all(|shapes| shapes.iter().any(|points| *points != 0)),
    }
}

/// Returns whether two hands that share all unseen cards fit: the lengths and points of one follow
/// from those of the other.
fn fit_together(facts: [&Facts; 2], left: &Possible, right: &Possible) -> bool {
    let both = facts[0].may | facts[1].may;
    let sum = u32::from(points(both));
    SHAPES.iter().zip(left).any(|(shape, points)| {
        let mut rest = [0; 4];
        for suit in SUITS {
            rest[suit as usize] = (both[suit].len() as u8).wrapping_sub(shape[suit as usize]);
        }
        // Bit p of one hand goes with bit sum - p of the other.
        let mirrored = number(rest).map_or(0, |rest| right[rest].reverse_bits() >> (63 - sum));
        points & mirrored != 0
    })
}

fn possible(facts: &Facts, about: &[&Inference]) -> Possible {
    let certain = points(facts.must);
    let range = Range {
        min: certain,
        max: points(facts.may),
    };
    let shapes = SHAPES.iter().enumerate().map(|(number, shape)| {
        let lengths = SUITS.iter().all(|suit| {
            let length = shape[*suit as usize] as usize;
            facts.must[*suit].len() <= length && length <= facts.may[*suit].len()
        });
        let allowed = about.iter().fold(range.bits(), |bits, inference| {
            bits & allowed(inference, number, shape)
        });
        if lengths { allowed } else { 0 }
    });
    shapes.collect()
}

fn allowed(inference: &Inference, number: usize, shape: &[u8; 4]) -> u64 {
    match &inference.constraint {
        Constraint::Hand(meaning) => meaning.points(number),
        Constraint::Suit(suit, test) if test.lengths() >> shape[*suit as usize] & 1 == 0 => 0,
        _ => !0,
    }
}
