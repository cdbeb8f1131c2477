//! Reference implementation of a single stone in time steps: slow and obvious, for the tests of
//! aiming.

use super::{Deliveries, IceDeliveries};
use crate::physics::{Glide, Ice, Motion, Parameters};
use crate::shot::Shot;
use crate::vector::Vector;

/// A model simulated in time steps.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) parameters: Parameters,
}

/// The motion of a stone, recomputed from the start for every query.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteppedGlide {
    start: Motion,
    ice: Ice,
    step: f64,
}

impl Reference {
    pub(super) fn new(parameters: Parameters) -> Self {
        Reference { parameters }
    }

    /// Creates a model with longer time steps: strictly speaking other ice, but faster.
    pub(super) fn coarse(mut parameters: Parameters) -> Self {
        parameters.step = match parameters.ice {
            Ice::Coulomb(_) => 0.01,
            Ice::Fcv1(_) => 0.1,
        };
        Reference { parameters }
    }

    pub(super) fn hack(&self) -> Vector {
        self.parameters.sheet.hack()
    }

    pub(super) fn deliveries(&self) -> IceDeliveries<impl Fn(&Shot) -> SteppedGlide + '_> {
        IceDeliveries {
            ice: self.parameters.ice,
            run: |shot: &Shot| self.released(shot),
        }
    }
}

impl Deliveries for Reference {
    type Glide = SteppedGlide;

    fn released(&self, shot: &Shot) -> SteppedGlide {
        let Parameters { ice, step, .. } = self.parameters;
        let spin = shot.turn.sign()
            * shot.rate.unwrap_or(match ice {
                Ice::Coulomb(ice) => ice.spin,
                Ice::Fcv1(ice) => ice.spin,
            });
        let mut start = Motion {
            at: self.hack(),
            velocity: shot.velocity,
            spin,
        };
        if let Ice::Coulomb(_) = ice {
            start.velocity = after_friction(&ice, &start, step / 2.0);
        }
        SteppedGlide { start, ice, step }
    }
}

/// Returns the velocity after `time` seconds of friction.
fn after_friction(ice: &Ice, motion: &Motion, time: f64) -> Vector {
    let speed = motion.velocity.length();
    let unit = motion.velocity * (1.0 / speed);
    match ice {
        Ice::Coulomb(ice) => {
            let loss = ice.friction * time;
            if speed.is_nan() || speed <= loss {
                return Vector::ZERO;
            }
            // DC2's error is made in a frame whose long axis points the other way: there the
            // lateral force is along (-n.y, n.y).
            let side = if ice.skewed {
                Vector::new(-unit.y, -unit.y)
            } else {
                unit.left()
            };
            let pushed = unit * (speed - loss) + side * (motion.spin.signum() * ice.curl * loss);
            pushed * ((speed - loss) / pushed.length())
        }
        Ice::Fcv1(ice) => {
            let loss = (ice.grip / (speed + ice.knee) + ice.floor) * ice.gravity * time;
            if speed.is_nan() || speed <= loss {
                return Vector::ZERO;
            }
            let spins = motion.spin.abs() > 1e-7;
            let yaw = ice.yaw * libm::pow(speed, -0.8) * time;
            let yaw = if spins {
                yaw * motion.spin.signum()
            } else {
                0.0
            };
            (unit * (speed - loss)).turned(Vector::new(libm::cos(yaw), libm::sin(yaw)))
        }
    }
}

impl SteppedGlide {
    /// Returns the next step; none if the stone is at rest.
    fn next(&self, motion: &Motion) -> Option<Motion> {
        if motion.velocity == Vector::ZERO {
            return None;
        }
        let mut next = *motion;
        match &self.ice {
            Ice::Coulomb(_) => {
                next.at += motion.velocity * self.step;
                next.velocity = after_friction(&self.ice, motion, self.step);
            }
            Ice::Fcv1(ice) => {
                next.velocity = after_friction(&self.ice, motion, self.step);
                next.at += next.velocity * self.step;
                let decay = ice.spin_decay / motion.velocity.length().max(0.001) * self.step;
                next.spin = motion.spin.signum() * (motion.spin.abs() - decay).max(0.0);
            }
        }
        Some(next)
    }

    fn steps(&self) -> impl Iterator<Item = Motion> {
        std::iter::successors(Some(self.start), |motion| self.next(motion))
    }
}

impl Glide for SteppedGlide {
    fn duration(&self) -> f64 {
        (self.steps().count() - 1) as f64 * self.step
    }

    fn rest(&self) -> Vector {
        self.steps()
            .last()
            .map_or(self.start.at, |motion| motion.at)
    }

    fn at(&self, time: f64) -> Motion {
        let whole = (time / self.step).max(0.0);
        let mut steps = self.steps().skip(whole as usize);
        let part = whole.fract();
        match (steps.next(), steps.next()) {
            (Some(from), Some(to)) => Motion {
                at: from.at + (to.at - from.at) * part,
                velocity: from.velocity + (to.velocity - from.velocity) * part,
                spin: from.spin,
            },
            (Some(last), None) => last,
            _ => Motion {
                at: self.rest(),
                ..Motion::default()
            },
        }
    }

    fn time_when_left(&self, metres: f64) -> f64 {
        let length = |motion: Motion| motion.velocity.length() * self.step;
        let whole: f64 = self.steps().map(length).sum();
        let mut covered = 0.0;
        let before = self.steps().take_while(|motion| {
            covered += length(*motion);
            covered < whole - metres
        });
        before.count() as f64 * self.step
    }

    fn deviation(&self, _time: f64) -> f64 {
        self.start.at.length() // more than enough
    }
}
