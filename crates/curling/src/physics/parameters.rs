//! Parameters of ice, stones and sheet that a tournament might change.

use crate::sheet::{Bounds, Sheet};
use crate::shot::Shot;
use crate::vector::Vector;
use arena::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ice, stones and sheet of a platform.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// The law of motion of a single stone.
    pub ice: Ice,
    /// The contact between stones.
    pub contact: Contact,
    /// The time step of the official engine, in seconds.
    pub step: f64,
    /// The lines of the sheet.
    pub sheet: Sheet,
    /// The bounds of play.
    pub bounds: Bounds,
}

/// The law of motion of a single stone on the ice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "law", rename_all = "lowercase")]
pub enum Ice {
    /// Coulomb friction, that is, constant deceleration: the legacy platform and DC2.
    #[serde(rename = "even")]
    Coulomb(CoulombIce),
    /// Friction that grows as the stone slows down: Digital Curling 3 and 4.
    Fcv1(Fcv1Ice),
}

/// Coulomb friction: constant deceleration and a lateral force proportional to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoulombIce {
    /// Deceleration in m/s².
    pub friction: f64,
    /// The lateral force as a fraction of the deceleration.
    pub curl: f64,
    /// The spin of a delivered stone, in rad/s. Only its sign matters on the ice.
    pub spin: f64,
    /// DC2 as published: the lateral force is not at a right angle to the path unless the stone
    /// runs straight down the sheet.
    pub skewed: bool,
    /// Whether the unit vector of the path is computed by multiplication with the reciprocal of the
    /// speed (legacy) or by division (DC2). Affects only the last digit of single precision.
    pub reciprocal: bool,
}

/// Friction coefficient `grip / (v + knee) + floor` and a curvature of the path of `yaw * v^-0.8`
/// radians a second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fcv1Ice {
    /// Numerator of the part of friction that grows as the stone slows down.
    pub grip: f64,
    /// The speed, in m/s, below which that friction grows no more.
    pub knee: f64,
    /// The friction coefficient of a very fast stone.
    pub floor: f64,
    /// Gravity, in m/s².
    pub gravity: f64,
    /// The rate at which the path turns at 1 m/s, in rad/s.
    pub yaw: f64,
    /// The decay of spin: angular deceleration times speed, in rad m/s³.
    pub spin_decay: f64,
    /// The spin of a delivered stone, in rad/s.
    pub spin: f64,
}

/// The constants of the contact solver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingContact")]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Friction coefficient between stones.
    pub friction: f64,
    /// Coefficient of restitution of the normal velocity.
    pub restitution: f64,
    /// The normal speed, in m/s, up to which a contact is inelastic.
    pub threshold: f64,
    /// Mass of a stone in kg for each square metre of its disc. All stones have the same, so it
    /// affects rounding only.
    pub density: f64,
    /// Passes over all contacts of a step for velocities.
    pub velocity_passes: u32,
    /// Passes for overlaps.
    pub position_passes: u32,
}

/// An invalid parameter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// A value out of range.
    #[error("{name} is {value}: it must be {}", must.en)]
    Impossible {
        /// The parameter.
        name: &'static str,
        /// The given value.
        value: f64,
        /// The valid range.
        must: Text,
    },
    /// An unknown name.
    #[error("unknown parameter `{name}` of this ice (known: {known})")]
    Unknown {
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
}

impl Ice {
    /// Returns the highest speed that can be simulated, in m/s: several times that of any delivery.
    pub fn fastest(&self) -> f64 {
        match self {
            Ice::Coulomb(_) => 100.0,
            Ice::Fcv1(_) => super::glide::fcv1::curve::FASTEST,
        }
    }
}

impl Parameters {
    /// Returns the parameters of the legacy platform (Kitasei and Ito, 2014-2017), which Kato,
    /// Iizuka and Yamamoto (2016) played on.
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

    /// DC2 as it was meant: the lateral force at a right angle to the path.
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

    /// Multiplies friction: 1.2 is slower ice.
    #[must_use]
    pub fn with_friction(mut self, factor: f64) -> Self {
        match &mut self.ice {
            Ice::Coulomb(ice) => ice.friction *= factor,
            Ice::Fcv1(ice) => ice.gravity *= factor,
        }
        self
    }

    /// Multiplies curl.
    #[must_use]
    pub fn with_curl(mut self, factor: f64) -> Self {
        match &mut self.ice {
            Ice::Coulomb(ice) => ice.curl *= factor,
            Ice::Fcv1(ice) => ice.yaw *= factor,
        }
        self
    }

    /// Returns the highest speed that can be simulated, in m/s: several times that of any delivery.
    pub fn fastest(&self) -> f64 {
        self.ice.fastest()
    }

    /// Returns velocity and spin at release.
    pub(crate) fn release(&self, shot: &Shot) -> (Vector, f64) {
        let usual = match self.ice {
            Ice::Coulomb(ice) => ice.spin,
            Ice::Fcv1(ice) => ice.spin,
        };
        (shot.velocity, shot.turn.sign() * shot.rate.unwrap_or(usual))
    }

    /// Returns the origin of the official engine's frame relative to the tee, the frame oriented as
    /// the house frame. Single precision rounds differently at different places, so the exact
    /// simulation works there.
    pub(crate) fn origin(&self) -> Vector {
        match self.ice {
            Ice::Coulomb(_) => Vector::new(-2.375, f64::from(4.88_f32)),
            Ice::Fcv1(_) => Vector::new(0.0, f64::from(21.0315_f32) - f64::from(38.405_f32)),
        }
    }
}
