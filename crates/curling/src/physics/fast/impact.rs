//! Impacts: time steps of the official engine until the stones have separated.
//!
//! Most contacts involve two stones with no other nearby: these are solved in closed form
//! ([`Pair`]). Contacts of more stones are left to the referee's [`Contacts`], with all stones in
//! motion.

use super::{CONTACT_DISTANCE, EventSimulation, NEVER, Run};
use crate::physics::contact::{Body, Contacts, Pair};
use crate::physics::glide::{Law, Motion};
use crate::physics::law::StepLaw;
use crate::stones::{SLOTS, bits};
use crate::vector::Vector;

/// The largest number of simultaneous contacts: more than a shot ever has, unless stones lie in a
/// heap.
const CONTACTS: usize = 20;
/// The distance, in metres, by which resolving a deep overlap may move a pair beyond what its
/// speeds explain.
const OVERLAP_MARGIN: f64 = 0.03;

/// The contacts of more than two stones, or of two near others.
pub(super) type Touching = Contacts<f64, CONTACTS>;

impl<L: Law, S: StepLaw<f64>> EventSimulation<'_, L, S> {
    /// Simulates the contact of two stones step by step until they have separated. Returns the
    /// stones that were touched.
    pub(super) fn collide(&mut self, slots: [usize; 2], contacts: &mut Option<Touching>) -> u16 {
        let [a, b] = slots;
        let slots = [a.min(b), a.max(b)];
        let mut pair = Pair::new(slots, slots.map(|slot| self.body(slot)));
        if self.present & pair.mask() != pair.mask() || !pair.touches() {
            return 0;
        }
        let gone = |index: usize| self.is_gone(pair.slots[index], pair.bodies[index].at);
        let gone = [0, 1].map(|index| u16::from(gone(index)) << pair.slots[index]);
        if gone != [0; 2] {
            self.present &= !(gone[0] | gone[1]);
            return 0;
        }
        let begin = self.now;
        let mut touched = 0;
        if Pair::is_solvable(&self.parameters.contact) {
            let others = self.moving(begin) & !pair.mask();
            let resting = self.present & !others & !pair.mask();
            let until = self.undisturbed_until(&pair, others);
            while self.now < until && !self.touches_third_stone(&pair, resting) {
                if touched == 0 {
                    touched = pair.mask();
                    let known = contacts.as_mut().is_some_and(|known| known.forget(&pair));
                    self.begun += u32::from(!known);
                }
                if self.contact_steps_left == 0 || pair.lies_still() {
                    break;
                }
                self.contact_steps_left -= 1;
                self.step_pair(&mut pair);
                if !pair.touches() {
                    self.resume(touched, begin, |slot| {
                        pair.bodies[usize::from(slot == pair.slots[1])]
                    });
                    return touched;
                }
            }
        }
        let contacts = contacts.get_or_insert_with(|| Contacts::new(&self.parameters.contact));
        if touched != 0 {
            contacts.adopt(&pair);
        }
        self.collide_group(&pair, contacts, touched, begin)
    }

    /// Returns the state of a stone now.
    fn body(&self, slot: usize) -> Body<f64> {
        let motion = self.motion(slot, self.now);
        Body {
            at: motion.at,
            velocity: motion.velocity,
            spin: motion.spin,
            angle: self.angle(slot, self.now),
        }
    }

    /// Returns a step before which no other moving stone can reach the pair and no other event
    /// occurs.
    fn undisturbed_until(&self, pair: &Pair, others: u16) -> u32 {
        let mut until = NEVER;
        if others == 0 {
            return until;
        }
        let fastest = pair.fastest();
        let [a, b] = pair.bodies.map(|body| body.at);
        for slot in bits(others) {
            let motion = self.motion(slot, self.now);
            let apart = (motion.at - a)
                .length_squared()
                .min((motion.at - b).length_squared());
            let gap = apart.sqrt() - CONTACT_DISTANCE - OVERLAP_MARGIN;
            let time = gap / (fastest + motion.velocity.length());
            let next = self.runs[slot].as_ref().map_or(NEVER, |run| run.next.step);
            until = until
                .min(self.now + (time * self.per_step) as u32)
                .min(next);
        }
        until
    }

    /// Returns whether one of the two touches a stone at rest.
    fn touches_third_stone(&self, pair: &Pair, resting: u16) -> bool {
        let [a, b] = pair.bodies.map(|body| body.at);
        let square = |apart: Vector| apart.length_squared();
        let near = |at| {
            square(at - a) <= CONTACT_DISTANCE * CONTACT_DISTANCE
                || square(at - b) <= CONTACT_DISTANCE * CONTACT_DISTANCE
        };
        self.rest.mask_where(near) & resting != 0
    }

    /// Performs one time step of two stones.
    #[inline]
    fn step_pair(&mut self, pair: &mut Pair) {
        let contact = &self.parameters.contact;
        if S::ICE_FIRST {
            self.apply_ice_to_pair(pair);
        }
        pair.solve(contact);
        pair.advance(self.step);
        pair.part(contact);
        if !S::ICE_FIRST {
            self.apply_ice_to_pair(pair);
        }
        self.now += 1;
    }

    #[inline]
    fn apply_ice_to_pair(&self, pair: &mut Pair) {
        for body in &mut pair.bodies {
            if body.velocity != Vector::ZERO {
                (body.velocity, body.spin) = self.ice.act(body.velocity, body.spin, 1.0, 1.0);
            }
        }
    }

    /// The general case of [`EventSimulation::collide`]: all stones in motion advance step
    /// by step until none touches another. The stones of the pair are already part of the contact
    /// if they are `touched`.
    fn collide_group(
        &mut self,
        pair: &Pair,
        contacts: &mut Touching,
        touched: u16,
        begin: u32,
    ) -> u16 {
        let mut bodies = [Body::default(); SLOTS];
        for slot in bits(self.present & !touched) {
            bodies[slot] = self.body(slot);
        }
        let mut in_motion = self.moving(self.now) & !touched;
        for (slot, body) in pair.slots.into_iter().zip(pair.bodies) {
            if touched & (1 << slot) != 0 {
                bodies[slot] = body;
                in_motion |= u16::from(body.velocity != Vector::ZERO) << slot;
            }
        }
        let gone = bits(self.present & self.moved & !touched)
            .filter(|&slot| self.is_gone(slot, bodies[slot].at));
        let gone = gone.fold(0, |mask, slot| mask | 1 << slot);
        self.present &= !gone;
        in_motion &= !gone;
        let mut touched = touched;
        loop {
            let mut active = 0;
            while active != in_motion | contacts.touching() {
                // A stone that is hit passes the impulse on to stones frozen to it.
                active = in_motion | contacts.touching();
                self.begun += contacts.find(&bodies, self.present, active);
            }
            if contacts.touching() & in_motion == 0 {
                break;
            }
            if self.contact_steps_left == 0 {
                // A heap that does not separate is left as it lies.
                for slot in bits(contacts.touching()) {
                    bodies[slot].velocity = Vector::ZERO;
                    touched |= 1 << slot;
                }
                break;
            }
            self.contact_steps_left -= 1;
            touched |= self.full_step(contacts, &mut bodies, &mut in_motion);
        }
        self.resume(touched, begin, |slot| bodies[slot]);
        touched
    }

    /// Performs one time step of all moving stones and returns those in contact.
    fn full_step(
        &mut self,
        contacts: &mut Touching,
        bodies: &mut [Body<f64>; SLOTS],
        in_motion: &mut u16,
    ) -> u16 {
        if S::ICE_FIRST {
            self.apply_ice(bodies, *in_motion);
        }
        let touching = contacts.solve(bodies, *in_motion);
        for slot in bits(*in_motion | touching) {
            bodies[slot].advance(self.step);
        }
        contacts.part(bodies);
        *in_motion |= touching;
        if !S::ICE_FIRST {
            self.apply_ice(bodies, *in_motion);
        }
        let still = bits(*in_motion).filter(|&slot| bodies[slot].velocity == Vector::ZERO);
        *in_motion &= !still.fold(0, |mask, slot| mask | 1 << slot);
        self.now += 1;
        touching
    }

    fn apply_ice(&self, bodies: &mut [Body<f64>; SLOTS], in_motion: u16) {
        for slot in bits(in_motion) {
            let body = &mut bodies[slot];
            (body.velocity, body.spin) = self.ice.act(body.velocity, body.spin, 1.0, 1.0);
        }
    }

    /// Resumes the motion of stones after a contact that began at a step.
    fn resume(&mut self, touched: u16, begin: u32, body: impl Fn(usize) -> Body<f64>) {
        for slot in bits(touched) {
            let awake = |run: &Run<_>| begin < run.until + self.tail;
            if !self.runs[slot].as_ref().is_some_and(awake) {
                self.woke[slot] = begin;
            }
            let body = body(slot);
            let motion = Motion {
                at: body.at,
                velocity: body.velocity,
                spin: body.spin,
            };
            self.start(slot, motion, body.angle);
        }
        // Each pair of them is examined once.
        let mut rest = touched;
        for slot in bits(touched) {
            rest &= !(1 << slot);
            let stopped = self.runs[slot]
                .as_ref()
                .is_some_and(|run| run.until <= self.now);
            let known = if stopped { touched } else { touched & !rest };
            self.plan(slot, self.now, known);
        }
    }
}
