//! The value of a position in a world that may not reach it.

use crate::game::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of a position in one player's world, or `*` if that world cannot reach it.
///
/// `*` is never chosen: the larger and the smaller of `*` and a value are that value (Otawa and
/// Uehara 2006, section 3.6). Serialised as a number, or as `null` for `*`.
///
/// ```
/// use lookahead::models::WorldValue::{self, Unreachable, Value};
///
/// assert_eq!(Unreachable.min(Value(3)), Value(3));
/// assert_eq!(Unreachable.max(Value(-3)), Value(-3));
/// assert_eq!(Unreachable.max(Unreachable), Unreachable);
/// assert_eq!([Value(-7), Unreachable].map(|w: WorldValue| w.to_string()), ["-7", "*"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Option<i32>", into = "Option<i32>")]
pub enum WorldValue {
    /// `*`: the play that leads here does not exist in the player's world.
    #[default]
    Unreachable,
    /// The value, seen from [`Side::Max`].
    Value(i32),
}

impl WorldValue {
    /// Returns the smaller value, ignoring `*`.
    #[must_use]
    pub fn min(self, other: WorldValue) -> WorldValue {
        match (self, other) {
            (WorldValue::Value(a), WorldValue::Value(b)) => WorldValue::Value(a.min(b)),
            (known @ WorldValue::Value(_), _) | (_, known) => known,
        }
    }

    /// Returns the larger value, ignoring `*`.
    #[must_use]
    pub fn max(self, other: WorldValue) -> WorldValue {
        match (self, other) {
            (WorldValue::Value(a), WorldValue::Value(b)) => WorldValue::Value(a.max(b)),
            (known @ WorldValue::Value(_), _) | (_, known) => known,
        }
    }

    /// Returns the value, or `None` for `*`.
    pub fn value(self) -> Option<i32> {
        self.into()
    }

    /// Returns the value, or `otherwise` for `*`.
    pub(super) fn or(self, otherwise: i32) -> i32 {
        self.value().unwrap_or(otherwise)
    }

    /// Applies `change` to the value.
    pub(super) fn map(self, change: impl FnOnce(i32) -> i32) -> WorldValue {
        self.value().map(change).into()
    }
}

impl From<i32> for WorldValue {
    fn from(value: i32) -> Self {
        WorldValue::Value(value)
    }
}

impl From<Option<i32>> for WorldValue {
    fn from(value: Option<i32>) -> Self {
        value.map_or(WorldValue::Unreachable, WorldValue::Value)
    }
}

impl From<WorldValue> for Option<i32> {
    fn from(value: WorldValue) -> Self {
        match value {
            WorldValue::Unreachable => None,
            WorldValue::Value(value) => Some(value),
        }
    }
}

impl fmt::Display for WorldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldValue::Unreachable => f.pad("*"),
            WorldValue::Value(value) => value.fmt(f),
        }
    }
}

/// Orients a value so that larger is better for `side`; the same call reverts it.
///
/// For Min this is the complement, not the negative: it reverses the order just as well and
/// exists for every integer.
pub(super) fn turned(side: Side, value: i32) -> i32 {
    match side {
        Side::Max => value,
        Side::Min => !value,
    }
}

#[cfg(test)]
mod tests {
    use super::WorldValue::{Unreachable, Value};
    use super::*;

    #[test]
    fn the_star_gives_way_on_either_side() {
        for (a, b) in [(Unreachable, Value(5)), (Value(5), Unreachable)] {
            assert_eq!(a.min(b), Value(5));
            assert_eq!(a.max(b), Value(5));
        }
        assert_eq!(Unreachable.min(Unreachable), Unreachable);
        assert_eq!(Unreachable.max(Unreachable), Unreachable);
        assert_eq!(Value(2).min(Value(-2)), Value(-2));
        assert_eq!(Value(2).max(Value(-2)), Value(2));
    }

    #[test]
    fn a_worth_survives_serialisation() {
        let text = serde_json::to_string(&[Value(-4), Unreachable]).unwrap();
        assert_eq!(text, "[-4,null]");
        let back: Vec<WorldValue> = serde_json::from_str(&text).unwrap();
        assert_eq!(back, [Value(-4), Unreachable]);
    }

    #[test]
    fn turning_reverses_the_order_of_every_integer() {
        let values = [i32::MIN, -1, 0, 1, i32::MAX];
        for pair in values.windows(2) {
            assert!(turned(Side::Min, pair[0]) > turned(Side::Min, pair[1]));
            assert_eq!(turned(Side::Min, turned(Side::Min, pair[0])), pair[0]);
        }
    }
}
