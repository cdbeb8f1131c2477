//! Execution error: the distribution of the actual shot around the intended one.
//!
//! Every platform perturbs a shot by two independent normal deviates, in its own way. Here that is
//! one function, [`Noise::perturbed`], from two standard normal deviates to a shot. A referee
//! samples them ([`Noise::disturb`]); a search that averages over the outcomes uses a grid of them
//! instead, weighted by the normal density, and needs no sampling; [`Noise::spread`] is the linear
//! approximation of the same function, for standard deviations.
//!
//! ```
//! use curling::delivery::classic::Classic;
//! use curling::delivery::{Noise, TeeDraws};
//! use curling::frame::{LEGACY_TEE, LegacyPoint};
//! use curling::shot::Turn;
//!
//! let tee = TeeDraws::classic(Classic::legacy());
//! let shot = Classic::legacy().draw(LegacyPoint(LEGACY_TEE), Turn::Clockwise);
//! let spread = Noise::Gat { size: 0.145 }.spread(&shot, &tee).deviations();
//! assert!((spread.x - 0.0590).abs() < 5e-4 && (spread.y - 0.1176).abs() < 5e-4);
//! ```
//!
//! Rectangular noise is the platform of Ito and Kitasei (2015) as its code has it; Polar noise is
//! Mori's (2019). The generators are not those of the platforms: the distributions are.

use super::tee::TeeDraws;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use arena::Text;
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind and size of execution error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingNoise")]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Noise {
    /// None.
    #[default]
    None,
    /// A difference of velocities, that between a draw to the tee and a draw to a point near it,
    /// whatever the shot: the legacy platform and DC2. Standard deviations at the tee, in metres.
    Rectangular {
        /// Across the sheet.
        x: f64,
        /// Along the sheet.
        y: f64,
    },
    /// Rectangular noise as in the GAT contests from 2016 on: half the size across the sheet, twice
    /// the size along it.
    Gat {
        /// In metres.
        size: f64,
    },
    /// In speed and heading: DC2.
    Polar {
        /// Standard deviation of the speed, in m/s.
        speed: f64,
        /// Standard deviation of the heading, in radians.
        heading: f64,
        /// DC2 as published: a perturbed stone always rotates clockwise.
        #[serde(default)]
        loses_turn: bool,
    },
    /// In speed and heading, the speed capped first: Digital Curling 3. A slow stone may go
    /// backwards, as there.
    Dc3(Dc3Noise),
    /// In speed and heading, with deviations for each turn, and no stone goes backwards: Digital
    /// Curling 4.
    Dc4 {
        /// For clockwise stones.
        cw: Dc3Noise,
        /// For counter-clockwise stones.
        ccw: Dc3Noise,
    },
}

/// The noise of a player on Digital Curling 3 and 4; the names are theirs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingNoiseHand")]
#[serde(deny_unknown_fields, default)]
pub struct Dc3Noise {
    /// The highest intended speed, in m/s; the noise comes on top.
    pub max_speed: f64,
    /// Standard deviation of the speed, in m/s.
    pub stddev_speed: f64,
    /// Standard deviation of the heading, in radians.
    pub stddev_angle: f64,
}

impl Default for Dc3Noise {
    /// Returns the default player of the platforms' configurations.
    fn default() -> Self {
        Dc3Noise {
            max_speed: 4.0,
            stddev_speed: 0.0076,
            stddev_angle: 0.0018,
        }
    }
}

/// Invalid noise.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} is {value}: it must be {}", what.en, must.en)]
pub struct NoiseError {
    /// The quantity.
    pub what: Text,
    /// The given value.
    pub value: f64,
    /// The valid range.
    pub must: Text,
}

/// The linear approximation of the velocities of a perturbed shot: `centre + a first + b second`,
/// where a and b are independent standard normal deviates.
///
/// The two vectors are the effect of one standard deviation of either deviate, as a central
/// difference; for rectangular noise across and along the sheet, otherwise along and across the
/// shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VelocitySpread {
    /// The velocity without error; slower than the intended shot if that was above the
    /// player's limit.
    pub centre: Vector,
    /// The effect of one standard deviation of the first deviate.
    pub first: Vector,
    /// The effect of one standard deviation of the second deviate.
    pub second: Vector,
}

impl VelocitySpread {
    /// Returns the standard deviations across the sheet and along it.
    pub fn deviations(&self) -> Vector {
        Vector::new(
            libm::hypot(self.first.x, self.second.x),
            libm::hypot(self.first.y, self.second.y),
        )
    }

    /// Returns the velocity for two standard normal deviates.
    pub fn at(&self, deviates: [f64; 2]) -> Vector {
        self.centre + self.first * deviates[0] + self.second * deviates[1]
    }
}

impl Noise {
    /// Checks all values.
    ///
    /// # Errors
    /// If a standard deviation is negative or not finite, or a limit is negative or not a number.
    pub fn check(&self) -> Result<(), NoiseError> {
        match *self {
            Noise::None => Ok(()),
            Noise::Rectangular { x, y } => {
                deviation(
                    x,
                    (
                        "the standard deviation across the sheet",
                        "横方向の標準偏差",
                    ),
                )?;
                deviation(
                    y,
                    ("the standard deviation along the sheet", "縦方向の標準偏差"),
                )
            }
            Noise::Gat { size } => deviation(size, ("the size of the noise", "誤差の大きさ")),
            Noise::Polar { speed, heading, .. } => {
                deviation(
                    speed,
                    ("the standard deviation of the speed", "速さの標準偏差"),
                )?;
                deviation(
                    heading,
                    ("the standard deviation of the heading", "方向の標準偏差"),
                )
            }
            Noise::Dc3(deviations) => deviations.check(),
            Noise::Dc4 { cw, ccw } => cw.check().and_then(|()| ccw.check()),
        }
    }

    /// Returns whether every shot is exact.
    pub fn is_none(&self) -> bool {
        let steady = |deviations: &Dc3Noise| {
            deviations.stddev_speed == 0.0 && deviations.stddev_angle == 0.0
        };
        match self {
            Noise::None => true,
            Noise::Rectangular { x, y } => *x == 0.0 && *y == 0.0,
            Noise::Gat { size } => *size == 0.0,
            Noise::Polar { speed, heading, .. } => *speed == 0.0 && *heading == 0.0,
            Noise::Dc3(deviations) => steady(deviations),
            Noise::Dc4 { cw, ccw } => steady(cw) && steady(ccw),
        }
    }

    /// Samples the actual shot. Takes two numbers from the generator whatever the noise, so that
    /// players of different skill can be given the same dice.
    pub fn disturb(&self, shot: &Shot, tee: &TeeDraws, rng: &mut impl Rng) -> Shot {
        let first = StandardNormal.sample(rng);
        let second = StandardNormal.sample(rng);
        self.perturbed(shot, tee, [first, second])
    }

    /// Returns the shot for two standard normal deviates: for rectangular noise across and along
    /// the sheet, otherwise speed and heading.
    pub fn perturbed(&self, shot: &Shot, tee: &TeeDraws, deviates: [f64; 2]) -> Shot {
        match *self {
            Noise::None => *shot,
            Noise::Rectangular { x, y } => {
                displaced(shot, tee, Vector::new(x * deviates[0], y * deviates[1]))
            }
            Noise::Gat { size } => displaced(
                shot,
                tee,
                Vector::new(size / 2.0 * deviates[0], size * 2.0 * deviates[1]),
            ),
            Noise::Polar {
                speed,
                heading,
                loses_turn,
            } => {
                let fast = shot.velocity.length() + speed * deviates[0];
                let perturbed = thrown(shot, fast, heading * deviates[1]);
                let turn = if loses_turn {
                    Turn::Clockwise
                } else {
                    shot.turn
                };
                Shot { turn, ..perturbed }
            }
            Noise::Dc3(deviations) => thrown(
                shot,
                deviations.speed(shot, deviates[0]),
                deviations.stddev_angle * deviates[1],
            ),
            Noise::Dc4 { cw, ccw } => {
                let deviations = match shot.turn {
                    Turn::Clockwise => cw,
                    Turn::CounterClockwise => ccw,
                };
                let speed = deviations.speed(shot, deviates[0]).max(0.0);
                thrown(shot, speed, deviations.stddev_angle * deviates[1])
            }
        }
    }

    /// Returns the linear approximation of the velocities of this shot.
    pub fn spread(&self, shot: &Shot, tee: &TeeDraws) -> VelocitySpread {
        let velocity = |deviates| self.perturbed(shot, tee, deviates).velocity;
        VelocitySpread {
            centre: velocity([0.0, 0.0]),
            first: (velocity([1.0, 0.0]) - velocity([-1.0, 0.0])) * 0.5,
            second: (velocity([0.0, 1.0]) - velocity([0.0, -1.0])) * 0.5,
        }
    }
}

impl Dc3Noise {
    fn check(&self) -> Result<(), NoiseError> {
        deviation(
            self.stddev_speed,
            ("the standard deviation of the speed", "速さの標準偏差"),
        )?;
        deviation(
            self.stddev_angle,
            ("the standard deviation of the angle", "角度の標準偏差"),
        )?;
        limit(self.max_speed, ("the maximum speed", "最大の速さ"))
    }

    fn speed(&self, shot: &Shot, deviates: f64) -> f64 {
        shot.velocity.length().min(self.max_speed) + self.stddev_speed * deviates
    }
}

fn deviation(value: f64, what: (&'static str, &'static str)) -> Result<(), NoiseError> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    let must = ("a finite number and not negative", "0以上の有限の数").into();
    let what = what.into();
    Err(NoiseError { what, value, must })
}

pub(super) fn limit(value: f64, what: (&'static str, &'static str)) -> Result<(), NoiseError> {
    if value >= 0.0 {
        return Ok(());
    }
    let must = ("a number and not negative", "0以上の数").into();
    let what = what.into();
    Err(NoiseError { what, value, must })
}

fn displaced(shot: &Shot, tee: &TeeDraws, displacement: Vector) -> Shot {
    Shot {
        velocity: shot.velocity + tee.error(displacement, shot.turn),
        ..*shot
    }
}

/// Returns the shot with another speed, its heading rotated to the left by an angle. A stone
/// without speed has no heading to rotate: it goes straight down the sheet.
fn thrown(shot: &Shot, speed: f64, angle: f64) -> Shot {
    let length = shot.velocity.length();
    let heading = if length > 0.0 {
        shot.velocity * (1.0 / length)
    } else {
        Vector::new(0.0, 1.0)
    };
    let turn = Vector::new(libm::cos(angle), libm::sin(angle));
    Shot {
        velocity: heading.turned(turn) * speed,
        ..*shot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::classic::Classic;
    use crate::delivery::reference::Reference;
    use crate::physics::Parameters;
    use proptest::prelude::*;
    use rand_pcg::Pcg64Mcg;

    fn tee() -> TeeDraws {
        TeeDraws::classic(Classic::legacy())
    }

    fn hit(turn: Turn) -> Shot {
        Shot::new(Vector::new(0.8, 31.0), turn)
    }

    /// Standard deviations of two measured quantities over fixed samples.
    fn sampled(noise: &Noise, shot: &Shot, measure: impl Fn(Vector) -> (f64, f64)) -> Vector {
        let mut rng = Pcg64Mcg::new(20160313);
        let samples = 20_000;
        let (mut sum, mut squares) = (Vector::ZERO, Vector::ZERO);
        for _ in 0..samples {
            let (x, y) = measure(noise.disturb(shot, &tee(), &mut rng).velocity);
            sum += Vector::new(x, y);
            squares += Vector::new(x * x, y * y);
        }
        let per = 1.0 / f64::from(samples);
        let (mean, square) = (sum * per, squares * per);
        Vector::new(
            (square.x - mean.x * mean.x).sqrt(),
            (square.y - mean.y * mean.y).sqrt(),
        )
    }

    /// Within four standard errors of a standard deviation from 20,000 samples, and the digits the
    /// value is given with.
    fn agrees(measured: f64, expected: f64) -> bool {
        (measured - expected).abs() < expected * 4.0 / 200.0 + 1e-4
    }

    #[test]
    fn the_velocity_strays_as_far_as_on_the_platforms() {
        let cases = [
            (Noise::Rectangular { x: 0.145, y: 0.145 }, 0.1176, 0.0589),
            (Noise::Gat { size: 0.145 }, 0.0590, 0.1176),
        ];
        for (noise, x, y) in cases {
            for turn in Turn::BOTH {
                let shot = hit(turn);
                let measured = sampled(&noise, &shot, |v| (v.x, v.y));
                assert!(
                    agrees(measured.x, x) && agrees(measured.y, y),
                    "{measured:?}"
                );
                let expected = noise.spread(&shot, &tee()).deviations();
                assert!(
                    (expected.x - x).abs() < 5e-4 && (expected.y - y).abs() < 5e-4,
                    "{expected:?}"
                );
            }
        }
    }

    #[test]
    fn speed_and_heading_have_their_standard_deviations() {
        let measure = |v: Vector| (v.length(), libm::atan2(v.y, v.x));
        let polar = Noise::Polar {
            speed: 0.1,
            heading: 0.004,
            loses_turn: false,
        };
        let measured = sampled(&polar, &hit(Turn::Clockwise), measure);
        assert!(agrees(measured.x, 0.1) && (measured.y - 0.004).abs() < 1e-4);
        let dc3 = Noise::Dc3(Dc3Noise::default());
        let shot = Shot::new(Vector::new(0.1, 2.4), Turn::CounterClockwise);
        let measured = sampled(&dc3, &shot, measure);
        assert!((measured.x - 0.0076).abs() < 2e-4 && (measured.y - 0.0018).abs() < 5e-5);
    }

    #[test]
    fn a_published_slip_loses_the_turn_and_only_if_asked_for() {
        for (loses_turn, left) in [(true, Turn::Clockwise), (false, Turn::CounterClockwise)] {
            let noise = Noise::Polar {
                speed: 0.0,
                heading: 0.0,
                loses_turn,
            };
            let perturbed = noise.perturbed(&hit(Turn::CounterClockwise), &tee(), [0.0; 2]);
            assert_eq!(perturbed.turn, left);
        }
    }

    #[test]
    fn the_speed_is_capped_before_the_noise() {
        let fast = Shot::new(Vector::new(0.0, 9.0), Turn::Clockwise);
        let perturbed = Noise::Dc3(Dc3Noise::default()).perturbed(&fast, &tee(), [1.0, 0.0]);
        assert!((perturbed.velocity.y - 4.0076).abs() < 1e-12);
    }

    #[test]
    fn each_turn_has_its_own_deviations_and_no_stone_goes_backwards() {
        let wild = Dc3Noise {
            stddev_speed: 1.0,
            ..Dc3Noise::default()
        };
        let noise = Noise::Dc4 {
            cw: wild,
            ccw: Dc3Noise::default(),
        };
        let shot = |turn| Shot::new(Vector::new(0.0, 2.0), turn);
        let speed = |turn| noise.perturbed(&shot(turn), &tee(), [-3.0, 0.0]).velocity.y;
        assert_eq!(speed(Turn::Clockwise), 0.0);
        assert!((speed(Turn::CounterClockwise) - 1.9772).abs() < 1e-12);
        let dc3 = Noise::Dc3(wild).perturbed(&shot(Turn::Clockwise), &tee(), [-3.0, 0.0]);
        assert!(dc3.velocity.y < 0.0);
    }

    #[test]
    fn the_first_number_drawn_is_the_speed() {
        let noise = Noise::Dc3(Dc3Noise {
            stddev_angle: 0.0,
            ..Dc3Noise::default()
        });
        let mut rng = Pcg64Mcg::new(7);
        let deviates: f64 = StandardNormal.sample(&mut rng);
        let shot = Shot::new(Vector::new(0.0, 2.0), Turn::Clockwise);
        let thrown = noise.disturb(&shot, &tee(), &mut Pcg64Mcg::new(7));
        assert!((thrown.velocity.y - (2.0 + 0.0076 * deviates)).abs() < 1e-12);
    }

    #[test]
    fn all_noises_use_the_generator_equally_and_repeat() {
        let noises = [
            Noise::None,
            Noise::Gat { size: 0.1 },
            Noise::Dc3(Dc3Noise::default()),
            Noise::Polar {
                speed: 0.1,
                heading: 0.1,
                loses_turn: true,
            },
        ];
        let after = noises.map(|noise| {
            let mut rng = Pcg64Mcg::new(42);
            let first = noise.disturb(&hit(Turn::Clockwise), &tee(), &mut rng);
            let again = noise.disturb(&hit(Turn::Clockwise), &tee(), &mut Pcg64Mcg::new(42));
            assert_eq!(first, again);
            rng
        });
        assert!(after.iter().all(|rng| *rng == after[0]));
    }

    #[test]
    fn displacements_at_the_tee_work_on_other_ice_too() {
        let reference = Reference::coarse(Parameters::fcv1().with_friction(1.2));
        let tee = TeeDraws::new(&reference.parameters, &reference.deliveries()).unwrap();
        let shot = Shot::new(tee.velocity(Vector::ZERO, Turn::Clockwise), Turn::Clockwise);
        let noise = Noise::Rectangular { x: 0.3, y: 0.5 };
        let perturbed = noise.perturbed(&shot, &tee, [-1.0, 1.0]);
        let rest = crate::delivery::crossing::rest_of(&reference, &perturbed).unwrap();
        // The error has the sign of the platform: what would be left and long becomes right and
        // short.
        assert!((rest - Vector::new(0.3, -0.5)).length() < 0.02, "{rest:?}");
    }

    #[test]
    fn settings_read_as_they_are_written() {
        let noises = [
            Noise::None,
            Noise::Rectangular { x: 0.1, y: 0.2 },
            Noise::Dc3(Dc3Noise::default()),
            Noise::Dc4 {
                cw: Dc3Noise::default(),
                ccw: Dc3Noise::default(),
            },
        ];
        for noise in noises {
            let text = serde_json::to_string(&noise).unwrap();
            assert_eq!(
                serde_json::from_str::<Noise>(&text).unwrap(),
                noise,
                "{text}"
            );
        }
        let short: Noise = serde_json::from_str(r#"{"kind":"dc3","stddev_angle":0.002}"#).unwrap();
        let deviations = Dc3Noise {
            stddev_angle: 0.002,
            ..Dc3Noise::default()
        };
        assert_eq!(short, Noise::Dc3(deviations));
        assert!(serde_json::from_str::<Noise>(r#"{"kind":"gat","sise":0.1}"#).is_err());
    }

    #[test]
    fn impossible_noise_is_refused_in_words() {
        let error = Noise::Gat { size: -0.1 }.check().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the size of the noise is -0.1: it must be a finite number and not negative"
        );
        let nan = Dc3Noise {
            stddev_speed: f64::NAN,
            ..Dc3Noise::default()
        };
        assert!(Noise::Dc3(nan).check().is_err());
        let nan = Dc3Noise {
            max_speed: f64::NAN,
            ..Dc3Noise::default()
        };
        assert!(
            Noise::Dc4 {
                cw: Dc3Noise::default(),
                ccw: nan
            }
            .check()
            .is_err()
        );
        assert!(Noise::None.check().is_ok());
    }

    proptest! {
        #[test]
        fn the_spread_is_the_derivative(
            (x, y) in (-1.5..1.5, 20.0..33.0), (a, b) in (-1.0..1.0, -1.0..1.0), ccw: bool, kind in 0..3,
        ) {
            let noise = match kind {
                0 => Noise::Gat { size: 0.145 },
                1 => Noise::Polar { speed: 0.1, heading: 0.004, loses_turn: false },
                _ => Noise::Dc3(Dc3Noise { max_speed: 50.0, ..Dc3Noise::default() }),
            };
            let shot = Shot::new(Vector::new(x, y), Turn::BOTH[usize::from(ccw)]);
            let spread = noise.spread(&shot, &tee());
            let exact = noise.perturbed(&shot, &tee(), [a, b]).velocity;
            prop_assert!((spread.at([a, b]) - exact).length() < 2e-3);
            prop_assert!((spread.centre - shot.velocity).length() < 1e-12);
        }

        #[test]
        fn nonsense_in_never_panics(x: f64, y: f64, sd: f64, a: f64, b: f64) {
            let shot = Shot::new(Vector::new(x, y), Turn::Clockwise);
            let deviations = Dc3Noise { max_speed: b, stddev_speed: sd, stddev_angle: a };
            for noise in [Noise::Gat { size: sd }, Noise::Dc3(deviations), Noise::Dc4 { cw: deviations, ccw: deviations }] {
                let _ = noise.perturbed(&shot, &tee(), [a, b]);
                let _ = noise.spread(&shot, &tee());
                let _ = noise.disturb(&shot, &tee(), &mut Pcg64Mcg::new(1));
            }
        }
    }
}
