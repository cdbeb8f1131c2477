//! Tests of the energy of stones in the time-stepping simulation.

use super::*;
use crate::physics::law::{CoulombStep, Fcv1Step};
use crate::physics::{Ice, with_step_law};
use crate::shot::{Shot, Turn};
use proptest::prelude::*;

/// Returns the energy of all stones in motion and turning, in joules a kilogram.
fn energy<R: Real, S: StepLaw<R>>(stepper: &Stepper<'_, R, S>) -> f64 {
    let of = |slot: usize| {
        let body = &stepper.bodies[slot];
        let spin = body.spin.wide() * RADIUS;
        // The moment of inertia of a disc is half of m r².
        0.5 * body.velocity.wide().length_squared() + 0.25 * spin * spin
    };
    bits(stepper.present).map(of).sum()
}

/// Returns the relative gain of energy allowed in a step: rounding only. When a stone touches two
/// others at once, solving one contact after the other may add some, in the official engine too: up
/// to three hundredths, in a few shots of ten thousand.
fn allowed(touching: u16) -> f64 {
    if touching.count_ones() > 2 {
        0.05
    } else {
        1e-5
    }
}

/// Returns the largest relative growth of energy in a step of a shot, beyond what is allowed.
fn largest_growth<R: Real, S: StepLaw<R>>(law: S, parameters: &Parameters, throw: &Throw) -> f64 {
    let mut stepper = Stepper::new(law, parameters, None, throw);
    let mut worst = f64::NEG_INFINITY;
    while !stepper.over() {
        let before = energy(&stepper);
        stepper.advance_steps(1);
        let growth = (energy(&stepper) - before) / before.max(1e-9);
        worst = worst.max(growth - allowed(stepper.contacts.touching()));
    }
    worst
}

fn growth(parameters: &Parameters, throw: &Throw) -> f64 {
    with_step_law!(parameters, f32, law => largest_growth(law, parameters, throw))
}

/// Random stones, some of them touching, and a hit.
fn throws(speeds: std::ops::Range<f64>) -> impl Strategy<Value = Throw> {
    let place = (-0.9..0.9, -1.5..1.5).prop_map(|(x, y)| Vector::new(x, y));
    let places = prop::collection::vec(place, 1..10);
    let shot = (speeds, -0.02..0.02).prop_map(|(speed, heading)| {
        let (sin, cos) = libm::sincos(heading);
        Shot::new(Vector::new(sin, cos) * speed, Turn::Clockwise)
    });
    (places, shot).prop_map(|(places, shot)| {
        let mut stones = Stones::none();
        for (slot, at) in places.into_iter().enumerate() {
            let apart = |other: Vector| (other - at).length() >= 2.0 * RADIUS;
            if stones.iter().all(|(_, other)| apart(other.at)) {
                stones.place(slot, at);
            }
        }
        Throw {
            stones,
            slot: 15,
            shot,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn energy_never_grows_on_the_legacy_platform(throw in throws(29.0..34.0)) {
        let growth = growth(&Parameters::legacy(), &throw);
        prop_assert!(growth <= 0.0, "too much by {growth}");
    }

    #[test]
    fn energy_never_grows_on_dc2(throw in throws(29.0..34.0)) {
        let growth = growth(&Parameters::dc2(), &throw);
        prop_assert!(growth <= 0.0, "too much by {growth}");
    }

    #[test]
    fn energy_never_grows_on_fcv1(throw in throws(2.4..3.8)) {
        let growth = growth(&Parameters::fcv1(), &throw);
        prop_assert!(growth <= 0.0, "too much by {growth}");
    }
}
