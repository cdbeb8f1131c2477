//! Closed-form contact of two stones that touch nothing else.
//!
//! The solver iterates over its contacts because correcting one disturbs the others. With a single
//! contact the second pass finds the answer, whatever impulses were kept from the step before:
//! normal and tangential velocity are corrected without disturbing each other, and friction is then
//! bounded by the final normal impulse. So here the result is computed directly, for stones of unit
//! mass.

use super::{Body, LARGEST_PUSH, PUSH, SLOP, direction};
use crate::physics::parameters::Contact;
use crate::sheet::RADIUS;
use crate::vector::Vector;

/// One over the moment of inertia.
const INVERSE_INERTIA: f64 = 2.0 / (RADIUS * RADIUS);

/// A touching pair, with its stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The slots, the lower first.
    pub(crate) slots: [usize; 2],
    pub(crate) bodies: [Body<f64>; 2],
    /// The last impulses along the normal and the tangent.
    pub(super) impulses: [f64; 2],
}

impl Pair {
    /// Returns whether the solver converges with a single contact under these constants.
    pub(crate) fn is_solvable(contact: &Contact) -> bool {
        contact.velocity_passes >= 2
    }

    pub(crate) fn new(slots: [usize; 2], bodies: [Body<f64>; 2]) -> Self {
        Pair {
            slots,
            bodies,
            impulses: [0.0; 2],
        }
    }

    /// Returns the bits of both slots.
    pub(crate) fn mask(&self) -> u16 {
        1 << self.slots[0] | 1 << self.slots[1]
    }

    #[inline]
    pub(crate) fn touches(&self) -> bool {
        let [a, b] = &self.bodies;
        (b.at - a.at).length_squared() <= 4.0 * RADIUS * RADIUS
    }

    /// Returns the highest speed that one of them can get from the other: that of all their energy.
    pub(crate) fn fastest(&self) -> f64 {
        let energy = |body: &Body<f64>| {
            body.velocity.length_squared() + body.spin * body.spin / INVERSE_INERTIA
        };
        (energy(&self.bodies[0]) + energy(&self.bodies[1])).sqrt()
    }

    /// Solves the velocities.
    #[inline]
    pub(crate) fn solve(&mut self, contact: &Contact) {
        let [a, b] = &mut self.bodies;
        let normal = direction(a.at, b.at);
        let tangent = -normal.left();
        let arm = 0.5 * (b.at - a.at).dot(normal);
        let against = b.velocity - a.velocity;
        let closing = against.dot(normal);
        let sliding = against.dot(tangent) + arm * (a.spin + b.spin);
        let bounce = if closing < -contact.threshold {
            contact.restitution
        } else {
            0.0
        };
        let along = (-0.5 * (1.0 + bounce) * closing).max(0.0);
        let most = contact.friction * along;
        let across = (-0.5 * sliding / (1.0 + arm * arm * INVERSE_INERTIA)).clamp(-most, most);
        let impulse = normal * along + tangent * across;
        a.velocity -= impulse;
        b.velocity += impulse;
        let spun = arm * across * INVERSE_INERTIA;
        a.spin += spun;
        b.spin += spun;
        self.impulses = [along, across];
    }

    /// Pushes the two apart if they overlap by more than the slop.
    #[inline]
    pub(crate) fn part(&mut self, contact: &Contact) {
        const LEAST: f64 = 2.0 * RADIUS - SLOP;
        let [a, b] = &mut self.bodies;
        let square = (b.at - a.at).length_squared();
        if contact.position_passes == 0 || square >= LEAST * LEAST {
            return;
        }
        let (normal, first) = (direction(a.at, b.at), square.sqrt());
        let mut distance = first;
        for _ in 0..contact.position_passes {
            let gap = distance - 2.0 * RADIUS;
            distance -= (PUSH * (gap + SLOP)).clamp(-LARGEST_PUSH, 0.0);
            if gap >= -3.0 * SLOP {
                break;
            }
        }
        let each = normal * (0.5 * (distance - first));
        a.at -= each;
        b.at += each;
    }

    /// Moves both for a time.
    #[inline]
    pub(crate) fn advance(&mut self, time: f64) {
        for body in &mut self.bodies {
            body.advance(time);
        }
    }

    /// Returns whether neither moves.
    pub(crate) fn lies_still(&self) -> bool {
        let [a, b] = &self.bodies;
        a.velocity == Vector::ZERO && b.velocity == Vector::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::super::Contacts;
    use super::*;
    use crate::physics::Parameters;
    use crate::stones::SLOTS;
    use proptest::prelude::*;

    fn body(at: Vector) -> impl Strategy<Value = Body<f64>> {
        (-3.0..3.0, -3.0..3.0, -5.0..5.0).prop_map(move |(x, y, spin)| Body {
            at,
            velocity: Vector::new(x, y),
            spin,
            angle: 0.0,
        })
    }

    fn pairs() -> impl Strategy<Value = Pair> {
        let offset = (0.1..2.0 * RADIUS, 0.0..std::f64::consts::TAU);
        offset.prop_flat_map(|(distance, angle)| {
            let (sin, cos) = libm::sincos(angle);
            let other = Vector::new(cos, sin) * distance;
            (body(Vector::ZERO), body(other)).prop_map(|(a, b)| Pair::new([3, 7], [a, b]))
        })
    }

    proptest! {
        #[test]
        fn a_pair_does_what_the_solver_does_with_it(pair in pairs(), fcv1 in any::<bool>()) {
            let parameters = if fcv1 { Parameters::fcv1() } else { Parameters::legacy() };
            let contact = &parameters.contact;
            let (mut pair, mut contacts) = (pair, Contacts::<f64, 4>::new(contact));
            let mut bodies = [Body::default(); SLOTS];
            for (slot, body) in pair.slots.into_iter().zip(pair.bodies) {
                bodies[slot] = body;
            }
            // Several steps: later ones start from impulses kept.
            for _ in 0..4 {
                contacts.find(&bodies, pair.mask(), pair.mask());
                if !pair.touches() {
                    break;
                }
                contacts.solve(&mut bodies, pair.mask());
                for slot in pair.slots {
                    let velocity = bodies[slot].velocity;
                    bodies[slot].at += velocity * 0.001;
                }
                contacts.part(&mut bodies);
                pair.solve(contact);
                pair.advance(0.001);
                pair.part(contact);
                for (slot, body) in pair.slots.into_iter().zip(&pair.bodies) {
                    let body_by_solver = &bodies[slot];
                    prop_assert!((body_by_solver.at - body.at).length() < 1e-9);
                    prop_assert!((body_by_solver.velocity - body.velocity).length() < 1e-7);
                    prop_assert!((body_by_solver.spin - body.spin).abs() < 1e-6);
                }
            }
        }

        #[test]
        fn none_is_faster_than_the_energy_allows(pair in pairs()) {
            let mut hit = pair;
            hit.solve(&Parameters::legacy().contact);
            for body in &hit.bodies {
                prop_assert!(body.velocity.length() <= pair.fastest() + 1e-12);
            }
        }
    }
}
