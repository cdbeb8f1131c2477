//! Everything about ice and stones that a tournament might change.

use crate::sheet::{Bounds, Sheet};
use crate::shot::Shot;
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ice, stones and sheet of a platform.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// How a stone runs alone.
    pub ice: Ice,
    /// What happens when stones touch.
    pub contact: Contact,
    /// The step of time of the official engine, in seconds.
    pub step: f64,
    /// Its lines.
    pub sheet: Sheet,
    /// Where stones are in play.
    pub bounds: Bounds,
}

/// The law a stone follows alone on the ice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "law", rename_all = "lowercase")]
pub enum Ice {
    /// Constant deceleration: the legacy platform and DC2.
    #[serde(rename = "even")]
    Coulomb(CoulombIce),
    /// Friction that grows as the stone slows down: Digital Curling 3 and 4.
    Fcv1(Fcv1Ice),
}

/// Constant deceleration and a sideways push proportional to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoulombIce {
    /// Deceleration in m/s².
    pub friction: f64,
    /// The sideways push as a part of the deceleration.
    pub curl: f64,
    /// How fast a delivered stone turns, in rad/s. Only its sign is felt on the ice.
    pub spin: f64,
    /// DC2 as published: the sideways push is not at a right angle to the path unless the stone
    /// runs straight down the sheet.
    pub skewed: bool,
    /// Whether the unit vector of the path is made by multiplying with the reciprocal of the speed
    /// (legacy) or by dividing (DC2). Felt in the last digit of single precision only.
    pub reciprocal: bool,
}

/// Friction coefficient `grip / (v + knee) + floor` and a turn of the path of `yaw * v^-0.8` a
/// second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fcv1Ice {
    /// Numerator of the part of friction that grows as the stone slows down.
    pub grip: f64,
    /// The speed, in m/s, below which it grows no more.
    pub knee: f64,
    /// The friction coefficient of a very fast stone.
    pub floor: f64,
    /// Gravity, in m/s².
    pub gravity: f64,
    /// How fast the path turns at 1 m/s, in rad/s.
    pub yaw: f64,
    /// How fast a stone stops turning: deceleration of its spin times its speed, in rad m/s³.
    pub spin_decay: f64,
    /// How fast a delivered stone turns, in rad/s.
    pub spin: f64,
}

/// What happens when stones touch: the constants of an impulse solver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingContact")]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Friction coefficient between stones.
    pub friction: f64,
    /// Share of the normal speed that comes back.
    pub restitution: f64,
    /// Normal speed, in m/s, up to which nothing comes back.
    pub threshold: f64,
    /// Mass of a stone in kg for each square metre of its disc. All stones have the same, so only
    /// rounding feels it.
    pub density: f64,
    /// Passes over all contacts of a step for velocities.
    pub velocity_passes: u32,
    /// Passes for overlaps.
    pub position_passes: u32,
}

/// A parameter that makes no physical sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// Outside what the simulation can do.
    #[error("{name} is {value}: it must be {must}")]
    Impossible {
        /// Which.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What it must be.
        must: &'static str,
    },
    /// No such name.
    #[error("there is no parameter `{name}` in this model (known: {known})")]
    Unknown {
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
}

impl Ice {
    /// The fastest stone that can be simulated on it, in m/s: several times what anybody throws.
    pub fn fastest(&self) -> f64 {
        match self {
            Ice::Coulomb(_) => 100.0,
            Ice::Fcv1(_) => super::glide::fcv1::curve::FASTEST,
        }
    }
}

impl Parameters {
    /// The legacy platform (Kitasei and Ito, 2014-2017), which Kato, Iizuka and Yamamoto (2016)
    /// played on.
    pub fn legacy() -> Self {
        Parameters {
            ice: Ice::Coulomb(CoulombIce {
                friction: 12.009216,
                curl: 0.066696,
                spin: 0.066696,
                skewed: false,
                reciprocal: true,
            }),
            contact: Contact {
                friction: 12.009216,
                restitution: 1.0,
                threshold: 1.0,
                density: 10.0,
                velocity_passes: 10,
                position_passes: 10,
            },
            step: 0.001,
            sheet: Sheet::LEGACY,
            bounds: Bounds::legacy(&Sheet::LEGACY),
        }
    }

    /// DC2 (Mori, 2019) as published.
    #[expect(clippy::approx_constant)]
    pub fn dc2() -> Self {
        let legacy = Self::legacy();
        Parameters {
            ice: Ice::Coulomb(CoulombIce {
                friction: 12.009216,
                curl: 0.066696,
                spin: 3.14, // not pi: so the platform's code
                skewed: true,
                reciprocal: false,
            }),
            contact: Contact {
                friction: 0.5,
                ..legacy.contact
            },
            bounds: Bounds::dc2(&Sheet::LEGACY),
            ..legacy
        }
    }

    /// DC2 as it was meant: the sideways push at a right angle to the path.
    pub fn dc2_repaired() -> Self {
        let mut repaired = Self::dc2();
        if let Ice::Coulomb(ice) = &mut repaired.ice {
            ice.skewed = false;
        }
        repaired
    }

    /// Digital Curling 3 and 4.
    pub fn fcv1() -> Self {
        Parameters {
            ice: Ice::Fcv1(Fcv1Ice {
                grip: 0.00200985,
                knee: 0.06385782,
                floor: 0.00626286,
                gravity: 9.80665,
                yaw: 0.00820,
                spin_decay: 0.025,
                spin: std::f64::consts::FRAC_PI_2,
            }),
            contact: Contact {
                friction: 0.2,
                restitution: 1.0,
                threshold: 0.0,
                density: 302.18622, // 19.96 kg
                velocity_passes: 8,
                position_passes: 3,
            },
            step: 0.001,
            sheet: Sheet::DC3,
            bounds: Bounds::dc3(&Sheet::DC3),
        }
    }

    /// The same with friction multiplied: 1.2 is slower ice.
    #[must_use]
    pub fn with_friction(mut self, factor: f64) -> Self {
        match &mut self.ice {
            Ice::Coulomb(ice) => ice.friction *= factor,
            Ice::Fcv1(ice) => ice.gravity *= factor,
        }
        self
    }

    /// The same with curl multiplied.
    #[must_use]
    pub fn with_curl(mut self, factor: f64) -> Self {
        match &mut self.ice {
            Ice::Coulomb(ice) => ice.curl *= factor,
            Ice::Fcv1(ice) => ice.yaw *= factor,
        }
        self
    }

    /// The fastest stone that can be simulated, in m/s: several times what anybody throws.
    pub fn fastest(&self) -> f64 {
        self.ice.fastest()
    }

    /// Velocity and spin with which a shot leaves the hand.
    pub(crate) fn release(&self, shot: &Shot) -> (Vector, f64) {
        let usual = match self.ice {
            Ice::Coulomb(ice) => ice.spin,
            Ice::Fcv1(ice) => ice.spin,
        };
        (shot.velocity, shot.turn.sign() * shot.rate.unwrap_or(usual))
    }

    /// Where the origin of the official engine's frame lies as seen from the tee, the frame turned
    /// the way of the house frame. Single precision rounds differently at different places, so the
    /// exact simulation works there.
    pub(crate) fn origin(&self) -> Vector {
        match self.ice {
            Ice::Coulomb(_) => Vector::new(-2.375, f64::from(4.88_f32)),
            Ice::Fcv1(_) => Vector::new(0.0, f64::from(21.0315_f32) - f64::from(38.405_f32)),
        }
    }
}
