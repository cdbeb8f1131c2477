//! The path of a single delivered stone on uneven ice, found in time steps, as a [`Glide`]: for
//! aiming where there is no closed form.

use super::glide::{Glide, Motion};
use super::law::{CoulombStep, Fcv1Step};
use super::parameters::{Ice, Parameters};
use super::stepper::Stepper;
use super::{Physics, Throw};
use crate::Stones;
use crate::sheet::{Bounds, Region, RemovalDelay};
use crate::shot::Shot;
use crate::vector::Vector;

/// The points of a path that are kept.
const KNOTS: usize = 96;
/// The time steps between two points before they are thinned out.
const EVERY: u32 = 4;
/// A region without edges, in metres.
const EVERYWHERE: Region = Region {
    side: 1e4,
    front: -1e4,
    back: 1e4,
};

/// The path of a single stone: its motion at equal times, joined by cubic pieces.
#[derive(Clone, Copy, Debug)]
pub struct LonePath {
    knots: [Motion; KNOTS],
    /// The knots in use; the last is the place of rest.
    used: usize,
    /// Seconds between two knots; the last interval may be shorter.
    interval: f64,
    duration: f64,
}

impl LonePath {
    /// Thins out the motions of a stone at equal times; the last is the place of rest.
    fn new(motions: &[Motion], every: f64, duration: f64) -> Self {
        let stride = motions.len().saturating_sub(1).div_ceil(KNOTS - 1).max(1);
        let rest = motions.last().copied().unwrap_or_default();
        let mut knots = [Motion::resting(rest.at); KNOTS];
        let mut used = 0;
        for (knot, motion) in knots.iter_mut().zip(motions.iter().step_by(stride)) {
            *knot = *motion;
            used += 1;
        }
        // The last frame is the place of rest, wherever the stride falls.
        if !motions.len().saturating_sub(1).is_multiple_of(stride) {
            used = (used + 1).min(KNOTS);
        }
        if let Some(last) = knots[..used].last_mut() {
            *last = Motion::resting(rest.at);
        }
        LonePath {
            knots,
            used: used.max(1),
            interval: every * stride as f64,
            duration,
        }
    }
}

impl Glide for LonePath {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn rest(&self) -> Vector {
        self.knots[self.used - 1].at
    }

    fn at(&self, time: f64) -> Motion {
        let time = time.clamp(0.0, self.duration);
        let index = ((time / self.interval) as usize).min(self.used.saturating_sub(2));
        let (from, to) = (
            self.knots[index],
            self.knots[(index + 1).min(self.used - 1)],
        );
        let begun = index as f64 * self.interval;
        let span = (self.duration - begun).min(self.interval);
        if span <= 0.0 || time >= self.duration {
            return Motion::resting(self.rest());
        }
        between(&from, &to, (time - begun) / span, span)
    }

    fn time_when_left(&self, metres: f64) -> f64 {
        let rest = self.rest();
        let far = |knot: &Motion| (knot.at - rest).length() > metres;
        let last = self.knots[..self.used].iter().rposition(far);
        last.map_or(0.0, |index| index as f64 * self.interval)
    }

    fn deviation(&self, time: f64) -> f64 {
        let (from, rest) = (self.at(time).at, self.rest());
        let chord = rest - from;
        let length = chord.length().max(f64::MIN_POSITIVE);
        let aside = |knot: &Motion| ((knot.at - from).cross(chord) / length).abs();
        let first = (time / self.interval) as usize;
        let later = self.knots[..self.used].iter().skip(first);
        later.map(aside).fold(0.0, f64::max)
    }
}

/// Returns the motion at a part of an interval of `span` seconds: the cubic through both places
/// with both velocities.
fn between(from: &Motion, to: &Motion, part: f64, span: f64) -> Motion {
    let (a, b) = (from.velocity * span, to.velocity * span);
    let chord = to.at - from.at;
    let (square, cube) = (chord * 3.0 - a * 2.0 - b, a + b - chord * 2.0);
    let at = from.at + (a + (square + cube * part) * part) * part;
    let slope = a + (square * 2.0 + cube * (3.0 * part)) * part;
    Motion {
        at,
        velocity: slope * (1.0 / span),
        spin: from.spin,
    }
}

impl Physics {
    /// Returns the path of a single stone on this ice, swept as the shot is, beyond the edges of
    /// the sheet.
    pub(crate) fn lone_path(&self, shot: &Shot) -> LonePath {
        let parameters = boundless(self.parameters());
        let throw = Throw {
            stones: Stones::none(),
            slot: 0,
            shot: *shot,
        };
        let uneven = self.uneven(&throw);
        let mut motions = Vec::with_capacity(8192);
        let mut steps = 0;
        let mut keep = |now: u32, motion: Motion| {
            motions.push(motion);
            steps = now;
        };
        super::with_step_law!(parameters, f64, law => {
            Stepper::new(law, &parameters, uneven, &throw).run_alone(EVERY, &mut keep);
        });
        let step = parameters.step;
        LonePath::new(&motions, step * f64::from(EVERY), step * f64::from(steps))
    }
}

/// Returns the parameters of a sheet without edges.
fn boundless(parameters: &Parameters) -> Parameters {
    Parameters {
        bounds: Bounds {
            moving: EVERYWHERE,
            resting: EVERYWHERE,
            removal_delay: RemovalDelay::Nothing,
            all_must_rest_inside: false,
            dropped_before: false,
        },
        ..parameters.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;
    use crate::physics::Mode;

    #[test]
    fn on_uniform_ice_the_path_is_that_of_the_closed_form() {
        for (parameters, fast) in [
            (Parameters::legacy(), 29.0),
            (Parameters::dc2(), 29.0),
            (Parameters::fcv1(), 2.35),
        ] {
            let physics = Physics::new(parameters).unwrap();
            for weight in [1.0, 1.2] {
                let velocity = Vector::new(-0.03, 1.0) * (fast * weight);
                let shot = Shot::new(velocity, Turn::CounterClockwise);
                let (closed, steps) = (physics.released(&shot), physics.lone_path(&shot));
                assert!((closed.rest() - steps.rest()).length() < 1e-3);
                assert!((closed.duration() - steps.duration()).abs() < 0.02);
                for part in [0.1, 0.37, 0.62, 0.93] {
                    let time = closed.duration() * part;
                    let (a, b) = (closed.at(time), steps.at(time));
                    assert!((a.at - b.at).length() < 2e-3, "{part}: {a:?} {b:?}");
                    assert!((a.velocity - b.velocity).length() < 1e-3 * fast);
                }
                assert!(steps.deviation(0.0) <= closed.deviation(0.0) + 0.01);
                let left = steps.time_when_left(2.0);
                let away = (steps.at(left).at - steps.rest()).length();
                assert!((away - 2.0).abs() < 1.0, "{away}");
            }
        }
    }

    #[test]
    fn a_stone_without_speed_stays_where_it_is() {
        let physics = Physics::new(Parameters::legacy()).unwrap();
        let shot = Shot::new(Vector::ZERO, Turn::Clockwise);
        let path = physics.lone_path(&shot);
        let hack = physics.parameters().sheet.hack();
        assert!((path.rest() - hack).length() < 1e-9);
        assert!((path.at(0.0).at - hack).length() < 1e-9);
        let throw = Throw {
            stones: Stones::none(),
            slot: 0,
            shot,
        };
        assert!(physics.throw(Mode::Fast, &throw).is_ok());
    }
}
