//! Coulomb friction: constant deceleration and a lateral force at a right angle to the path. The
//! legacy platform, and DC2 as it was meant.
//!
//! A step moves the stone by `dt v`, then friction takes `f = F dt` off its speed and turns its
//! heading by `atan(k f / speed)`. The speed falls linearly and the heading turns by `k` for every
//! e-fold of speed lost, so the path is a logarithmic spiral about the position of rest.
//!
//! The steps are matched to second order by midpoint rules. With `u` the speed about to be used,
//! the sum of `f / u` over the coming reductions is the logarithm of `(u0 - f/2) / (u - f/2)`; and
//! the sum of `dt u e^{iθ}` is an integral of powers whose ends fall on `u` itself. To first order
//! in `f`, with `λ = ±k`,
//!
//! ```text
//! E    = (V / u0) (1 - iλ f / 2 u0) (u0 / u)^{iλ}
//! at   = rest - E u (u A + B)         A = 1 / F (2 - iλ)     B = (f / 2) / F (1 - iλ)
//! V(u) = E (u + iλ f / 2)
//! ```
//!
//! and the position of rest needs no trigonometry at all. The neglected terms are of the order `F
//! dt²`, micrometres. DC2 as published is in [`super::skewed`]; [`CoulombIce::skewed`] is ignored
//! here.
//!
//! ```
//! use curling::Vector;
//! use curling::physics::glide::CoulombLaw;
//! use curling::physics::{CoulombIce, Glide, Law, Motion};
//!
//! let ice = CoulombIce { friction: 2.0, curl: 0.0, spin: 0.0, skewed: false, reciprocal: true };
//! let law = CoulombLaw::new(&ice, 0.001);
//! let start = Motion { velocity: Vector::new(0.0, 2.0), ..Motion::default() };
//! // 2 m/s at -2 m/s²: one second, one metre; and half a step's travel, as friction acts after the move.
//! assert!((law.glide(start).duration() - 1.0).abs() < 1e-9);
//! assert!((law.glide(start).rest().y - 1.001).abs() < 1e-9);
//! ```

use super::elementary::{ln, sincos};
use super::uniform_deceleration::{Limits, Path, UniformDeceleration, released};
use super::{Law, Motion, SIGNS, sense};
use crate::physics::parameters::CoulombIce;
use crate::shot::Shot;
use crate::vector::Vector;
use std::f64::consts::E;

/// The law of constant deceleration, with the lateral force at a right angle to the path.
#[derive(Clone, Copy, Debug)]
pub struct CoulombLaw {
    ice: CoulombIce,
    step: f64,
    spirals: [Spiral; 3],
}

/// The constants of the paths of one sense of rotation.
#[derive(Clone, Copy, Debug)]
struct Spiral {
    limits: Limits,
    /// λ: the angle by which the path turns for each e-fold of speed.
    lean: f64,
    /// λ f/2.
    nudge: f64,
    /// A.
    wide: Vector,
    /// B.
    narrow: Vector,
    /// B - iλ (f/2) A, for the position of rest.
    start: Vector,
}

impl Spiral {
    fn new(friction: f64, lean: f64, step: f64) -> Self {
        let half = friction * step / 2.0;
        let over = |root: f64| Vector::new(root, lean) * (1.0 / (root * root + lean * lean));
        let (wide, narrow) = (over(2.0) * (1.0 / friction), over(1.0) * (half / friction));
        let size = lean.abs();
        Spiral {
            limits: Limits {
                friction,
                // ρ² sin(λ ln 1/ρ) is at most λ / 2e for ρ between 0 and 1, ρ sin(…) at most λ / e;
                // the two parts of the path lean apart by less than λ.
                deviation: [
                    wide.length() * size / (2.0 * E),
                    2.0 * narrow.length() * size,
                ],
                least_deviation: half * step,
            },
            lean,
            nudge: lean * half,
            wide,
            narrow,
            start: narrow - wide.left() * (lean * half),
        }
    }
}

impl CoulombLaw {
    /// Creates the law of this ice for an engine with this time step, in seconds.
    pub fn new(ice: &CoulombIce, step: f64) -> Self {
        CoulombLaw {
            ice: CoulombIce {
                skewed: false,
                ..*ice
            },
            step,
            spirals: SIGNS.map(|sign| Spiral::new(ice.friction, sign * ice.curl, step)),
        }
    }
}

impl Law for CoulombLaw {
    type Glide<'a> = CoulombGlide<'a>;

    #[inline]
    fn glide(&self, start: Motion) -> CoulombGlide<'_> {
        let spiral = &self.spirals[sense(start.spin)];
        let speed = start.velocity.length();
        // To first order the tilt is λ f / 2u; this form also stays small for a stone on its last
        // step.
        let per_speed = 1.0 / speed.max(f64::MIN_POSITIVE);
        let tilt = spiral.nudge / (speed + spiral.limits.friction * self.step / 2.0);
        let path = SpiralPath {
            spiral,
            per_speed,
            heading: (start.velocity * per_speed).turned(Vector::new(1.0, -tilt)),
        };
        let left = start.velocity.turned(spiral.wide * speed + spiral.start);
        UniformDeceleration::new(path, start, speed, left, self.step)
    }

    fn released(&self, shot: &Shot, at: Vector) -> Motion {
        released(&self.ice, self.step, shot, at)
    }
}

/// A path of [`CoulombLaw`].
pub type CoulombGlide<'a> = UniformDeceleration<SpiralPath<'a>>;

/// A piece of a logarithmic spiral.
#[derive(Clone, Copy, Debug)]
pub struct SpiralPath<'a> {
    spiral: &'a Spiral,
    /// One over the speed at its start.
    per_speed: f64,
    heading: Vector,
}

impl Path for SpiralPath<'_> {
    #[inline]
    fn limits(&self) -> &Limits {
        &self.spiral.limits
    }

    #[inline]
    fn at(&self, speed: f64) -> Option<(Vector, Vector)> {
        let spiral = self.spiral;
        let (sin, cos) = sincos(-spiral.lean * ln(speed * self.per_speed));
        let heading = self.heading.turned(Vector::new(cos, sin));
        let left = heading.turned(spiral.wide * speed + spiral.narrow) * speed;
        Some((left, heading.turned(Vector::new(speed, spiral.nudge))))
    }

    #[inline]
    fn curvature_sign(&self) -> f64 {
        self.spiral.lean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::glide::Glide;
    use crate::physics::glide::reference::{self, Tolerance};
    use crate::physics::parameters::{Ice, Parameters};
    use crate::shot::Turn;
    use proptest::prelude::*;

    const TOLERANCE: Tolerance = Tolerance {
        place: 0.00002,
        velocity: 0.001,
        spin: 1e-12,
    };

    fn ice(friction: f64, curl: f64) -> CoulombIce {
        match Parameters::legacy().ice {
            Ice::Coulomb(ice) => CoulombIce {
                friction: ice.friction * friction,
                curl: ice.curl * curl,
                ..ice
            },
            Ice::Fcv1(_) => unreachable!("the legacy platform has even ice"),
        }
    }

    #[test]
    fn half_a_step_of_friction_acts_on_a_delivery() {
        let law = CoulombLaw::new(&ice(1.0, 0.0), 0.001);
        let shot = Shot::new(Vector::new(0.0, 20.0), Turn::Clockwise);
        let released = law.released(&shot, Vector::ZERO);
        assert!((released.velocity.y - (20.0 - 12.009216 * 0.0005)).abs() < 1e-12);
        assert!(released.spin < 0.0);
        let faint = Shot::new(Vector::new(0.0, 0.005), Turn::Clockwise);
        assert_eq!(law.released(&faint, Vector::ZERO), Motion::default());
    }

    #[test]
    fn a_clockwise_stone_curls_to_the_right() {
        let start = Motion {
            velocity: Vector::new(0.0, 20.0),
            spin: -1.0,
            ..Motion::default()
        };
        let law = CoulombLaw::new(&ice(1.0, 1.0), 0.001);
        assert!(law.glide(start).rest().x > 0.5);
        let mirrored = law.glide(Motion { spin: 1.0, ..start });
        assert!((law.glide(start).rest().x + mirrored.rest().x).abs() < 1e-12);
    }

    #[test]
    fn a_stone_at_rest_stays() {
        let start = Motion {
            at: Vector::new(1.0, 2.0),
            spin: 1.0,
            ..Motion::default()
        };
        let law = CoulombLaw::new(&ice(1.0, 1.0), 0.001);
        let glide = law.glide(start);
        assert_eq!((glide.duration(), glide.rest()), (0.0, start.at));
        assert_eq!(glide.at(0.0), Motion::resting(start.at));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn glides_are_where_steps_lead(start in reference::motions(0.0..35.0, -5.0..5.0)) {
            let ice = ice(1.0, 1.0);
            let law = CoulombLaw::new(&ice, 0.001);
            reference::check(&law.glide(start), start, 0.001, TOLERANCE, |motion| reference::coulomb(&ice, 0.001, motion))?;
        }

        #[test]
        fn so_they_are_on_other_ice(
            start in reference::motions(0.0..10.0, -1.0..1.0), friction in 0.3..2.0, curl in 0.0..4.0,
        ) {
            let ice = ice(friction, curl);
            let law = CoulombLaw::new(&ice, 0.001);
            reference::check(&law.glide(start), start, 0.001, TOLERANCE, |motion| reference::coulomb(&ice, 0.001, motion))?;
        }
    }
}
