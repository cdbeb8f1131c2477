//! Reference implementation of all glides: time steps of the official engines, slow and obvious.

use super::uniform_deceleration::after_friction;
use super::{CHORD_TOLERANCE, Glide, Motion};
use crate::physics::parameters::{CoulombIce, Fcv1Ice};
use crate::vector::Vector;
use proptest::prelude::*;
use std::ops::Range;

/// One time step with Coulomb friction: move, then apply the ice.
pub(super) fn coulomb(ice: &CoulombIce, step: f64, motion: Motion) -> Motion {
    let moved = Motion {
        at: motion.at + motion.velocity * step,
        ..motion
    };
    after_friction(ice, ice.friction * step, moved)
}

/// One time step on FCV1's ice: apply friction and curl, then move.
pub(super) fn fcv1(ice: &Fcv1Ice, step: f64, motion: Motion) -> Motion {
    let speed = motion.velocity.length();
    let slower = speed - (ice.grip / (speed + ice.knee) + ice.floor) * ice.gravity * step;
    if slower <= 0.0 {
        return Motion::resting(motion.at);
    }
    let turns = speed > 1.19e-7 && motion.spin.abs() > 1.19e-7;
    let yaw = if turns {
        motion.spin.signum() * ice.yaw * libm::pow(speed, -0.8) * step
    } else {
        0.0
    };
    let (sin, cos) = libm::sincos(yaw);
    let velocity = motion.velocity.turned(Vector::new(cos, sin)) * (slower / speed);
    let spin = (motion.spin.abs() - ice.spin_decay / speed.max(0.001) * step).max(0.0);
    Motion {
        at: motion.at + velocity * step,
        velocity,
        spin: spin.copysign(motion.spin),
    }
}

/// Random states of motion.
pub(super) fn motions(speeds: Range<f64>, spins: Range<f64>) -> impl Strategy<Value = Motion> {
    let sheet = (-2.4..2.4, -40.0..3.0);
    (sheet, speeds, -3.2..3.2, spins).prop_map(|((x, y), speed, angle, spin)| {
        let (sin, cos) = libm::sincos(angle);
        Motion {
            at: Vector::new(x, y),
            velocity: Vector::new(cos, sin) * speed,
            spin,
        }
    })
}

/// The allowed difference between glide and steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// In metres.
    pub place: f64,
    /// In metres a second.
    pub velocity: f64,
    /// In radians a second.
    pub spin: f64,
}

/// Returns all states from the start until the stone is at rest, both included.
fn steps(start: Motion, next: impl Fn(Motion) -> Motion) -> Vec<Motion> {
    let mut all = vec![start];
    let mut motion = start;
    while motion.velocity != Vector::ZERO {
        motion = next(motion);
        all.push(motion);
    }
    all
}

/// Checks a glide against the steps.
pub(super) fn check(
    glide: &impl Glide,
    start: Motion,
    step: f64,
    tolerance: Tolerance,
    next: impl Fn(Motion) -> Motion,
) -> Result<(), TestCaseError> {
    let all = steps(start, next);
    let lasting = (all.len() - 1) as f64 * step;
    prop_assert!(
        (glide.duration() - lasting).abs() < 1.5 * step,
        "{} s, not {lasting}",
        glide.duration()
    );
    let stride = (all.len() / 500).max(1);
    let late = all.len().saturating_sub(50);
    for (index, motion) in all.iter().enumerate() {
        if index % stride == 0 || index > late {
            // On the last step the speed is below what friction takes in a step: the heading is
            // inaccurate, and matters little.
            let rough = if index + 2 >= all.len() { 5.0 } else { 1.0 };
            let tolerance = Tolerance {
                velocity: tolerance.velocity * rough,
                ..tolerance
            };
            compare(&glide.at(index as f64 * step), motion, index, tolerance)?;
        }
    }
    let rest = all[all.len() - 1].at;
    let apart = (glide.rest() - rest).length();
    prop_assert!(apart <= tolerance.place, "rests {apart} m off");
    check_deviation(glide, &all, step, tolerance)?;
    check_left(glide, &all, step)
}

fn compare(
    glide: &Motion,
    stepped: &Motion,
    index: usize,
    tolerance: Tolerance,
) -> Result<(), TestCaseError> {
    let place = (glide.at - stepped.at).length();
    prop_assert!(place <= tolerance.place, "step {index}: {place} m off");
    let velocity = (glide.velocity - stepped.velocity).length();
    prop_assert!(
        velocity <= tolerance.velocity,
        "step {index}: {velocity} m/s off: {glide:?}, not {stepped:?}"
    );
    // A stone that the glide has already stopped, or not yet, may differ in spin.
    let last = glide.velocity == Vector::ZERO || stepped.velocity == Vector::ZERO;
    let spin = (glide.spin - stepped.spin).abs();
    prop_assert!(
        last || spin <= tolerance.spin,
        "step {index}: {spin} rad/s off: {glide:?}, not {stepped:?}"
    );
    Ok(())
}

/// Returns the distance of a point from the segment between two others.
fn from_segment(point: Vector, a: Vector, b: Vector) -> f64 {
    let (chord, to) = (b - a, point - a);
    let share = (to.dot(chord) / chord.length_squared().max(1e-30)).clamp(0.0, 1.0);
    (to - chord * share).length()
}

fn check_deviation(
    glide: &impl Glide,
    all: &[Motion],
    step: f64,
    tolerance: Tolerance,
) -> Result<(), TestCaseError> {
    let rest = all[all.len() - 1].at;
    for eighth in 0..8 {
        let first = all.len() * eighth / 8;
        let deviation = glide.deviation(first as f64 * step);
        let farthest = all[first..]
            .iter()
            .step_by((all.len() / 200).max(1))
            .map(|motion| from_segment(motion.at, all[first].at, rest))
            .fold(0.0, f64::max);
        prop_assert!(
            farthest <= deviation + tolerance.place / 10.0,
            "{farthest} m from the chord, said {deviation}"
        );
        // A path that curves to the left lies to the right of its chord.
        let chord = rest - all[first].at;
        let along = chord * (1.0 / chord.length().max(f64::MIN_POSITIVE));
        let inside = all[first..]
            .iter()
            .step_by((all.len() / 200).max(1))
            .map(|motion| along.cross(motion.at - all[first].at) * glide.curvature_sign().signum())
            .fold(0.0, f64::max);
        prop_assert!(
            glide.curvature_sign() == 0.0 || inside < 0.9 * CHORD_TOLERANCE,
            "{inside} m to the inner side"
        );
    }
    Ok(())
}

fn check_left(glide: &impl Glide, all: &[Motion], step: f64) -> Result<(), TestCaseError> {
    let mut left = 0.0;
    for (index, pair) in all.windows(2).enumerate().rev() {
        left += (pair[1].at - pair[0].at).length();
        if index % 97 == 0 {
            let predicted = glide.time_when_left(left);
            let apart = (predicted - index as f64 * step).abs() * pair[0].velocity.length();
            prop_assert!(apart < 0.03, "{left} m are left {apart} m from there");
        }
    }
    prop_assert_eq!(glide.time_when_left(left + 0.1), 0.0);
    Ok(())
}
