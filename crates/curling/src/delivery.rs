//! Deliveries: from a target to the shot that reaches it and back, and the execution error of a
//! player.
//!
//! Programs of the old platform had one friction constant in their shot generation and failed on
//! any other ice: Mori's thesis (2019) names this as the flaw of that system. So aiming comes in
//! two forms here:
//!
//! * [`aim`]: exact, on any ice ([`Deliveries`]); [`crossing`] is the inverse: where a shot stops,
//!   and where and how fast it crosses a line. [`simulated`]: on worn and swept ice.
//! * [`classic`]: the platforms' own rules of thumb, to reproduce their programs.
//!
//! [`noise`] is the distribution of the actual shot around the intended one, [`skill`] the ability
//! of a player.
//!
//! Other stones are ignored here: a target is reached if nothing lies in the way.
//!
//! ```
//! use curling::delivery::{aim, crossing};
//! use curling::physics::{Glide, Motion};
//! use curling::{Shot, Turn, Vector};
//! use curling::sheet::Sheet;
//!
//! // Ice without curl that takes 0.1 m/s every second.
//! #[derive(Clone, Copy)]
//! struct Straight(Motion);
//! impl Glide for Straight {
//!     fn duration(&self) -> f64 { self.0.velocity.length() / 0.1 }
//!     fn rest(&self) -> Vector { self.0.at + self.0.velocity * (self.duration() / 2.0) }
//!     fn at(&self, time: f64) -> Motion {
//!         let left = 1.0 - (time / self.duration()).min(1.0);
//!         let at = self.rest() - self.0.velocity * (self.duration() / 2.0 * left * left);
//!         Motion { at, velocity: self.0.velocity * left, ..self.0 }
//!     }
//!     fn time_when_left(&self, _: f64) -> f64 { 0.0 }
//!     fn deviation(&self, _: f64) -> f64 { 0.0 }
//! }
//!
//! let sheet = Sheet::DC3;
//! let ice = |shot: &Shot| Straight(Motion { at: sheet.hack(), velocity: shot.velocity, spin: 0.0 });
//! let shot = aim::draw(&ice, &sheet, Vector::new(0.5, -1.0), Turn::Clockwise)?;
//! let rest = crossing::rest_of(&ice, &shot)?;
//! assert!((rest - Vector::new(0.5, -1.0)).length() < 1e-4);
//! # Ok::<(), aim::AimError>(())
//! ```

pub mod aim;
pub mod classic;
pub mod crossing;
pub mod noise;
#[cfg(test)]
mod reference;
pub mod simulated;
pub mod skill;
pub mod tee;

pub use aim::{Aim, AimError, Weight};
pub use crossing::Crossing;
pub use noise::{Noise, VelocitySpread};
pub use simulated::RealDeliveries;
pub use skill::{Delivered, Excess, Skill, TeamSkills};
pub use tee::TeeDraws;

use crate::physics::glide::AnyGlide;
use crate::physics::{Fcv1Ice, Glide, Ice, Physics};
use crate::shot::Shot;

/// The highest speed of aiming on unknown ice, in m/s: three times the limit of the fastest
/// platform.
pub const FASTEST: f64 = 100.0;

/// A model of deliveries: the glide of a stone on an empty sheet for a given shot.
///
/// Any function from a shot to a [`Glide`] implements it. For a stone with its own rate of rotation
/// ([`Shot::rate`]), use a function that sets the rate before the release.
pub trait Deliveries {
    /// The motion of the stone.
    type Glide: Glide;

    /// Returns the motion of a stone released at the hack.
    fn released(&self, shot: &Shot) -> Self::Glide;

    /// Returns roughly the speed that carries a stone this many metres: the initial guess of
    /// aiming. The better the guess, the fewer stones are simulated.
    fn likely_speed(&self, distance: f64) -> f64 {
        rule_of_thumb(distance)
    }

    /// Returns the highest speed to consider, in m/s.
    fn fastest(&self) -> f64 {
        FASTEST
    }
}

impl<G: Glide, F: Fn(&Shot) -> G> Deliveries for F {
    type Glide = G;

    fn released(&self, shot: &Shot) -> G {
        self(shot)
    }
}

/// Deliveries on ice with known constants, which give a good initial guess.
#[derive(Clone, Copy, Debug)]
pub struct IceDeliveries<F> {
    /// The ice.
    pub ice: Ice,
    /// The motion of a stone for a shot.
    pub run: F,
}

impl Physics {
    /// Returns the deliveries on this ice.
    pub fn deliveries<'a>(&'a self) -> IceDeliveries<impl Fn(&Shot) -> AnyGlide<'a>> {
        IceDeliveries {
            ice: self.parameters().ice,
            run: |shot: &Shot| self.released(shot),
        }
    }
}

impl<G: Glide, F: Fn(&Shot) -> G> Deliveries for IceDeliveries<F> {
    type Glide = G;

    fn released(&self, shot: &Shot) -> G {
        (self.run)(shot)
    }

    fn likely_speed(&self, distance: f64) -> f64 {
        let speed = match &self.ice {
            Ice::Coulomb(ice) => {
                (ice.friction * distance * (4.0 + ice.curl * ice.curl).sqrt()).sqrt()
            }
            Ice::Fcv1(ice) => fcv1_speed(ice, distance),
        };
        if speed.is_finite() && speed > 0.0 {
            speed
        } else {
            rule_of_thumb(distance)
        }
    }

    fn fastest(&self) -> f64 {
        self.ice.fastest()
    }
}

/// Returns a typical speed: on good ice a stone released at 2.4 m/s stops at the tee.
fn rule_of_thumb(distance: f64) -> f64 {
    2.4 * (distance / 38.4).sqrt()
}

/// Returns the speed with which a stone without curl runs `distance` metres on FCV1 ice: two Newton
/// steps on the integral of v dv / deceleration, which is elementary.
fn fcv1_speed(ice: &Fcv1Ice, distance: f64) -> f64 {
    let shift = ice.knee + ice.grip / ice.floor;
    let strength = ice.gravity * ice.floor;
    let path = |v: f64| {
        let bent = (ice.knee - shift) * (v - shift * libm::log1p(v / shift));
        (v * v / 2.0 + bent) / strength
    };
    let deceleration = |v: f64| strength * (v + shift) / (v + ice.knee);
    let mut speed = (2.28 * strength * distance + 0.4).sqrt();
    for _ in 0..2 {
        let better = speed + (distance - path(speed)) * deceleration(speed) / speed;
        speed = better.max(speed / 4.0);
    }
    speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::reference::Reference;
    use crate::physics::Parameters;
    use crate::shot::Turn;
    use crate::vector::Vector;

    #[test]
    fn the_first_guess_is_near_on_any_ice() {
        for friction in [0.5, 1.0, 2.0] {
            for parameters in [Parameters::legacy(), Parameters::fcv1()] {
                let reference = Reference::new(parameters.with_friction(friction).with_curl(0.0));
                for distance in [30.0, 38.4, 45.0] {
                    let speed = reference.deliveries().likely_speed(distance);
                    let shot = Shot::new(Vector::new(0.0, speed), Turn::Clockwise);
                    let run = (reference.released(&shot).rest() - reference.hack()).length();
                    assert!((run - distance).abs() < 0.05, "{run} for {distance}");
                }
            }
        }
    }

    #[test]
    fn a_guess_for_absurd_ice_is_still_a_speed() {
        let Ice::Fcv1(ice) = Parameters::fcv1().ice else {
            panic!("the model has changed")
        };
        for floor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let ice = Ice::Fcv1(Fcv1Ice { floor, ..ice });
            let run = |shot: &Shot| Reference::new(Parameters::fcv1()).released(shot);
            let guess = IceDeliveries { ice, run }.likely_speed(38.0);
            assert!(guess.is_finite() && guess > 0.0);
        }
    }
}
