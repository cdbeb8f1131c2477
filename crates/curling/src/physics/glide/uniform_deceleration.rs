//! Glides with uniform deceleration, whatever the shape of the path: the common part of
//! [`super::coulomb`] and [`super::skewed`].

use super::elementary::ceil;
use super::{Glide, Motion, spin_of};
use crate::physics::law;
use crate::physics::parameters::CoulombIce;
use crate::shot::Shot;
use crate::vector::Vector;

/// The shape of a path: the position as a function of the remaining speed, relative to the end.
pub trait Path: Copy {
    /// Returns the bounds common to all paths of this sense of rotation.
    fn limits(&self) -> &Limits;

    /// Returns the remaining displacement at a positive speed, and the velocity there; none if the
    /// stone is about to stop.
    fn at(&self, speed: f64) -> Option<(Vector, Vector)>;

    /// See [`Glide::curvature_sign`].
    fn curvature_sign(&self) -> f64;
}

/// Deceleration of a stone, and a bound of its distance from a straight path.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deceleration in m/s².
    pub(super) friction: f64,
    /// The largest distance of the path from its chord: coefficients of the squared speed and of
    /// the speed.
    pub(super) deviation: [f64; 2],
    /// The largest distance of the last step from its chord.
    pub(super) least_deviation: f64,
}

/// A path travelled with uniform deceleration.
#[derive(Clone, Copy, Debug)]
pub struct UniformDeceleration<P> {
    path: P,
    speed: f64,
    rest: Vector,
    duration: f64,
    spin: f64,
}

impl<P: Path> UniformDeceleration<P> {
    /// Creates the glide of a stone of this speed whose position of rest is `left` from its
    /// position. Each time step takes `friction * step` off its speed.
    #[inline]
    pub(super) fn new(path: P, start: Motion, speed: f64, left: Vector, step: f64) -> Self {
        UniformDeceleration {
            path,
            speed,
            rest: start.at + left,
            duration: ceil(speed / (path.limits().friction * step)) * step,
            spin: start.spin,
        }
    }
}

impl<P: Path> Glide for UniformDeceleration<P> {
    #[inline]
    fn duration(&self) -> f64 {
        self.duration
    }

    #[inline]
    fn rest(&self) -> Vector {
        self.rest
    }

    #[inline]
    fn at(&self, time: f64) -> Motion {
        let speed = self.speed - self.path.limits().friction * time;
        if time >= self.duration || speed <= 0.0 {
            return Motion::resting(self.rest);
        }
        match self.path.at(speed) {
            None => Motion::resting(self.rest),
            Some((left, velocity)) => Motion {
                at: self.rest - left,
                velocity,
                spin: self.spin,
            },
        }
    }

    fn turned(&self, time: f64) -> f64 {
        self.spin * time.min(self.duration)
    }

    #[inline]
    fn time_when_left(&self, metres: f64) -> f64 {
        let friction = self.path.limits().friction;
        let then = (2.0 * friction * metres.max(0.0)).sqrt();
        ((self.speed - then) / friction).max(0.0)
    }

    #[inline]
    fn deviation(&self, time: f64) -> f64 {
        let limits = self.path.limits();
        let speed = (self.speed - limits.friction * time).max(0.0);
        let [square, linear] = limits.deviation;
        speed * (speed * square + linear) + limits.least_deviation
    }

    #[inline]
    fn curvature_sign(&self) -> f64 {
        self.path.curvature_sign()
    }
}

/// Returns the state of a stone released on this ice: half a step's friction acts before the first
/// step.
pub(super) fn released(ice: &CoulombIce, step: f64, shot: &Shot, at: Vector) -> Motion {
    let let_go = Motion {
        at,
        velocity: shot.velocity,
        spin: spin_of(shot, ice.spin),
    };
    after_friction(ice, ice.friction * step / 2.0, let_go)
}

/// Returns the motion after friction has taken `loss` off the speed and turned the heading.
pub(super) fn after_friction(ice: &CoulombIce, loss: f64, motion: Motion) -> Motion {
    let velocity = law::after_friction(ice, motion.velocity, motion.spin, loss);
    if velocity == Vector::ZERO {
        return Motion::resting(motion.at);
    }
    Motion { velocity, ..motion }
}
