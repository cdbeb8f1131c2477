//! How stones run and what they do to each other.

pub mod glide;
pub mod parameters;

pub use glide::{Glide, Law, Motion};
pub use parameters::{Contact, EvenIce, Fcv1Ice, Ice, ParameterError, Parameters};

use crate::shot::Shot;
use crate::stones::{SLOTS, Stones};

/// How to run a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
