//! Laws of motion chosen at run time, for code that is not performance-critical.

use super::{
    CoulombGlide, CoulombLaw, Fcv1Glide, Fcv1Law, Glide, Law, Motion, SkewedGlide, SkewedLaw,
};
use crate::physics::parameters::{Ice, Parameters};
use crate::shot::Shot;
use crate::vector::Vector;

/// The law of motion of any platform.
///
/// ```
/// use curling::physics::Parameters;
/// use curling::physics::glide::AnyLaw;
///
/// assert!(matches!(AnyLaw::new(&Parameters::dc2()), AnyLaw::Skewed(_)));
/// assert!(matches!(AnyLaw::new(&Parameters::dc2_repaired()), AnyLaw::Coulomb(_)));
/// ```
#[derive(Clone, Debug)]
pub enum AnyLaw {
    /// Constant deceleration, the lateral force at a right angle to the path.
    Coulomb(CoulombLaw),
    /// Constant deceleration and DC2's skewed lateral force.
    Skewed(SkewedLaw),
    /// Friction that grows as the stone slows down.
    Fcv1(Fcv1Law),
}

/// The motion of a stone under a law chosen at run time.
#[derive(Clone, Copy, Debug)]
pub enum AnyGlide<'a> {
    /// Under [`AnyLaw::Coulomb`].
    Coulomb(CoulombGlide<'a>),
    /// Under [`AnyLaw::Skewed`].
    Skewed(SkewedGlide<'a>),
    /// Under [`AnyLaw::Fcv1`].
    Fcv1(Fcv1Glide<'a>),
}

impl AnyLaw {
    /// Creates the law of these parameters' ice.
    pub fn new(parameters: &Parameters) -> Self {
        match &parameters.ice {
            Ice::Coulomb(ice) if ice.skewed => AnyLaw::Skewed(SkewedLaw::new(ice, parameters.step)),
            Ice::Coulomb(ice) => AnyLaw::Coulomb(CoulombLaw::new(ice, parameters.step)),
            Ice::Fcv1(ice) => AnyLaw::Fcv1(Fcv1Law::new(ice, parameters.step)),
        }
    }
}

impl Law for AnyLaw {
    type Glide<'a> = AnyGlide<'a>;

    fn glide(&self, start: Motion) -> AnyGlide<'_> {
        match self {
            AnyLaw::Coulomb(law) => AnyGlide::Coulomb(law.glide(start)),
            AnyLaw::Skewed(law) => AnyGlide::Skewed(law.glide(start)),
            AnyLaw::Fcv1(law) => AnyGlide::Fcv1(law.glide(start)),
        }
    }

    fn released(&self, shot: &Shot, at: Vector) -> Motion {
        match self {
            AnyLaw::Coulomb(law) => law.released(shot, at),
            AnyLaw::Skewed(law) => law.released(shot, at),
            AnyLaw::Fcv1(law) => law.released(shot, at),
        }
    }
}

/// Dispatches a call to the law.
macro_rules! dispatch {
    ($glide:expr, $one:ident => $call:expr) => {
        match $glide {
            AnyGlide::Coulomb($one) => $call,
            AnyGlide::Skewed($one) => $call,
            AnyGlide::Fcv1($one) => $call,
        }
    };
}

impl Glide for AnyGlide<'_> {
    fn duration(&self) -> f64 {
        dispatch!(self, glide => glide.duration())
    }

    fn rest(&self) -> Vector {
        dispatch!(self, glide => glide.rest())
    }

    fn at(&self, time: f64) -> Motion {
        dispatch!(self, glide => glide.at(time))
    }

    fn turned(&self, time: f64) -> f64 {
        dispatch!(self, glide => glide.turned(time))
    }

    fn time_when_left(&self, metres: f64) -> f64 {
        dispatch!(self, glide => glide.time_when_left(metres))
    }

    fn deviation(&self, time: f64) -> f64 {
        dispatch!(self, glide => glide.deviation(time))
    }

    fn curvature_sign(&self) -> f64 {
        dispatch!(self, glide => glide.curvature_sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shot::Turn;

    #[test]
    fn every_platform_delivers_a_stone_that_stops_near_the_tee() {
        let draws = [
            (Parameters::legacy(), Vector::new(-0.99, 29.56)),
            (Parameters::dc2(), Vector::new(-0.99, 29.56)),
            (Parameters::fcv1(), Vector::new(-0.13172, 2.39969)),
        ];
        for (parameters, velocity) in draws {
            let law = AnyLaw::new(&parameters);
            let shot = Shot::new(velocity, Turn::Clockwise);
            let glide = law.glide(law.released(&shot, parameters.sheet.hack()));
            assert!(glide.rest().length() < 0.05, "{:?}", glide.rest());
            assert!(glide.turned(glide.duration()) < 0.0);
            assert_eq!(glide.at(glide.duration()), Motion::resting(glide.rest()));
        }
    }

    #[test]
    fn the_bow_of_a_delivery_is_not_made_too_much_of() {
        for (parameters, speed) in [
            (Parameters::legacy(), 30.0),
            (Parameters::dc2(), 30.0),
            (Parameters::fcv1(), 2.4),
        ] {
            let law = AnyLaw::new(&parameters);
            let shot = Shot::new(Vector::new(0.0, speed), Turn::Clockwise);
            let glide = law.glide(law.released(&shot, Vector::ZERO));
            let chord = glide.rest() * (1.0 / glide.rest().length());
            let farthest = (0..1000)
                .map(|part| glide.at(glide.duration() * f64::from(part) / 1000.0).at)
                .map(|at| chord.cross(at).abs())
                .fold(0.0, f64::max);
            let deviation = glide.deviation(0.0);
            assert!(
                farthest > 0.3 && deviation >= farthest,
                "{deviation} m for {farthest}"
            );
            assert!(deviation < 1.3 * farthest, "{deviation} m for {farthest}");
        }
    }
}
