//! Actions of a team, and their text form on one line.
//!
//! ```text
//! throw VX VY cw|ccw [RATE] [sweep FROM TO [EFFORT]]
//!     velocity in m/s in the house frame: x to the thrower's right, y down the sheet; RATE in rad/s;
//!     where sweeping is allowed, FROM and TO are the y of the swept stretch in metres and EFFORT
//!     is from 0 to 1
//! place centre-guard | centre-house | power-play-left | power-play-right
//! place centre|left|right first|hammer guard|house
//! ```
//!
//! The longer form of a placement is for those that only DC2 offers: line, order of the chooser,
//! and its stone. JSON is accepted as well: `{"throw":{"velocity":{"x":0.1,"y":2.4},"turn":"cw"}}`.
//! Parsing does not judge a shot: whether it can be thrown is checked by the referee.

use crate::rules::Placement;
use crate::rules::doubles::{Line, PlacedStone};
use crate::shot::{Shot, Sweep, UnknownTurn};
use crate::vector::Vector;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An action of a team.
///
/// ```
/// use curling::arena_game::Action;
/// use curling::rules::Placement;
/// use curling::{Shot, Turn, Vector};
///
/// let shot = Shot::new(Vector::new(-0.125, 2.4), Turn::CounterClockwise);
/// assert_eq!(Action::Throw(shot).to_string(), "throw -0.125 2.4 ccw");
/// assert_eq!("place centre-house".parse(), Ok(Action::Place(Placement::CENTRE_HOUSE)));
/// assert!("throw hard".parse::<Action>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Throw a stone.
    Throw(Shot),
    /// Place the stones of an end of mixed doubles.
    Place(Placement),
}

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// Neither `throw` nor `place`.
    #[error("expected `throw VX VY cw|ccw` or `place centre-house`, or either as JSON")]
    Neither,
    /// A wrong number of words after `throw`.
    #[error(
        "expected `throw VX VY cw|ccw`, optionally followed by the rate of rotation in rad/s and by \
         `sweep FROM TO EFFORT`"
    )]
    Throw,
    /// An invalid number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// An unknown turn.
    #[error(transparent)]
    Turn(#[from] UnknownTurn),
    /// An unknown placement.
    #[error("unknown placement `{0}`: write {known}, or `centre|left|right first|hammer guard|house`", known = known())]
    Placement(String),
    /// JSON that is not an action.
    #[error("not an action: {0}")]
    Json(String),
}

/// The placements that have a name.
const NAMED: [(&str, Placement); 4] = [
    ("centre-guard", Placement::CENTRE_GUARD),
    ("centre-house", Placement::CENTRE_HOUSE),
    ("power-play-left", Placement::POWER_PLAY_LEFT),
    ("power-play-right", Placement::POWER_PLAY_RIGHT),
];

fn known() -> String {
    NAMED.map(|(name, _)| name).join(", ")
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Throw(Shot {
                velocity,
                turn,
                rate,
                sweep,
            }) => {
                write!(f, "throw {} {} {turn}", velocity.x, velocity.y)?;
                rate.map_or(Ok(()), |rate| write!(f, " {rate}"))?;
                sweep.map_or(Ok(()), |sweep| write!(f, " {sweep}"))
            }
            Action::Place(placement) => write!(f, "place {}", words(*placement)),
        }
    }
}

fn words(placement: Placement) -> String {
    if let Some((name, _)) = NAMED.iter().find(|(_, named)| *named == placement) {
        return (*name).to_owned();
    }
    let line = match placement.line {
        Line::Centre => "centre",
        Line::Left => "left",
        Line::Right => "right",
    };
    let throws = if placement.chooser_leads {
        "first"
    } else {
        "hammer"
    };
    let stone = match placement.chooser_has {
        PlacedStone::Guard => "guard",
        PlacedStone::House => "house",
    };
    format!("{line} {throws} {stone}")
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let text = text.trim();
        if text.starts_with('{') {
            return serde_json::from_str(text).map_err(|why| ActionError::Json(why.to_string()));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["throw", rest @ ..] => shot(rest).map(Action::Throw),
            ["place", rest @ ..] => placement(rest)
                .map(Action::Place)
                .ok_or_else(|| ActionError::Placement(rest.join(" "))),
            _ => Err(ActionError::Neither),
        }
    }
}

fn shot(words: &[&str]) -> Result<Shot, ActionError> {
    let (&[x, y, turn], rest) = words.split_first_chunk().ok_or(ActionError::Throw)?;
    let (rate, rest) = match rest {
        [rate, rest @ ..] if *rate != "sweep" => (Some(number(rate)?), rest),
        rest => (None, rest),
    };
    Ok(Shot {
        velocity: Vector::new(number(x)?, number(y)?),
        turn: turn.parse()?,
        rate,
        sweep: sweep(rest)?,
    })
}

fn sweep(words: &[&str]) -> Result<Option<Sweep>, ActionError> {
    let effort = match *words {
        [] => return Ok(None),
        ["sweep", _, _] => 1.0,
        ["sweep", _, _, effort] => number(effort)?,
        _ => return Err(ActionError::Throw),
    };
    let (from, to) = (number(words[1])?, number(words[2])?);
    Ok(Some(Sweep { from, to, effort }))
}

fn number(word: &str) -> Result<f64, ActionError> {
    word.parse()
        .map_err(|_| ActionError::NotANumber(word.to_owned()))
}

fn placement(words: &[&str]) -> Option<Placement> {
    let &[line, throws, stone] = words else {
        let named = NAMED.iter().find(|(name, _)| words == [*name]);
        return named.map(|(_, placement)| *placement);
    };
    Some(Placement {
        line: match line {
            "centre" => Line::Centre,
            "left" => Line::Left,
            "right" => Line::Right,
            _ => return None,
        },
        chooser_leads: match throws {
            "first" => true,
            "hammer" => false,
            _ => return None,
        },
        chooser_has: match stone {
            "guard" => PlacedStone::Guard,
            "house" => PlacedStone::House,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shot::Turn;
    use proptest::prelude::*;

    fn placements() -> Vec<Placement> {
        let mut all = Vec::new();
        for line in [Line::Centre, Line::Left, Line::Right] {
            for chooser_leads in [false, true] {
                for chooser_has in [PlacedStone::Guard, PlacedStone::House] {
                    all.push(Placement {
                        line,
                        chooser_leads,
                        chooser_has,
                    });
                }
            }
        }
        all
    }

    fn turn(clockwise: bool) -> Turn {
        Turn::BOTH[usize::from(!clockwise)]
    }

    #[test]
    fn every_placement_is_read_as_it_is_written_and_all_are_written_differently() {
        let texts: Vec<String> = placements()
            .into_iter()
            .map(|placement| {
                let text = Action::Place(placement).to_string();
                assert_eq!(text.parse(), Ok(Action::Place(placement)), "{text}");
                text
            })
            .collect();
        assert_eq!(
            texts
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
                .len(),
            12
        );
        assert!(texts.contains(&"place centre first house".to_owned()));
        assert_eq!(
            "place centre hammer house".parse(),
            Ok(Action::Place(Placement::CENTRE_HOUSE))
        );
    }

    #[test]
    fn invalid_actions_are_explained() {
        for (text, words) in [
            ("", "expected `throw VX VY cw|ccw`"),
            ("sweep", "expected `throw VX VY cw|ccw`"),
            ("throw 1 2", "expected `throw VX VY cw|ccw`, optionally"),
            (
                "throw 1 2 cw 3 4",
                "expected `throw VX VY cw|ccw`, optionally",
            ),
            ("throw 1 2 cw sweep 3", "expected `throw VX VY cw|ccw`, opt"),
            ("throw 1 2 cw 3 sweep 4 5 6 7", "expected `throw VX VY"),
            ("throw 1 2 cw sweep a 5", "`a` is not a number"),
            ("throw 1 fast cw", "`fast` is not a number"),
            ("throw 1 2 left", "unknown turn `left`"),
            (
                "place house",
                "unknown placement `house`: write centre-guard, centre-house",
            ),
            ("place", "unknown placement ``"),
            ("{\"throw\":1}", "not an action: invalid type"),
            ("{\"sweep\":1}", "not an action: unknown variant `sweep`"),
        ] {
            let error = text.parse::<Action>().expect_err(text).to_string();
            assert!(error.starts_with(words), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn a_shot_is_read_as_it_is_written_and_from_json(
            x in proptest::num::f64::NORMAL | proptest::num::f64::ZERO,
            y in proptest::num::f64::NORMAL,
            clockwise: bool,
            rate in proptest::option::of(-100.0..100.0),
            stretch in proptest::option::of((-50.0..50.0, -50.0..50.0, 0.0..1.0)),
        ) {
            let velocity = Vector::new(x, y);
            let sweep = stretch.map(|(from, to, effort)| Sweep { from, to, effort });
            let action = Action::Throw(Shot { velocity, turn: turn(clockwise), rate, sweep });
            prop_assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
            let json = serde_json::to_string(&action).unwrap();
            prop_assert_eq!(json.parse::<Action>().unwrap(), action);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "(throw|throw 1 2 cw sweep|place|\\{)?[ a-z0-9.\":{}+-]{0,30}|.{0,20}") {
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(action.to_string().parse::<Action>().unwrap().to_string(), action.to_string());
            }
        }
    }
}
