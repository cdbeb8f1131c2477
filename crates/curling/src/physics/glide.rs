//! A stone running alone on even ice, as a function of time.
//!
//! Between two contacts a stone needs no steps: where it is after n steps of the official engine has a closed form
//! ([`even`]) or lies on one precomputed curve ([`fcv1`]). A glide speaks of the *grid*: [`Glide::at`] a whole number of
//! steps is where the stepping engine has the stone (in double precision), not where a continuous law would.

use crate::vector::Vector;

/// A stone in motion, at the start of a step: where it is, and its velocity and spin before anything of this step is done to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Its centre.
    pub at: Vector,
    /// In metres a second.
    pub velocity: Vector,
    /// In radians a second, counter-clockwise.
    pub spin: f64,
}

/// The future of a stone that meets nothing.
pub trait Glide: Copy {
    /// Seconds until it stops; a whole number of steps.
    fn duration(&self) -> f64;

    /// Where it stops.
    fn rest(&self) -> Vector;

    /// Where it is and how it moves after `time` seconds; at rest from [`Glide::duration`] on.
    fn at(&self, time: f64) -> Motion;

    /// The time at which about this much of the path is left, in metres; nought if the path is shorter. Good to a few
    /// centimetres along the path: a place to start looking from.
    fn time_when_left(&self, metres: f64) -> f64;

    /// From `time` on, no point of the path is farther than this from the chord between the place at `time` and the place of rest.
    fn bow(&self, time: f64) -> f64;
}

/// A law of motion that can be solved for a stone alone.
pub trait Law {
    /// What a stone's future looks like.
    type Glide: Glide;

    /// The future of a stone.
    fn glide(&self, start: Motion) -> Self::Glide;
}
