//! Deliveries on the ice as it is: worn, or swept before the stone.
//!
//! Where the ice of a shot is uniform these are the closed forms of [`crate::physics::glide`];
//! elsewhere a single stone is simulated in time steps, a millisecond or two each, and a shot is
//! aimed with five to ten of them.

use super::aim::{Aim, AimError};
use super::crossing::{self, Crossing};
use super::{Deliveries, IceDeliveries};
use crate::physics::glide::{AnyGlide, Glide, Motion};
use crate::physics::{LonePath, Physics};
use crate::shot::{Shot, Sweep, Turn};
use crate::vector::Vector;

/// The motion of a stone on the ice as it is.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a glide is copied, and lives for one comparison"
)]
pub enum RealGlide<'a> {
    /// On uniform ice.
    Closed(AnyGlide<'a>),
    /// Found in time steps.
    Steps(LonePath),
}

/// Calls a method of either motion.
macro_rules! either {
    ($glide:expr, $inner:ident => $call:expr) => {
        match $glide {
            RealGlide::Closed($inner) => $call,
            RealGlide::Steps($inner) => $call,
        }
    };
}

impl Glide for RealGlide<'_> {
    fn duration(&self) -> f64 {
        either!(self, glide => glide.duration())
    }

    fn rest(&self) -> Vector {
        either!(self, glide => glide.rest())
    }

    fn at(&self, time: f64) -> Motion {
        either!(self, glide => glide.at(time))
    }

    fn time_when_left(&self, metres: f64) -> f64 {
        either!(self, glide => glide.time_when_left(metres))
    }

    fn deviation(&self, time: f64) -> f64 {
        either!(self, glide => glide.deviation(time))
    }
}

/// Deliveries on the ice as it is, all with the same rate of rotation and the same sweeping.
#[derive(Clone, Copy, Debug)]
pub struct RealDeliveries<'a> {
    physics: &'a Physics,
    rate: Option<f64>,
    sweep: Option<Sweep>,
}

impl<'a> RealDeliveries<'a> {
    /// Creates the deliveries of unswept stones with the model's own rate of rotation.
    pub fn new(physics: &'a Physics) -> Self {
        RealDeliveries {
            physics,
            rate: None,
            sweep: None,
        }
    }

    /// Sets the sweeping.
    #[must_use]
    pub fn swept(self, sweep: Option<Sweep>) -> Self {
        RealDeliveries { sweep, ..self }
    }

    /// Sets the rate of rotation.
    #[must_use]
    pub fn turning(self, rate: Option<f64>) -> Self {
        RealDeliveries { rate, ..self }
    }

    /// Returns the shot with this aim, with its rotation and its sweeping.
    ///
    /// # Errors
    /// See [`Aim::shot`].
    pub fn shot(&self, aim: &Aim, turn: Turn) -> Result<Shot, AimError> {
        let sheet = &self.physics.parameters().sheet;
        Ok(self.dressed(&aim.shot(self, sheet, turn)?))
    }

    /// Returns where and how fast a stone is first as far from the hack as a place, if it gets
    /// there.
    pub(crate) fn passing(&self, shot: &Shot, place: Vector) -> Option<Crossing> {
        let sheet = &self.physics.parameters().sheet;
        let distance = (place - sheet.hack()).length();
        crossing::at_distance(self, sheet, shot, distance).ok()?
    }

    fn dressed(&self, shot: &Shot) -> Shot {
        Shot {
            rate: self.rate,
            sweep: self.sweep,
            ..*shot
        }
    }

    fn closed(&self) -> IceDeliveries<impl Fn(&Shot) -> AnyGlide<'a>> {
        self.physics.deliveries()
    }
}

impl<'a> Deliveries for RealDeliveries<'a> {
    type Glide = RealGlide<'a>;

    fn released(&self, shot: &Shot) -> RealGlide<'a> {
        let shot = self.dressed(shot);
        if self.physics.is_uniform_for(&shot) {
            RealGlide::Closed(self.physics.released(&shot))
        } else {
            RealGlide::Steps(self.physics.lone_path(&shot))
        }
    }

    fn likely_speed(&self, distance: f64) -> f64 {
        self.closed().likely_speed(distance)
    }

    fn fastest(&self) -> f64 {
        self.closed().fastest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stones;
    use crate::delivery::Weight;
    use crate::passages::Passages;
    use crate::physics::{Mode, Parameters, Surface, Sweeping, Throw, Wear, WearRate};

    /// Returns ice that many stones have run on, and that may be swept.
    fn worn(parameters: Parameters) -> Physics {
        let physics = Physics::new(parameters).unwrap();
        let mut passages = Passages::NONE;
        for number in 0..12 {
            let target = Vector::new(f64::from(number) * 0.2 - 1.2, -1.0);
            let turn = Turn::BOTH[number as usize % 2];
            let shot = RealDeliveries::new(&physics).shot(&Aim::Draw { target }, turn);
            let (stones, slot, shot) = (Stones::none(), 0, shot.unwrap());
            let throw = Throw { stones, slot, shot };
            physics
                .throw_counting(Mode::Fast, &throw, &mut passages)
                .unwrap();
        }
        let rate = WearRate {
            each: 0.02,
            most: 0.15,
        };
        let surface = Surface {
            sweeping: Some(Sweeping::default()),
            wear: Some(Wear { rate, passages }),
        };
        physics.on(surface).unwrap()
    }

    #[test]
    fn draws_on_worn_and_swept_ice_stop_at_their_target() {
        for parameters in [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()] {
            let physics = worn(parameters);
            for sweep in [None, Some(Sweep::full(-12.0, -2.0))] {
                for (turn, x) in [(Turn::Clockwise, 0.3), (Turn::CounterClockwise, -0.8)] {
                    let target = Vector::new(x, 0.5);
                    let deliveries = RealDeliveries::new(&physics).swept(sweep);
                    let shot = deliveries.shot(&Aim::Draw { target }, turn).unwrap();
                    assert_eq!(shot.sweep, sweep);
                    let (stones, slot) = (Stones::none(), 0);
                    let throw = Throw { stones, slot, shot };
                    for (mode, within) in [(Mode::Fast, 0.002), (Mode::Exact, 0.03)] {
                        let outcome = physics.throw(mode, &throw).unwrap();
                        let off = outcome.stones.get(0).unwrap().at - target;
                        assert!(off.length() < within, "{mode:?} {off:?}");
                    }
                    // The closed form knows nothing of it.
                    let naive = physics.released(&shot).rest() - target;
                    assert!(naive.length() > 0.3, "{naive:?}");
                }
            }
        }
    }

    #[test]
    fn hits_on_worn_ice_pass_their_target_with_their_weight() {
        let physics = worn(Parameters::fcv1());
        let (target, weight) = (Vector::new(0.4, -1.0), Weight::SpeedThere(1.1));
        let deliveries = RealDeliveries::new(&physics);
        let shot = deliveries.shot(&Aim::Through { target, weight }, Turn::Clockwise);
        let there = deliveries.passing(&shot.unwrap(), target).unwrap();
        assert!((there.at - target).length() < 0.002, "{there:?}");
        assert!((there.speed() - 1.1).abs() < 0.002, "{there:?}");
    }

    #[test]
    fn on_uniform_ice_aims_are_the_usual_ones() {
        let physics = Physics::new(Parameters::legacy()).unwrap();
        let aim = Aim::Draw {
            target: Vector::new(0.2, 0.3),
        };
        let usual = aim.shot(
            &physics.deliveries(),
            &physics.parameters().sheet,
            Turn::Clockwise,
        );
        let real = RealDeliveries::new(&physics).shot(&aim, Turn::Clockwise);
        assert_eq!(real, usual, "bit by bit");
    }
}
