//! The aiming of Digital Curling 3's example client.

use crate::delivery::FASTEST;
use crate::frame::HackPoint;
use crate::physics::{Fcv1Ice, Ice, Parameters};
use crate::shot::{Shot, Turn};
use crate::vector::Vector;

/// The most steps after which the bearing of a stone is taken: three minutes of play.
const LONGEST_RUN: u32 = 180_000;

/// The aiming of Digital Curling 3's example client: the speed from a formula fitted to the
/// platform's ice, the line from one stone run straight ahead.
///
/// The stone is run until it has the speed wanted at the target; that detail is our reading of the
/// client, checked only for a draw to the tee.
///
/// The formula is for targets between the far hog line and the back board; nearer ones get no shot,
/// nor do speeds above the limit. On other ice the line is still right for the speed, but the speed
/// is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExampleClient {
    ice: Fcv1Ice,
    step: f32,
}

impl Default for ExampleClient {
    fn default() -> Self {
        match Parameters::fcv1().ice {
            Ice::Fcv1(ice) => Self::on(ice),
            Ice::Coulomb(_) => unreachable!("Digital Curling 3 has ice of its own"),
        }
    }
}

impl ExampleClient {
    /// Creates the client on other ice than the platform's, which its formula ignores.
    pub fn on(ice: Fcv1Ice) -> Self {
        ExampleClient { ice, step: 0.001 }
    }

    /// Returns a shot with `speed` metres a second at the target; none where the formula has no
    /// value.
    ///
    /// ```
    /// use curling::delivery::classic::ExampleClient;
    /// use curling::frame::{HACK_TEE, HackPoint};
    /// use curling::shot::Turn;
    ///
    /// let tee = HackPoint(HACK_TEE);
    /// let shot = ExampleClient::default().shot(tee, 0.0, Turn::CounterClockwise);
    /// let velocity = shot.unwrap().velocity;
    /// assert!((velocity.x - 0.13172).abs() < 1e-4 && (velocity.y - 2.39969).abs() < 1e-4);
    /// ```
    pub fn shot(&self, target: HackPoint, speed: f32, turn: Turn) -> Option<Shot> {
        let launch = launch_speed(target.0.length(), speed);
        // Written so that NaN is rejected too.
        if !(speed >= 0.0 && launch <= FASTEST as f32) {
            return None;
        }
        let bearing = self.bearing(launch, speed, turn);
        let heading = libm::atan2f(target.0.y, target.0.x) - libm::atan2f(bearing.y, bearing.x)
            + std::f32::consts::FRAC_PI_2;
        let velocity = Vector::new(launch * libm::cosf(heading), launch * libm::sinf(heading));
        velocity
            .wide()
            .is_finite()
            .then(|| Shot::new(velocity.wide(), turn))
    }

    /// Returns where a stone released straight ahead is when it has slowed down to `until`.
    fn bearing(&self, launch: f32, until: f32, turn: Turn) -> Vector<f32> {
        let (mut at, mut velocity) = (Vector::ZERO, Vector::new(0.0, launch));
        let mut spin = self.ice.spin as f32;
        for _ in 0..LONGEST_RUN {
            let speed = velocity.length();
            if speed <= until {
                break;
            }
            velocity = self.slowed(velocity, speed, spin, turn);
            spin = (spin - self.ice.spin_decay as f32 / speed.max(0.001) * self.step).max(0.0);
            at += velocity * self.step;
        }
        at
    }

    fn slowed(&self, velocity: Vector<f32>, speed: f32, spin: f32, turn: Turn) -> Vector<f32> {
        let ice = &self.ice;
        let friction = ice.grip as f32 / (speed + ice.knee as f32) + ice.floor as f32;
        let left = speed - friction * ice.gravity as f32 * self.step;
        if left.is_nan() || left <= 0.0 {
            return Vector::ZERO;
        }
        let unit = velocity * (1.0 / speed);
        if spin <= f32::EPSILON || speed <= f32::EPSILON {
            return unit * left;
        }
        let yaw = turn.sign() as f32 * ice.yaw as f32 * libm::powf(speed, -0.8) * self.step;
        unit * (left * libm::cosf(yaw)) + unit.left() * (left * libm::sinf(yaw))
    }
}

/// Returns the speed of release for a target `distance` metres away that is to be reached with
/// `there` metres a second.
#[expect(clippy::excessive_precision)] // the digits of the client
fn launch_speed(distance: f32, there: f32) -> f32 {
    let r = distance;
    let (c0, c1, c2) = if there <= 0.05 {
        (
            0.000504812 * r + 0.275624,
            -0.000466696 * libm::logf(r - 29.8990) - 0.00140310,
            0.139686879 * r + 0.411209401,
        )
    } else if there <= 1.0 {
        (
            -0.00143092 * r + 0.985846,
            0.000833933 * libm::logf(r - 29.8675) - 0.198118,
            0.139673237 * r + 0.428163121,
        )
    } else {
        (
            1.08331e-6 * r * r * r - 1.213285e-4 * r * r + 0.00457809 * r + 0.976701,
            -0.0795065 * libm::logf(r - 8.22823) - 0.0560131,
            0.141404402 * r + 0.387578251,
        )
    };
    (c0 * there * there + c1 * there + c2).sqrt()
}
