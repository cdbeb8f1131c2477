//! Constant deceleration and DC2's lateral force as published, which is at a right angle to the
//! path only for a stone that runs straight down the sheet.
//!
//! With `n` the direction of motion the lateral force is along `(-n.y, -n.y)`. Friction then
//! changes `n` by a linear map and a rescaling, the same map at every step but for its weight, so
//! all of them have the same two eigenvectors: `(1, 0)`, across the sheet, and `(1, 1)`. In this
//! basis, `n = a (1, 0) + b (1, 1)`, a step multiplies `b` by `1 - λf/u` with `λ = ±k` and `u` the
//! speed after it. The product over many steps is `R = ((u - c) / (u0 - c))^λ` with `c = (1 + λ)
//! f/2`, right to second order in `f`, and the direction is that of `(a + bR, bR)`: valid for every
//! heading, without a singular one.
//!
//! The remaining displacement at speed `u` is an integral over `y` from `0` to `Y = u - λf/2`,
//!
//! ```text
//! rest - at = 1/F ∫ (y + c) n(R (y/Y)^λ) dy
//! ```
//!
//! of a function that varies slowly with `ln y`: four nodes in `ln (y/Y)` give it to a hundredth of
//! a millimetre, and as they are the same for every `Y` one power is all an evaluation needs.
//!
//! ```
//! use curling::physics::glide::{CoulombLaw, SkewedLaw};
//! use curling::physics::{Glide, Ice, Law, Motion, Parameters};
//! use curling::Vector;
//!
//! let Ice::Coulomb(ice) = Parameters::dc2().ice else { unreachable!() };
//! let start = Motion { velocity: Vector::new(2.0, 29.5), spin: -3.0, ..Motion::default() };
//! let (meant, published) = (CoulombLaw::new(&ice, 0.001), SkewedLaw::new(&ice, 0.001));
//! let apart = meant.glide(start).rest() - published.glide(start).rest();
//! assert!(apart.length() > 0.05 && apart.length() < 0.3);
//! ```

use super::elementary::{exp, ln};
use super::uniform_deceleration::{Limits, Path, UniformDeceleration, released};
use super::{Law, Motion, SIGNS, direction, sense};
use crate::physics::parameters::CoulombIce;
use crate::shot::Shot;
use crate::vector::Vector;
use std::f64::consts::E;

/// Gauss-Laguerre nodes with four points: `z = -2 ln (y/Y)`.
const NODES: [f64; 4] = [
    0.3225476896193923,
    1.7457611011583465,
    4.536620296921128,
    9.395070912301133,
];

/// The weights of these points for the integral of `y dy` over the unit interval.
const RISING: [f64; 4] = [
    0.30157705217081676,
    0.17870934621889986,
    0.019443954257502696,
    0.0002696473527806638,
];

/// The weights for the integral of `dy` that are right for cubic functions of `z`: they solve Σ w
/// zⁿ = n! 2ⁿ.
const LEVEL: [f64; 4] = [
    0.32971490495523126,
    0.47557932574997835,
    0.1576369172859465,
    0.03706885200884388,
];

/// The highest curvature of the path for an e-fold of speed and a curl of one, over all headings θ:
/// the largest sin² θ - sin θ cos θ.
const FASTEST_TURN: f64 = 1.207_106_781_186_547_6;

/// The law of constant deceleration with DC2's lateral force.
#[derive(Clone, Copy, Debug)]
pub struct SkewedLaw {
    ice: CoulombIce,
    step: f64,
    bends: [Bend; 3],
}

/// The constants of the paths of one sense of rotation.
#[derive(Clone, Copy, Debug)]
struct Bend {
    limits: Limits,
    /// λ.
    lean: f64,
    /// f/2.
    half: f64,
    /// c.
    offset: f64,
    /// `(y/Y)^λ` at the nodes.
    powers: [f64; 4],
    /// Weights of `Y²` at the nodes.
    square: [f64; 4],
    /// Weights of `Y` at the nodes.
    linear: [f64; 4],
}

/// A direction of motion in the basis of the two eigenvectors of friction.
#[derive(Clone, Copy, Debug)]
struct Blend {
    /// The part across the sheet.
    across: f64,
    /// The part along the diagonal.
    diagonal: f64,
}

impl Blend {
    /// Returns the unit vector, the diagonal part scaled by a factor.
    #[inline]
    fn stretched(self, factor: f64) -> Vector {
        let y = self.diagonal * factor;
        let both = Vector::new(self.across + y, y);
        direction(both, both.length())
    }
}

impl Bend {
    fn new(friction: f64, lean: f64, step: f64) -> Self {
        let half = friction * step / 2.0;
        let offset = half * (1.0 + lean);
        let turn = lean.abs() * FASTEST_TURN;
        Bend {
            limits: Limits {
                friction,
                // As on a logarithmic spiral with the highest curvature of this path.
                deviation: [turn / (4.0 * E * friction), 2.0 * turn * half / friction],
                least_deviation: half * step,
            },
            lean,
            half,
            offset,
            powers: NODES.map(|node| libm::exp(-lean * node / 2.0)),
            square: RISING.map(|weight| weight / friction),
            linear: LEVEL.map(|weight| weight * offset / friction),
        }
    }

    /// Returns the remaining displacement from `Y` on, where the diagonal part has been scaled by
    /// `stretch`.
    #[inline]
    fn left(&self, blend: Blend, stretch: f64, y: f64) -> Vector {
        // Plain loops over four numbers: the compiler vectorises roots and divisions in pairs.
        let diagonal: [f64; 4] = std::array::from_fn(|i| blend.diagonal * stretch * self.powers[i]);
        let part: [f64; 4] = std::array::from_fn(|i| {
            let (x, y) = (blend.across + diagonal[i], diagonal[i]);
            (x * x + y * y).sqrt()
        });
        let part: [f64; 4] = std::array::from_fn(|i| {
            y * (y * self.square[i] + self.linear[i]) / part[i].max(f64::MIN_POSITIVE)
        });
        let along = |values: [f64; 4]| (values[0] + values[1]) + (values[2] + values[3]);
        let all = along(part) * blend.across;
        let diagonal = along(std::array::from_fn(|i| part[i] * diagonal[i]));
        Vector::new(all + diagonal, diagonal)
    }
}

impl SkewedLaw {
    /// Creates the law of this ice for an engine with this time step, in seconds.
    /// [`CoulombIce::skewed`] is ignored.
    pub fn new(ice: &CoulombIce, step: f64) -> Self {
        SkewedLaw {
            ice: CoulombIce {
                skewed: true,
                ..*ice
            },
            step,
            bends: SIGNS.map(|sign| Bend::new(ice.friction, sign * ice.curl, step)),
        }
    }
}

impl Law for SkewedLaw {
    type Glide<'a> = SkewedGlide<'a>;

    #[inline]
    fn glide(&self, start: Motion) -> SkewedGlide<'_> {
        let bend = &self.bends[sense(start.spin)];
        let speed = start.velocity.length();
        let along = direction(start.velocity, speed);
        let blend = Blend {
            across: along.x - along.y,
            diagonal: along.y,
        };
        // ((u0 - λf/2) / (u0 - c))^λ to first order.
        let stretch = 1.0 + bend.lean * bend.half / (speed + bend.half);
        let y = speed - bend.lean * bend.half;
        let path = SkewedPath {
            bend,
            blend,
            per_full: 1.0 / (speed - bend.offset).max(bend.half),
        };
        let left = bend.left(blend, stretch, y.max(0.0));
        UniformDeceleration::new(path, start, speed, left, self.step)
    }

    fn released(&self, shot: &Shot, at: Vector) -> Motion {
        released(&self.ice, self.step, shot, at)
    }
}

/// A path of [`SkewedLaw`].
pub type SkewedGlide<'a> = UniformDeceleration<SkewedPath<'a>>;

/// A path under DC2's lateral force.
#[derive(Clone, Copy, Debug)]
pub struct SkewedPath<'a> {
    bend: &'a Bend,
    blend: Blend,
    /// One over `u0 - c`.
    per_full: f64,
}

impl Path for SkewedPath<'_> {
    #[inline]
    fn limits(&self) -> &Limits {
        &self.bend.limits
    }

    #[inline]
    fn at(&self, speed: f64) -> Option<(Vector, Vector)> {
        let bend = self.bend;
        let y = speed - bend.lean * bend.half;
        if y <= 0.0 {
            return None;
        }
        let stretch = exp(bend.lean * ln(y * self.per_full));
        let now = stretch * (1.0 - bend.lean * bend.half / (y + bend.half));
        Some((
            bend.left(self.blend, stretch, y),
            self.blend.stretched(now) * speed,
        ))
    }

    /// A heading never crosses an eigenvector of friction, so all of a path curves the way
    /// it starts to.
    #[inline]
    fn curvature_sign(&self) -> f64 {
        -self.bend.lean * self.blend.diagonal * self.blend.across
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::glide::Glide;
    use crate::physics::glide::reference::{self, Tolerance};
    use crate::physics::parameters::{Ice, Parameters};
    use proptest::prelude::*;

    const TOLERANCE: Tolerance = Tolerance {
        place: 0.00004,
        velocity: 0.001,
        spin: 1e-12,
    };

    fn ice(friction: f64, curl: f64) -> CoulombIce {
        match Parameters::dc2().ice {
            Ice::Coulomb(ice) => CoulombIce {
                friction: ice.friction * friction,
                curl: ice.curl * curl,
                ..ice
            },
            Ice::Fcv1(_) => unreachable!("DC2 has even ice"),
        }
    }

    fn check(ice: &CoulombIce, start: Motion, tolerance: Tolerance) -> Result<(), TestCaseError> {
        let law = SkewedLaw::new(ice, 0.001);
        reference::check(&law.glide(start), start, 0.001, tolerance, |motion| {
            reference::coulomb(ice, 0.001, motion)
        })
    }

    #[test]
    fn headings_along_the_axes_and_diagonals_are_as_good_as_others() {
        for x in [-1.0, 0.0, 1.0] {
            for y in [-1.0, 0.0, 1.0] {
                for spin in [-1.0, 0.0, 1.0] {
                    let start = Motion {
                        velocity: Vector::new(x, y) * 15.0,
                        spin,
                        ..Motion::default()
                    };
                    check(&ice(1.0, 1.0), start, TOLERANCE).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_stone_across_the_sheet_runs_straight() {
        let start = Motion {
            velocity: Vector::new(5.0, 0.0),
            spin: 1.0,
            ..Motion::default()
        };
        let law = SkewedLaw::new(&ice(1.0, 1.0), 0.001);
        assert_eq!(law.glide(start).rest().y, 0.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn glides_are_where_steps_lead(start in reference::motions(0.0..35.0, -5.0..5.0)) {
            check(&ice(1.0, 1.0), start, TOLERANCE)?;
        }

        #[test]
        fn so_they_are_on_other_ice(
            start in reference::motions(0.0..10.0, -1.0..1.0), friction in 0.3..2.0, curl in 0.0..2.0,
        ) {
            check(&ice(friction, curl), start, TOLERANCE)?;
        }
    }
}
