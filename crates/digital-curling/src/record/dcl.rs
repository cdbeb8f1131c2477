//! `.dcl`: the logs of the first two generations of Digital Curling.
//!
//! Text of sections and `KEY=value` lines, whose values say the word of the command again:
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
//! [written](write()). [Reading](read) takes whatever was ever seen: either [`Variant`], any line
//! ends, names in any encoding, missing sections, a `BESTSHOT` without its blank, the dummy
//! sections of mixed doubles. What does not make sense is left out with a [complaint](Complaint)
//! that names its line; only a file with nothing of a match in it is refused.
//!
//! *Who is who.* `First` throws first in the first end; `SETSTATE`'s last number is 0 for him, and
//! `SCORE` is positive for him. Some logs number the players the other way round: there that number
//! is 1 at the very first shot, and the sign of `SCORE` is reversed too. In mixed doubles a
//! placement decides who throws first, and 0 is `First` all the same. Where the total at the end of
//! the log fits only one of the two readings, that one is taken.
//!
//! *Departures.* DC2 leaves out the blank after `BESTSHOT` and we do not: its own reader does not
//! mind. How a match ended that was not played to its end is not part of the format; `ENDSTATE` is
//! then `CONCEDE`, `TIMEOUT` or `FAULT` in our files of DC2's variant. A shot that counted as a
//! pass is a `RUNSHOT` of noughts. Stones of a match on other ice are at the same distances from
//! the tee, and velocities are what they were.

mod reading;
mod text;
mod writing;

pub use reading::{Complaint, DclError, Log, Position, State, decoded, read};
pub use text::file_name;
pub use writing::write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which platform's logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CurlingDclVariant")]
pub enum Variant {
    /// The first generation.
    #[default]
    Legacy,
    /// Its successor.
    Dc2,
}

/// No log is longer than this, in bytes. One of ten ends has some 60,000.
pub const MOST_BYTES: usize = 16 << 20;

#[cfg(test)]
mod tests;
