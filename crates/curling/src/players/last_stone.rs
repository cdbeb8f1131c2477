//! Last stones by throws: the best shot where nothing follows, and the chance that it really has.
//!
//! A search over a lattice rounds every outcome to a lattice point, and the best of thousands of
//! rounded values flatters itself: over open positions it claimed ten points more than its own shot
//! then won. The last stone needs no model at all, because the score decides. So the leading
//! candidates are thrown with the thrower's true noise, all with the same random numbers
//! ([`lookahead::race`]); the best are moved between the points of the lattice and thrown again;
//! and the values reported come from throws that chose nothing.
//!
//! Of shots that are as good as the best the safest is chosen, and of those the nearest to the
//! button: an empty house has many shots that cannot miss.
//!
//! Throws are simulated by events ([`Mode::Fast`]), as in searches, not exactly as by a referee.

use super::analyst::Execution;
use super::end_utility::EndUtility;
use super::lattice::{Executed, Kind};
use crate::arena_game::Curling;
use crate::delivery::{Delivered, Skill};
use crate::physics::{Mode, Physics, Throw};
use crate::rules::{Game, score};
use crate::shot::Shot;
use crate::stones::SLOTS;
use crate::vector::Vector;
use lookahead::race::{Arm, Race};
use lookahead::{Bound, Candidate, Control, Limit, Seed, Side};
use rayon::prelude::*;
use std::borrow::Cow;
use std::time::Duration;

/// Candidates of one turn and kind this near to a better one are not thrown at first, in metres
/// across the sheet or along it; hits are compared across it.
const APART: f64 = 0.2;

/// The number of candidates that are thrown first.
const FIRST: usize = 40;

/// A round of the comparison.
struct Round {
    /// The part of all throws after it.
    part: f64,
    /// The number of shots that stay.
    stay: usize,
    /// The number of the best whose neighbours enter, and their distance as a part of the lattice's
    /// spacing.
    neighbours: Option<(usize, f64)>,
}

impl Round {
    const fn new(part: f64, stay: usize, neighbours: Option<(usize, f64)>) -> Self {
        Round {
            part,
            stay,
            neighbours,
        }
    }
}

/// The rounds of the comparison.
const ROUNDS: [Round; 5] = [
    Round::new(0.04, 16, None),
    Round::new(0.12, 8, Some((4, 0.5))),
    Round::new(0.3, 8, Some((2, 0.25))),
    Round::new(0.6, 6, None),
    Round::new(1.0, 6, None),
];

/// Means that differ by less than this are equal.
const EQUAL: f64 = 1e-9;

/// A shot worth less by no more than this is as good: the safest of those is chosen.
const AS_GOOD: f64 = 0.002;
/// The step in which the spreads of shots are compared.
const SPREAD_STEP: f64 = 0.005;

/// The step of a hit's weight, as metres of its resting place along the sheet, for a whole spacing.
const WEIGHT_STEP: f64 = 6.0;

/// The throws of a last stone, with the thrower's noise.
pub struct LastStone<'a> {
    curling: &'a Curling,
    game: &'a Game,
    physics: Cow<'a, Physics>,
    skill: &'a Skill,
    utility: EndUtility,
}

/// The shots whose values are reported by throws that chose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The chosen one, for a player.
    Chosen,
    /// All that were compared, for people.
    Compared,
}

impl<'a> LastStone<'a> {
    /// Creates the throws of a position's next shot; `None` if it is not the last of its end.
    pub fn new(curling: &'a Curling, game: &'a Game, utility: EndUtility) -> Option<Self> {
        (game.slot() == Some(SLOTS - 1)).then(|| LastStone {
            curling,
            game,
            physics: curling.physics_of(game),
            skill: curling.skill(game),
            utility,
        })
    }

    /// Returns the delivery of a shot and its value for the hammer. Deliveries of one index have
    /// the same deviates, whatever the shot.
    pub fn throw(&self, shot: &Shot, seed: Seed, index: u64) -> (Option<Shot>, f64) {
        let mut rng = seed.stream(index).rng();
        let delivered = self.skill.deliver(shot, self.curling.tee(), &mut rng);
        let Delivered::Thrown(delivered) = delivered else {
            return (None, self.value(&self.game.stones));
        };
        let throw = Throw {
            stones: self.game.stones,
            slot: SLOTS - 1,
            shot: delivered,
        };
        // A shot that cannot be simulated counts as not thrown, as in a match.
        let after = self.physics.throw(Mode::Fast, &throw);
        let stones = after.map_or(self.game.stones, |outcome| outcome.stones);
        (Some(delivered), self.value(&stones))
    }

    /// Returns the utility of the stones as they lie, for the hammer.
    fn value(&self, stones: &crate::stones::Stones) -> f64 {
        self.utility
            .of(-score::points(self.curling.rules(), stones))
    }

    /// Returns whether the thrower can throw this shot as intended.
    fn is_possible(&self, aim: &Executed) -> bool {
        let Some(shot) = aim.shot else {
            return false;
        };
        let weight = self.skill.max_weight();
        self.skill.attempted(&shot).is_some()
            && weight.is_none_or(|most| shot.velocity.length() <= most)
    }

    /// Chooses among candidates, best first by an approximate value, by up to `throws` throws each,
    /// and values the chosen one, or all that were compared, by as many throws of their own. The
    /// chosen shot comes first, then the other valued ones by value; then the rest as it was.
    ///
    /// Returns the number of throws. Stopped by the time or the cancel flag of `control`, it leaves
    /// the order of the last complete round.
    pub fn choose(
        &self,
        candidates: &mut Vec<Candidate<Executed>>,
        spacings: Spacings,
        throws: u64,
        reported: Reported,
        control: &Control<'_>,
    ) -> u64 {
        let (compare, report) = (control.seed.stream(0), control.seed.stream(1));
        let meter = control.start();
        // The last stone is the hammer's: a higher value is better.
        debug_assert_eq!(super::analyst::side_of(SLOTS - 1), Side::Max);
        let sample = |aim: &Executed, index: u64| self.throw(&aim.thrown(), compare, index).1;
        let mut race = Race::new(&sample);
        let compared = self.spread_out(candidates);
        race.enter(compared.iter().copied());
        let mut complete = false;
        for round in ROUNDS {
            let count = ((throws as f64 * round.part).ceil() as u64).max(2);
            if !race.sample_up_to(count, &meter) {
                break;
            }
            complete = true;
            race.keep(round.stay);
            if let Some((best, step)) = round.neighbours {
                let near = race.arms().iter().take(best);
                let near: Vec<_> = near
                    .flat_map(|arm| self.neighbours(&arm.arm, spacings, step))
                    .collect();
                race.enter(near);
            }
        }
        if !complete {
            return meter.nodes();
        }
        let mut arms = race.into_arms();
        arms.retain(|arm| arm.count() > 0);
        arms.sort_by(|a, b| {
            rank(b)
                .total_cmp(&rank(a))
                .then(towards_the_button(&a.arm, &b.arm))
        });
        let first = safest(&arms);
        let mut valued = vec![first];
        match reported {
            Reported::Chosen => {}
            Reported::Compared => {
                let others = arms.iter().map(|arm| arm.arm).filter(|arm| *arm != first);
                valued.extend(others);
                let others = compared.into_iter().filter(|aim| !valued.contains(aim));
                valued.extend(others.collect::<Vec<_>>());
            }
        }
        let again = |aim: &Executed, index: u64| self.throw(&aim.thrown(), report, index).1;
        let mut fresh = Race::new(&again);
        fresh.enter(valued);
        if fresh.sample_up_to(throws, &meter) {
            arms.retain(|arm| fresh.arms().iter().all(|one| one.arm != arm.arm));
            arms.extend(fresh.into_arms());
        }
        arms.sort_by(|a, b| {
            rank(b)
                .total_cmp(&rank(a))
                .then(towards_the_button(&a.arm, &b.arm))
        });
        arms.sort_by_key(|arm| arm.arm != first); // stable: the chosen one before the others
        candidates.retain(|candidate| arms.iter().all(|arm| arm.arm != candidate.action));
        candidates.splice(0..0, arms.iter().map(candidate));
        meter.nodes()
    }

    /// Returns the leading candidates that can be thrown, none near a better one.
    fn spread_out(&self, candidates: &[Candidate<Executed>]) -> Vec<Executed> {
        let mut taken: Vec<Executed> = Vec::new();
        let possible = candidates.iter().map(|candidate| candidate.action);
        for aim in possible.filter(|aim| self.is_possible(aim)) {
            if !taken.iter().any(|one| is_near(one, &aim)) {
                taken.push(aim);
            }
            if taken.len() == FIRST {
                break;
            }
        }
        // Rounds keep the order of equal shots.
        taken.sort_by(towards_the_button);
        taken
    }

    /// Returns the aims beside this one, before and behind it, that can be thrown.
    fn neighbours(&self, aim: &Executed, spacings: Spacings, step: f64) -> Vec<Executed> {
        let along = match aim.kind {
            Kind::Draw => spacings.draws,
            Kind::Hit => WEIGHT_STEP,
        };
        let across = match aim.kind {
            Kind::Draw => spacings.draws,
            Kind::Hit => spacings.hits,
        };
        let steps = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let moved = |(x, y): (f64, f64)| {
            let target = aim.target + Vector::new(x * across, y * along) * step;
            let shot = self.curling.draw(target, aim.turn).ok();
            Executed {
                target,
                shot,
                ..*aim
            }
        };
        let moved = steps.into_iter().map(moved);
        moved.filter(|aim| self.is_possible(aim)).collect()
    }

    /// Returns the executions of a shot, by the throws that [`choose`](Self::choose) reports with
    /// this seed.
    pub fn executions(&self, shot: &Shot, throws: u64, seed: Seed) -> Vec<Execution> {
        let seed = seed.stream(1);
        let execution = |index: u64| {
            let (shot, value) = self.throw(shot, seed, index);
            Execution {
                shot,
                probability: 1.0 / throws as f64,
                value: Some(value),
            }
        };
        (0..throws).into_par_iter().map(execution).collect()
    }
}

/// The distances between neighbouring candidates of a lattice, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacings {
    /// Of draws.
    pub draws: f64,
    /// Of hits, in their own row.
    pub hits: f64,
}

/// Returns the control of the throws: the time that is left, without a limit of nodes, which counts
/// positions of the search.
pub fn control_after<'a>(control: &Control<'a>, seconds: f64) -> Control<'a> {
    let spent = Duration::from_secs_f64(seconds);
    let time = control.limit.time.map(|time| time.saturating_sub(spent));
    let limit = Limit {
        time,
        nodes: None,
        depth: None,
    };
    control.clone().limit(limit)
}

fn is_near(one: &Executed, other: &Executed) -> bool {
    if (one.turn, one.kind) != (other.turn, other.kind) {
        return false;
    }
    let off = one.target - other.target;
    off.x.abs() < APART && (one.kind == Kind::Hit || off.y.abs() < APART)
}

/// Returns an arm's mean in steps of what counts as equal.
fn rank(arm: &Arm<Executed>) -> f64 {
    (arm.mean() / EQUAL).round()
}

/// Returns the safest of the shots that are as good as the best.
fn safest(arms: &[Arm<Executed>]) -> Executed {
    let best = arms.iter().map(Arm::mean).fold(f64::NEG_INFINITY, f64::max);
    let spread = |arm: &Arm<Executed>| (arm.spread() / SPREAD_STEP).round();
    let as_good = arms.iter().filter(|arm| arm.mean() >= best - AS_GOOD);
    let safest = as_good.min_by(|a, b| {
        spread(a)
            .total_cmp(&spread(b))
            .then(towards_the_button(&a.arm, &b.arm))
    });
    safest.expect("a shot was thrown").arm
}

/// Orders equal shots: draws before hits, then the nearest to the button.
fn towards_the_button(a: &Executed, b: &Executed) -> std::cmp::Ordering {
    let key = |aim: &Executed| (aim.kind == Kind::Hit, aim.target.length());
    let ((hit, far), (other_hit, other_far)) = (key(a), key(b));
    hit.cmp(&other_hit).then(far.total_cmp(&other_far))
}

fn candidate(arm: &Arm<Executed>) -> Candidate<Executed> {
    Candidate {
        bound: Bound::Estimate,
        spread: arm.spread(),
        error: Some(arm.error()),
        visits: arm.count(),
        ..Candidate::new(arm.arm, arm.mean())
    }
}

#[cfg(test)]
mod tests;
