//! Stones that leave the sheet: when they do, and when they are removed.
//!
//! On the platforms that delay the removal of a stone off the sheet, the delay is checked only when
//! the stone is about to touch another.

use super::{EventSimulation, NEVER};
use crate::physics::glide::{Glide, Law};
use crate::physics::law::StepLaw;
use crate::physics::stepper::was_near;
use crate::sheet::{Region, RemovalDelay};
use crate::stones::bits;
use crate::vector::Vector;

/// The steps after which a delayed removal is checked again.
const RECHECK_STEPS: u32 = 8;

impl<L: Law, S: StepLaw<f64>> EventSimulation<'_, L, S> {
    /// Handles a stone outside the sheet: it is removed unless its removal is delayed.
    pub(super) fn leaves(&mut self, slot: usize) {
        if !self.is_outside(slot, self.now) {
            self.plan(slot, self.now, 0);
        } else if self.delayed_until(slot, self.now).is_some() {
            self.plan_contacts(slot, self.now, 0);
            self.schedule(slot, self.now + RECHECK_STEPS, slot);
        } else {
            self.present &= !(1 << slot);
        }
    }

    fn is_outside(&self, slot: usize, step: u32) -> bool {
        !self
            .parameters
            .bounds
            .moving
            .contains(self.motion(slot, step).at)
    }

    /// Returns whether a stone is off the sheet and has been removed: its removal was not delayed
    /// all the time since it crossed the edge.
    pub(super) fn is_gone(&self, slot: usize, at: Vector) -> bool {
        !self.parameters.bounds.moving.contains(at) && !self.removal_was_delayed(slot)
    }

    /// Returns whether the removal of a stone off the sheet has been delayed ever since it left.
    fn removal_was_delayed(&self, slot: usize) -> bool {
        let Some(run) = &self.runs[slot] else {
            return false;
        };
        let mut step = run.from;
        if self.parameters.bounds.removal_delay != RemovalDelay::Nothing
            && !self.is_outside(slot, step)
        {
            step = self.crossing(slot, step, self.now);
        }
        while step <= self.now {
            match self.delayed_until(slot, step) {
                Some(until) => step = until,
                None => return false,
            }
        }
        true
    }

    /// Returns the step at which a stone, inside at one step and outside at another, crosses the
    /// edge.
    fn crossing(&self, slot: usize, inside: u32, outside: u32) -> u32 {
        let (mut early, mut late) = (inside, outside);
        while late - early > 1 {
            let middle = early.midpoint(late);
            if self.is_outside(slot, middle) {
                late = middle;
            } else {
                early = middle;
            }
        }
        late
    }

    /// Returns the step until which, at least, a stone of a lower slot delays the removal of this
    /// one; none if it is not delayed at this step.
    fn delayed_until(&self, slot: usize, step: u32) -> Option<u32> {
        if self.parameters.bounds.removal_delay == RemovalDelay::Nothing {
            return None;
        }
        let holds = |lower: usize| {
            let (from, until) = self.runs[lower]
                .as_ref()
                .map_or((0, 0), |run| (run.from, run.until));
            if step >= from && self.is_outside(lower, step) {
                return None; // itself gone, or held up by another
            }
            if step >= self.woke[lower] && step < until + self.tail {
                let stays = self.parameters.bounds.moving.contains(self.rest.get(lower));
                return Some(if stays {
                    until + self.tail
                } else {
                    step + RECHECK_STEPS
                });
            }
            (self.tail > 0 && self.is_woken(lower, step)).then_some(step + RECHECK_STEPS)
        };
        bits(self.present & !(!0_u16 << slot)).find_map(holds)
    }

    /// Returns whether a passing stone keeps one at rest awake.
    fn is_woken(&self, slot: usize, step: u32) -> bool {
        let place = match &self.runs[slot] {
            Some(run) if step < run.from => run.start.at,
            _ => self.rest.get(slot),
        };
        let passing = |&other: &usize| {
            self.runs[other]
                .as_ref()
                .is_some_and(|run| run.from <= step)
        };
        bits(self.moving(step) & !(1 << slot))
            .filter(passing)
            .any(|other| {
                let motion = self.motion(other, step);
                was_near(motion.at - place, motion.velocity)
            })
    }

    /// Returns the step at which a stone that comes to rest on the sheet leaves it on the way.
    /// Rare: the path must curve across an edge and back.
    pub(super) fn leaves_sheet_at(&self, slot: usize, from: u32) -> u32 {
        let Some(run) = self.runs[slot].as_ref().filter(|run| from < run.until) else {
            return NEVER;
        };
        let region = &self.parameters.bounds.moving;
        let begin = f64::from(from - run.from) * self.step;
        let rest = run.glide.rest();
        if !region.contains(rest) {
            return NEVER;
        }
        let start = self.approximate_motion(run, from).at;
        let deviation = run.glide.deviation(begin);
        if clear_of(region, start, deviation) && clear_of(region, rest, deviation) {
            return NEVER;
        }
        if self.is_outside(slot, from) {
            return from + 1;
        }
        // It is farthest out where its velocity changes sign.
        let farthest =
            [|v: Vector| v.x, |v: Vector| v.y].map(|part| self.turning(slot, from, part));
        let mut farthest = farthest.into_iter().flatten();
        let out = farthest.find(|&step| self.is_outside(slot, step));
        out.map_or(NEVER, |step| self.crossing(slot, from, step))
    }

    /// Returns the step at which a component of a stone's velocity changes sign, if it does.
    fn turning(&self, slot: usize, from: u32, part: impl Fn(Vector) -> f64) -> Option<u32> {
        let run = self.runs[slot].as_ref()?;
        let forward = |step: u32| part(self.motion(slot, step).velocity) > 0.0;
        let (mut early, mut late) = (from, run.until - 1);
        let at_first = forward(early);
        if forward(late) == at_first {
            return None;
        }
        while late - early > 1 {
            let middle = early.midpoint(late);
            if forward(middle) == at_first {
                early = middle;
            } else {
                late = middle;
            }
        }
        Some(late)
    }
}

/// Returns whether a position is inside a region by more than a margin; the thrower's end is
/// ignored.
fn clear_of(region: &Region, at: Vector, margin: f64) -> bool {
    at.x.abs() + margin < region.side && at.y + margin < region.back
}
