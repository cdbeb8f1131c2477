//! Solver for the launch of a shot: Broyden's method in speed and heading.
//!
//! Both laws of motion are nearly linear in the logarithm of the speed and, save for DC2's
//! published error, exactly so in the heading: a stone released in another direction runs the same
//! path rotated. So the Jacobian is known well enough to start with, and updating it from the steps
//! taken (Broyden, "A class of methods for solving nonlinear simultaneous equations", 1965) needs
//! no derivative and three to five stones.

use super::AimError;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;

/// The tolerance of convergence: a hundredth of a millimetre or of a mm/s. Another stone would be
/// wasted.
const TOLERANCE: f64 = 1e-5;

/// The guaranteed precision, where the time steps of the ice keep the iteration from getting
/// nearer.
const PROMISE: f64 = 1e-4;

/// The most iterations; on realistic ice five are enough.
const ROUNDS: usize = 60;

/// The number of iterations after which the bracket of the speed is trusted.
const PATIENCE: usize = 10;

/// Speed and heading of a stone at release.
#[derive(Clone, Copy, Debug)]
pub(super) struct Launch {
    pub(super) speed: f64,
    pub(super) direction: Vector,
}

/// The residual of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residual {
    /// The lack of speed: twice the logarithm of the right speed over this one, estimated.
    pub(super) weight: f64,
    /// The missing rotation to the left, in radians.
    pub(super) angle: f64,
    /// The size of the error, in metres or metres a second.
    pub(super) size: f64,
}

impl Launch {
    pub(super) fn shot(&self, turn: Turn) -> Shot {
        Shot::new(self.direction * self.speed, turn)
    }

    fn stepped(&self, step: [f64; 2]) -> Self {
        let turn = Vector::new(libm::cos(step[1]), libm::sin(step[1]));
        Launch {
            speed: self.speed * libm::exp(step[0]),
            direction: self.direction.turned(turn),
        }
    }
}

/// Finds the launch, not faster than `fastest`, with residual zero.
pub(super) fn solve(
    mut launch: Launch,
    fastest: f64,
    residual_of: impl Fn(&Launch) -> Residual,
) -> Result<Launch, AimError> {
    let (mut gain, mut bracket) = (InverseJacobian::START, Bracket::open(fastest));
    let mut best = (launch, f64::INFINITY);
    let mut residual = residual_of(&launch);
    for round in 0..ROUNDS {
        if residual.size < best.1 {
            best = (launch, residual.size);
        }
        if !residual.size.is_finite() || residual.size < TOLERANCE {
            break;
        }
        if launch.speed >= fastest * (1.0 - 1e-9) && residual.weight > 0.0 {
            return Err(AimError::TooFast {
                speed: launch.speed,
                limit: fastest,
            });
        }
        bracket.narrow(launch.speed, residual.weight);
        // Near convergence a bracket only disturbs, all the more as DC2's range depends on the
        // heading.
        let slack = if round < PATIENCE { 1e-3 } else { 0.0 };
        let step = bracket.inside(launch.speed, gain.step(&residual), slack);
        launch = launch.stepped(step);
        let after = residual_of(&launch);
        gain.learn(
            step,
            [residual.weight - after.weight, residual.angle - after.angle],
        );
        residual = after;
    }
    if best.1 < PROMISE {
        Ok(best.0)
    } else {
        Err(AimError::NoShot { miss: best.1 })
    }
}

/// The estimated inverse Jacobian: from a residual to the correcting step.
struct InverseJacobian([[f64; 2]; 2]);

impl InverseJacobian {
    /// Distance grows as the square of the speed; a stone rotated by an angle comes to rest rotated
    /// by that angle.
    const START: InverseJacobian = InverseJacobian([[0.5, 0.0], [0.0, 1.0]]);

    fn step(&self, residual: &Residual) -> [f64; 2] {
        let step = self.times([residual.weight, residual.angle]);
        [step[0].clamp(-3.0, 3.0), step[1].clamp(-1.0, 1.0)]
    }

    fn times(&self, [a, b]: [f64; 2]) -> [f64; 2] {
        self.0.map(|row| row[0] * a + row[1] * b)
    }

    /// Updates the estimate with a step that changed the residual by `mended`.
    fn learn(&mut self, step: [f64; 2], mended: [f64; 2]) {
        let expected = self.times(mended);
        let scale = step[0] * expected[0] + step[1] * expected[1];
        let row = [0, 1].map(|j| step[0] * self.0[0][j] + step[1] * self.0[1][j]);
        let mut gain = self.0;
        for i in 0..2 {
            for j in 0..2 {
                gain[i][j] += (step[i] - expected[i]) * row[j] / scale;
            }
        }
        // A step at the limits of the number range, or over a kink, teaches nonsense: start afresh.
        let sane = gain.iter().flatten().all(|entry| entry.abs() < 4.0);
        *self = if sane && gain[0][0] > 0.02 {
            InverseJacobian(gain)
        } else {
            InverseJacobian::START
        };
    }
}

/// Speeds known to be too low and too high.
struct Bracket {
    low: f64,
    high: f64,
    fastest: f64,
}

impl Bracket {
    fn open(fastest: f64) -> Self {
        Bracket {
            low: 0.0,
            high: f64::INFINITY,
            fastest,
        }
    }

    fn narrow(&mut self, speed: f64, weight: f64) {
        if weight > 0.0 {
            self.low = self.low.max(speed);
        } else if weight < 0.0 {
            self.high = self.high.min(speed);
        }
        // Where the weight depends on the heading too, the bracket may have closed on the wrong
        // speed.
        if self.high <= self.low * (1.0 + 1e-12) {
            *self = Self::open(self.fastest);
        }
    }

    /// Returns the step, shortened if it leads outside the bracket or above the limit.
    fn inside(&self, speed: f64, step: [f64; 2], slack: f64) -> [f64; 2] {
        let next = speed * libm::exp(step[0]);
        let above = next > self.low * (1.0 - slack);
        if above && next < (self.high * (1.0 + slack)).min(self.fastest) {
            return step;
        }
        let allowed = if self.low > 0.0 && self.high < self.fastest {
            (self.low * self.high).sqrt()
        } else {
            next.min(self.fastest)
        };
        [libm::log(allowed / speed), step[1]]
    }
}
