//! The simulator as a program drives it: positions, shots and targets as JSON lines.
//!
//! Lines are written in a [form of the platforms](platform_form) or in the notation of curling, in
//! which pages save positions.

mod aim;
mod line_ice;
mod match_form;
mod notation;
pub mod platform_form;
mod score;
mod simulate;
mod trajectory;

pub use aim::AimLines;
pub use line_ice::LineIce;
pub use match_form::match_of;
pub use platform_form::{PlatformForm, RequestedThrow, StoneOrder};
pub use score::ScoreLines;
pub use simulate::{SimulateLines, SimulateOptions};
