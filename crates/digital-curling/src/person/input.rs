//! Input of a person: parsing, and the shot for it.

use curling::arena_game::{Action, Curling};
use curling::delivery::{Aim, Weight};
use curling::rules::{Game, Placement};
use curling::sheet::Sheet;
use curling::{Shot, Turn, Vector};
use std::str::FromStr;

/// The distance before the hog line at which a stone thrown away stops, in metres: enough for the
/// largest noise.
const SHORT: f64 = 3.0;

/// A command of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// A shot by its aim.
    Aim(Aim, Turn),
    /// To hit a stone.
    Hit {
        /// The slot.
        slot: usize,
        /// The weight.
        weight: Weight,
        /// The turn.
        turn: Turn,
    },
    /// A shot by its velocity.
    Throw(Shot),
    /// A stone thrown away.
    Through,
    /// A placement.
    Place(Placement),
    /// A concession.
    Concede,
    /// The help text.
    Help,
}

/// Invalid input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// An unknown command.
    #[error("unknown command `{0}`: use draw, hit, velocity, through, place, concede or help")]
    Unknown(String),
    /// Wrong arguments.
    #[error("usage: `{0}`")]
    Form(&'static str),
    /// Not a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A stone number out of range.
    #[error("no stone {0}: stones are numbered by their shots, from 1 to 16")]
    NoSuchStone(String),
    /// Another error.
    #[error("{0}")]
    Other(String),
}

const DRAW: &str = "draw X Y cw|ccw, as in draw 0.3 -1 cw";
const HIT: &str = "hit STONE WEIGHT cw|ccw or hit X Y WEIGHT cw|ccw, as in hit 4 2 ccw";
const VELOCITY: &str = "velocity VX VY cw|ccw, as in velocity 0.12 2.4 cw";

impl FromStr for Input {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["draw", x, y, way] => {
                let target = Vector::new(number(x)?, number(y)?);
                Ok(Input::Aim(Aim::Draw { target }, turn(way)?))
            }
            ["draw", ..] => Err(InputError::Form(DRAW)),
            ["hit", stone, hard, way] => Ok(Input::Hit {
                slot: slot(stone)?,
                weight: weight(hard)?,
                turn: turn(way)?,
            }),
            ["hit", x, y, hard, way] => {
                let target = Vector::new(number(x)?, number(y)?);
                let weight = weight(hard)?;
                Ok(Input::Aim(Aim::Through { target, weight }, turn(way)?))
            }
            ["hit", ..] => Err(InputError::Form(HIT)),
            ["velocity", x, y, way] => {
                let velocity = Vector::new(number(x)?, number(y)?);
                Ok(Input::Throw(Shot::new(velocity, turn(way)?)))
            }
            ["velocity", ..] => Err(InputError::Form(VELOCITY)),
            ["through"] => Ok(Input::Through),
            ["place", ..] => match text.parse() {
                Ok(Action::Place(placement)) => Ok(Input::Place(placement)),
                Ok(Action::Throw(_)) => Err(InputError::Unknown(text)),
                Err(why) => Err(InputError::Other(why.to_string())),
            },
            ["concede"] => Ok(Input::Concede),
            ["help" | "?"] => Ok(Input::Help),
            _ => {
                let first = words.first().copied().unwrap_or_default();
                Err(InputError::Unknown(first.chars().take(30).collect()))
            }
        }
    }
}

fn number(word: &str) -> Result<f64, InputError> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| InputError::NotANumber(word.chars().take(30).collect()))
}

fn turn(word: &str) -> Result<Turn, InputError> {
    word.parse()
        .map_err(|why: curling::shot::UnknownTurn| InputError::Other(why.to_string()))
}

/// A stone by its number.
fn slot(word: &str) -> Result<usize, InputError> {
    let number = word.parse().ok().filter(|number| (1..=16).contains(number));
    let number: usize =
        number.ok_or_else(|| InputError::NoSuchStone(word.chars().take(30).collect()))?;
    Ok(number - 1)
}

fn weight(word: &str) -> Result<Weight, InputError> {
    match word.strip_prefix('p') {
        Some(power) => number(power).map(Weight::Power),
        None => number(word).map(Weight::Beyond),
    }
}

/// The distance from the back line to the back board, in metres.
const BEHIND: f64 = 3.658;

/// Refuses a target outside the sheet.
fn on_the_sheet(sheet: &Sheet, aim: &Aim) -> Result<(), String> {
    let (Aim::Draw { target } | Aim::Through { target, .. }) = *aim;
    let (side, end) = (sheet.width / 2.0, sheet.back + BEHIND);
    if target.x.abs() > side {
        let Vector { x, .. } = target;
        return Err(format!(
            "{x} is outside the sheet: it reaches {side} m to either side of the tee"
        ));
    }
    if target.y > end {
        let Vector { y, .. } = target;
        return Err(format!(
            "{y} is outside the sheet: it ends {end:.3} m beyond the tee; `through` throws a stone away"
        ));
    }
    Ok(())
}

impl Input {
    /// The shot of this command, in this position.
    ///
    /// # Errors
    /// The reason if there is no such shot.
    pub fn shot(&self, curling: &Curling, game: &Game) -> Result<Shot, String> {
        let sheet = &curling.physics().parameters().sheet;
        let aimed = |aim: Aim, turn: Turn| {
            let shot = aim.shot(&curling.physics().deliveries(), sheet, turn);
            shot.map_err(|why| why.to_string())
        };
        match *self {
            Input::Aim(aim, turn) => {
                on_the_sheet(sheet, &aim)?;
                aimed(aim, turn)
            }
            Input::Hit { slot, weight, turn } => {
                let stone = game.stones.get(slot);
                let stone = stone.ok_or_else(|| format!("stone {} is not in play", slot + 1))?;
                let target = stone.at;
                aimed(Aim::Through { target, weight }, turn)
            }
            Input::Throw(shot) => Ok(shot),
            Input::Through => {
                let target = Vector::new(0.0, -sheet.hog - SHORT);
                aimed(Aim::Draw { target }, Turn::Clockwise)
            }
            Input::Place(_) | Input::Concede | Input::Help => Err("not a shot".to_owned()),
        }
    }
}
