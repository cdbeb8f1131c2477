//! A position prepared for one more stone.
//!
//! Most shots of a search leave all stones but the thrown one where they are. What the stones do to
//! each other is therefore worked out once; one more stone is compared with each of them, and only
//! what it changes is computed again.

use super::super::protection::LINES;
use super::appraisal::{Appraisal, Learned, TeamWorth};
use super::signs::{self, Signs, Standing, Zone};
use super::weights::{Weights, share_apart};
use super::{BOTH, Evaluation, TURN};
use crate::rules::Ties;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;

/// What is known of a stone among the others.
#[derive(Clone, Copy, Debug)]
struct Lying {
    x: f64,
    y: f64,
    /// The square of its distance from the tee.
    square: f64,
    /// d/D'' of the stone of its team that endangers it most.
    nearness: f64,
    /// h.
    place: f64,
    /// Where it lies.
    zone: Zone,
    /// The lines on which it can still be hit, both turns.
    front: u64,
    /// The lines on which it is still moved far enough, both turns.
    back: u64,
    /// T for these lines.
    hard: f64,
    /// How near the tee, as the rules measure it: smaller is nearer.
    rank: u64,
    /// Opposing stones nearer the tee.
    nearer: u32,
    /// 0 for the lead's, 1 for the hammer's.
    team: u32,
}

impl Lying {
    const NONE: Lying = Lying {
        x: 0.0,
        y: 0.0,
        square: 0.0,
        nearness: 1.0,
        place: 0.0,
        zone: Zone::Elsewhere,
        front: BOTH,
        back: BOTH,
        hard: 0.0,
        rank: u64::MAX,
        nearer: 0,
        team: 0,
    };
}

/// A position prepared for one more stone; see [`Evaluation::ground`].
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    evaluation: &'a Evaluation,
    count: usize,
    stones: [Lying; SLOTS],
}

impl<'a> Ground<'a> {
    pub(super) fn new(evaluation: &'a Evaluation, stones: &Stones) -> Self {
        let mut ground = Ground {
            evaluation,
            count: 0,
            stones: [Lying::NONE; SLOTS],
        };
        for (slot, stone) in stones.iter() {
            let mut new = ground.lying(slot, stone.at);
            let (before, rest) = ground.stones.split_at_mut(ground.count);
            for other in before {
                meet(evaluation, other, &mut new);
            }
            rest[0] = new;
            ground.count += 1;
        }
        for stone in &mut ground.stones[..ground.count] {
            stone.hard = evaluation.runs.hard(stone.front, stone.back);
        }
        ground
    }

    /// A stone as if it were alone.
    #[inline]
    fn lying(&self, slot: usize, at: Vector) -> Lying {
        let Evaluation { rules, weights, .. } = self.evaluation;
        let distance = rules.geometry.distance(at);
        // Distances are not negative, so their bits are in the same order. A stone nowhere comes
        // last.
        let tie = match rules.scoring.ties {
            Ties::NeitherIsNearer => 0,
            Ties::EarlierIsNearer => slot as u64,
        };
        Lying {
            x: at.x,
            y: at.y,
            square: at.length_squared(),
            place: weights.place(at),
            zone: Zone::of(at),
            rank: u64::from(distance.to_bits()) << 8 | tie,
            team: slot as u32 & 1,
            ..Lying::NONE
        }
    }

    /// What the position is worth to the hammer as it is, with slot `next` to be thrown; 16 if the
    /// end is over.
    pub fn without(&self, next: usize, appraisal: &Appraisal) -> f64 {
        if next >= SLOTS {
            return appraisal.stakes().of(self.score(None, next));
        }
        let stones = self.lie().iter();
        if let Some(learned) = appraisal.learned(next) {
            let sum = stones.map(|stone| learned_worth(learned, stone)).sum();
            return learned.value(self.standing(None, next), sum);
        }
        let weights = &self.evaluation.weights;
        let sum: f64 = stones.map(|stone| worth(weights, stone)).sum();
        appraisal.stakes().of(self.score(None, next)) + weights.mu(next) * sum
    }

    /// What the position is worth to the hammer with one more stone: that of a slot which has none
    /// yet, thrown just now.
    pub fn with(&self, slot: usize, at: Vector, appraisal: &Appraisal) -> f64 {
        self.with_stone(slot, at, slot + 1, appraisal)
    }

    /// What the position is worth to the hammer with one more stone, that of a slot which has none
    /// yet, and slot `next` to be thrown.
    pub fn with_stone(&self, slot: usize, at: Vector, next: usize, appraisal: &Appraisal) -> f64 {
        let new = self.lying(slot, at);
        if next >= SLOTS {
            return appraisal.stakes().of(self.score(Some(&new), next));
        }
        if let Some(learned) = appraisal.learned(next) {
            let standing = self.standing(Some(&new), next);
            return learned.value(
                standing,
                self.sum_with(new, |stone| learned_worth(learned, stone)),
            );
        }
        let weights = &self.evaluation.weights;
        let score = appraisal.stakes().of(self.score(Some(&new), next));
        score + weights.mu(next) * self.sum_with(new, |stone| worth(weights, stone))
    }

    /// What can be seen of the position before slot `next` is thrown: what experience is learned
    /// from.
    pub fn signs(&self, next: usize) -> Signs {
        let mut signs = Signs::of(self.standing(None, next));
        for stone in self.lie() {
            let seen = signs::Stone {
                k: SHARES[stone.nearer as usize % SLOTS],
                h: stone.place,
                t: stone.hard,
                d: share_apart(stone.nearness),
                zone: stone.zone,
            };
            signs.count(stone.team as usize, &seen);
        }
        signs
    }

    /// A sum over the stones and one more, whose neighbours are looked at anew.
    #[inline]
    fn sum_with(&self, mut new: Lying, worth: impl Fn(&Lying) -> f64) -> f64 {
        let evaluation = self.evaluation;
        let mut sum = 0.0;
        for stone in self.lie() {
            let mut stone = *stone;
            let (front, back) = (stone.front, stone.back);
            meet(evaluation, &mut stone, &mut new);
            if (front, back) != (stone.front, stone.back) {
                stone.hard = evaluation.runs.hard(stone.front, stone.back);
            }
            sum += worth(&stone);
        }
        new.hard = evaluation.runs.hard(new.front, new.back);
        sum + worth(&new)
    }

    #[inline]
    fn lie(&self) -> &[Lying] {
        &self.stones[..self.count]
    }

    /// How near the tee the two best stones of each team are.
    #[inline]
    fn nearest(&self, new: Option<&Lying>) -> [[u64; 2]; 2] {
        let reach = u64::from(self.evaluation.rules.scoring.reach.to_bits()) << 8;
        let mut best = [[reach; 2]; 2];
        let mut look = |stone: &Lying| {
            let [first, second] = &mut best[stone.team as usize & 1];
            *second = (*second).min((*first).max(stone.rank));
            *first = (*first).min(stone.rank);
        };
        // Not one chain of both: a chain asks at every step which part it is in.
        self.lie().iter().for_each(&mut look);
        new.into_iter().for_each(look);
        best
    }

    /// How many stones of a team are nearer than that.
    #[inline]
    fn count(&self, new: Option<&Lying>, team: u32, limit: u64) -> i8 {
        let counts = |stone: &Lying| i8::from(stone.team == team && stone.rank < limit);
        self.lie().iter().map(counts).sum::<i8>() + new.map_or(0, counts)
    }

    /// The hammer's points as the house stands, with one more stone or not; before the hammer
    /// throws, the lead's best stone is the hammer's.
    #[inline]
    fn score(&self, new: Option<&Lying>, next: usize) -> i8 {
        let [[lead, lead_next], [hammer, _]] = self.nearest(new);
        let given = next < SLOTS && !next.is_multiple_of(2) && lead < lead_next;
        if given {
            // The stone given away counts, and what is nearer than the next one of the lead.
            return self.count(new, 1, lead_next) + 1;
        }
        if lead < hammer {
            -self.count(new, 0, hammer)
        } else {
            self.count(new, 1, lead)
        }
    }

    /// The hammer's points as the house stands before slot `next`, and as it would stand if whoever
    /// throws it took out the other team's best stone.
    #[inline]
    fn standing(&self, new: Option<&Lying>, next: usize) -> Standing {
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
        Standing { now, threatened }
    }
}

/// What two stones do to each other.
#[inline]
fn meet(evaluation: &Evaluation, one: &mut Lying, two: &mut Lying) {
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

/// 1/(1 + n) for as many opposing stones as there can be.
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
fn worth(weights: &Weights, stone: &Lying) -> f64 {
    let k = SHARES[stone.nearer as usize % SLOTS];
    let j = weights.w1 * k + weights.w2 * stone.place;
    let n = j * stone.hard * share_apart(stone.nearness);
    if stone.team == 1 { n } else { -n }
}

/// What experience makes of a stone.
#[inline]
fn learned_worth(learned: &Learned, stone: &Lying) -> f64 {
    let team: &TeamWorth = &learned.teams[stone.team as usize & 1];
    let k = SHARES[stone.nearer as usize % SLOTS];
    let (h, t) = (stone.place, stone.hard);
    let td = t * share_apart(stone.nearness);
    let zone = stone.zone as usize;
    let in_house = t * (team.t[zone] + team.kt[zone] * k);
    team.zones[zone] + k * (team.k + team.ktd * td) + h * (team.h + team.htd * td) + in_house
}

/// The smaller of two numbers, in one instruction.
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Half of the lines: few enough to have the runs of all their patterns in a table.
const HALF: usize = LINES / 2;

/// Runs of ones in a pattern of half of the lines.
#[derive(Clone, Copy, Debug, Default)]
struct HalfRuns {
    longest: u8,
    /// From the first line on.
    first: u8,
    /// Up to the last line.
    last: u8,
}

/// From lines to T, by table.
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

    /// T of a stone that can be hit, and moved, on these lines of both turns.
    #[inline]
    pub(super) fn hard(&self, front: u64, back: u64) -> f64 {
        let of_turn = |turn: u32| {
            self.front[self.longest(front >> turn)] + self.back[self.longest(back >> turn)]
        };
        smaller(of_turn(0), of_turn(TURN)) + self.c
    }

    /// The longest run of ones among the lines of a turn.
    #[inline]
    fn longest(&self, lines: u64) -> usize {
        const MASK: usize = (1 << HALF) - 1;
        let lines = lines as usize;
        let (low, high) = (self.halves[lines & MASK], self.halves[lines >> HALF & MASK]);
        let across = low.last + high.first;
        usize::from(across.max(low.longest).max(high.longest)).min(LINES)
    }
}
