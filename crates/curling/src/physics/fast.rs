//! Event-driven simulation of a shot, for the search.
//!
//! Between contacts every stone follows its [`Glide`], which needs no time steps. The time of the
//! next contact (`next_event`) is found in a few iterations and rounded up to the official engine's
//! next step, so that the stones overlap exactly as much as there: the overlap fixes the direction
//! of the impact, and a simulator that stops stones at the exact moment of touching plays a
//! different game. The contact itself (`impact`) is solved in the time steps of the referee's
//! simulation, in double precision, until the stones have separated. `boundary` decides when a
//! stone has left the sheet.
//!
//! Simplifications: on the platforms that delay the removal of a stone off the sheet, the delay is
//! checked only when the stone is about to touch another. Stones that overlap before the shot by
//! more than any simulation leaves them are not pushed apart.

mod boundary;
mod corridor;
mod impact;
mod next_event;

use super::glide::{Glide, Law, Motion};
use super::law::StepLaw;
use super::parameters::Parameters;
use super::stepper::SLEEP;
use super::{Outcome, Throw};
use crate::sheet::{RADIUS, RemovalDelay};
use crate::stones::{Extent, Positions, SLOTS, Stone, Stones, bits};
use crate::vector::Vector;
use std::cell::Cell;

/// The distance between the centres of touching stones, in metres.
const CONTACT_DISTANCE: f64 = 2.0 * RADIUS;
/// A time step after the end of any shot.
const NEVER: u32 = u32::MAX;
/// The most time steps of contact in a shot: several times the longest push. Only heaps of
/// overlapping stones need more.
const MAX_CONTACT_STEPS: u32 = 4_000;
/// The most events of a shot; a simulation that exceeds it is cut off.
const MAX_EVENTS: u32 = 2_000;

/// The motion of a stone since its last contact.
#[derive(Debug)]
struct Run<G> {
    glide: G,
    /// The motion at the start.
    start: Motion,
    /// The step of its start.
    from: u32,
    /// The step from which on the stone is at rest.
    until: u32,
    /// The largest distance of its path from the chord.
    deviation: f64,
    /// The last computed motion, and its step.
    cached: Cell<(u32, Motion)>,
    /// The angle of the stone at the start.
    angle: f64,
    /// The next event.
    next: Event,
}

/// A segment of a stone's path: it stays within `deviation` of the straight line, apart from the
/// stones' radii and some millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSegment {
    /// The slot of the stone.
    pub slot: usize,
    /// The start.
    pub from: Vector,
    /// The end; for the last segment of a stone that left the sheet, the point where the stone
    /// would have stopped.
    pub to: Vector,
    /// The largest distance of the path from the line between them (its sagitta), in metres.
    pub deviation: f64,
}

impl PathSegment {
    pub(super) fn straight(slot: usize, from: Vector, to: Vector) -> Self {
        let deviation = 0.0;
        PathSegment {
            slot,
            from,
            to,
            deviation,
        }
    }

    /// Returns the distance of a point from the straight line.
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

/// The next event of a moving stone.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// The time step.
    step: u32,
    /// The stone it touches; itself if it leaves the sheet.
    slot: usize,
}

const NO_EVENT: Event = Event {
    step: NEVER,
    slot: 0,
};

/// The state of a simulated shot.
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
    /// The position of each stone at rest, or where it will come to rest if nothing stops it.
    rest: Positions,
    runs: [Option<Run<L::Glide<'a>>>; SLOTS],
    /// The step at which each stone that moves, or moved last, was woken.
    woke: [u32; SLOTS],
    /// The steps for which a stone at rest stays awake.
    tail: u32,
    begun: u32,
    /// The remaining time steps of contact.
    contact_steps_left: u32,
    thrown: usize,
    /// The recorded path segments, if requested.
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
            // A long contact of other stones may have passed the planned step.
            shot.now = shot.now.max(next.step);
            if next.slot == slot {
                shot.leaves(slot);
                continue;
            }
            let touched = shot.collide([slot, next.slot], &mut contacts);
            if touched & (1 << slot) == 0 {
                // The other stone has been moved or removed in the meantime.
                shot.plan(slot, shot.now, 0);
            }
        }
        shot.outcome()
    }

    /// Creates the state before the shot.
    fn set_up(
        law: &'a L,
        ice: S,
        parameters: &'a Parameters,
        throw: &'a Throw,
        extent: &Extent,
    ) -> Self {
        let places = throw.stones.positions();
        let bounds = &parameters.bounds;
        let mut inside = throw.stones.mask();
        if !bounds.resting.holds(extent) {
            inside &= places.mask_where(|at| bounds.resting.contains(at));
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
            tail: match bounds.removal_delay {
                RemovalDelay::Awake => (SLEEP / parameters.step) as u32,
                RemovalDelay::Nothing | RemovalDelay::Moving => 0,
            },
            begun: 0,
            contact_steps_left: MAX_CONTACT_STEPS,
            thrown: throw.slot,
            trail: None,
        }
    }

    /// Starts a motion of a stone.
    fn start(&mut self, slot: usize, motion: Motion, angle: f64) {
        let glide = self.law.glide(motion);
        let steps = (glide.duration() * self.per_step + 0.5) as u32;
        if self.trail.is_some() {
            self.record_segment(slot, motion.at, glide.rest(), glide.deviation(0.0));
        }
        self.rest.put(slot, glide.rest());
        self.runs[slot] = Some(Run {
            glide,
            start: motion,
            from: self.now,
            until: self.now + steps,
            deviation: glide.deviation(0.0),
            cached: Cell::new((NEVER, motion)),
            angle,
            next: NO_EVENT,
        });
        self.moved |= 1 << slot;
    }

    /// Records that a stone moves from here to there unless something stops it, and that it came
    /// from its last position.
    #[cold]
    fn record_segment(&mut self, slot: usize, from: Vector, to: Vector, deviation: f64) {
        let lay = (slot != self.thrown).then(|| self.rest.get(slot));
        let Some(trail) = &mut self.trail else {
            return;
        };
        match trail.iter_mut().rev().find(|last| last.slot == slot) {
            Some(last) => last.to = from,
            // It was pushed a little during the contact.
            None => trail.extend(lay.map(|lay| PathSegment::straight(slot, lay, from))),
        }
        trail.push(PathSegment {
            slot,
            from,
            to,
            deviation,
        });
    }

    /// Returns the stones in motion at a step.
    fn moving(&self, step: u32) -> u16 {
        let going = |&slot: &usize| {
            let run = self.runs[slot].as_ref();
            run.is_some_and(|run| step < run.until)
        };
        bits(self.moved & self.present)
            .filter(going)
            .fold(0, |mask, slot| mask | 1 << slot)
    }

    /// Returns the motion of a stone at a step.
    fn motion(&self, slot: usize, step: u32) -> Motion {
        match &self.runs[slot] {
            Some(run) => self.motion_of(run, step),
            None => Motion::resting(self.rest.get(slot)),
        }
    }

    /// Returns the motion of a stone that has been set in motion.
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

    /// Returns the motion to within micrometres: the computed start of a glide is not quite the
    /// given one.
    #[inline]
    fn approximate_motion(&self, run: &Run<L::Glide<'a>>, step: u32) -> Motion {
        if step == run.from {
            return run.start;
        }
        self.motion_of(run, step)
    }

    /// Returns the angle of a stone at a step.
    fn angle(&self, slot: usize, step: u32) -> f64 {
        let before = || self.before.get(slot).map_or(0.0, |stone| stone.angle);
        self.runs[slot].as_ref().map_or_else(before, |run| {
            run.angle + run.glide.turned(f64::from(step - run.from) * self.step)
        })
    }

    /// Returns the earliest event and its stone.
    fn first(&self) -> Option<(usize, Event)> {
        let all = bits(self.moved & self.present);
        all.filter_map(|slot| Some((slot, self.runs[slot].as_ref()?.next)))
            .min_by_key(|(_, next)| next.step)
            .filter(|(_, next)| next.step < NEVER)
    }

    /// Returns the outcome, once all stones have stopped.
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
