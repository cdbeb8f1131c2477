//! The platforms' own aiming, to play against and compare with programs that use it. Agrees with
//! the legacy platform to 8 µm/s, not to the last bit.
//!
//! The legacy platform and DC2 (Ito and Kitasei, "Proposal and Implementation of Digital Curling",
//! 2015; Mori, 2019) come with two functions that every program of their time called: a draw to a
//! point and a hit through a point with a power from 0 to 16. Both start from a rule of thumb: aim
//! beside the target by a fixed distance, on ice of one fixed friction. The draw stops some
//! millimetres beside its target; the hit is then turned by the result of running the stone once.
//! The example client of Digital Curling 3 uses a fitted formula; see
//! [`ExampleClient`].
//!
//! Use [`crate::delivery::aim`] to reach a target; use this to do what the platforms do. Everything
//! here is in single precision, as there. Friction is a value, but the rule of thumb behind it is
//! not: on ice that curls more or less than the platform's the stone goes elsewhere.
//!
//! ```
//! use curling::delivery::classic::Classic;
//! use curling::frame::{LEGACY_TEE, LegacyPoint};
//! use curling::shot::Turn;
//!
//! let tee = Classic::legacy().draw(LegacyPoint(LEGACY_TEE), Turn::Clockwise);
//! let (vx, vy, angle) = tee.to_legacy();
//! assert_eq!(format!("{vx:.6} {vy:.5} {angle}"), "-0.990740 -29.55977 0");
//! ```

mod example_client;

pub use example_client::ExampleClient;

use crate::frame::{LEGACY_TEE, LegacyPoint, flip};
use crate::physics::law::after_friction;
use crate::physics::{CoulombIce, Ice, Parameters};
use crate::shot::{Shot, Turn};
use crate::vector::Vector;

/// The point of release, in the legacy frame.
const DELIVERY: Vector<f32> = Vector::new(2.375, 41.28);

/// The steps, a minute of play, after which a stone that has not passed the target counts as a
/// miss.
const LONGEST_RUN: u32 = 60_000;

/// The aiming of the legacy platform and of DC2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classic {
    ice: CoulombIce,
    friction: f32,
    step: f32,
    swapped: bool,
}

/// The platform's answer to a request for a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The shot.
    pub shot: Shot,
    /// Whether it reaches the target. If not, the shot is only the uncorrected first guess (the
    /// platform returns 0).
    pub arrives: bool,
}

impl Classic {
    /// Returns the aiming of the legacy platform.
    pub fn legacy() -> Self {
        match Parameters::legacy().ice {
            Ice::Coulomb(ice) => Self::on(&ice, false),
            Ice::Fcv1(_) => unreachable!("the legacy platform has Coulomb ice"),
        }
    }

    /// DC2 as published: the first guess of a hit uses the formula of the other turn, which the
    /// correction almost hides.
    pub fn dc2() -> Self {
        match Parameters::dc2().ice {
            Ice::Coulomb(ice) => Self::on(&ice, true),
            Ice::Fcv1(_) => unreachable!("DC2 has Coulomb ice"),
        }
    }

    /// Returns the aiming on other ice. `swapped` is DC2's error in the first guess of a hit.
    pub fn on(ice: &CoulombIce, swapped: bool) -> Self {
        Classic {
            ice: *ice,
            friction: ice.friction as f32,
            step: 0.001,
            swapped,
        }
    }

    /// Returns a shot that stops near the target: within six millimetres on the platform's ice.
    pub fn draw(&self, target: LegacyPoint, turn: Turn) -> Shot {
        shot(self.towards(beside(target.0, turn)), turn)
    }

    /// Returns a shot through the target that, without curl, would stop at the line of its power
    /// (see [`stop_line`]); below zero, a draw to the target.
    pub fn hit(&self, target: LegacyPoint, power: f32, turn: Turn) -> Hit {
        let guess = self.first_guess(target.0, power, turn);
        let path = target.0 - DELIVERY;
        let passing = self.passing(guess, turn, path.length());
        Hit {
            shot: shot(
                passing.map_or(guess, |point| turned(guess, point - DELIVERY, path)),
                turn,
            ),
            arrives: passing.is_some(),
        }
    }

    fn first_guess(&self, target: Vector<f32>, power: f32, turn: Turn) -> Vector<f32> {
        if power < 0.0 {
            return self.towards(beside(target, turn));
        }
        let formula = if self.swapped { turn.reversed() } else { turn };
        let line = stop_line(power);
        let slope = (target.x - DELIVERY.x) / (target.y - DELIVERY.y);
        let aim = Vector::new(DELIVERY.x + slope * (line - DELIVERY.y), line);
        self.towards(beside(aim, formula))
    }

    /// Returns the velocity that carries a stone without curl to a point.
    fn towards(&self, point: Vector<f32>) -> Vector<f32> {
        let path = point - DELIVERY;
        let length = path.length();
        let speed = (2.0 * self.friction * length).sqrt();
        Vector::new(path.x / length * speed, path.y / length * speed)
    }

    /// Returns where a single stone is first this far from the point of release; none if it stops
    /// before.
    fn passing(&self, velocity: Vector<f32>, turn: Turn, distance: f32) -> Option<Vector<f32>> {
        let mut velocity = self.after_friction(velocity, turn, self.friction * self.step * 0.5);
        let (mut at, mut covered) = (DELIVERY, 0.0);
        for _ in 0..LONGEST_RUN {
            let before = (at, covered);
            at += velocity * self.step;
            covered = (at - DELIVERY).length();
            if covered > distance {
                let part = (distance - before.1) / (covered - before.1);
                return Some(before.0 + (at - before.0) * part);
            }
            velocity = self.after_friction(velocity, turn, self.friction * self.step);
            if velocity == Vector::ZERO {
                return None;
            }
        }
        None
    }

    /// Returns the velocity after friction has taken `loss` of it.
    fn after_friction(&self, velocity: Vector<f32>, turn: Turn, loss: f32) -> Vector<f32> {
        if velocity.length().is_nan() {
            return Vector::ZERO; // the target is not a number
        }
        flip(after_friction(
            &self.ice,
            flip(velocity),
            turn.sign() as f32,
            loss,
        ))
    }
}

/// Returns the y, in the legacy frame, at which the platform's hit of a power would stop: from the
/// hog line (0) to behind the sheet (16). Powers outside count as the nearest.
pub fn stop_line(power: f32) -> f32 {
    match power {
        _ if power <= 1.0 => 11.28 - 0.76 * power.max(0.0),
        _ if power <= 3.0 => 10.52 - 1.52 * (power - 1.0),
        _ if power <= 4.0 => 7.47 - 0.76 * (power - 3.0),
        _ if power <= 10.0 => 6.71 - 0.61 * (power - 4.0),
        _ => 3.05 - 1.52 * (power.min(16.0) - 10.0),
    }
}

/// Returns the point to aim at so that the curl carries the stone near the target.
fn beside(target: Vector<f32>, turn: Turn) -> Vector<f32> {
    let sign = legacy_sign(turn);
    Vector::new(
        target.x - sign * (1.22 - 0.0335 * (target.y - LEGACY_TEE.y)),
        target.y - sign * (0.0335 * (target.x - LEGACY_TEE.x)),
    )
}

/// Returns a velocity rotated by the angle from one direction to another.
fn turned(velocity: Vector<f32>, from: Vector<f32>, to: Vector<f32>) -> Vector<f32> {
    let angle = libm::atan2f(to.y, to.x) - libm::atan2f(from.y, from.x);
    velocity.turned(Vector::new(libm::cosf(angle), libm::sinf(angle)))
}

/// Returns the sign of a turn in the legacy frame, which is mirrored: there, clockwise is positive.
fn legacy_sign(turn: Turn) -> f32 {
    -turn.sign() as f32
}

fn shot(velocity: Vector<f32>, turn: Turn) -> Shot {
    Shot::new(velocity.conjugate().wide(), turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::crossing::{at_distance, rest_of};
    use crate::delivery::reference::Reference;
    use crate::frame::HackPoint;
    use crate::sheet::Sheet;
    use proptest::prelude::*;

    #[test]
    fn the_tee_shot_is_the_published_one() {
        let tee = LegacyPoint(LEGACY_TEE);
        for (turn, sign) in [(Turn::Clockwise, -1.0), (Turn::CounterClockwise, 1.0)] {
            let (x, y, _) = Classic::legacy().draw(tee, turn).to_legacy();
            assert!((x - sign * 0.990740).abs() < 2e-6 && (y + 29.559775).abs() < 4e-6);
        }
    }

    #[test]
    fn a_draw_stops_a_few_millimetres_beside_its_target() {
        let reference = Reference::new(Parameters::legacy());
        let target = LegacyPoint::new(2.9, 5.5);
        let rest = rest_of(&reference, &Classic::legacy().draw(target, Turn::Clockwise)).unwrap();
        let off = rest - Vector::from(target);
        assert!(
            off.x < -0.003 && off.x > -0.008 && off.y.abs() < 0.001,
            "{off:?}"
        );
    }

    #[test]
    fn the_stop_lines_run_from_the_hog_line_to_behind_the_sheet() {
        let lines = [
            -1.0, 0.0, 1.0, 2.0, 3.0, 3.5, 4.0, 7.0, 10.0, 13.0, 16.0, 99.0,
        ]
        .map(stop_line);
        assert!(lines.is_sorted_by(|a, b| a >= b), "{lines:?}");
        assert_eq!((lines[0], stop_line(16.0)), (11.28, stop_line(99.0)));
    }

    #[test]
    fn a_hit_passes_its_target_on_the_platform_s_ice() {
        // On DC2's ice a path turned is not the same path, and the first guess is far from the
        // target.
        for (form, parameters, tolerance) in [
            (Classic::legacy(), Parameters::legacy(), 0.001),
            (Classic::dc2(), Parameters::dc2(), 0.06),
        ] {
            let reference = Reference::new(parameters);
            for turn in Turn::BOTH {
                let point = LegacyPoint::new(1.6, 6.0);
                let hit = form.hit(point, 12.0, turn);
                assert!(hit.arrives);
                let target = Vector::from(point);
                let distance = (target - reference.hack()).length();
                let crossing =
                    at_distance(&reference, &Sheet::LEGACY, &hit.shot, distance).unwrap();
                let off = (crossing.unwrap().at - target).length();
                assert!(off < tolerance, "{off}");
            }
        }
    }

    #[test]
    fn a_hit_that_stops_short_is_the_first_guess() {
        let short = Classic::legacy().hit(LegacyPoint::new(2.375, 4.0), 2.0, Turn::Clockwise);
        assert!(!short.arrives);
        let line = LegacyPoint::new(2.375, stop_line(2.0));
        assert_eq!(short.shot, Classic::legacy().draw(line, Turn::Clockwise));
    }

    #[test]
    fn dc2_starts_from_the_other_turn_s_guess() {
        let (point, turn) = (LegacyPoint::new(2.0, 4.0), Turn::Clockwise);
        let short = |form: Classic| form.hit(point, 2.0, turn).shot.velocity.x;
        assert!(short(Classic::legacy()) < 0.0 && short(Classic::dc2()) > 0.0);
        let hit = |form: Classic| form.hit(point, 12.0, turn).shot.velocity;
        assert!((hit(Classic::legacy()) - hit(Classic::dc2())).length() < 0.1);
    }

    #[test]
    fn friction_is_a_parameter() {
        let Ice::Coulomb(ice) = Parameters::legacy().with_friction(4.0).ice else {
            panic!("the model has changed")
        };
        let tee = LegacyPoint(LEGACY_TEE);
        let slow = Classic::on(&ice, false).draw(tee, Turn::Clockwise).velocity;
        let usual = Classic::legacy().draw(tee, Turn::Clockwise).velocity;
        assert!((slow - usual * 2.0).length() < 1e-5);
    }

    #[test]
    fn the_example_client_gets_within_centimetres() {
        let reference = Reference::new(Parameters::fcv1());
        for target in [HackPoint::new(0.5, 38.0), HackPoint::new(-1.2, 35.5)] {
            for turn in Turn::BOTH {
                let shot = ExampleClient::default().shot(target, 0.0, turn).unwrap();
                let rest = rest_of(&reference, &shot).unwrap();
                let off = rest - Vector::from(target);
                assert!(off.length() < 0.03, "{off:?}");
            }
        }
    }

    #[test]
    fn the_example_client_s_hits_have_about_the_speed_asked_for() {
        let reference = Reference::new(Parameters::fcv1());
        let target = HackPoint::new(0.4, 37.5);
        for speed in [0.5_f32, 1.5, 3.0] {
            let shot = ExampleClient::default()
                .shot(target, speed, Turn::Clockwise)
                .unwrap();
            let point = Vector::from(target);
            let distance = (point - reference.hack()).length();
            let crossing = at_distance(&reference, &Sheet::DC3, &shot, distance)
                .unwrap()
                .unwrap();
            assert!(
                (crossing.speed() - f64::from(speed)).abs() < 0.02,
                "{crossing:?}"
            );
            assert!((crossing.at - point).length() < 0.03, "{crossing:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn nonsense_in_never_panics_nor_hangs(x: f32, y: f32, number: f32) {
            for turn in Turn::BOTH {
                let point = LegacyPoint::new(x, y);
                let _ = Classic::legacy().draw(point, turn);
                let _ = Classic::dc2().hit(point, number, turn);
                let shot = ExampleClient::default().shot(HackPoint::new(x, y), number, turn);
                prop_assert!(shot.is_none_or(|shot| shot.velocity.is_finite()));
            }
        }
    }
}
