//! Effect of the ice on a stone in one time step, in the official engines' own arithmetic.
//!
//! Generic over the precision, and plain arithmetic without branches, so that the compiler can run
//! several stones side by side: a step depends on the step before, and a processor that waits for
//! one square root could compute four.

// Inlined into the loop over lanes or not vectorised at all.
#![expect(clippy::inline_always)]

use super::contact::Body;
use super::glide::{SIGNS, sense};
use super::parameters::{CoulombIce, Fcv1Ice};
use crate::vector::{Real, Vector};

/// The time-stepping law of a model.
pub(crate) trait StepLaw<R: Real>: Copy + Send + Sync {
    /// Whether the ice acts before the contacts of a step (and the stones then move with the
    /// remaining velocity), or after the stones have moved.
    const ICE_FIRST: bool;

    /// Returns velocity and spin after one step on this ice. `friction` and `curl` are the factors
    /// of this spot: 1 on uniform ice.
    fn act(&self, velocity: Vector<R>, spin: R, friction: R, curl: R) -> (Vector<R>, R);
    /// What is kept of a stone's step for the next one.
    type Memory: Copy;
    /// Returns the memory of a stone that has not made a step.
    fn memory(&self, velocity: Vector<R>) -> Self::Memory;
    /// Returns what [`StepLaw::act`] does on uniform ice, to the bit, from the memory of the step
    /// before: sooner for one stone, while several side by side would wait for the slowest branch.
    fn act_next(&self, velocity: Vector<R>, spin: R, memory: &mut Self::Memory) -> (Vector<R>, R);

    /// Returns velocity and spin of a delivered stone before its first step.
    fn release(&self, velocity: Vector<R>, spin: R) -> (Vector<R>, R);

    /// Returns the time step in seconds.
    fn step(&self) -> R;

    /// Returns an upper bound of the remaining path of a stone of this speed, in metres.
    fn max_distance(&self, speed: f64) -> f64;

    /// Returns the deceleration of a stone of this speed, in m/s².
    fn deceleration(&self, speed: f64) -> f64;

    /// Returns the lateral acceleration, to the left, of a stone with this heading, speed and spin,
    /// in m/s²: what makes its path curve.
    fn lateral_acceleration(&self, heading: Vector, speed: f64, spin: f64) -> f64;

    /// Returns an upper bound of the acceleration of any stone, in m/s².
    fn max_acceleration(&self) -> f64;

    /// Returns a lower bound of the number of steps for which a stone of this speed and spin moves.
    fn least_steps(&self, speed: f64, spin: f64) -> u32;

    /// Returns a time, in seconds, in which a stone of this speed loses at most a quarter of it.
    fn quarter_loss_time(&self, speed: f64) -> f64;

    /// Returns the largest angle by which its path turns in the time of
    /// [`StepLaw::quarter_loss_time`].
    fn max_turn(&self, speed: f64) -> f64;

    /// Returns whether a stone with this velocity and spin is in motion.
    fn is_moving(velocity: Vector<R>, spin: R) -> bool;

    /// Returns whether a stone keeps the simulation running.
    fn keeps_running(velocity: Vector<R>, spin: R) -> bool;
}

/// Constant deceleration. `SKEWED` and `RECIPROCAL` are [`CoulombIce::skewed`] and
/// [`CoulombIce::reciprocal`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoulombStep<R, const SKEWED: bool, const RECIPROCAL: bool> {
    step: R,
    /// Speed lost in a step.
    loss: R,
    curl: R,
}

impl<R: Real, const SKEWED: bool, const RECIPROCAL: bool> CoulombStep<R, SKEWED, RECIPROCAL> {
    pub(crate) fn new(ice: &CoulombIce, step: f64) -> Self {
        CoulombStep {
            step: R::of(step),
            loss: R::of(ice.friction) * R::of(step),
            curl: R::of(ice.curl),
        }
    }

    #[inline(always)]
    fn slow(v: Vector<R>, spin: R, loss: R, curl: R) -> (Vector<R>, R) {
        let speed = v.length();
        let n = if RECIPROCAL {
            v * (R::ONE / speed)
        } else {
            Vector::new(v.x / speed, v.y / speed)
        };
        let slower = v - n * loss;
        let aside = if SKEWED {
            Vector::new(-n.y, -n.y)
        } else {
            n.left()
        };
        let sign = if spin > R::ZERO { R::ONE } else { -R::ONE };
        let bent = slower + aside * (sign * (curl * loss));
        let bent = bent * (R::ONE / bent.length()) * slower.length();
        let next = if spin == R::ZERO { slower } else { bent };
        let stops = speed <= loss;
        (
            Vector::new(
                if stops { R::ZERO } else { next.x },
                if stops { R::ZERO } else { next.y },
            ),
            if stops { R::ZERO } else { spin },
        )
    }
}

impl<R: Real, const SKEWED: bool, const RECIPROCAL: bool> StepLaw<R>
    for CoulombStep<R, SKEWED, RECIPROCAL>
{
    const ICE_FIRST: bool = false;

    #[inline(always)]
    fn act(&self, velocity: Vector<R>, spin: R, friction: R, curl: R) -> (Vector<R>, R) {
        Self::slow(velocity, spin, self.loss * friction, self.curl * curl)
    }

    type Memory = ();

    #[inline(always)]
    fn memory(&self, _velocity: Vector<R>) {}

    #[inline(always)]
    fn act_next(&self, velocity: Vector<R>, spin: R, (): &mut ()) -> (Vector<R>, R) {
        self.act(velocity, spin, R::ONE, R::ONE)
    }

    fn release(&self, velocity: Vector<R>, spin: R) -> (Vector<R>, R) {
        Self::slow(velocity, spin, self.loss * R::of(0.5), self.curl)
    }

    fn step(&self) -> R {
        self.step
    }

    fn max_distance(&self, speed: f64) -> f64 {
        // One step more than the parabola: the midpoint rule of the steps.
        speed * (0.5 * speed / self.loss.wide() + 1.0) * self.step.wide()
    }

    #[inline]
    fn deceleration(&self, _speed: f64) -> f64 {
        self.loss.wide() / self.step.wide()
    }

    #[inline]
    fn lateral_acceleration(&self, heading: Vector, _speed: f64, spin: f64) -> f64 {
        let part = if SKEWED {
            heading.y * (heading.y - heading.x)
        } else {
            1.0
        };
        SIGNS[sense(spin)] * part * self.curl.wide() * self.deceleration(0.0)
    }

    #[inline]
    fn max_acceleration(&self) -> f64 {
        self.deceleration(0.0) * (1.0 + self.curl.wide().abs())
    }

    fn least_steps(&self, speed: f64, _spin: f64) -> u32 {
        (speed / self.loss.wide()) as u32
    }

    fn quarter_loss_time(&self, speed: f64) -> f64 {
        0.25 * speed / self.loss.wide() * self.step.wide()
    }

    fn max_turn(&self, _speed: f64) -> f64 {
        // curl * ln(4/3), with the skewed force up to 1.21 times as large, and a little for the
        // steps
        0.4 * self.curl.wide().abs()
    }

    #[inline]
    fn is_moving(velocity: Vector<R>, _spin: R) -> bool {
        velocity.x != R::ZERO || velocity.y != R::ZERO
    }

    #[inline]
    fn keeps_running(velocity: Vector<R>, spin: R) -> bool {
        Self::is_moving(velocity, spin)
    }
}

/// Returns the velocity of a stone after Coulomb friction has taken `loss` off its speed and its
/// spin, of which only the sign matters, has turned its path: one step of [`CoulombStep`] for
/// callers that need only a few.
pub(crate) fn after_friction<R: Real>(
    ice: &CoulombIce,
    velocity: Vector<R>,
    spin: R,
    loss: R,
) -> Vector<R> {
    let curl = R::of(ice.curl);
    let rub = match (ice.skewed, ice.reciprocal) {
        (false, false) => CoulombStep::<R, false, false>::slow,
        (false, true) => CoulombStep::<R, false, true>::slow,
        (true, false) => CoulombStep::<R, true, false>::slow,
        (true, true) => CoulombStep::<R, true, true>::slow,
    };
    rub(velocity, spin, loss, curl).0
}

/// The speed or spin below which the FCV1 law treats a stone as at rest: the epsilon of single
/// precision.
const STILL: f64 = 1.1920929e-7;

/// Friction that grows as the stone slows down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fcv1Step<R> {
    step: R,
    grip: R,
    knee: R,
    floor: R,
    gravity: R,
    yaw: R,
    spin_decay: R,
}

impl<R: Real> Fcv1Step<R> {
    pub(crate) fn new(ice: &Fcv1Ice, step: f64) -> Self {
        Fcv1Step {
            step: R::of(step),
            grip: R::of(ice.grip),
            knee: R::of(ice.knee),
            floor: R::of(ice.floor),
            gravity: R::of(ice.gravity),
            yaw: R::of(ice.yaw),
            spin_decay: R::of(ice.spin_decay),
        }
    }

    /// Returns velocity and spin after one step, with functions for the power of the speed and for
    /// cosine and sine.
    #[inline(always)]
    fn turn(
        &self,
        v: Vector<R>,
        spin: R,
        [friction, curl]: [R; 2],
        power: impl FnOnce(R) -> R,
        rotation: impl FnOnce(R) -> (R, R),
    ) -> (Vector<R>, R) {
        let still = R::of(STILL);
        let speed = v.length();
        let n = v * (R::ONE / speed);
        let pull = -(self.grip / (speed + self.knee) + self.floor) * self.gravity * friction;
        let slower = speed + pull * self.step;
        let sign = if spin > R::ZERO { R::ONE } else { -R::ONE };
        let yaw = sign * (self.yaw * curl) * power(speed) * self.step;
        let turns = spin.abs() > still;
        let (cosine, sine) = rotation(if turns { yaw } else { R::ZERO });
        let next = n * (slower * cosine) + n.left() * (slower * sine);
        let stops = speed <= still || slower <= R::ZERO;
        let slowest = speed.max(R::of(0.001));
        let left = spin.abs() - self.spin_decay / slowest * self.step;
        let left = if left < R::ZERO { R::ZERO } else { left };
        (
            Vector::new(
                if stops { R::ZERO } else { next.x },
                if stops { R::ZERO } else { next.y },
            ),
            if turns { sign * left } else { spin },
        )
    }
}

/// Returns cosine and sine of a small angle.
#[inline(always)]
fn rotation<R: Real>(angle: R) -> (R, R) {
    let square = angle * angle;
    let cosine = R::ONE - square * R::of(0.5) + square * square * R::of(1.0 / 24.0);
    let sine =
        angle - angle * square * R::of(1.0 / 6.0) + angle * square * square * R::of(1.0 / 120.0);
    (cosine, sine)
}

impl<R: Real> StepLaw<R> for Fcv1Step<R> {
    const ICE_FIRST: bool = true;

    #[inline(always)]
    fn act(&self, v: Vector<R>, spin: R, friction: R, curl: R) -> (Vector<R>, R) {
        self.turn(v, spin, [friction, curl], R::minus_four_fifths, rotation)
    }

    type Memory = R::NearPower;

    #[inline(always)]
    fn memory(&self, velocity: Vector<R>) -> R::NearPower {
        velocity.length().near_power()
    }

    #[inline(always)]
    fn act_next(&self, v: Vector<R>, spin: R, near: &mut R::NearPower) -> (Vector<R>, R) {
        let power = |speed: R| speed.minus_four_fifths_from(near);
        let rotation = |yaw: R| {
            // Not zero, whose sign the series may change.
            if yaw.abs() < R::SLIGHT && yaw != R::ZERO {
                (R::ONE, yaw)
            } else {
                rotation(yaw)
            }
        };
        self.turn(v, spin, [R::ONE; 2], power, rotation)
    }

    fn release(&self, velocity: Vector<R>, spin: R) -> (Vector<R>, R) {
        (velocity, spin)
    }

    fn step(&self) -> R {
        self.step
    }

    fn max_distance(&self, speed: f64) -> f64 {
        // Friction only grows from here on.
        speed * speed / (2.0 * self.deceleration(speed)) + speed * self.step.wide()
    }

    #[inline]
    fn deceleration(&self, speed: f64) -> f64 {
        (self.grip.wide() / (speed + self.knee.wide()) + self.floor.wide()) * self.gravity.wide()
    }

    #[inline]
    fn lateral_acceleration(&self, _heading: Vector, speed: f64, spin: f64) -> f64 {
        SIGNS[sense(spin)] * self.yaw.wide() * speed * speed.minus_four_fifths()
    }

    #[inline]
    fn max_acceleration(&self) -> f64 {
        // The path of a fast stone curves too, but much more slowly than a slow one is decelerated.
        self.deceleration(0.0) + 2.0 * self.yaw.wide().abs()
    }

    fn least_steps(&self, speed: f64, spin: f64) -> u32 {
        let most = self.deceleration(0.0);
        // A stone that creeps, or rotates in the negative direction, does not keep the shot
        // running.
        let running = (speed - STILL.sqrt()) / (most * self.step.wide());
        let turning = (spin - STILL) * 0.001 / (self.spin_decay.wide() * self.step.wide());
        running.max(turning).max(0.0) as u32
    }

    fn quarter_loss_time(&self, speed: f64) -> f64 {
        let slower = 0.75 * speed;
        0.25 * speed / self.deceleration(slower)
    }

    fn max_turn(&self, speed: f64) -> f64 {
        self.quarter_loss_time(speed) * self.yaw.wide().abs() * libm::pow(0.75 * speed, -0.8)
    }

    #[inline]
    fn is_moving(velocity: Vector<R>, spin: R) -> bool {
        velocity.x != R::ZERO || velocity.y != R::ZERO || spin != R::ZERO
    }

    #[inline]
    fn keeps_running(velocity: Vector<R>, spin: R) -> bool {
        velocity.length_squared() > R::of(STILL) || spin > R::of(STILL)
    }
}

/// Several stones running in SIMD lanes, none touching another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<R, const L: usize> {
    pub(crate) x: [R; L],
    pub(crate) y: [R; L],
    pub(crate) vx: [R; L],
    pub(crate) vy: [R; L],
    pub(crate) spin: [R; L],
    pub(crate) angle: [R; L],
}

impl<R: Real, const L: usize> Lanes<R, L> {
    pub(crate) fn still() -> Self {
        Lanes {
            x: [R::ZERO; L],
            y: [R::ZERO; L],
            vx: [R::ZERO; L],
            vy: [R::ZERO; L],
            spin: [R::ZERO; L],
            angle: [R::ZERO; L],
        }
    }

    pub(crate) fn put(&mut self, lane: usize, body: &Body<R>) {
        (self.x[lane], self.y[lane]) = (body.at.x, body.at.y);
        (self.vx[lane], self.vy[lane]) = (body.velocity.x, body.velocity.y);
        (self.spin[lane], self.angle[lane]) = (body.spin, body.angle);
    }

    pub(crate) fn get(&self, lane: usize) -> Body<R> {
        Body {
            at: Vector::new(self.x[lane], self.y[lane]),
            velocity: Vector::new(self.vx[lane], self.vy[lane]),
            spin: self.spin[lane],
            angle: self.angle[lane],
        }
    }

    /// Runs all lanes for a number of steps.
    #[inline(always)]
    pub(crate) fn run<S: StepLaw<R>>(&mut self, law: &S, steps: u32) {
        let mut lanes = *self;
        let step = law.step();
        for _ in 0..steps {
            if S::ICE_FIRST {
                lanes.act(law);
                lanes.glide(step);
            } else {
                lanes.glide(step);
                lanes.act(law);
            }
        }
        *self = lanes;
    }

    /// As [`Lanes::run`], for few stones: one waits for the other's operations, not for its
    /// branches.
    #[inline(always)]
    pub(crate) fn run_few<S: StepLaw<R>>(&mut self, law: &S, steps: u32) {
        let mut lanes = *self;
        let step = law.step();
        let velocity = |lane: usize| Vector::new(self.vx[lane], self.vy[lane]);
        let mut memories: [S::Memory; L] = std::array::from_fn(|lane| law.memory(velocity(lane)));
        for _ in 0..steps {
            if S::ICE_FIRST {
                lanes.act_next(law, &mut memories);
                lanes.glide(step);
            } else {
                lanes.glide(step);
                lanes.act_next(law, &mut memories);
            }
        }
        *self = lanes;
    }

    #[inline(always)]
    fn act_next<S: StepLaw<R>>(&mut self, law: &S, memories: &mut [S::Memory; L]) {
        for (lane, memory) in memories.iter_mut().enumerate() {
            let velocity = Vector::new(self.vx[lane], self.vy[lane]);
            let (velocity, spin) = law.act_next(velocity, self.spin[lane], memory);
            self.vx[lane] = velocity.x;
            self.vy[lane] = velocity.y;
            self.spin[lane] = spin;
        }
    }

    #[inline(always)]
    fn act<S: StepLaw<R>>(&mut self, law: &S) {
        for lane in 0..L {
            let velocity = Vector::new(self.vx[lane], self.vy[lane]);
            let (velocity, spin) = law.act(velocity, self.spin[lane], R::ONE, R::ONE);
            self.vx[lane] = velocity.x;
            self.vy[lane] = velocity.y;
            self.spin[lane] = spin;
        }
    }

    #[inline(always)]
    fn glide(&mut self, step: R) {
        for lane in 0..L {
            self.x[lane] += self.vx[lane] * step;
            self.y[lane] += self.vy[lane] * step;
            self.angle[lane] += self.spin[lane] * step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Parameters;
    use crate::physics::parameters::Ice;
    use proptest::prelude::*;

    fn fcv1() -> Fcv1Step<f32> {
        let parameters = Parameters::fcv1();
        match &parameters.ice {
            Ice::Fcv1(ice) => Fcv1Step::new(ice, parameters.step),
            Ice::Coulomb(_) => unreachable!("FCV1 has its own ice"),
        }
    }

    #[test]
    fn slight_angles_need_no_series() {
        let mut angle = f32::SLIGHT;
        while angle > 1e-30 {
            angle *= 0.999;
            for angle in [angle, -angle] {
                assert_eq!(rotation(angle), (1.0, angle));
                assert_eq!(
                    rotation(f64::from(angle) / 1e5),
                    (1.0, f64::from(angle) / 1e5)
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_step_from_the_last_one_is_the_same_to_the_bit(
            speed in 0.01_f32..4.0, heading in -0.1_f32..0.1, spin in -2.0_f32..2.0,
        ) {
            let law = fcv1();
            let (mut velocity, mut spin) = (Vector::new(heading * speed, speed), spin);
            let mut memory = law.memory(velocity);
            while velocity != Vector::ZERO {
                let next = law.act(velocity, spin, 1.0, 1.0);
                prop_assert_eq!(law.act_next(velocity, spin, &mut memory), next);
                (velocity, spin) = next;
            }
        }
    }
}
