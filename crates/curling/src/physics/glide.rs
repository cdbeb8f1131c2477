//! Glides: the motion of a single stone on uniform ice as a function of time.
//!
//! Between two contacts a stone needs no time steps: its position after n steps of the official
//! engine has a closed form ([`coulomb`], [`skewed`]) or lies on one precomputed curve ([`fcv1`]).
//! A glide follows the *steps*: [`Glide::at`] a whole number of steps is where the stepping engine
//! has the stone (in double precision), not where a continuous law would. Between the steps it
//! interpolates smoothly.
//!
//! A glide knows nothing of contacts and of the edges of the sheet.
//!
//! ```
//! use curling::physics::glide::AnyLaw;
//! use curling::physics::{Glide, Law, Parameters};
//! use curling::{Shot, Turn, Vector};
//!
//! let parameters = Parameters::legacy();
//! let law = AnyLaw::new(&parameters);
//! // The platform's own draw to the tee ends within a centimetre of it.
//! let draw = Shot::legacy(-0.990740, -29.559775, 0);
//! let glide = law.glide(law.released(&draw, parameters.sheet.hack()));
//! assert!(glide.rest().length() < 0.01);
//! assert_eq!(glide.at(glide.duration()).velocity, Vector::ZERO);
//! ```

pub mod coulomb;
mod dispatch;
mod elementary;
pub mod fcv1;
#[cfg(test)]
mod reference;
pub mod skewed;
mod uniform_deceleration;

pub use coulomb::{CoulombGlide, CoulombLaw};
pub use dispatch::{AnyGlide, AnyLaw};
pub(super) use elementary::ceil;
pub use fcv1::{Fcv1Glide, Fcv1Law};
pub use skewed::{SkewedGlide, SkewedLaw};

use crate::shot::Shot;
use crate::vector::Vector;

/// The distance, in metres, by which rounding may take a path to the inner side of its chord.
pub const CHORD_TOLERANCE: f64 = 1e-4;

/// The state of a moving stone at the start of a time step: its position, and its velocity and spin
/// before the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// The centre.
    pub at: Vector,
    /// In metres a second.
    pub velocity: Vector,
    /// In radians a second, counter-clockwise.
    pub spin: f64,
}

impl Motion {
    /// Returns a stone at rest.
    pub fn resting(at: Vector) -> Self {
        Motion {
            at,
            ..Motion::default()
        }
    }
}

/// The future motion of a stone that touches nothing.
pub trait Glide: Copy {
    /// Returns the seconds until the stone stops; a whole number of time steps.
    fn duration(&self) -> f64;

    /// Returns the position of rest.
    fn rest(&self) -> Vector;

    /// Returns position, velocity and spin after `time` seconds; at rest from [`Glide::duration`]
    /// on.
    fn at(&self, time: f64) -> Motion;

    /// Returns the angle by which the stone has rotated about its centre after `time` seconds, in
    /// radians, counter-clockwise.
    fn turned(&self, time: f64) -> f64 {
        self.at(0.0).spin * time.min(self.duration())
    }

    /// Returns the time at which about this length of the path remains, in metres; zero if the path
    /// is shorter. Accurate to a few centimetres along the path: a starting point for a search.
    fn time_when_left(&self, metres: f64) -> f64;

    /// Returns an upper bound of the distance between the path from `time` on and the chord from
    /// the position at `time` to the position of rest (its sagitta).
    fn deviation(&self, time: f64) -> f64;

    /// Returns a positive number if the path curves to the left throughout, a negative one if to
    /// the right; zero if it is straight, or the direction is unknown. A path that curves one way
    /// stays on the other side of its chord, but for less than [`CHORD_TOLERANCE`].
    fn curvature_sign(&self) -> f64 {
        0.0
    }
}

/// A law of motion with a solution for a single stone.
pub trait Law {
    /// The motion of a stone under this law.
    type Glide<'a>: Glide
    where
        Self: 'a;

    /// Returns the future motion of a stone.
    fn glide(&self, start: Motion) -> Self::Glide<'_>;

    /// Returns the state of a stone released at a position, at the start of its first step.
    fn released(&self, shot: &Shot, at: Vector) -> Motion;
}

/// Returns the index of a spin's sign in tables of three: clockwise, none, counter-clockwise.
#[inline]
pub(super) fn sense(spin: f64) -> usize {
    1 + usize::from(spin > 0.0) - usize::from(spin < 0.0)
}

/// The signs in the order of [`sense`].
pub(super) const SIGNS: [f64; 3] = [-1.0, 0.0, 1.0];

/// Returns the direction of a velocity of this size; meaningless, but finite, for a stone at rest.
#[inline]
fn direction(velocity: Vector, speed: f64) -> Vector {
    velocity * (1.0 / speed.max(f64::MIN_POSITIVE))
}

/// Returns the signed spin of a stone at release.
fn spin_of(shot: &Shot, usual: f64) -> f64 {
    shot.turn.sign() * shot.rate.unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spin_that_is_no_number_counts_as_none() {
        assert_eq!([-2.0, 0.0, 3.0, f64::NAN].map(sense), [0, 1, 2, 1]);
    }
}
