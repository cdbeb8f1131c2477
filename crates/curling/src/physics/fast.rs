//! A shot, from contact to contact: the search's simulation.
//!
//! Between contacts every stone follows its [`Glide`], which needs no steps. The time at which two
//! stones meet (`next_event`) is found from a few looks and rounded up to the official engine's next
//! step, so that they overlap exactly as much as there: the overlap fixes the direction of the
//! blow, and a simulator that stops stones at the very moment of touching plays a different game.
//! The contact itself (`impact`) is solved step by step as the referee does it, in double precision,
//! until the stones have parted. When a stone has left the sheet, and what that depends on, is in
//! `boundary`.
//!
//! What is simplified: on the platforms where a stone that has left the sheet waits for its
//! removal, we ask whether anything has held that up only when the stone is about to touch another.
//! Stones that overlap before the shot by more than any simulation leaves them are not pushed
//! apart.

mod boundary;
mod corridor;
mod impact;
mod next_event;

use super::glide::{Glide, Law, Motion};
use super::law::StepLaw;
use super::parameters::Parameters;
use super::stepper::SLEEP;
use super::{Outcome, Throw};
use crate::sheet::{HeldUpBy, RADIUS};
use crate::stones::{Extent, Places, SLOTS, Stone, Stones, bits};
use crate::vector::Vector;
use std::cell::Cell;

/// The distance at which stones touch, in metres.
const CONTACT_DISTANCE: f64 = 2.0 * RADIUS;
/// Never: a step after any shot.
const NEVER: u32 = u32::MAX;
/// Steps that stones in contact take in all: several times what the longest push lasts. Only heaps
/// of overlapping stones need more.
const MAX_CONTACT_STEPS: u32 = 4_000;
/// More contacts than any shot has; a simulation that finds no end is cut off.
const MAX_EVENTS: u32 = 2_000;

/// A stone's run since it was last touched.
#[derive(Debug)]
struct Run<G> {
    glide: G,
    /// How it began.
    start: Motion,
    /// The step at which it began.
    from: u32,
    /// The step from which on the stone is at rest.
    until: u32,
    /// How far its path leaves the chord at most.
    bow: f64,
    /// Where it was when it was last asked for, and at which step that was.
    cached: Cell<(u32, Motion)>,
    /// How far the stone had turned when it began.
    angle: f64,
    /// What happens to it next.
    next: Event,
}

/// A part of a stone's way: it kept within `bow` of the straight line, stones' radii and some
/// millimetres apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSegment {
    /// Whose.
    pub slot: usize,
    /// Where it began.
    pub from: Vector,
    /// Where it ended; of the last one of a stone that left the sheet, where it would have stopped.
    pub to: Vector,
    /// How far the way leaves the line between them at most, in metres.
    pub bow: f64,
}

impl PathSegment {
    fn straight(slot: usize, from: Vector, to: Vector) -> Self {
        let bow = 0.0;
        PathSegment {
            slot,
            from,
            to,
            bow,
        }
    }

    /// How far from the straight line a point is.
    pub fn distance(&self, point: Vector) -> f64 {
        let (along, there) = (self.to - self.from, point - self.from);
        let length = along.length_squared();
        let part = if length > 0.0 {
            (there.dot(along) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (there - along * part).length()
    }
}

/// What happens next to a stone that runs.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// The step.
    step: u32,
    /// The stone it meets; itself if it leaves the sheet.
    slot: usize,
}

const NO_EVENT: Event = Event {
    step: NEVER,
    slot: 0,
};

/// A shot being simulated.
pub(crate) struct EventSimulation<'a, L: Law, S> {
    law: &'a L,
    ice: S,
    parameters: &'a Parameters,
    before: &'a Stones,
    step: f64,
    /// One over the step.
    per_step: f64,
    now: u32,
    present: u16,
    /// Stones that have moved.
    moved: u16,
    /// Stones that lay in play before the shot.
    inside: u16,
    /// The y of the foremost stone.
    front: f64,
    /// Where each stone lies, or will come to rest if nothing gets in its way.
    rest: Places,
    runs: [Option<Run<L::Glide<'a>>>; SLOTS],
    /// The step since which each stone that moves, or has come to rest last, has been awake.
    woke: [u32; SLOTS],
    /// How long a stone at rest stays awake, in steps.
    tail: u32,
    begun: u32,
    /// Steps that stones in contact may still take.
    contact_steps_left: u32,
    thrown: usize,
    /// Where stones came along, if anybody wants to know.
    trail: Option<&'a mut Vec<PathSegment>>,
}

impl<'a, L: Law, S: StepLaw<f64>> EventSimulation<'a, L, S> {
    /// Simulates a checked throw.
    #[inline]
    pub(crate) fn run(
        law: &'a L,
        ice: S,
        parameters: &'a Parameters,
        throw: &'a Throw,
        extent: &Extent,
        trail: Option<&'a mut Vec<PathSegment>>,
    ) -> Outcome {
        let mut shot = EventSimulation::set_up(law, ice, parameters, throw, extent);
        shot.trail = trail;
        let start = law.released(&throw.shot, parameters.sheet.hack());
        shot.start(throw.slot, start, 0.0);
        shot.plan(throw.slot, 0, 0);
        let mut contacts = None;
        for _ in 0..MAX_EVENTS {
            let Some((slot, next)) = shot.first() else {
                break;
            };
            // A long contact of others may have outlasted what was planned.
            shot.now = shot.now.max(next.step);
            if next.slot == slot {
                shot.leaves(slot);
                continue;
            }
            let touched = shot.collide([slot, next.slot], &mut contacts);
            if touched & (1 << slot) == 0 {
                // The other stone has been moved or removed meanwhile.
                shot.plan(slot, shot.now, 0);
            }
        }
        shot.outcome()
    }

    /// The stones at rest, before the shot.
    fn set_up(
        law: &'a L,
        ice: S,
        parameters: &'a Parameters,
        throw: &'a Throw,
        extent: &Extent,
    ) -> Self {
        let places = throw.stones.places();
        let bounds = &parameters.bounds;
        let mut inside = throw.stones.mask();
        if !bounds.resting.holds(extent) {
            inside &= places.which(|at| bounds.resting.contains(at));
        }
        let present = if bounds.dropped_before {
            inside
        } else {
            throw.stones.mask()
        };
        EventSimulation {
            law,
            ice,
            parameters,
            before: &throw.stones,
            step: parameters.step,
            per_step: 1.0 / parameters.step,
            now: 0,
            present: present | 1 << throw.slot,
            moved: 0,
            inside,
            front: extent.front,
            rest: *places,
            // Not a constant: of that the compiler would copy every byte.
            runs: std::array::from_fn(|_| None),
            woke: [0; SLOTS],
            tail: match bounds.held_up_by {
                HeldUpBy::Awake => (SLEEP / parameters.step) as u32,
                HeldUpBy::Nothing | HeldUpBy::Moving => 0,
            },
            begun: 0,
            contact_steps_left: MAX_CONTACT_STEPS,
            thrown: throw.slot,
            trail: None,
        }
    }

    /// Lets a stone run from here on.
    fn start(&mut self, slot: usize, motion: Motion, angle: f64) {
        let glide = self.law.glide(motion);
        let steps = (glide.duration() * self.per_step + 0.5) as u32;
        if self.trail.is_some() {
            self.record_segment(slot, motion.at, glide.rest(), glide.bow(0.0));
        }
        self.rest.put(slot, glide.rest());
        self.runs[slot] = Some(Run {
            glide,
            start: motion,
            from: self.now,
            until: self.now + steps,
            bow: glide.bow(0.0),
            cached: Cell::new((NEVER, motion)),
            angle,
            next: NO_EVENT,
        });
        self.moved |= 1 << slot;
    }

    /// Notes that a stone runs from here to there if nothing stops it, and that it came here.
    #[cold]
    fn record_segment(&mut self, slot: usize, from: Vector, to: Vector, bow: f64) {
        let lay = (slot != self.thrown).then(|| self.rest.get(slot));
        let Some(trail) = &mut self.trail else {
            return;
        };
        match trail.iter_mut().rev().find(|last| last.slot == slot) {
            Some(last) => last.to = from,
            // It has been pushed a little before it was let go.
            None => trail.extend(lay.map(|lay| PathSegment::straight(slot, lay, from))),
        }
        trail.push(PathSegment {
            slot,
            from,
            to,
            bow,
        });
    }

    /// The stones that move at a step.
    fn moving(&self, step: u32) -> u16 {
        let going = |&slot: &usize| {
            let run = self.runs[slot].as_ref();
            run.is_some_and(|run| step < run.until)
        };
        bits(self.moved & self.present)
            .filter(going)
            .fold(0, |mask, slot| mask | 1 << slot)
    }

    /// Where a stone is and how it moves at a step.
    fn motion(&self, slot: usize, step: u32) -> Motion {
        match &self.runs[slot] {
            Some(run) => self.motion_of(run, step),
            None => Motion::resting(self.rest.get(slot)),
        }
    }

    /// The same of a stone that has been set in motion.
    #[inline]
    fn motion_of(&self, run: &Run<L::Glide<'a>>, step: u32) -> Motion {
        let (seen, motion) = run.cached.get();
        if step == seen {
            return motion;
        }
        let motion = run.glide.at(f64::from(step - run.from) * self.step);
        run.cached.set((step, motion));
        motion
    }

    /// The same, but for micrometres: where a glide begins is not quite where it was begun.
    #[inline]
    fn approximate_motion(&self, run: &Run<L::Glide<'a>>, step: u32) -> Motion {
        if step == run.from {
            return run.start;
        }
        self.motion_of(run, step)
    }

    /// How far a stone has turned at a step.
    fn angle(&self, slot: usize, step: u32) -> f64 {
        let before = || self.before.get(slot).map_or(0.0, |stone| stone.angle);
        self.runs[slot].as_ref().map_or_else(before, |run| {
            run.angle + run.glide.turned(f64::from(step - run.from) * self.step)
        })
    }

    /// The stone to which something happens first.
    fn first(&self) -> Option<(usize, Event)> {
        let all = bits(self.moved & self.present);
        all.filter_map(|slot| Some((slot, self.runs[slot].as_ref()?.next)))
            .min_by_key(|(_, next)| next.step)
            .filter(|(_, next)| next.step < NEVER)
    }

    /// The stones in play when all have stopped.
    #[inline]
    fn outcome(&self) -> Outcome {
        let bounds = &self.parameters.bounds;
        let mut outcome = Outcome {
            stones: *self.before,
            contacts: self.begun,
            moved: self.moved,
            steps: 0,
        };
        let lie_still = self.present & self.inside & !self.moved;
        for slot in bits(self.before.mask() & !lie_still) {
            outcome.stones.remove(slot);
        }
        for slot in bits(self.present & self.moved) {
            let at = self.rest.get(slot);
            let looked_at = bounds.all_must_rest_inside || slot == self.thrown;
            let region = if looked_at {
                &bounds.resting
            } else {
                &bounds.moving
            };
            let Some(run) = &self.runs[slot] else {
                continue;
            };
            outcome.steps = outcome.steps.max(run.until);
            if region.contains(at) {
                let angle = run.angle + run.glide.turned(f64::INFINITY);
                outcome.stones.put(slot, Stone { at, angle });
            }
        }
        outcome
    }
}

#[cfg(test)]
mod tests;
