//! How stones run and what they do to each other.
//!
//! Three platforms, three models of the ice: [`Parameters::legacy`], [`Parameters::dc2`] and
//! [`Parameters::fcv1`]; their constants are values that a tournament may change. A shot can be run
//! in two ways:
//!
//! * [`Mode::Exact`], the referee: step by step on the official engine's grid, in its single
//!   precision and order of operations (`stepper`, with the steps of the ice in `law`). Many shots at
//!   once run side by side (`batch`).
//! * [`Mode::Fast`], the search: from contact to contact along closed forms ([`glide`]), in double
//!   precision (`fast`).
//!
//! Both solve contacts with the same code (`contact`), and both are plain functions of a [`Throw`]:
//! there is no world to set up. Ice that is not the same everywhere is a [`Surface`]. What counts
//! after a shot is for [`crate::rules`] to say.

mod batch;
mod contact;
mod fast;
pub mod glide;
pub(crate) mod law;
pub mod parameters;
mod recording;
mod settings;
mod stepper;
mod surface;

pub use fast::PathSegment;
pub use glide::{Glide, Law, Motion};
pub use parameters::{Contact, CoulombIce, Fcv1Ice, Ice, ParameterError, Parameters};
pub use recording::Recording;
pub use settings::Setting;
pub use surface::{Surface, Sweep, Wear, Weather};

use crate::shot::Shot;
use crate::stones::{Extent, SLOTS, Stone, Stones};
use crate::vector::Vector;
use fast::EventSimulation;
use glide::{AnyGlide, AnyLaw};
use law::{CoulombStep, Fcv1Step};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use stepper::Stepper;

/// How to run a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingMode")]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As the referee: the official engine's grid, single precision and order of operations.
    #[default]
    Exact,
    /// As a search: from contact to contact in double precision.
    Fast,
}

/// A stone about to be delivered to a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The stones that lie there.
    pub stones: Stones,
    /// The slot of the stone to be delivered; whatever lies in it is taken away first.
    pub slot: usize,
    /// How it is let go.
    pub shot: Shot,
}

/// What a shot did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The stones in play afterwards, by the platform's bounds; the rules may put some back.
    pub stones: Stones,
    /// How often two stones began to touch.
    pub contacts: u32,
    /// The slots of the stones that moved.
    pub moved: u16,
    /// How long it took, in steps of the official engine.
    pub steps: u32,
}

/// A throw that cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ThrowError {
    /// No such slot.
    #[error("there is no slot {0}: an end has {SLOTS} stones")]
    NoSuchSlot(usize),
    /// Not a number.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// What.
        what: &'static str,
    },
    /// Too fast to be curling.
    #[error("a speed of {speed} m/s is not curling: at most {limit} m/s can be simulated")]
    TooFast {
        /// The speed asked for.
        speed: f64,
        /// The limit.
        limit: f64,
    },
    /// Turning too fast to be curling.
    #[error(
        "a stone that turns at {rate} rad/s is not curling: at most {limit} rad/s can be simulated"
    )]
    TurnsTooFast {
        /// The rate asked for.
        rate: f64,
        /// The limit.
        limit: f64,
    },
    /// Ice that makes no sense.
    #[error(transparent)]
    Ice(#[from] ParameterError),
    /// A stone far off the sheet.
    #[error("the stone in slot {slot} lies at ({x}, {y}), more than {limit} m from the tee")]
    FarOff {
        /// Its slot.
        slot: usize,
        /// To the right of the tee.
        x: f64,
        /// Behind the tee.
        y: f64,
        /// The limit.
        limit: f64,
    },
}

/// The fastest turn of a stone that can be simulated, in rad/s: twenty times what anybody gives it.
const FASTEST_TURN: f64 = 100.0;
/// Angles, in radians, above which single precision does not tell one from another; nobody turns a
/// stone that far.
const LARGEST_ANGLE: f64 = 1e6;
/// The farthest from the tee that a stone may lie, in metres.
const FARTHEST: f64 = 100.0;

/// Ice and stones, ready to be used: cheap to clone, the same for all threads.
///
/// ```
/// use curling::physics::{Mode, Parameters, Physics, Throw};
/// use curling::{Shot, Stones};
///
/// let physics = Physics::new(Parameters::legacy())?;
/// // The legacy platform's draw to the tee on an empty sheet.
/// let shot = Shot::legacy(-0.99074, -29.559775, 0);
/// let outcome = physics.throw(Mode::Exact, &Throw { stones: Stones::none(), slot: 0, shot })?;
/// assert!(outcome.stones.get(0).unwrap().at.length() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Physics {
    parameters: Arc<Parameters>,
    law: Arc<AnyLaw>,
}

/// Calls `$body` with `$law` bound to the step law of the parameters, in precision `$real`.
macro_rules! with_step_law {
    ($parameters:expr, $real:ty, $law:ident => $body:expr) => {{
        let step = $parameters.step;
        match &$parameters.ice {
            Ice::Fcv1(ice) => {
                let $law = Fcv1Step::<$real>::new(ice, step);
                $body
            }
            Ice::Coulomb(ice) => match (ice.skewed, ice.reciprocal) {
                (false, true) => {
                    let $law = CoulombStep::<$real, false, true>::new(ice, step);
                    $body
                }
                (false, false) => {
                    let $law = CoulombStep::<$real, false, false>::new(ice, step);
                    $body
                }
                (true, true) => {
                    let $law = CoulombStep::<$real, true, true>::new(ice, step);
                    $body
                }
                (true, false) => {
                    let $law = CoulombStep::<$real, true, false>::new(ice, step);
                    $body
                }
            },
        }
    }};
}

#[cfg(test)]
use with_step_law;

impl Physics {
    /// Ice and stones with these parameters.
    ///
    /// # Errors
    /// If a parameter makes no sense.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let law = AnyLaw::new(&parameters);
        Ok(Physics {
            parameters: Arc::new(parameters),
            law: Arc::new(law),
        })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Delivers a stone.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn throw(&self, mode: Mode, throw: &Throw) -> Result<Outcome, ThrowError> {
        let extent = throw.check(self.fastest())?;
        match mode {
            Mode::Fast => Ok(self.fast(throw, &extent, None)),
            Mode::Exact => with_step_law!(self.parameters, f32, law => {
                Ok(Stepper::new(law, &self.parameters, None, throw).finish())
            }),
        }
    }

    /// Delivers a stone as in [`Mode::Fast`] and makes a list of the ways that stones took.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn follow(
        &self,
        throw: &Throw,
        trail: &mut Vec<PathSegment>,
    ) -> Result<Outcome, ThrowError> {
        let extent = throw.check(self.fastest())?;
        trail.clear();
        Ok(self.fast(throw, &extent, Some(trail)))
    }

    /// Delivers many stones, each to its own sheet, on all cores; results in the same order.
    pub fn throw_all(&self, mode: Mode, throws: &[Throw]) -> Vec<Result<Outcome, ThrowError>> {
        let blocks = throws.par_chunks(64);
        match mode {
            Mode::Fast => blocks
                .flat_map_iter(|block| block.iter().map(|throw| self.throw(mode, throw)))
                .collect(),
            Mode::Exact => with_step_law!(self.parameters, f32, law => blocks
                .flat_map_iter(|block| batch::throw_all(law, &self.parameters, block))
                .collect()),
        }
    }

    /// The way of a delivered stone if nothing lies in it.
    pub fn released(&self, shot: &Shot) -> AnyGlide<'_> {
        let hack = self.parameters.sheet.hack();
        self.law.glide(self.law.released(shot, hack))
    }

    /// Delivers a stone on ice that is not the same everywhere: step by step in both modes, in
    /// single precision if exact, else in double.
    ///
    /// # Errors
    /// If the throw or the ice makes no sense.
    pub fn throw_on(
        &self,
        mode: Mode,
        throw: &Throw,
        surface: &Surface,
    ) -> Result<Outcome, ThrowError> {
        if surface.is_uniform() {
            return self.throw(mode, throw);
        }
        throw.check(self.fastest())?;
        surface.check()?;
        Ok(match mode {
            Mode::Exact => with_step_law!(self.parameters, f32, law => {
                Stepper::new(law, &self.parameters, Some(surface), throw).finish()
            }),
            Mode::Fast => with_step_law!(self.parameters, f64, law => {
                Stepper::new(law, &self.parameters, Some(surface), throw).finish()
            }),
        })
    }

    /// Delivers a stone and shows the stones on the way: at its release, after every so many steps,
    /// and when all have stopped, before those that are out of play are taken away. In fast mode
    /// these are steps in double precision: pictures to look at, within a fraction of a millimetre
    /// of what [`Physics::throw`] does, unless a hair decides what a stone touches.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn trace(
        &self,
        mode: Mode,
        throw: &Throw,
        every: u32,
        sink: &mut dyn FnMut(u32, &Stones),
    ) -> Result<Outcome, ThrowError> {
        throw.check(self.fastest())?;
        let every = every.max(1);
        Ok(match mode {
            Mode::Exact => with_step_law!(self.parameters, f32, law => {
                Stepper::new(law, &self.parameters, None, throw).trace(every, sink)
            }),
            Mode::Fast => with_step_law!(self.parameters, f64, law => {
                Stepper::new(law, &self.parameters, None, throw).trace(every, sink)
            }),
        })
    }

    fn fastest(&self) -> f64 {
        self.parameters.fastest()
    }

    #[inline]
    fn fast(
        &self,
        throw: &Throw,
        extent: &Extent,
        trail: Option<&mut Vec<PathSegment>>,
    ) -> Outcome {
        let (parameters, step) = (&*self.parameters, self.parameters.step);
        match (&*self.law, &parameters.ice) {
            (AnyLaw::Coulomb(law), Ice::Coulomb(ice)) => EventSimulation::run(
                law,
                CoulombStep::<f64, false, true>::new(ice, step),
                parameters,
                throw,
                extent,
                trail,
            ),
            (AnyLaw::Skewed(law), Ice::Coulomb(ice)) => EventSimulation::run(
                law,
                CoulombStep::<f64, true, true>::new(ice, step),
                parameters,
                throw,
                extent,
                trail,
            ),
            (AnyLaw::Fcv1(law), Ice::Fcv1(ice)) => EventSimulation::run(
                law,
                Fcv1Step::<f64>::new(ice, step),
                parameters,
                throw,
                extent,
                trail,
            ),
            _ => unreachable!("the law is made of the same ice"),
        }
    }
}

impl Throw {
    /// Whether this can be thrown.
    ///
    /// # Errors
    /// Says why not.
    pub fn possible(&self, physics: &Physics) -> Result<(), ThrowError> {
        self.check(physics.fastest()).map(drop)
    }

    /// Whether this can be thrown; gives how far the stones reach.
    fn check(&self, fastest: f64) -> Result<Extent, ThrowError> {
        if self.slot >= SLOTS {
            return Err(ThrowError::NoSuchSlot(self.slot));
        }
        let Shot { velocity, rate, .. } = self.shot;
        if !velocity.is_finite() {
            return Err(ThrowError::NotFinite {
                what: "the velocity",
            });
        }
        if !rate.is_none_or(f64::is_finite) {
            return Err(ThrowError::NotFinite { what: "the spin" });
        }
        if let Some(rate) = rate
            && rate.abs() > FASTEST_TURN
        {
            let limit = FASTEST_TURN;
            return Err(ThrowError::TurnsTooFast { rate, limit });
        }
        let speed = velocity.length();
        if speed > fastest {
            return Err(ThrowError::TooFast {
                speed,
                limit: fastest,
            });
        }
        let near = |extent: &Extent| {
            extent.side <= FARTHEST && extent.front >= -FARTHEST && extent.back <= FARTHEST
        };
        let extent = self.stones.places().extent().filter(near);
        let sane = |all: bool, angle: &f64| all & (angle.abs() < LARGEST_ANGLE);
        if !self.stones.angles().iter().fold(true, sane) {
            return Err(self.misplaced());
        }
        extent.ok_or_else(|| self.misplaced())
    }

    /// What is wrong with the first stone that lies far off or nowhere.
    #[cold]
    fn misplaced(&self) -> ThrowError {
        let far = |at: Vector| at.x.abs() > FARTHEST || at.y.abs() > FARTHEST;
        let finite = |stone: &Stone| stone.at.is_finite() && stone.angle.abs() < LARGEST_ANGLE;
        let mut stones = self.stones.iter();
        match stones.find(|(_, stone)| !finite(stone) || far(stone.at)) {
            Some((slot, stone)) if finite(&stone) => ThrowError::FarOff {
                slot,
                x: stone.at.x,
                y: stone.at.y,
                limit: FARTHEST,
            },
            _ => ThrowError::NotFinite {
                what: "the place or the angle of a stone",
            },
        }
    }
}
