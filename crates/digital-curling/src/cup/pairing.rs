//! Pairings of a division: a round robin by the circle method, or a Swiss round by score.
//!
//! Entrants are numbers, in the order of the cup file. A pairing names first the entrant that
//! throws first in its first game; the games of a pairing then alternate. All of it is
//! deterministic: the same results give the same pairings.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The most steps of the search for a Swiss round without a rematch.
const MOST_STEPS: u32 = 200_000;

/// A round: who meets whom, and who has a bye.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The pairings.
    pub pairs: Vec<[usize; 2]>,
    /// The entrant without an opponent, if their number is odd.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<usize>,
}

/// The rounds of a round robin: every entrant meets every other once, and the sides of an entrant
/// alternate as far as they can.
///
/// ```
/// use digital_curling::cup::pairing::round_robin;
///
/// let rounds = round_robin(4);
/// assert_eq!(rounds.len(), 3);
/// assert_eq!(rounds[0].pairs, [[0, 3], [1, 2]]);
/// ```
pub fn round_robin(entrants: usize) -> Vec<Round> {
    let seats = entrants + entrants % 2;
    let nobody = entrants; // the last seat, if the number is odd
    (0..seats.saturating_sub(1))
        .map(|number| {
            let at = |seat: usize| match seat {
                0 => 0,
                seat => 1 + (seat - 1 + seats - 1 - number) % (seats - 1),
            };
            let mut round = Round::default();
            for seat in 0..seats / 2 {
                let (a, b) = (at(seat), at(seats - 1 - seat));
                let swapped = if seat == 0 { number } else { seat + 1 } % 2 == 1;
                match (a == nobody, b == nobody) {
                    (true, _) => round.bye = Some(b),
                    (_, true) => round.bye = Some(a),
                    _ if swapped => round.pairs.push([b, a]),
                    _ => round.pairs.push([a, b]),
                }
            }
            round
        })
        .collect()
}

/// The rounds before a Swiss round, and the scores after them.
#[derive(Clone, Debug, Default)]
pub struct SwissHistory {
    /// The score of every entrant; a bye counts as won.
    pub scores: Vec<f64>,
    /// The earlier rounds.
    pub rounds: Vec<Round>,
}

impl SwissHistory {
    fn entrants(&self) -> usize {
        self.scores.len()
    }

    /// The number of pairings between two entrants.
    pub fn meetings(&self, a: usize, b: usize) -> usize {
        let pairs = self.rounds.iter().flat_map(|round| &round.pairs);
        pairs
            .filter(|pair| **pair == [a, b] || **pair == [b, a])
            .count()
    }

    fn byes(&self, entrant: usize) -> usize {
        let byes = self
            .rounds
            .iter()
            .filter(|round| round.bye == Some(entrant));
        byes.count()
    }

    /// Returns the number of matches in which an entrant was named first.
    fn firsts(&self, entrant: usize) -> usize {
        let pairs = self.rounds.iter().flat_map(|round| &round.pairs);
        pairs.filter(|pair| pair[0] == entrant).count()
    }

    /// The entrants by score, the best first; those with equal scores in their order.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.entrants()).collect();
        ranked.sort_by(|&a, &b| self.scores[b].total_cmp(&self.scores[a]));
        ranked
    }

    /// Of two entrants, the one that was first less often comes first.
    fn sided(&self, a: usize, b: usize) -> [usize; 2] {
        if self.firsts(b) < self.firsts(a) {
            [b, a]
        } else {
            [a, b]
        }
    }
}

/// The next Swiss round. The lowest of those with the fewest byes sits out; the others meet by
/// score: the best entrant meets the best one that leaves a round without a rematch for the rest,
/// and so on. Where no such round exists (or none is found in bounded time), the best meets the
/// best of those it has met least.
///
/// ```
/// use digital_curling::cup::pairing::{SwissHistory, swiss};
///
/// let mut history = SwissHistory { scores: vec![0.0; 4], rounds: Vec::new() };
/// let first = swiss(&history);
/// assert_eq!(first.pairs, [[0, 1], [2, 3]]);
/// history.scores = vec![1.0, 0.0, 1.0, 0.0];
/// history.rounds.push(first);
/// assert_eq!(swiss(&history).pairs, [[0, 2], [1, 3]]);
/// ```
pub fn swiss(history: &SwissHistory) -> Round {
    let mut ranked = history.ranked();
    let mut bye = None;
    if ranked.len() % 2 == 1 {
        let place = |at: &usize| (history.byes(ranked[*at]), Reverse(*at));
        let at = (0..ranked.len()).min_by_key(place).unwrap_or(0);
        bye = Some(ranked.remove(at));
    }
    let mut steps = MOST_STEPS;
    let pairs = without_rematch(history, &ranked, &mut steps);
    let pairs = pairs.unwrap_or_else(|| least_met(history, ranked));
    let pairs = pairs.into_iter().map(|[a, b]| history.sided(a, b));
    Round {
        pairs: pairs.collect(),
        bye,
    }
}

/// The first round without a rematch in the order of rank; none if there is none.
fn without_rematch(
    history: &SwissHistory,
    ranked: &[usize],
    steps: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((&best, others)) = ranked.split_first() else {
        return Some(Vec::new());
    };
    for (at, &other) in others.iter().enumerate() {
        *steps = steps.checked_sub(1)?;
        if history.meetings(best, other) > 0 {
            continue;
        }
        let rest = [&others[..at], &others[at + 1..]].concat();
        if let Some(mut pairs) = without_rematch(history, &rest, steps) {
            pairs.insert(0, [best, other]);
            return Some(pairs);
        }
    }
    None
}

/// A round in which the best meets the best of those it has met least.
fn least_met(history: &SwissHistory, mut ranked: Vec<usize>) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    while ranked.len() > 1 {
        let best = ranked.remove(0);
        let met = |at: &usize| history.meetings(best, ranked[*at]);
        let at = (0..ranked.len()).min_by_key(met).unwrap_or(0);
        pairs.push([best, ranked.remove(at)]);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn in_a_round_robin_every_pair_meets_once_and_sides_are_shared() {
        for entrants in 0..12 {
            let rounds = round_robin(entrants);
            let mut met = BTreeSet::new();
            let (mut firsts, mut byes) = (vec![0_usize; entrants], vec![0; entrants]);
            for round in &rounds {
                let mut busy: Vec<usize> = round.pairs.concat();
                busy.extend(round.bye);
                busy.sort_unstable();
                assert_eq!(busy, (0..entrants).collect::<Vec<_>>());
                for &[a, b] in &round.pairs {
                    assert!(met.insert([a.min(b), a.max(b)]));
                    firsts[a] += 1;
                }
                round.bye.into_iter().for_each(|entrant| byes[entrant] += 1);
            }
            assert_eq!(met.len(), entrants * entrants.saturating_sub(1) / 2);
            for (entrant, first) in firsts.iter().enumerate() {
                let games = entrants - 1;
                assert!(
                    2 * first + 2 >= games && 2 * first <= games + 2,
                    "{entrants} {firsts:?}"
                );
                assert_eq!(byes[entrant], entrants % 2);
            }
        }
    }

    /// All perfect pairings of entrants in the order of rank, by brute force.
    fn all_pairings(ranked: &[usize]) -> Vec<Vec<[usize; 2]>> {
        let Some((&best, others)) = ranked.split_first() else {
            return vec![Vec::new()];
        };
        let mut all = Vec::new();
        for (at, &other) in others.iter().enumerate() {
            let rest = [&others[..at], &others[at + 1..]].concat();
            for mut pairs in all_pairings(&rest) {
                pairs.insert(0, [best, other]);
                all.push(pairs);
            }
        }
        all
    }

    fn unordered(pairs: &[[usize; 2]]) -> BTreeSet<[usize; 2]> {
        let sorted = |pair: &[usize; 2]| [pair[0].min(pair[1]), pair[0].max(pair[1])];
        pairs.iter().map(sorted).collect()
    }

    proptest! {
        /// Of all rounds without a rematch the first in the order of rank is taken.
        #[test]
        fn a_swiss_round_is_the_one_that_brute_force_finds(
            entrants in 2..8_usize,
            rounds in 1..8_usize,
            wins in proptest::collection::vec(any::<bool>(), 64),
        ) {
            let mut wins = wins.into_iter().cycle();
            let mut history = SwissHistory { scores: vec![0.0; entrants], rounds: Vec::new() };
            for _ in 0..rounds {
                let round = swiss(&history);
                let mut ranked = history.ranked();
                ranked.retain(|&entrant| round.bye != Some(entrant));
                prop_assert_eq!(round.bye.is_some(), entrants % 2 == 1);
                let fresh = |pairs: &Vec<[usize; 2]>| {
                    pairs.iter().all(|&[a, b]| history.meetings(a, b) == 0)
                };
                let expected = all_pairings(&ranked).into_iter().find(fresh);
                prop_assert_eq!(round.pairs.len(), ranked.len() / 2);
                if let Some(expected) = expected {
                    prop_assert_eq!(unordered(&round.pairs), unordered(&expected));
                }
                if let Some(bye) = round.bye {
                    let fewest = (0..entrants).map(|entrant| history.byes(entrant)).min();
                    prop_assert_eq!(Some(history.byes(bye)), fewest);
                    history.scores[bye] += 1.0;
                }
                for &[a, b] in &round.pairs {
                    let winner = if wins.next().unwrap() { a } else { b };
                    history.scores[winner] += 1.0;
                }
                history.rounds.push(round);
            }
        }
    }

    #[test]
    fn a_large_field_is_paired_at_once_even_when_rematches_cannot_be_avoided() {
        let mut history = SwissHistory {
            scores: vec![0.0; 30],
            rounds: Vec::new(),
        };
        for _ in 0..40 {
            let round = swiss(&history);
            assert_eq!(round.pairs.len(), 15);
            round
                .pairs
                .iter()
                .for_each(|pair| history.scores[pair[0]] += 1.0);
            history.rounds.push(round);
        }
    }
}
