//! Time-stepping simulation of a shot, for the referee.
//!
//! Same time steps, same arithmetic and same order as the official engine, in single precision; the
//! same code in double precision serves ice that differs from place to place. It is fast because
//! most steps have nothing to decide: as long as no stone can reach another or the edge of the
//! sheet, the moving ones just run ([`Lanes`]), and only steps in which stones may touch are
//! performed in full.

use super::contact::{Body, Contacts, NEAR};
use super::glide::Motion;
use super::law::{Lanes, StepLaw};
use super::parameters::Parameters;
use super::surface::UnevenIce;
use super::{Outcome, Throw};
use crate::sheet::{Bounds, RADIUS, Region, RemovalDelay};
use crate::stones::{SLOTS, Stone, Stones, bits};
use crate::vector::{Real, Vector};

/// The largest number of simultaneous contacts: stones that do not overlap have at most 3 n - 6 =
/// 42.
const CONTACTS: usize = 48;
/// The distance, in metres, by which rounding may bring stones nearer than computed.
const MARGIN: f64 = 1e-4;
/// The time without motion after which a stone is asleep, in seconds.
pub(super) const SLEEP: f64 = 0.5;
/// The most stones that run sooner one beside the other than in lanes.
const FEW: usize = 2;
/// The steps after which a delayed removal is checked again.
const RECHECK_STEPS: u32 = 8;
/// The distance off the sheet, in metres, at which a stone that will stay off is dropped: no stone
/// in play can reach it.
const FAR_OFF: f64 = 2.0 * RADIUS + 0.05;
/// The longest simulated time, in seconds; a simulation that exceeds it is cut off.
const MAX_SECONDS: f64 = 300.0;

/// A region in the engine's frame.
#[derive(Clone, Copy, Debug)]
struct Rectangle<R> {
    low: Vector<R>,
    high: Vector<R>,
}

impl<R: Real> Rectangle<R> {
    fn new(region: &Region, origin: Vector) -> Self {
        Rectangle {
            low: Vector::of(Vector::new(-region.side, region.front) - origin),
            high: Vector::of(Vector::new(region.side, region.back) - origin),
        }
    }

    #[inline]
    fn contains(&self, at: Vector<R>) -> bool {
        at.x > self.low.x && at.x < self.high.x && at.y > self.low.y && at.y < self.high.y
    }

    /// Returns the distances to the nearest side edge and end edge; negative outside.
    #[inline]
    fn inside_by(&self, at: Vector<R>) -> Vector {
        let (low, high) = ((at - self.low).wide(), (self.high - at).wide());
        Vector::new(low.x.min(high.x), low.y.min(high.y))
    }
}

/// The state of a simulated shot.
#[derive(Clone, Debug)]
pub(crate) struct Stepper<'a, R, S> {
    law: S,
    bounds: &'a Bounds,
    /// The deviations from uniform ice, if any.
    uneven: Option<UnevenIce<'a>>,
    moving: Rectangle<R>,
    origin: Vector,
    bodies: [Body<R>; SLOTS],
    present: u16,
    /// Stones in motion.
    in_motion: u16,
    /// Stones off the sheet that are not removed yet.
    off: u16,
    /// The last step at which each stone moved.
    last_moved: [u32; SLOTS],
    contacts: Contacts<R, CONTACTS>,
    begun: u32,
    moved: u16,
    thrown: usize,
    step: u32,
    max_steps: u32,
}

impl<'a, R: Real, S: StepLaw<R>> Stepper<'a, R, S> {
    /// Creates the state before the first step. `throw` has been checked.
    pub(crate) fn new(
        law: S,
        parameters: &'a Parameters,
        uneven: Option<UnevenIce<'a>>,
        throw: &Throw,
    ) -> Self {
        let (bounds, origin) = (&parameters.bounds, parameters.origin());
        let resting = Rectangle::<R>::new(&bounds.resting, origin);
        let mut stepper = Stepper {
            law,
            bounds,
            uneven,
            moving: Rectangle::new(&bounds.moving, origin),
            origin,
            bodies: [Body::default(); SLOTS],
            present: 0,
            in_motion: 0,
            off: 0,
            last_moved: [0; SLOTS],
            contacts: Contacts::new(&parameters.contact),
            begun: 0,
            moved: 0,
            thrown: throw.slot,
            step: 0,
            max_steps: (MAX_SECONDS / parameters.step) as u32,
        };
        for (slot, stone) in throw.stones.iter().filter(|(slot, _)| *slot != throw.slot) {
            let at = Vector::of(stone.at - origin);
            if !bounds.dropped_before || resting.contains(at) {
                stepper.bodies[slot].at = at;
                stepper.bodies[slot].angle = R::of(stone.angle);
                stepper.present |= 1 << slot;
            }
        }
        stepper.separate_overlaps();
        let (velocity, spin) = parameters.release(&throw.shot);
        let (velocity, spin) = law.release(Vector::of(velocity), R::of(spin));
        stepper.bodies[throw.slot] = Body {
            at: Vector::of(parameters.sheet.hack() - origin),
            velocity,
            spin,
            angle: R::ZERO,
        };
        stepper.present |= 1 << throw.slot;
        stepper.moved = 1 << throw.slot;
        stepper.update_motion();
        stepper
    }

    /// Pushes stones apart that overlap at the start, as the engine does in the first steps, long
    /// before the delivered stone arrives.
    fn separate_overlaps(&mut self) {
        self.contacts.find(&self.bodies, self.present, self.present);
        if self.contacts.any() {
            self.contacts.put_in_order();
            for _ in 0..(SLEEP / self.law.step().wide()) as u32 {
                if !self.contacts.part(&mut self.bodies) {
                    break;
                }
                self.contacts.find(&self.bodies, self.present, self.present);
                self.contacts.put_in_order();
            }
        }
    }

    /// Returns whether the shot is over.
    pub(crate) fn over(&self) -> bool {
        let mut in_motion = bits(self.in_motion);
        let going =
            |slot: usize| S::keeps_running(self.bodies[slot].velocity, self.bodies[slot].spin);
        !in_motion.any(going) || self.step >= self.max_steps
    }

    /// Advances by at most `most` steps, or until the shot is over.
    pub(crate) fn advance_steps(&mut self, most: u32) {
        let end = self.step.saturating_add(most).min(self.max_steps);
        while self.step < end && !self.over() {
            let free = self.free_steps().min(end - self.step);
            if free > 1 && self.uneven.is_none() {
                self.run(free);
            } else {
                self.full_step();
            }
            self.update_motion();
        }
    }

    /// Runs until all stones have stopped and returns the outcome.
    pub(crate) fn finish(mut self) -> Outcome {
        self.advance_steps(u32::MAX);
        self.outcome()
    }

    /// Runs until all stones have stopped and reports the stones at the start, after every `every`
    /// steps, and at the end.
    pub(crate) fn trace(mut self, every: u32, sink: &mut dyn FnMut(u32, &Stones)) -> Outcome {
        sink(self.step, &self.stones());
        while !self.over() {
            self.advance_steps(every);
            sink(self.step, &self.stones());
        }
        self.outcome()
    }

    /// Runs the delivered stone until it has stopped and reports its motion at the start, after
    /// every `every` steps, and at the end. There must be no other stones.
    pub(crate) fn run_alone(mut self, every: u32, sink: &mut dyn FnMut(u32, Motion)) {
        loop {
            let body = &self.bodies[self.thrown];
            let motion = Motion {
                at: body.at.wide() + self.origin,
                velocity: body.velocity.wide(),
                spin: body.spin.wide(),
            };
            sink(self.step, motion);
            if self.over() {
                return;
            }
            self.advance_steps(every);
        }
    }

    /// Advances until all moving stones can run freely for at least `least` steps, and returns the
    /// number of free steps; none if the shot ends before.
    pub(crate) fn until_free(&mut self, least: u32) -> Option<u32> {
        while !self.over() {
            let free = self.free_steps();
            if free >= least {
                return Some(free);
            }
            if free > 1 {
                self.run(free);
            } else {
                self.full_step();
            }
            self.update_motion();
        }
        None
    }

    /// Returns the number of moving stones.
    pub(crate) fn moving_stones(&self) -> usize {
        self.in_motion.count_ones() as usize
    }

    /// Loads the moving stones into idle lanes and returns the lanes used, one bit each.
    pub(crate) fn load_lanes<const L: usize>(&self, lanes: &mut Lanes<R, L>, idle: u16) -> u16 {
        let mut taken = 0;
        for (lane, slot) in bits(idle).zip(bits(self.in_motion)) {
            lanes.put(lane, &self.bodies[slot]);
            taken |= 1 << lane;
        }
        taken
    }

    /// Stores the moving stones back from their lanes, where they have run for `steps` steps.
    pub(crate) fn store_lanes<const L: usize>(
        &mut self,
        lanes: &Lanes<R, L>,
        taken: u16,
        steps: u32,
    ) {
        for (lane, slot) in bits(taken).zip(bits(self.in_motion)) {
            self.bodies[slot] = lanes.get(lane);
        }
        self.step += steps;
        self.update_motion();
    }

    /// Returns the outcome, once the shot is over.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome {
            stones: self.in_play(),
            contacts: self.begun,
            moved: self.moved,
            steps: self.step,
        }
    }

    /// Returns the stones as they are now.
    fn stones(&self) -> Stones {
        bits(self.present)
            .map(|slot| (slot, self.stone(slot)))
            .collect()
    }

    fn stone(&self, slot: usize) -> Stone {
        let body = &self.bodies[slot];
        Stone {
            at: body.at.wide() + self.origin,
            angle: body.angle.wide(),
        }
    }

    fn in_play(&self) -> Stones {
        let resting = Rectangle::<R>::new(&self.bounds.resting, self.origin);
        let stays = |slot: usize| {
            let looked_at = self.bounds.all_must_rest_inside || slot == self.thrown;
            let region = if looked_at { &resting } else { &self.moving };
            region.contains(self.bodies[slot].at)
        };
        let staying = bits(self.present).filter(|&slot| stays(slot));
        staying.map(|slot| (slot, self.stone(slot))).collect()
    }

    /// Determines which stones move and which have left the sheet.
    fn update_motion(&mut self) {
        self.in_motion = 0;
        self.off = 0;
        for slot in bits(self.present) {
            let body = &self.bodies[slot];
            if S::is_moving(body.velocity, body.spin) {
                self.in_motion |= 1 << slot;
                self.last_moved[slot] = self.step;
            }
            if !self.moving.contains(body.at) {
                self.off |= 1 << slot;
            }
        }
        self.moved |= self.in_motion;
        if self.off != 0 {
            self.remove();
        }
    }

    /// Returns whether a stone is asleep in the engine's sense: at rest for a while, with no other
    /// stone near it for as long.
    fn sleeps(&self, slot: usize) -> bool {
        let sleep = (SLEEP / self.law.step().wide()) as u32;
        if self.step < self.last_moved[slot] + sleep {
            return false;
        }
        let mut others = bits(self.in_motion & !(1 << slot));
        !others.any(|other| {
            let body = &self.bodies[other];
            was_near(
                body.at.wide() - self.bodies[slot].at.wide(),
                body.velocity.wide(),
            )
        })
    }

    /// Removes stones off the sheet, up to the first stone that delays the platform's loop over the
    /// stones.
    fn remove(&mut self) {
        for slot in bits(self.present) {
            let bit = 1 << slot;
            let holds_up = match self.bounds.removal_delay {
                RemovalDelay::Nothing => false,
                RemovalDelay::Moving => self.in_motion & bit != 0,
                RemovalDelay::Awake => !self.sleeps(slot),
            };
            if self.off & bit != 0 {
                self.remove_stone(slot);
            } else if holds_up {
                break;
            }
        }
        for slot in bits(self.off) {
            if self.is_lost(slot) {
                self.remove_stone(slot);
            }
        }
    }

    /// Returns whether a stone off the sheet can neither come back nor touch a stone in play.
    fn is_lost(&self, slot: usize) -> bool {
        let body = &self.bodies[slot];
        let outside = |at: Vector<R>| {
            let by = self.moving.inside_by(at);
            by.x.min(by.y) < -FAR_OFF
        };
        let way = self.law.max_distance(body.velocity.length().wide());
        let speed = body.velocity.length().wide().max(1e-9);
        let chord = body.velocity * R::of(way / speed);
        // Half-way and at the end of a straight path; curl cannot undo that much.
        outside(body.at) && outside(body.at + chord * R::of(0.5)) && outside(body.at + chord)
    }

    fn remove_stone(&mut self, slot: usize) {
        let bit = 1 << slot;
        self.present &= !bit;
        self.in_motion &= !bit;
        self.off &= !bit;
    }

    /// Returns the number of steps for which no moving stone can reach another or an edge of the
    /// sheet.
    fn free_steps(&self) -> u32 {
        if self.contacts.touching() & self.in_motion != 0 {
            return 0;
        }
        let step = self.law.step().wide();
        let mut least = if self.off == 0 {
            f64::INFINITY
        } else {
            step * f64::from(RECHECK_STEPS)
        };
        // No stone may stop on the way where the time of its stop matters.
        let when_matters = self.bounds.removal_delay == RemovalDelay::Awake;
        let mut longest = if when_matters { u32::MAX } else { 0 };
        let mut after = self.in_motion;
        for slot in bits(self.in_motion) {
            after &= !(1 << slot);
            let body = &self.bodies[slot];
            let speed = body.velocity.length().wide();
            let way = self.law.max_distance(speed);
            let lasts = self.law.least_steps(speed, body.spin.wide());
            longest = if when_matters {
                longest.min(lasts)
            } else {
                longest.max(lasts)
            };
            least = least.min(self.time_to_edge(body, speed, way));
            for other in bits(self.present & (after | !self.in_motion)) {
                let against = &self.bodies[other];
                let gap = (against.at - body.at).length().wide() - 2.0 * RADIUS - MARGIN;
                let (mut speeds, mut ways) = (speed, way);
                if self.in_motion & (1 << other) != 0 {
                    let theirs = against.velocity.length().wide();
                    speeds += theirs;
                    ways += self.law.max_distance(theirs);
                }
                if gap < ways {
                    least = least.min(gap / speeds);
                }
            }
        }
        let free = (least / step).clamp(0.0, 1e6) as u32;
        free.min(longest.max(1))
            .min(self.max_steps.saturating_sub(self.step))
    }

    /// Returns a time within which a stone cannot cross an edge of the sheet.
    fn time_to_edge(&self, body: &Body<R>, speed: f64, way: f64) -> f64 {
        let by = self.moving.inside_by(body.at);
        let (side, end) = (
            (by.x.abs() - MARGIN).max(0.0),
            (by.y.abs() - MARGIN).max(0.0),
        );
        let mut time = f64::INFINITY;
        if side < way {
            // Within the time in which it loses a quarter of its speed the stone's path curves by a
            // small angle only.
            let quarter = self.law.quarter_loss_time(speed);
            let sideways = body.velocity.x.wide().abs() + self.law.max_turn(speed) * speed;
            time = (side / speed).max((side / sideways).min(quarter));
        }
        if end < way {
            time = time.min(end / speed);
        }
        time
    }

    /// Runs all moving stones freely.
    fn run(&mut self, steps: u32) {
        match self.in_motion.count_ones() {
            1 => self.run_lanes::<1>(steps),
            2 => self.run_lanes::<2>(steps),
            3..=4 => self.run_lanes::<4>(steps),
            5..=8 => self.run_lanes::<8>(steps),
            _ => self.run_lanes::<SLOTS>(steps),
        }
        self.step += steps;
    }

    fn run_lanes<const L: usize>(&mut self, steps: u32) {
        let mut lanes = Lanes::<R, L>::still();
        self.load_lanes(&mut lanes, !0);
        if L <= FEW {
            lanes.run_few(&self.law, steps);
        } else {
            lanes.run(&self.law, steps);
        }
        for (lane, slot) in bits(self.in_motion).enumerate() {
            self.bodies[slot] = lanes.get(lane);
        }
    }

    /// Performs one full time step, contacts included.
    fn full_step(&mut self) {
        if S::ICE_FIRST {
            self.ice();
        }
        self.begun += self
            .contacts
            .find(&self.bodies, self.present, self.in_motion);
        let touching = self.contacts.solve(&mut self.bodies, self.in_motion);
        let step = self.law.step();
        for slot in bits(self.in_motion | touching) {
            self.bodies[slot].advance(step);
        }
        if touching != 0 {
            self.contacts.part(&mut self.bodies);
        }
        self.in_motion |= touching;
        if !S::ICE_FIRST {
            self.ice();
        }
        self.step += 1;
    }

    fn ice(&mut self) {
        for slot in bits(self.in_motion) {
            let body = &mut self.bodies[slot];
            let at = body.at.wide() + self.origin;
            let (friction, curl) = self
                .uneven
                .map_or((1.0, 1.0), |uneven| uneven.factors(at, slot == self.thrown));
            (body.velocity, body.spin) =
                self.law
                    .act(body.velocity, body.spin, R::of(friction), R::of(curl));
        }
    }
}

/// Returns whether a stone that is now `apart` from one at rest has been near it within the time it
/// takes to fall asleep, extrapolated backwards along a straight line.
pub(super) fn was_near(apart: Vector, velocity: Vector) -> bool {
    let back = velocity * SLEEP;
    // The fraction of the backward path, from 0 to 1, that lies within the box in either direction.
    let within = |place: f64, way: f64| match way.abs() < 1e-9 {
        true if place.abs() < NEAR => (0.0, 1.0),
        true => (1.0, 0.0),
        false => {
            let (one, other) = ((place - NEAR) / way, (place + NEAR) / way);
            (one.min(other).max(0.0), one.max(other).min(1.0))
        }
    };
    let (x, y) = (within(apart.x, back.x), within(apart.y, back.y));
    x.0.max(y.0) <= x.1.min(y.1)
}

#[cfg(test)]
mod tests;
