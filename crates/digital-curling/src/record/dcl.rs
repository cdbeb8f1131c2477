//! `.dcl` logs: the format of the first two generations of Digital Curling.
//!
//! Text of sections and `KEY=value` lines, whose values repeat the name of the command:
//!
//! ```text
//! [GameInfo]
//! First=alpha
//! …
//! [0000]                                   end and shot, both from 0; shot 16 is after the last stone
//! POSITION=POSITION 0.000000 …             32 numbers
//! SETSTATE=SETSTATE 0 0 8 0
//! BESTSHOT=BESTSHOT -0.990740 -29.559774 0
//! RUNSHOT=RUNSHOT -0.875102 -29.610349 0
//! ```
//!
//! Programs in the field read these line by line and in this order, so that is how they are
//! [written](write()). [Reading](read) accepts all known variations: either [`Variant`], any line
//! ends, names in any encoding, missing sections, a `BESTSHOT` without its blank, the dummy
//! sections of mixed doubles. Invalid parts are left out with a [complaint](Complaint) that names
//! the line; only a file without any part of a match is refused.
//!
//! *Who is who.* `First` throws first in the first end; `SETSTATE`'s last number is 0 for it, and
//! `SCORE` is positive for it. Some logs number the players the other way round: there that number
//! is 1 at the very first shot, and the sign of `SCORE` is reversed too. In mixed doubles a
//! placement decides who throws first, and 0 is `First` all the same. Where the total at the end of
//! the log fits only one of the two numberings, that one is used.
//!
//! *Departures.* DC2 omits the blank after `BESTSHOT` and we do not: its own reader accepts both.
//! The ending of a match that was not played out is not part of the format; `ENDSTATE` is then
//! `CONCEDE`, `TIMEOUT` or `FAULT` in our files of DC2's variant. A shot that counted as a pass is
//! a `RUNSHOT` of zeros. Stones of a match on other ice are at the same distances from the tee, and
//! velocities are what they were.

mod reader;
mod text;
mod writer;

pub use reader::{Complaint, DclError, Log, Position, State, decoded, read};
pub use text::file_name;
pub use writer::write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variant of the format, by platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CurlingDclVariant")]
pub enum Variant {
    /// The first generation.
    #[default]
    Legacy,
    /// DC2.
    Dc2,
}

/// The longest log, in bytes. One of ten ends has some 60,000.
pub const MOST_BYTES: usize = 16 << 20;

#[cfg(test)]
mod tests;
