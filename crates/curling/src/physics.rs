//! Motion and collisions of stones.
//!
//! Three platforms, three models of the ice: [`Parameters::legacy`], [`Parameters::dc2`] and
//! [`Parameters::fcv1`]; a tournament may change their constants. A shot can be simulated in two
//! ways:
//!
//! * [`Mode::Exact`], for the referee: in the time steps of the official engine, in its single
//!   precision and order of operations (`stepper`, with the effect of the ice in `law`). Many shots
//!   run in parallel lanes (`batch`).
//! * [`Mode::Fast`], for the search: event-driven, from contact to contact along closed forms
//!   ([`glide`]), in double precision (`fast`).
//!
//! Both solve contacts with the same code (`contact`), and both are plain functions of a [`Throw`]:
//! there is no world to set up. Ice that differs from place to place has a [`Surface`]; on it both
//! modes take time steps. Which stones count after a shot is decided by [`crate::rules`].

mod batch;
mod contact;
mod fast;
pub mod glide;
mod instructions;
pub(crate) mod law;
mod lone_stone;
pub mod parameters;
mod recording;
mod settings;
mod stepper;
mod surface;
mod trail;

pub use fast::PathSegment;
pub use glide::{Glide, Law, Motion};
pub use lone_stone::LonePath;
pub use parameters::{Contact, CoulombIce, Fcv1Ice, Ice, ParameterError, Parameters};
pub use recording::Recording;
pub use settings::Setting;
pub use surface::{Surface, Sweeping, Wear, WearRate};

use crate::passages::{PassageCounter, Passages};
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
use surface::UnevenIce;
use trail::Trail;

/// The kind of simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingMode")]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// For the referee: the official engine's time steps, single precision and order of operations.
    #[default]
    Exact,
    /// For the search: event-driven, in double precision.
    Fast,
}

/// A stone about to be delivered, and the stones in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The stones in play.
    pub stones: Stones,
    /// The slot of the delivered stone; a stone already in it is removed first.
    pub slot: usize,
    /// The velocity and turn at release.
    pub shot: Shot,
}

/// The outcome of a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The stones in play afterwards, by the platform's bounds; the rules may restore some.
    pub stones: Stones,
    /// The number of contacts.
    pub contacts: u32,
    /// The slots of the stones that moved.
    pub moved: u16,
    /// The duration, in time steps of the official engine.
    pub steps: u32,
}

/// A throw that cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ThrowError {
    /// A slot outside the end.
    #[error("slot {0} is out of range: an end has {SLOTS} slots")]
    NoSuchSlot(usize),
    /// A number that is not finite.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// The quantity.
        what: &'static str,
    },
    /// A speed above the limit.
    #[error("the speed of {speed} m/s is above the limit of {limit} m/s")]
    TooFast {
        /// The requested speed.
        speed: f64,
        /// The limit.
        limit: f64,
    },
    /// A rate of rotation above the limit.
    #[error("the rotation of {rate} rad/s is above the limit of {limit} rad/s")]
    TurnsTooFast {
        /// The requested rate.
        rate: f64,
        /// The limit.
        limit: f64,
    },
    /// Sweeping where it is not allowed.
    #[error("sweeping is not allowed under these conditions: throw without `sweep`")]
    NoSweeping,
    /// Invalid sweeping.
    #[error(transparent)]
    Sweep(#[from] ParameterError),
    /// A stone outside the simulated area.
    #[error("the stone in slot {slot} lies at ({x}, {y}), more than {limit} m from the tee")]
    FarOff {
        /// The slot.
        slot: usize,
        /// x, in metres to the right of the tee.
        x: f64,
        /// y, in metres behind the tee.
        y: f64,
        /// The limit.
        limit: f64,
    },
}

/// The highest rate of rotation that can be simulated, in rad/s: twenty times that of a delivery.
const FASTEST_TURN: f64 = 100.0;
/// The largest angle of a stone, in radians: single precision cannot resolve larger ones.
const LARGEST_ANGLE: f64 = 1e6;
/// The largest distance of a stone from the tee, in metres.
const FARTHEST: f64 = 100.0;

/// The distance between two points of a counted path, in metres: cells are wider.
const SPACING: f64 = 0.05;

/// Ice and stones of a platform, ready to simulate shots; cheap to clone and shared between
/// threads.
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
    /// The deviations from uniform ice, if any.
    surface: Option<Arc<Surface>>,
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

use with_step_law;

impl Physics {
    /// Creates the simulator for these parameters.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let law = AnyLaw::new(&parameters);
        Ok(Physics {
            parameters: Arc::new(parameters),
            law: Arc::new(law),
            surface: None,
        })
    }

    /// Returns this ice with a surface.
    ///
    /// # Errors
    /// If a value of the surface is out of range.
    pub fn on(self, surface: Surface) -> Result<Self, ParameterError> {
        surface.check()?;
        let uniform = surface == Surface::default();
        Ok(Physics {
            surface: (!uniform).then(|| Arc::new(surface)),
            ..self
        })
    }

    /// Returns the deviations from uniform ice.
    pub fn surface(&self) -> Surface {
        self.surface.as_deref().copied().unwrap_or_default()
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Simulates a delivery.
    ///
    /// # Errors
    /// If the throw is invalid.
    pub fn throw(&self, mode: Mode, throw: &Throw) -> Result<Outcome, ThrowError> {
        let extent = self.check(throw)?;
        match (mode, self.uneven(throw)) {
            (Mode::Fast, None) => Ok(self.fast(throw, &extent, None)),
            (Mode::Fast, uneven) => with_step_law!(self.parameters, f64, law => {
                Ok(Stepper::new(law, &self.parameters, uneven, throw).finish())
            }),
            (Mode::Exact, uneven) => with_step_law!(self.parameters, f32, law => {
                Ok(Stepper::new(law, &self.parameters, uneven, throw).finish())
            }),
        }
    }

    /// Returns the ice of a throw; none if it is uniform.
    #[inline]
    fn uneven(&self, throw: &Throw) -> Option<UnevenIce<'_>> {
        let surface = self.surface.as_deref()?;
        surface.under(throw.shot.sweep)
    }

    /// Returns whether the ice is the same everywhere for a stone delivered like this.
    pub fn is_uniform_for(&self, shot: &Shot) -> bool {
        let surface = self.surface.as_deref();
        surface.is_none_or(|surface| surface.under(shot.sweep).is_none())
    }

    /// Simulates a delivery in [`Mode::Fast`] and lists the paths of all stones as segments.
    ///
    /// # Errors
    /// If the throw is invalid.
    pub fn follow(
        &self,
        throw: &Throw,
        trail: &mut Vec<PathSegment>,
    ) -> Result<Outcome, ThrowError> {
        let extent = self.check(throw)?;
        trail.clear();
        if self.uneven(throw).is_some() {
            return self.follow_steps(throw, trail);
        }
        Ok(self.fast(throw, &extent, Some(trail)))
    }

    /// Follows a throw on uneven ice.
    fn follow_steps(
        &self,
        throw: &Throw,
        trail: &mut Vec<PathSegment>,
    ) -> Result<Outcome, ThrowError> {
        let mut trail = Trail::new(trail, throw.slot);
        let outcome = self.trace(Mode::Fast, throw, 1, &mut |_, stones| trail.frame(stones))?;
        trail.finish();
        Ok(outcome)
    }

    /// Returns the number of time steps in which no stone of a throw runs farther than
    /// [`SPACING`].
    fn steps_within(&self, throw: &Throw) -> u32 {
        let speed = throw.shot.velocity.length().max(1e-3);
        (SPACING / (speed * self.parameters.step)).clamp(1.0, 1e3) as u32
    }

    /// Simulates a delivery and counts the passages of all stones that move. In fast mode these are
    /// time steps in double precision, as in [`Physics::trace`].
    ///
    /// # Errors
    /// If the throw is invalid.
    pub fn throw_counting(
        &self,
        mode: Mode,
        throw: &Throw,
        passages: &mut Passages,
    ) -> Result<Outcome, ThrowError> {
        let mut resting = throw.stones;
        resting.remove(throw.slot);
        let mut counter = PassageCounter::new(passages, &resting);
        let mut count = |_, stones: &Stones| counter.frame(stones);
        self.trace(mode, throw, self.steps_within(throw), &mut count)
    }

    /// Simulates many deliveries, each on its own sheet, on all cores; the results are in the order
    /// of the throws.
    pub fn throw_all(&self, mode: Mode, throws: &[Throw]) -> Vec<Result<Outcome, ThrowError>> {
        let blocks = throws.par_chunks(64);
        match mode {
            _ if self.surface.is_some() => blocks
                .flat_map_iter(|block| block.iter().map(|throw| self.throw(mode, throw)))
                .collect(),
            Mode::Fast => blocks
                .flat_map_iter(|block| block.iter().map(|throw| self.throw(mode, throw)))
                .collect(),
            Mode::Exact => with_step_law!(self.parameters, f32, law => blocks
                .flat_map_iter(|block| batch::throw_all(law, &self.parameters, block))
                .collect()),
        }
    }

    /// Returns the motion of a delivered stone on an empty sheet of uniform ice; sweeping and wear
    /// are left out ([`crate::delivery::simulated`]).
    pub fn released(&self, shot: &Shot) -> AnyGlide<'_> {
        let hack = self.parameters.sheet.hack();
        self.law.glide(self.law.released(shot, hack))
    }

    /// Simulates a delivery and reports the stones at release, after every `every` steps, and when
    /// all have stopped, before stones out of play are removed. In fast mode these are time steps
    /// in double precision: good for drawing, within a fraction of a millimetre of
    /// [`Physics::throw`] unless a near miss decides which stone is touched.
    ///
    /// # Errors
    /// If the throw is invalid.
    pub fn trace(
        &self,
        mode: Mode,
        throw: &Throw,
        every: u32,
        sink: &mut dyn FnMut(u32, &Stones),
    ) -> Result<Outcome, ThrowError> {
        self.check(throw)?;
        let (every, uneven) = (every.max(1), self.uneven(throw));
        Ok(match mode {
            Mode::Exact => with_step_law!(self.parameters, f32, law => {
                Stepper::new(law, &self.parameters, uneven, throw).trace(every, sink)
            }),
            Mode::Fast => with_step_law!(self.parameters, f64, law => {
                Stepper::new(law, &self.parameters, uneven, throw).trace(every, sink)
            }),
        })
    }

    /// Checks a throw and returns the extent of the stones.
    fn check(&self, throw: &Throw) -> Result<Extent, ThrowError> {
        if let Some(sweep) = &throw.shot.sweep {
            let surface = self.surface.as_deref();
            surface
                .and_then(|surface| surface.sweeping)
                .ok_or(ThrowError::NoSweeping)?;
            sweep.check()?;
        }
        throw.check(self.fastest())
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
    /// Checks that this throw can be simulated.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn possible(&self, physics: &Physics) -> Result<(), ThrowError> {
        physics.check(self).map(drop)
    }

    /// Checks the throw and returns the extent of the stones.
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
        let extent = self.stones.positions().extent().filter(near);
        let sane = |all: bool, angle: &f64| all & (angle.abs() < LARGEST_ANGLE);
        if !self.stones.angles().iter().fold(true, sane) {
            return Err(self.misplaced());
        }
        extent.ok_or_else(|| self.misplaced())
    }

    /// Returns the error for the first stone that is out of range.
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
