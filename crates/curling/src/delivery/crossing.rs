//! Crossings and resting positions of a shot: where it stops, and where and how fast it crosses a
//! line.
//!
//! The inverse of [`crate::delivery::aim`], for reading records and for showing a program's shot as
//! a target. Crossings are solved on the [`Glide`]; no time steps are needed. The page of
//! [`crate::delivery`] has an example.

use super::Deliveries;
use super::aim::{Aim, AimError, Weight};
use crate::physics::{Glide, Motion};
use crate::sheet::{RADIUS, Sheet};
use crate::shot::Shot;
use crate::vector::Vector;

/// The tolerance of a crossing, in metres.
const NEAR: f64 = 1e-7;

/// The most iterations: a bracket halved this often is down to the last digit.
const ROUNDS: usize = 80;

/// A stone at the moment it crosses a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Seconds since the release.
    pub time: f64,
    /// The position.
    pub at: Vector,
    /// The velocity.
    pub velocity: Vector,
}

impl Crossing {
    /// Returns its speed in metres a second.
    pub fn speed(&self) -> f64 {
        self.velocity.length()
    }
}

/// Returns where a shot stops.
///
/// # Errors
/// If the shot is not finite or above the speed limit.
pub fn rest_of<R: Deliveries>(deliveries: &R, shot: &Shot) -> Result<Vector, AimError> {
    throwable(shot, deliveries.fastest())?;
    let rest = deliveries.released(shot).rest();
    if rest.is_finite() {
        Ok(rest)
    } else {
        Err(AimError::NotFinite {
            what: "the place of rest",
        })
    }
}

/// Returns when, where and how fast a shot crosses the line across the sheet at `y`; none if it
/// stops before.
///
/// # Errors
/// If the shot is not finite or above the speed limit, or the line not finite.
pub fn over_line<R: Deliveries>(
    deliveries: &R,
    shot: &Shot,
    y: f64,
) -> Result<Option<Crossing>, AimError> {
    if !y.is_finite() {
        return Err(AimError::NotFinite { what: "the line" });
    }
    let rest = rest_of(deliveries, shot)?;
    let left = rest.y - y;
    Ok(passing(&deliveries.released(shot), left, |motion| {
        (motion.at.y - y, motion.velocity.y)
    }))
}

/// Returns when, where and how fast a shot is first `distance` metres from the hack; none if it
/// stops before.
///
/// # Errors
/// If the shot is not finite or above the speed limit, or the distance not finite.
pub fn at_distance<R: Deliveries>(
    deliveries: &R,
    sheet: &Sheet,
    shot: &Shot,
    distance: f64,
) -> Result<Option<Crossing>, AimError> {
    if !distance.is_finite() {
        return Err(AimError::NotFinite {
            what: "the distance",
        });
    }
    let rest = rest_of(deliveries, shot)?;
    let way = deliveries.released(shot);
    Ok(away(&way, rest, sheet.hack(), distance))
}

/// Returns the aim of a shot: a draw to where it stops, or, if it runs out of play, a hit through
/// the point where it crosses the tee line, with its speed there. [`Aim::shot`] is the inverse.
///
/// # Errors
/// If the shot is not finite or above the speed limit.
pub fn target_of<R: Deliveries>(
    deliveries: &R,
    sheet: &Sheet,
    shot: &Shot,
) -> Result<Aim, AimError> {
    let rest = rest_of(deliveries, shot)?;
    let draw = Aim::Draw { target: rest };
    if rest.y < sheet.back + RADIUS {
        return Ok(draw);
    }
    let tee_line = over_line(deliveries, shot, 0.0)?;
    Ok(tee_line.map_or(draw, |crossing| Aim::Through {
        target: crossing.at,
        weight: Weight::SpeedThere(crossing.speed()),
    }))
}

fn throwable(shot: &Shot, limit: f64) -> Result<(), AimError> {
    let speed = shot.velocity.length();
    if !speed.is_finite() || shot.rate.is_some_and(|rate| !rate.is_finite()) {
        return Err(AimError::NotFinite { what: "the shot" });
    }
    if speed > limit {
        return Err(AimError::TooFast { speed, limit });
    }
    Ok(())
}

/// Returns where a stone is first `distance` metres from `hack`, if it gets as far.
pub(super) fn away<G: Glide>(
    way: &G,
    rest: Vector,
    hack: Vector,
    distance: f64,
) -> Option<Crossing> {
    let left = (rest - hack).length() - distance;
    passing(way, left, |motion| {
        let from = motion.at - hack;
        let far = from.length();
        let rate = if far > 0.0 {
            motion.velocity.dot(from) / far
        } else {
            motion.velocity.length()
        };
        (far - distance, rate)
    })
}

/// Returns the first moment at which `beyond` is not negative, if it is not negative at rest.
/// `beyond` gives the distance past a line and its rate of change; `left` is its value at rest.
///
/// Newton's method inside a bracket: a few evaluations, and never more than [`ROUNDS`].
fn passing<G: Glide>(
    way: &G,
    left: f64,
    beyond: impl Fn(&Motion) -> (f64, f64),
) -> Option<Crossing> {
    if left.is_nan() || left < 0.0 || beyond(&way.at(0.0)).0 > 0.0 {
        return None;
    }
    let (mut low, mut high) = (0.0, way.duration());
    let mut time = way.time_when_left(left).clamp(low, high);
    let mut motion = way.at(time);
    for _ in 0..ROUNDS {
        let (past, rate) = beyond(&motion);
        if past.abs() < NEAR {
            break;
        }
        if past < 0.0 {
            low = time;
        } else {
            high = time;
        }
        let newton = time - past / rate;
        time = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        motion = way.at(time);
    }
    Some(Crossing {
        time,
        at: motion.at,
        velocity: motion.velocity,
    })
}
