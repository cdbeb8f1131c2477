//! A stone running alone on even ice, as a function of time.
//!
//! Between two contacts a stone needs no steps: where it is after n steps of the official engine
//! has a closed form ([`coulomb`], [`skewed`]) or lies on one precomputed curve ([`fcv1`]). A glide
//! speaks of the *grid*: [`Glide::at`] a whole number of steps is where the stepping engine has the
//! stone (in double precision), not where a continuous law would. Between the steps it passes
//! smoothly from one to the next.
//!
//! Contacts, and stones that leave the sheet, are no business of a glide.
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

/// How far, in metres, a path may leave its chord to the side to which it does not bend: by
/// rounding.
pub const CHORD_TOLERANCE: f64 = 1e-4;

/// A stone in motion, at the start of a step: where it is, and its velocity and spin before
/// anything of this step is done to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Its centre.
    pub at: Vector,
    /// In metres a second.
    pub velocity: Vector,
    /// In radians a second, counter-clockwise.
    pub spin: f64,
}

impl Motion {
    /// A stone that lies still.
    pub fn resting(at: Vector) -> Self {
        Motion {
            at,
            ..Motion::default()
        }
    }
}

/// The future of a stone that meets nothing.
pub trait Glide: Copy {
    /// Seconds until it stops; a whole number of steps.
    fn duration(&self) -> f64;

    /// Where it stops.
    fn rest(&self) -> Vector;

    /// Where it is and how it moves after `time` seconds; at rest from [`Glide::duration`] on.
    fn at(&self, time: f64) -> Motion;

    /// The angle it has turned through about its own centre after `time` seconds, in radians,
    /// counter-clockwise.
    fn turned(&self, time: f64) -> f64 {
        self.at(0.0).spin * time.min(self.duration())
    }

    /// The time at which about this much of the path is left, in metres; nought if the path is
    /// shorter. Good to a few centimetres along the path: a place to start looking from.
    fn time_when_left(&self, metres: f64) -> f64;

    /// From `time` on, no point of the path is farther than this from the chord between the place
    /// at `time` and the place of rest.
    fn bow(&self, time: f64) -> f64;

    /// Positive if the path turns to the left all the way, negative if to the right; nought if it
    /// is straight, or turns in a way nobody knows. A path that turns one way stays on the other
    /// side of its chord, but for less than [`CHORD_TOLERANCE`].
    fn bends(&self) -> f64 {
        0.0
    }
}

/// A law of motion that can be solved for a stone alone.
pub trait Law {
    /// What a stone's future looks like.
    type Glide<'a>: Glide
    where
        Self: 'a;

    /// The future of a stone.
    fn glide(&self, start: Motion) -> Self::Glide<'_>;

    /// A stone let go at a place, at the start of its first step.
    fn released(&self, shot: &Shot, at: Vector) -> Motion;
}

/// Clockwise, not at all, or counter-clockwise: the index of a spin's sign in tables of three.
#[inline]
pub(super) fn sense(spin: f64) -> usize {
    1 + usize::from(spin > 0.0) - usize::from(spin < 0.0)
}

/// The signs in the order of [`sense`].
pub(super) const SIGNS: [f64; 3] = [-1.0, 0.0, 1.0];

/// The direction of a velocity of this size; of no use, but a number, if there is none.
#[inline]
fn direction(velocity: Vector, speed: f64) -> Vector {
    velocity * (1.0 / speed.max(f64::MIN_POSITIVE))
}

/// The signed spin with which a stone is let go.
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
