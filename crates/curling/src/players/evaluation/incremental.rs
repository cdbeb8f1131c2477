//! Incremental evaluation: a position prepared for one more stone.
//!
//! Most shots of a search leave all stones but the thrown one where they are. The interactions of
//! the stones are therefore computed once; one more stone is compared with each of them, and only
//! the terms it changes are computed again.

use super::super::protection::LINES;
use super::features::{Features, HouseScore, StoneTerms, Zone};
use super::objective::{LearnedWeights, Objective, TeamWeights};
use super::weights::{Weights, safe_share};
use super::{BOTH, Evaluation, TURN};
use crate::rules::Ties;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;

/// A stone with its interactions with the others.
#[derive(Clone, Copy, Debug)]
struct StoneState {
    x: f64,
    y: f64,
    /// The square of its distance from the tee.
    square: f64,
    /// The smallest d/D'' with a stone of its team.
    nearness: f64,
    /// h.
    place: f64,
    /// The zone.
    zone: Zone,
    /// The lines on which it can still be hit, both turns.
    front: u64,
    /// The lines on which it is still moved far enough, both turns.
    back: u64,
    /// T for these lines.
    difficulty: f64,
    /// The distance from the tee as the rules measure it, as an ordered key: smaller is nearer.
    rank: u64,
    /// The number of opposing stones nearer the tee.
    nearer: u32,
    /// 0 for the lead's, 1 for the hammer's.
    team: u32,
}

impl StoneState {
    const NONE: StoneState = StoneState {
        x: 0.0,
        y: 0.0,
        square: 0.0,
        nearness: 1.0,
        place: 0.0,
        zone: Zone::Elsewhere,
        front: BOTH,
        back: BOTH,
        difficulty: 0.0,
        rank: u64::MAX,
        nearer: 0,
        team: 0,
    };
}

/// A position prepared for one more stone; see [`Evaluation::prepare`].
#[derive(Clone, Debug)]
pub struct PreparedPosition<'a> {
    evaluation: &'a Evaluation,
    count: usize,
    stones: [StoneState; SLOTS],
}

impl<'a> PreparedPosition<'a> {
    pub(super) fn new(evaluation: &'a Evaluation, stones: &Stones) -> Self {
        let mut position = PreparedPosition {
            evaluation,
            count: 0,
            stones: [StoneState::NONE; SLOTS],
        };
        for (slot, stone) in stones.iter() {
            let mut new = position.alone(slot, stone.at);
            let (before, rest) = position.stones.split_at_mut(position.count);
            for other in before {
                interact(evaluation, other, &mut new);
            }
            rest[0] = new;
            position.count += 1;
        }
        for stone in &mut position.stones[..position.count] {
            stone.difficulty = evaluation.runs.difficulty(stone.front, stone.back);
        }
        position
    }

    /// Returns a stone without its interactions.
    #[inline]
    fn alone(&self, slot: usize, at: Vector) -> StoneState {
        let Evaluation { rules, weights, .. } = self.evaluation;
        let distance = rules.geometry.distance(at);
        // Distances are not negative, so their bits have the same order. A stone at NaN comes last.
        let tie = match rules.scoring.ties {
            Ties::NeitherIsNearer => 0,
            Ties::EarlierIsNearer => slot as u64,
        };
        StoneState {
            x: at.x,
            y: at.y,
            square: at.length_squared(),
            place: weights.place(at),
            zone: Zone::of(at),
            rank: u64::from(distance.to_bits()) << 8 | tie,
            team: slot as u32 & 1,
            ..StoneState::NONE
        }
    }

    /// Returns the value of the position for the hammer with slot `next` to be thrown; 16 if the
    /// end is over.
    pub fn value(&self, next: usize, objective: &Objective) -> f64 {
        if next >= SLOTS {
            return objective.utility().of(self.score(None, next));
        }
        let stones = self.stones().iter();
        if let Some(learned) = objective.learned(next) {
            let sum = stones
                .map(|stone| learned_stone_value(learned, stone))
                .sum();
            return learned.value(self.house_score(None, next), sum);
        }
        let weights = &self.evaluation.weights;
        let sum: f64 = stones.map(|stone| stone_value(weights, stone)).sum();
        objective.utility().of(self.score(None, next)) + weights.mu(next) * sum
    }

    /// Returns the value for the hammer with one more stone, that of an empty slot which was just
    /// thrown.
    pub fn value_with(&self, slot: usize, at: Vector, objective: &Objective) -> f64 {
        self.value_with_stone(slot, at, slot + 1, objective)
    }

    /// Returns the value for the hammer with one more stone, that of an empty slot, and slot `next`
    /// to be thrown.
    pub fn value_with_stone(
        &self,
        slot: usize,
        at: Vector,
        next: usize,
        objective: &Objective,
    ) -> f64 {
        let new = self.alone(slot, at);
        if next >= SLOTS {
            return objective.utility().of(self.score(Some(&new), next));
        }
        if let Some(learned) = objective.learned(next) {
            let score = self.house_score(Some(&new), next);
            let sum = self.sum_with(new, |stone| learned_stone_value(learned, stone));
            return learned.value(score, sum);
        }
        let weights = &self.evaluation.weights;
        let score = objective.utility().of(self.score(Some(&new), next));
        score + weights.mu(next) * self.sum_with(new, |stone| stone_value(weights, stone))
    }

    /// Returns the features of the position before slot `next` is thrown.
    pub fn features(&self, next: usize) -> Features {
        let mut features = Features::of(self.house_score(None, next));
        for stone in self.stones() {
            let terms = StoneTerms {
                k: SHARES[stone.nearer as usize % SLOTS],
                h: stone.place,
                t: stone.difficulty,
                d: safe_share(stone.nearness),
                zone: stone.zone,
            };
            features.add(stone.team as usize, &terms);
        }
        features
    }

    /// Returns the sum over the stones and one more, with the interactions of that one.
    #[inline]
    fn sum_with(&self, mut new: StoneState, value: impl Fn(&StoneState) -> f64) -> f64 {
        let evaluation = self.evaluation;
        let mut sum = 0.0;
        for stone in self.stones() {
            let mut stone = *stone;
            let (front, back) = (stone.front, stone.back);
            interact(evaluation, &mut stone, &mut new);
            if (front, back) != (stone.front, stone.back) {
                stone.difficulty = evaluation.runs.difficulty(stone.front, stone.back);
            }
            sum += value(&stone);
        }
        new.difficulty = evaluation.runs.difficulty(new.front, new.back);
        sum + value(&new)
    }

    #[inline]
    fn stones(&self) -> &[StoneState] {
        &self.stones[..self.count]
    }

    /// Returns the distance keys of the two best stones of each team.
    #[inline]
    fn nearest(&self, new: Option<&StoneState>) -> [[u64; 2]; 2] {
        let reach = u64::from(self.evaluation.rules.scoring.reach.to_bits()) << 8;
        let mut best = [[reach; 2]; 2];
        let mut look = |stone: &StoneState| {
            let [first, second] = &mut best[stone.team as usize & 1];
            *second = (*second).min((*first).max(stone.rank));
            *first = (*first).min(stone.rank);
        };
        // Not one chain of both: a chain checks at every step which part it is in.
        self.stones().iter().for_each(&mut look);
        new.into_iter().for_each(look);
        best
    }

    /// Counts the stones of a team that are nearer than the limit.
    #[inline]
    fn count(&self, new: Option<&StoneState>, team: u32, limit: u64) -> i8 {
        let counts = |stone: &StoneState| i8::from(stone.team == team && stone.rank < limit);
        self.stones().iter().map(counts).sum::<i8>() + new.map_or(0, counts)
    }

    /// Returns the hammer's points as the house stands, with one more stone or without; before the
    /// hammer throws, the lead's best stone counts as the hammer's.
    #[inline]
    fn score(&self, new: Option<&StoneState>, next: usize) -> i8 {
        let [[lead, lead_next], [hammer, _]] = self.nearest(new);
        let given = next < SLOTS && !next.is_multiple_of(2) && lead < lead_next;
        if given {
            // The stone counted as the hammer's, and those nearer than the next one of the lead.
            return self.count(new, 1, lead_next) + 1;
        }
        if lead < hammer {
            -self.count(new, 0, hammer)
        } else {
            self.count(new, 1, lead)
        }
    }

    /// Returns the hammer's points as the house stands before slot `next`, and after its thrower
    /// has taken out the other team's best stone.
    #[inline]
    fn house_score(&self, new: Option<&StoneState>, next: usize) -> HouseScore {
        let [[lead, lead_next], [hammer, hammer_next]] = self.nearest(new);
        let leads = lead < hammer;
        let now = if leads {
            -self.count(new, 0, hammer)
        } else {
            self.count(new, 1, lead)
        };
        let threatened = match next.is_multiple_of(2) {
            // The hammer's best is taken out.
            true if lead < hammer_next => -self.count(new, 0, hammer_next),
            true => now - i8::from(hammer < lead),
            // The lead's is.
            false if lead_next < hammer => now + 1,
            false => self.count(new, 1, lead_next),
        };
        HouseScore { now, threatened }
    }
}

/// Updates two stones with their interactions.
#[inline]
fn interact(evaluation: &Evaluation, one: &mut StoneState, two: &mut StoneState) {
    let (x, y) = (two.x - one.x, two.y - one.y);
    let opposed = one.team != two.team;
    if y < 0.0 {
        one.front &= evaluation.front.at(x, y);
        if opposed {
            two.back &= evaluation.back.at(-x, -y);
        }
    } else {
        if y > 0.0 {
            two.front &= evaluation.front.at(-x, -y);
        } else if opposed {
            two.back &= evaluation.back.at(-x, -y);
        }
        if opposed {
            one.back &= evaluation.back.at(x, y);
        }
    }
    if opposed {
        one.nearer += u32::from(two.square < one.square);
        two.nearer += u32::from(one.square < two.square);
    } else {
        let nearness = evaluation.weights.nearness(x * x + y * y, y);
        one.nearness = smaller(one.nearness, nearness);
        two.nearness = smaller(two.nearness, nearness);
    }
}

/// 1/(1 + n) for every possible number n of opposing stones.
const SHARES: [f64; SLOTS] = {
    let mut shares = [0.0; SLOTS];
    let mut nearer = 0;
    while nearer < SLOTS {
        shares[nearer] = 1.0 / (nearer as f64 + 1.0);
        nearer += 1;
    }
    shares
};

/// N = J T D of a stone, for the hammer.
#[inline]
fn stone_value(weights: &Weights, stone: &StoneState) -> f64 {
    let k = SHARES[stone.nearer as usize % SLOTS];
    let j = weights.w1 * k + weights.w2 * stone.place;
    let n = j * stone.difficulty * safe_share(stone.nearness);
    if stone.team == 1 { n } else { -n }
}

/// Returns the learned value of a stone, for the hammer.
#[inline]
fn learned_stone_value(learned: &LearnedWeights, stone: &StoneState) -> f64 {
    let team: &TeamWeights = &learned.teams[stone.team as usize & 1];
    let k = SHARES[stone.nearer as usize % SLOTS];
    let (h, t) = (stone.place, stone.difficulty);
    let td = t * safe_share(stone.nearness);
    let zone = stone.zone as usize;
    let in_house = t * (team.t[zone] + team.kt[zone] * k);
    team.zones[zone] + k * (team.k + team.ktd * td) + h * (team.h + team.htd * td) + in_house
}

/// Returns the smaller of two numbers, in one instruction.
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Half of the lines: few enough for a table of all their patterns.
const HALF: usize = LINES / 2;

/// Runs of ones in a pattern of half of the lines.
#[derive(Clone, Copy, Debug, Default)]
struct HalfRuns {
    longest: u8,
    /// The run from the first line on.
    first: u8,
    /// The run up to the last line.
    last: u8,
}

/// Look-up tables from lines to T.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    halves: Vec<HalfRuns>,
    /// w3 and w4 divided by one more than the length of a run.
    front: [f64; LINES + 1],
    back: [f64; LINES + 1],
    c: f64,
}

impl Runs {
    pub(super) fn new(weights: &Weights) -> Self {
        let half = |pattern: u32| HalfRuns {
            longest: super::longest_run(pattern) as u8,
            first: pattern.trailing_ones() as u8,
            last: (pattern << (32 - HALF)).leading_ones() as u8,
        };
        let by_run = |weight: f64| std::array::from_fn(|run| weight / (run as f64 + 1.0));
        Runs {
            halves: (0..1 << HALF).map(half).collect(),
            front: by_run(weights.w3),
            back: by_run(weights.w4),
            c: weights.c,
        }
    }

    /// Returns T of a stone that can be hit, and moved, on these lines of both turns.
    #[inline]
    pub(super) fn difficulty(&self, front: u64, back: u64) -> f64 {
        let of_turn = |turn: u32| {
            self.front[self.longest(front >> turn)] + self.back[self.longest(back >> turn)]
        };
        smaller(of_turn(0), of_turn(TURN)) + self.c
    }

    /// Returns the longest run of ones among the lines of a turn.
    #[inline]
    fn longest(&self, lines: u64) -> usize {
        const MASK: usize = (1 << HALF) - 1;
        let lines = lines as usize;
        let (low, high) = (self.halves[lines & MASK], self.halves[lines >> HALF & MASK]);
        let across = low.last + high.first;
        usize::from(across.max(low.longest).max(high.longest)).min(LINES)
    }
}
