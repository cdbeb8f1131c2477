//! The FCV1 law, the simulator of Digital Curling 3 and 4: friction that grows as the stone slows
//! down.
//!
//! Deceleration and curvature of the path depend on the speed alone, and the size of the spin plays
//! no part as long as it is not zero. So all paths of spinning stones are pieces of *one* curve,
//! rotated and perhaps mirrored, that ends at rest: a stone's motion is found by looking up how
//! long a stone of its speed still runs, and laying the [`Curve`] over its position and heading.
//! When the spin dies on the way, which a light hit may cause, the rest of the path is straight,
//! with the same deceleration.
//!
//! FCV1 applies friction and curl first, then moves the stone. How the curve follows the steps
//! instead of the continuous law is explained in [`curve`].
//!
//! ```
//! use curling::Vector;
//! use curling::physics::glide::Fcv1Law;
//! use curling::physics::{Glide, Ice, Law, Motion, Parameters};
//!
//! let Ice::Fcv1(ice) = Parameters::fcv1().ice else { unreachable!() };
//! let law = Fcv1Law::new(&ice, 0.001);
//! let start = Motion { velocity: Vector::new(0.0, 2.4), spin: 1.57, ..Motion::default() };
//! let glide = law.glide(start);
//! // Counter-clockwise: to the left, two metres in thirty-eight.
//! assert!(glide.rest().x < -1.5 && glide.rest().y > 38.0);
//! assert!(glide.at(5.0).spin < 1.57);
//! ```

pub mod curve;

use self::curve::{Curve, Moment};
use super::elementary::ceil;
use super::{Glide, Law, Motion, SIGNS, direction, sense, spin_of};
use crate::physics::parameters::Fcv1Ice;
use crate::shot::Shot;
use crate::vector::Vector;
use std::sync::Arc;

/// The spin, in rad/s, below which the path is straight: the engine's epsilon.
const FAINT: f64 = 1.19e-7;

/// The FCV1 law of motion. Clones share the curve.
#[derive(Clone, Debug)]
pub struct Fcv1Law {
    curve: Arc<Curve>,
}

impl Fcv1Law {
    /// Creates the law of this ice for an engine with this time step, in seconds. Traces the
    /// [`Curve`], which takes some milliseconds.
    pub fn new(ice: &Fcv1Ice, step: f64) -> Self {
        Fcv1Law {
            curve: Arc::new(Curve::new(ice, step)),
        }
    }

    /// Returns the curve of which all paths are pieces.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }
}

impl Law for Fcv1Law {
    type Glide<'a> = Fcv1Glide<'a>;

    /// Returns the future motion of a stone; one faster than [`curve::FASTEST`] is treated as that
    /// fast.
    #[inline]
    fn glide(&self, start: Motion) -> Fcv1Glide<'_> {
        Fcv1Glide::new(&self.curve, start)
    }

    fn released(&self, shot: &Shot, at: Vector) -> Motion {
        Motion {
            at,
            velocity: shot.velocity,
            spin: spin_of(shot, self.curve.ice().spin),
        }
    }
}

/// The curve placed on the sheet: the position of its end and its rotation.
#[derive(Clone, Copy, Debug)]
struct Overlay {
    end: Vector,
    turn: Vector,
    /// -1 if mirrored.
    side: f64,
}

impl Overlay {
    /// Returns a displacement or velocity of the curve on the sheet.
    #[inline]
    fn laid(&self, vector: Vector) -> Vector {
        Vector::new(vector.x, self.side * vector.y).turned(self.turn)
    }
}

/// A path of [`Fcv1Law`].
#[derive(Clone, Copy, Debug)]
pub struct Fcv1Glide<'a> {
    curve: &'a Curve,
    /// Seconds to the stop, not rounded to whole steps.
    lasting: f64,
    /// Seconds to the stop when the spin dies: zero if it does not, `lasting` if there is none.
    straight_for: f64,
    curved: Overlay,
    /// The heading of the straight part.
    heading: Vector,
    rest: Vector,
    duration: f64,
    /// The size of the spin when the stone stops; negative if it would have died before.
    last_spin: f64,
    spin: f64,
}

impl<'a> Fcv1Glide<'a> {
    #[inline]
    fn new(curve: &'a Curve, start: Motion) -> Self {
        let speed = start.velocity.length();
        let heading = direction(start.velocity, speed);
        let lasting = curve.lasting(speed);
        let mut glide = Fcv1Glide {
            curve,
            lasting,
            straight_for: lasting,
            curved: Overlay {
                end: start.at,
                turn: Vector::ZERO,
                side: SIGNS[sense(start.spin)],
            },
            heading,
            rest: start.at,
            duration: ceil(lasting / curve.step()) * curve.step(),
            last_spin: 0.0,
            spin: start.spin,
        };
        if start.spin.abs() > FAINT {
            glide.bend(start.at);
        } else {
            glide.rest = start.at + heading * curve.moment(lasting).left().0;
        }
        glide
    }

    /// Positions the curve so that the path starts here with the current heading.
    #[inline]
    fn bend(&mut self, at: Vector) {
        let moment = self.curve.moment(self.lasting);
        let (place, velocity) = moment.place();
        self.curved.turn = Vector::new(1.0, 0.0);
        let along = self.curved.laid(velocity);
        self.curved.turn = self
            .heading
            .turned(direction(along, along.length()).conjugate());
        self.curved.end = at - self.curved.laid(place);
        self.rest = self.curved.end;
        self.last_spin = self.spin.abs() - moment.spin_lost();
        self.straight_for = 0.0;
        if self.last_spin < 0.0 {
            self.straighten();
        }
    }

    /// Continues along the tangent from the point where the spin dies.
    fn straighten(&mut self) {
        let dies = self
            .curve
            .time_of_spin_lost(-self.last_spin)
            .min(self.lasting);
        let moment = self.curve.moment(dies);
        let (place, velocity) = moment.place();
        let along = self.curved.laid(velocity);
        self.heading = direction(along, along.length());
        self.straight_for = dies;
        self.rest = self.curved.end + self.curved.laid(place) + self.heading * moment.left().0;
    }

    /// Returns the size of the spin at a moment at which it is not zero.
    #[inline]
    fn spin_size(&self, moment: &Moment<'_>) -> f64 {
        (self.last_spin + moment.spin_lost()).max(0.0)
    }
}

impl Glide for Fcv1Glide<'_> {
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
        let left = self.lasting - time;
        if time >= self.duration || left <= 0.0 {
            return Motion::resting(self.rest);
        }
        if left <= self.straight_for {
            let (metres, speed) = self.curve.moment(left).left();
            return Motion {
                at: self.rest - self.heading * metres,
                velocity: self.heading * speed,
                spin: 0.0,
            };
        }
        let moment = self.curve.moment(left);
        let (place, velocity) = moment.place();
        Motion {
            at: self.curved.end + self.curved.laid(place),
            velocity: self.curved.laid(velocity),
            spin: self.curved.side * self.spin_size(&moment),
        }
    }

    /// Unlike [`Glide::at`], this continues after the stop: FCV1 lets the stone rotate on the spot
    /// for some hundredths of a second.
    fn turned(&self, time: f64) -> f64 {
        let alive = time.clamp(0.0, self.lasting - self.straight_for);
        let [first, last] =
            [self.lasting, self.lasting - alive].map(|left| self.curve.moment(left));
        // A step turns the stone by the spin at its end.
        let late = (self.spin_size(&last) - self.spin_size(&first)) * self.curve.step() / 2.0;
        let running =
            self.last_spin * alive + first.turned_by_lost() - last.turned_by_lost() + late;
        let spot = if self.straight_for > 0.0 {
            0.0
        } else {
            self.curve
                .turned_on_the_spot(self.last_spin, time - self.lasting)
        };
        self.curved.side * (running + spot)
    }

    #[inline]
    fn time_when_left(&self, metres: f64) -> f64 {
        (self.lasting - self.curve.time_of_left(metres)).max(0.0)
    }

    #[inline]
    fn deviation(&self, time: f64) -> f64 {
        let left = self.lasting - time;
        if left <= self.straight_for {
            return 0.0;
        }
        // A path that ends straight stays nearer to its chord than one that keeps curving.
        self.curve.deviation(left)
    }

    #[inline]
    fn curvature_sign(&self) -> f64 {
        self.curved.side * self.curve.ice().yaw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::glide::reference::{self, Tolerance};
    use crate::physics::parameters::{Ice, Parameters};
    use proptest::prelude::*;

    const TOLERANCE: Tolerance = Tolerance {
        place: 0.0001,
        velocity: 0.001,
        spin: 0.02,
    };

    fn ice() -> Fcv1Ice {
        match Parameters::fcv1().ice {
            Ice::Fcv1(ice) => ice,
            Ice::Coulomb(_) => unreachable!("FCV1 has its own ice"),
        }
    }

    fn check(law: &Fcv1Law, start: Motion, tolerance: Tolerance) -> Result<(), TestCaseError> {
        let ice = *law.curve().ice();
        reference::check(&law.glide(start), start, 0.001, tolerance, |motion| {
            reference::fcv1(&ice, 0.001, motion)
        })
    }

    thread_local! {
        static LAW: Fcv1Law = Fcv1Law::new(&ice(), 0.001);
    }

    #[test]
    fn a_stone_at_rest_stays() {
        let law = Fcv1Law::new(&ice(), 0.001);
        let start = Motion {
            at: Vector::new(1.0, 2.0),
            spin: 1.0,
            ..Motion::default()
        };
        let glide = law.glide(start);
        assert_eq!((glide.duration(), glide.rest()), (0.0, start.at));
        assert_eq!(glide.at(0.0), Motion::resting(start.at));
    }

    #[test]
    fn a_stone_too_fast_for_the_curve_still_has_a_future() {
        let law = Fcv1Law::new(&ice(), 0.001);
        let start = Motion {
            velocity: Vector::new(0.0, 1e9),
            spin: 1.0,
            ..Motion::default()
        };
        assert!(law.glide(start).rest().is_finite());
    }

    #[test]
    fn the_angle_turned_is_the_sum_of_the_steps_even_after_the_stop() {
        let law = Fcv1Law::new(&ice(), 0.001);
        for spin in [-1.6, 1.2, 0.3, 0.0] {
            let start = Motion {
                velocity: Vector::new(0.3, 2.2),
                spin,
                ..Motion::default()
            };
            let glide = law.glide(start);
            let (mut motion, mut turned, mut time) = (start, 0.0, 0.0);
            while motion.velocity != Vector::ZERO {
                assert!((glide.turned(time) - turned).abs() < 0.002, "{time} s");
                let next = reference::fcv1(law.curve().ice(), 0.001, motion);
                if next.velocity == Vector::ZERO {
                    break;
                }
                motion = next;
                turned += motion.spin * 0.001;
                time += 0.001;
            }
            let spot = motion.spin * motion.spin.abs() / (2.0 * ice().spin_decay / 0.001);
            let (said, really) = (glide.turned(time + 10.0), turned + spot);
            assert!(
                (said - really).abs() < 0.003,
                "{spin}: {said}, not {really}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn glides_are_where_steps_lead(start in reference::motions(0.0..4.0, 1.3..3.0), mirrored: bool) {
            let spin = if mirrored { -start.spin } else { start.spin };
            LAW.with(|law| check(law, Motion { spin, ..start }, TOLERANCE))?;
        }

        #[test]
        fn so_they_are_when_the_spin_dies(start in reference::motions(0.0..4.0, -1.0..1.0)) {
            LAW.with(|law| check(law, start, Tolerance { place: 0.0004, ..TOLERANCE }))?;
        }

        #[test]
        fn stones_without_spin_run_straight(start in reference::motions(0.0..4.0, 0.0..1e-9)) {
            LAW.with(|law| check(law, Motion { spin: 0.0, ..start }, TOLERANCE))?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn the_fastest_stones_are_met_too(start in reference::motions(4.0..9.9, -3.0..3.0)) {
            LAW.with(|law| check(law, start, Tolerance { place: 0.001, ..TOLERANCE }))?;
        }

        #[test]
        fn so_are_stones_on_other_ice(
            start in reference::motions(0.0..3.0, -2.0..2.0), friction in 0.5..2.0, curl in 0.0..3.0,
        ) {
            let ice = Fcv1Ice {
                gravity: ice().gravity * friction,
                yaw: ice().yaw * curl,
                ..ice()
            };
            check(&Fcv1Law::new(&ice, 0.001), start, Tolerance { place: 0.0004, ..TOLERANCE })?;
        }
    }
}
