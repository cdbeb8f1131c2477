//! Exact aiming: the shot that stops at a point, or passes it with a given weight, on any ice.
//!
//! Uses no friction constant: it simulates a stone, compares, and corrects speed and heading. On
//! the closed-form glides of [`crate::physics`] three to five stones are enough; the result is
//! within a tenth of a millimetre (usually a hundredth of that) and the same on every machine.
//! Other stones, the side lines and the ability of the player ([`crate::delivery::skill`]) are
//! ignored.
//!
//! The module page of [`crate::delivery`] has an example.

mod solver;

use super::Deliveries;
use super::classic::stop_line;
use super::crossing::away;
use crate::frame::LEGACY_TEE;
use crate::physics::Glide;
use crate::sheet::Sheet;
use crate::shot::{Shot, Turn};
use crate::vector::{Real, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use solver::{Launch, Residual, solve};

/// The weight of a shot through a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingWeight")]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// This speed at the point, in m/s. With time steps the last moment before a stone stops is not
    /// resolved: a speed below what friction takes in one step may be unreachable.
    SpeedThere(f64),
    /// This speed at release, in m/s.
    LaunchSpeed(f64),
    /// The weight that would stop this many metres farther from the hack than the point.
    Beyond(f64),
    /// The legacy platform's power: it would stop as far away as the point where the straight line
    /// through the target meets the power's [`stop_line`]. From 0 (hog line) to 16; more counts as
    /// 16, less than zero as a draw to the point.
    Power(f64),
}

/// The target of a shot: together with the turn it defines the shot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aim {
    /// A draw: stops at a point.
    Draw {
        /// The point.
        target: Vector,
    },
    /// A hit: passes a point.
    Through {
        /// The point.
        target: Vector,
        /// The weight.
        weight: Weight,
    },
}

impl Aim {
    /// Returns the shot with this aim. [`crate::delivery::crossing::target_of`] is the inverse.
    ///
    /// # Errors
    /// See [`draw`] and [`through`].
    pub fn shot<R: Deliveries>(
        &self,
        deliveries: &R,
        sheet: &Sheet,
        turn: Turn,
    ) -> Result<Shot, AimError> {
        match *self {
            Aim::Draw { target } => draw(deliveries, sheet, target, turn),
            Aim::Through { target, weight } => through(deliveries, sheet, target, turn, weight),
        }
    }
}

/// A target that cannot be reached.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AimError {
    /// A number that is not finite.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// The quantity.
        what: &'static str,
    },
    /// A target behind the hack.
    #[error("the target ({x}, {y}) is not in front of the hack at y = {hack}")]
    Behind {
        /// x, in metres to the right of the tee.
        x: f64,
        /// y, in metres behind the tee.
        y: f64,
        /// The y of the point of release.
        hack: f64,
    },
    /// A negative weight.
    #[error("{what} is {value}: it must not be negative")]
    Negative {
        /// The quantity.
        what: &'static str,
        /// The given value.
        value: f64,
    },
    /// The stone stops short of the target.
    #[error("with that weight the stone stops {short:.3} m before the target")]
    TooShort {
        /// By how much.
        short: f64,
    },
    /// A speed above the limit.
    #[error("the shot takes at least {speed} m/s, above the limit of {limit} m/s")]
    TooFast {
        /// A lower bound of the required speed.
        speed: f64,
        /// The limit.
        limit: f64,
    },
    /// The search did not converge; never observed on realistic ice.
    #[error("no shot found: the best one misses the target by {miss} m")]
    NoShot {
        /// By how much.
        miss: f64,
    },
}

/// Returns the shot that stops at `target`.
///
/// # Errors
/// If the target is not in front of the hack, or too far away.
pub fn draw<R: Deliveries>(
    deliveries: &R,
    sheet: &Sheet,
    target: Vector,
    turn: Turn,
) -> Result<Shot, AimError> {
    let task = Task::new(deliveries, sheet, target, turn)?;
    task.draw().map(|launch| launch.shot(turn))
}

/// Returns the shot that passes `target` with the given weight.
///
/// # Errors
/// If the target is not in front of the hack, or the weight is too low to get there or above the
/// limit.
pub fn through<R: Deliveries>(
    deliveries: &R,
    sheet: &Sheet,
    target: Vector,
    turn: Turn,
    weight: Weight,
) -> Result<Shot, AimError> {
    let task = Task::new(deliveries, sheet, target, turn)?;
    let launch = match weight {
        Weight::Power(power) if power < 0.0 => task.draw(),
        Weight::Power(power) => task.stopping_at(task.power_line(finite(power, "the power")?)),
        Weight::Beyond(metres) => {
            task.stopping_at(task.distance + not_negative(metres, "the distance beyond")?)
        }
        Weight::LaunchSpeed(speed) => task.launched_at(not_negative(speed, "the launch speed")?),
        Weight::SpeedThere(0.0) => task.draw(),
        Weight::SpeedThere(speed) => task.passing_at(not_negative(speed, "the speed")?),
    };
    launch.map(|launch| launch.shot(turn))
}

fn finite(value: f64, what: &'static str) -> Result<f64, AimError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(AimError::NotFinite { what })
    }
}

fn not_negative(value: f64, what: &'static str) -> Result<f64, AimError> {
    if finite(value, what)? < 0.0 {
        return Err(AimError::Negative { what, value });
    }
    Ok(value)
}

/// An aiming problem: a target seen from the hack.
struct Task<'a, R> {
    deliveries: &'a R,
    hack: Vector,
    /// The target, seen from the hack.
    target: Vector,
    distance: f64,
    turn: Turn,
}

impl<'a, R: Deliveries> Task<'a, R> {
    fn new(deliveries: &'a R, sheet: &Sheet, target: Vector, turn: Turn) -> Result<Self, AimError> {
        let hack = sheet.hack();
        let Vector { x, y } = target;
        finite(x, "the target's x")?;
        finite(y, "the target's y")?;
        finite(hack.y, "the sheet's delivery point")?;
        let seen = target - hack;
        let distance = finite(seen.length(), "the distance of the target")?;
        // A target at the very hack has no direction.
        if seen.y < 1e-6 {
            return Err(AimError::Behind { x, y, hack: hack.y });
        }
        Ok(Task {
            deliveries,
            hack,
            target: seen,
            distance,
            turn,
        })
    }

    /// Returns a launch straight at the target with about the right range.
    fn guess(&self, distance: f64) -> Launch {
        let speed = self.deliveries.likely_speed(distance);
        Launch {
            speed: speed.clamp(1e-3, self.deliveries.fastest() / 2.0),
            direction: self.target * (1.0 / self.distance),
        }
    }

    /// Returns the angle by which a stone at `place`, seen from the hack, would have to be rotated
    /// to the left to lie on the line to the target.
    fn off(&self, place: Vector) -> f64 {
        libm::atan2(place.cross(self.target), place.dot(self.target))
    }

    fn draw(&self) -> Result<Launch, AimError> {
        solve(
            self.guess(self.distance),
            self.deliveries.fastest(),
            |launch| {
                let rest = self.released(launch).rest() - self.hack;
                Residual {
                    weight: ratio(self.distance, rest.length()),
                    angle: self.off(rest),
                    size: (rest - self.target).length(),
                }
            },
        )
    }

    /// Returns the launch through the target that stops at this distance from the hack.
    fn stopping_at(&self, distance: f64) -> Result<Launch, AimError> {
        let short = self.distance - distance;
        if short > 0.0 {
            return Err(AimError::TooShort { short });
        }
        solve(self.guess(distance), self.deliveries.fastest(), |launch| {
            let way = self.released(launch);
            let rest = way.rest();
            let reach = (rest - self.hack).length();
            let angle = self.off(self.place_passed(&way, rest));
            Residual {
                weight: ratio(distance, reach),
                angle,
                size: (reach - distance).abs().max(angle.abs() * self.distance),
            }
        })
    }

    /// Returns the launch through the target with this speed at release.
    fn launched_at(&self, speed: f64) -> Result<Launch, AimError> {
        let straight = Launch {
            speed: self.throwable(speed)?,
            ..self.guess(self.distance)
        };
        let reach = (self.released(&straight).rest() - self.hack).length();
        // On DC2's ice the range changes a little with the heading, so a launch that is just too
        // short straight ahead may do.
        if reach.is_nan() || reach < self.distance * 0.99 {
            return Err(AimError::TooShort {
                short: self.distance - reach,
            });
        }
        let launch = solve(straight, self.deliveries.fastest(), |launch| {
            let way = self.released(launch);
            let angle = self.off(self.place_passed(&way, way.rest()));
            Residual {
                weight: 0.0,
                angle,
                size: angle.abs() * self.distance,
            }
        })?;
        let short = self.distance - (self.released(&launch).rest() - self.hack).length();
        if short > 0.0 {
            return Err(AimError::TooShort { short });
        }
        Ok(launch)
    }

    /// Returns the launch through the target with this speed there.
    fn passing_at(&self, speed: f64) -> Result<Launch, AimError> {
        let slow = Launch {
            speed: self.throwable(speed)?,
            ..self.guess(self.distance)
        };
        // The remaining path is about that of a stone released at that speed.
        let left = (self.released(&slow).rest() - self.hack).length();
        solve(
            self.guess(self.distance + left),
            self.deliveries.fastest(),
            |launch| {
                let way = self.released(launch);
                let rest = way.rest();
                let square = launch.speed * launch.speed;
                match away(&way, rest, self.hack, self.distance) {
                    Some(crossing) => {
                        let angle = self.off(crossing.at - self.hack);
                        let there = crossing.speed();
                        Residual {
                            weight: (speed * speed - there * there) / square,
                            angle,
                            size: (there - speed).abs().max(angle.abs() * self.distance),
                        }
                    }
                    None => self.residual_of_reach(speed * speed / square, rest),
                }
            },
        )
    }

    fn throwable(&self, speed: f64) -> Result<f64, AimError> {
        let limit = self.deliveries.fastest();
        if speed > limit {
            return Err(AimError::TooFast { speed, limit });
        }
        Ok(speed)
    }

    /// Returns the residual of a launch that stops short of the target: the range, and a
    /// pseudo-speed there.
    fn residual_of_reach(&self, speed: f64, rest: Vector) -> Residual {
        let place = rest - self.hack;
        Residual {
            weight: (speed + ratio(self.distance, place.length())).min(LARGEST),
            angle: self.off(place),
            size: (self.distance - place.length()).max(1.0),
        }
    }

    /// Returns where a stone is as far from the hack as the target, or else where it stops; seen
    /// from the hack.
    fn place_passed(&self, way: &R::Glide, rest: Vector) -> Vector {
        let crossing = away(way, rest, self.hack, self.distance);
        crossing.map_or(rest, |crossing| crossing.at) - self.hack
    }

    fn released(&self, launch: &Launch) -> R::Glide {
        self.deliveries.released(&launch.shot(self.turn))
    }

    /// Returns the distance from the hack at which the line through the target meets the stop line
    /// of a power.
    fn power_line(&self, power: f64) -> f64 {
        let line = LEGACY_TEE.y.wide() - stop_line(power as f32).wide();
        self.distance * (line - self.hack.y) / self.target.y
    }
}

/// The largest correction of weight in one iteration.
const LARGEST: f64 = 6.0;

/// Returns the logarithm of wanted over actual, clamped: an actual value of zero counts as far too
/// little.
fn ratio(wanted: f64, got: f64) -> f64 {
    if got > 0.0 {
        libm::log(wanted / got).clamp(-LARGEST, LARGEST)
    } else {
        LARGEST
    }
}

#[cfg(test)]
mod tests;
