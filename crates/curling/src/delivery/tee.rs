//! Draws around the tee, precomputed for frequent use.
//!
//! The rectangular noise of the older platforms is a displacement at the tee converted to a
//! difference of velocities: every perturbed shot needs two draws. The platforms use their rule of
//! thumb ([`Classic`]) for it, and so do we on their kind of ice: only the difference of two draws
//! matters, and for it the rule is right for any friction (and for other curl but for a rotation by
//! a degree or two). Ice of another law gets exact draws, aimed once and interpolated: a stone
//! released in another direction runs the same path rotated, so only the distance matters, and the
//! square of the speed is almost linear in it.
//!
//! ```
//! use curling::delivery::TeeDraws;
//! use curling::delivery::classic::Classic;
//! use curling::{Turn, Vector};
//!
//! let tee = TeeDraws::classic(Classic::legacy());
//! // A metre short at the tee is about 0.4 m/s.
//! let error = tee.error(Vector::new(0.0, -1.0), Turn::Clockwise);
//! assert!((error.y - 0.41).abs() < 0.01);
//! ```

use super::Deliveries;
use super::aim::{AimError, draw};
use super::classic::Classic;
use crate::frame::LegacyPoint;
use crate::physics::{Ice, Parameters};
use crate::sheet::Sheet;
use crate::shot::Turn;
use crate::vector::Vector;

/// The range of exact draws around the tee, in metres towards the hack or away from it. Targets
/// outside are clamped to it.
const RANGE: f64 = 12.0;

/// The number of interpolation nodes.
const NODES: usize = 8;

/// The velocities of draws around the tee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeeDraws(Form);

#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant)] // there is one a game
enum Form {
    Classic(Classic),
    Exact { hack: Vector, turns: [Curve; 2] },
}

/// The square of the speed, and the offset to the left of the target, by distance: at Chebyshev
/// nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Curve([Vector; NODES]);

impl TeeDraws {
    /// Creates the draws for this ice: the rule of thumb on the older platforms' kind of ice, exact
    /// ones on other ice.
    ///
    /// # Errors
    /// If the tee cannot be reached on this ice.
    pub fn new<R: Deliveries>(parameters: &Parameters, deliveries: &R) -> Result<Self, AimError> {
        match &parameters.ice {
            Ice::Coulomb(ice) => Ok(Self::classic(Classic::on(ice, ice.skewed))),
            Ice::Fcv1(_) => Self::exact(deliveries, &parameters.sheet),
        }
    }

    /// Creates draws by the platform's rule of thumb.
    pub fn classic(form: Classic) -> Self {
        TeeDraws(Form::Classic(form))
    }

    /// Creates exact draws.
    ///
    /// # Errors
    /// If the tee cannot be reached on this ice.
    pub fn exact<R: Deliveries>(deliveries: &R, sheet: &Sheet) -> Result<Self, AimError> {
        let curve = |turn| Curve::aimed(deliveries, sheet, turn);
        Ok(TeeDraws(Form::Exact {
            hack: sheet.hack(),
            turns: [curve(Turn::Clockwise)?, curve(Turn::CounterClockwise)?],
        }))
    }

    /// Returns the velocity of the draw to a point near the tee.
    pub fn velocity(&self, target: Vector, turn: Turn) -> Vector {
        match &self.0 {
            Form::Classic(form) => form.draw(LegacyPoint::from(target), turn).velocity,
            Form::Exact { hack, turns } => {
                turns[usize::from(turn == Turn::CounterClockwise)].velocity(*hack, target)
            }
        }
    }

    /// Returns the difference of velocities that represents a displacement at the tee. The minus is
    /// the platform's; it changes nothing noticeable.
    pub fn error(&self, displacement: Vector, turn: Turn) -> Vector {
        self.velocity(Vector::ZERO, turn) - self.velocity(displacement, turn)
    }
}

impl Curve {
    fn aimed<R: Deliveries>(deliveries: &R, sheet: &Sheet, turn: Turn) -> Result<Self, AimError> {
        let reach = reach(sheet.hack());
        let mut curve = Curve([Vector::ZERO; NODES]);
        for (index, node) in curve.0.iter_mut().enumerate() {
            let target = Vector::new(0.0, reach * place(index));
            let velocity = draw(deliveries, sheet, target, turn)?.velocity;
            let lead = libm::atan2(-velocity.x, velocity.y);
            *node = Vector::new(velocity.length_squared(), lead);
        }
        Ok(curve)
    }

    fn velocity(&self, hack: Vector, target: Vector) -> Vector {
        let path = target - hack;
        let distance = path.length();
        let node = self.at((distance + hack.y) / reach(hack));
        let turn = Vector::new(libm::cos(node.y), libm::sin(node.y));
        path.turned(turn) * (node.x.max(0.0).sqrt() / distance)
    }

    /// Evaluates the polynomial through the nodes, in barycentric form.
    fn at(&self, x: f64) -> Vector {
        let x = x.clamp(-1.0, 1.0);
        let (mut sum, mut total) = (Vector::ZERO, 0.0);
        for (index, node) in self.0.iter().enumerate() {
            let gap = x - place(index);
            if gap == 0.0 {
                return *node;
            }
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            let weight = sign * libm::sin(angle(index)) / gap;
            sum += *node * weight;
            total += weight;
        }
        sum * (1.0 / total)
    }
}

/// Returns the range of the nodes: not behind the thrower on a short sheet.
fn reach(hack: Vector) -> f64 {
    RANGE.min(-hack.y / 2.0)
}

fn angle(node: usize) -> f64 {
    std::f64::consts::PI * (node as f64 + 0.5) / NODES as f64
}

fn place(node: usize) -> f64 {
    libm::cos(angle(node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::crossing::rest_of;
    use crate::delivery::reference::Reference;
    use crate::shot::Shot;

    #[test]
    fn interpolated_draws_stop_where_exact_draws_would() {
        for parameters in [Parameters::fcv1(), Parameters::legacy().with_friction(1.3)] {
            let reference = Reference::coarse(parameters);
            let draws =
                TeeDraws::exact(&reference.deliveries(), &reference.parameters.sheet).unwrap();
            for turn in Turn::BOTH {
                for target in [
                    (0.0, 0.0),
                    (0.4, -0.3),
                    (-1.5, 2.0),
                    (1.0, -6.0),
                    (-2.0, 9.0),
                ] {
                    let target = Vector::new(target.0, target.1);
                    let shot = Shot::new(draws.velocity(target, turn), turn);
                    let rest = rest_of(&reference, &shot).unwrap();
                    assert!((rest - target).length() < 1e-3, "{rest:?} for {target:?}");
                }
            }
        }
    }

    #[test]
    fn targets_out_of_range_still_get_a_speed() {
        let reference = Reference::coarse(Parameters::fcv1());
        let draws = TeeDraws::exact(&reference.deliveries(), &reference.parameters.sheet).unwrap();
        for far in [Vector::new(0.0, 1e6), Vector::new(-50.0, -38.0)] {
            assert!(draws.velocity(far, Turn::Clockwise).length() < 4.0);
        }
    }

    #[test]
    fn the_difference_of_two_draws_hardly_depends_on_the_form() {
        for friction in [0.8, 1.0, 1.2] {
            let reference = Reference::new(Parameters::legacy().with_friction(friction));
            let exact =
                TeeDraws::exact(&reference.deliveries(), &reference.parameters.sheet).unwrap();
            let classic = TeeDraws::new(&reference.parameters, &reference).unwrap();
            assert_ne!(exact, classic);
            for turn in Turn::BOTH {
                for displacement in [Vector::new(0.145, 0.0), Vector::new(-0.1, 0.3)] {
                    let difference =
                        exact.error(displacement, turn) - classic.error(displacement, turn);
                    assert!(difference.length() < 1e-4, "{difference:?}");
                }
            }
        }
    }

    #[test]
    fn the_older_platforms_keep_their_rule_of_thumb() {
        let reference = Reference::new(Parameters::legacy());
        let chosen = TeeDraws::new(&reference.parameters, &reference).unwrap();
        assert_eq!(chosen, TeeDraws::classic(Classic::legacy()));
    }
}
