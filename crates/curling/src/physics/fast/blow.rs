//! Stones that touch: steps of the official engine, one by one, until they have parted.
//!
//! Nearly always it is two stones and nothing else is near: their contact is solved at once
//! ([`Pair`]). Whatever is more, the referee's [`Contacts`] solve, with all stones in motion.

use super::{Fast, NEVER, REACH, Run};
use crate::physics::contact::{Body, Contacts, Pair};
use crate::physics::glide::{Law, Motion};
use crate::physics::law::StepLaw;
use crate::stones::{SLOTS, bits};
use crate::vector::Vector;

/// As many contacts as are followed at once: more than a shot ever has, unless stones lie in a
/// heap.
const CONTACTS: usize = 20;
/// A pair that has pushed each other out of a deep overlap has moved by no more than this, in
/// metres, beyond what its speeds tell.
const ELBOW_ROOM: f64 = 0.03;

/// The contacts of more than two stones, or of two near others.
pub(super) type Touching = Contacts<f64, CONTACTS>;

impl<L: Law, S: StepLaw<f64>> Fast<'_, L, S> {
    /// Two stones may touch now: the steps until they have parted are done one by one. Gives the
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
            while self.now < until && !self.has_company(&pair, resting) {
                if touched == 0 {
                    touched = pair.mask();
                    let known = contacts.as_mut().is_some_and(|known| known.forget(&pair));
                    self.begun += u32::from(!known);
                }
                if self.patience == 0 || pair.lies_still() {
                    break;
                }
                self.patience -= 1;
                self.step_pair(&mut pair);
                if !pair.touches() {
                    self.set_off(touched, begin, |slot| {
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
        self.collide_many(&pair, contacts, touched, begin)
    }

    /// A stone as it is now.
    fn body(&self, slot: usize) -> Body<f64> {
        let motion = self.motion(slot, self.now);
        Body {
            at: motion.at,
            velocity: motion.velocity,
            spin: motion.spin,
            angle: self.angle(slot, self.now),
        }
    }

    /// A step until which no other moving stone can reach one of the two and nothing happens to
    /// another.
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
            let gap = apart.sqrt() - REACH - ELBOW_ROOM;
            let time = gap / (fastest + motion.velocity.length());
            let next = self.runs[slot].as_ref().map_or(NEVER, |run| run.next.step);
            until = until
                .min(self.now + (time * self.per_step) as u32)
                .min(next);
        }
        until
    }

    /// Whether one of the two touches a stone at rest.
    fn has_company(&self, pair: &Pair, resting: u16) -> bool {
        let [a, b] = pair.bodies.map(|body| body.at);
        let square = |apart: Vector| apart.length_squared();
        let near = |at| square(at - a) <= REACH * REACH || square(at - b) <= REACH * REACH;
        self.rest.which(near) & resting != 0
    }

    /// One step of two stones.
    #[inline]
    fn step_pair(&mut self, pair: &mut Pair) {
        let contact = &self.parameters.contact;
        if S::ICE_FIRST {
            self.rub_both(pair);
        }
        pair.solve(contact);
        pair.advance(self.step);
        pair.part(contact);
        if !S::ICE_FIRST {
            self.rub_both(pair);
        }
        self.now += 1;
    }

    #[inline]
    fn rub_both(&self, pair: &mut Pair) {
        for body in &mut pair.bodies {
            if body.velocity != Vector::ZERO {
                (body.velocity, body.spin) = self.ice.act(body.velocity, body.spin, 1.0, 1.0);
            }
        }
    }

    /// The general case of [`Fast::collide`]: all stones in motion make their steps, until none
    /// touches another any more. The pair's stones have been stepped before if they are `touched`.
    fn collide_many(
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
        let mut stirring = self.moving(self.now) & !touched;
        for (slot, body) in pair.slots.into_iter().zip(pair.bodies) {
            if touched & (1 << slot) != 0 {
                bodies[slot] = body;
                stirring |= u16::from(body.velocity != Vector::ZERO) << slot;
            }
        }
        let gone = bits(self.present & self.moved & !touched)
            .filter(|&slot| self.is_gone(slot, bodies[slot].at));
        let gone = gone.fold(0, |mask, slot| mask | 1 << slot);
        self.present &= !gone;
        stirring &= !gone;
        let mut touched = touched;
        loop {
            let mut active = 0;
            while active != stirring | contacts.touching() {
                // A stone that is hit passes the blow on to those it lies against.
                active = stirring | contacts.touching();
                self.begun += contacts.find(&bodies, self.present, active);
            }
            if contacts.touching() & stirring == 0 {
                break;
            }
            if self.patience == 0 {
                // A heap that does not come apart is left as it lies.
                for slot in bits(contacts.touching()) {
                    bodies[slot].velocity = Vector::ZERO;
                    touched |= 1 << slot;
                }
                break;
            }
            self.patience -= 1;
            touched |= self.full_step(contacts, &mut bodies, &mut stirring);
        }
        self.set_off(touched, begin, |slot| bodies[slot]);
        touched
    }

    /// One step of all moving stones; gives the stones that touched one.
    fn full_step(
        &mut self,
        contacts: &mut Touching,
        bodies: &mut [Body<f64>; SLOTS],
        stirring: &mut u16,
    ) -> u16 {
        if S::ICE_FIRST {
            self.rub(bodies, *stirring);
        }
        let touching = contacts.solve(bodies, *stirring);
        for slot in bits(*stirring | touching) {
            bodies[slot].advance(self.step);
        }
        contacts.part(bodies);
        *stirring |= touching;
        if !S::ICE_FIRST {
            self.rub(bodies, *stirring);
        }
        let still = bits(*stirring).filter(|&slot| bodies[slot].velocity == Vector::ZERO);
        *stirring &= !still.fold(0, |mask, slot| mask | 1 << slot);
        self.now += 1;
        touching
    }

    fn rub(&self, bodies: &mut [Body<f64>; SLOTS], stirring: u16) {
        for slot in bits(stirring) {
            let body = &mut bodies[slot];
            (body.velocity, body.spin) = self.ice.act(body.velocity, body.spin, 1.0, 1.0);
        }
    }

    /// Lets stones run on from where a contact that began at a step has left them.
    fn set_off(&mut self, touched: u16, begin: u32, body: impl Fn(usize) -> Body<f64>) {
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
        // Each pair of them is looked at once.
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
