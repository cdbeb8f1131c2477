//! What a person asks for, and the shot that does it.

use curling::arena_game::{Action, Curling};
use curling::delivery::{Aim, Weight};
use curling::rules::{Game, Placement};
use curling::{Shot, Turn, Vector};
use std::str::FromStr;

/// How far before the hog line a stone is to stop that nobody wants, in metres: far enough for the
/// unsteadiest hand.
const SHORT: f64 = 3.0;

/// What a person may ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// A shot by its aim.
    Aim(Aim, Turn),
    /// To hit a stone.
    Hit {
        /// Its slot.
        slot: usize,
        /// How hard.
        weight: Weight,
        /// The way to turn.
        turn: Turn,
    },
    /// A shot as it is let go.
    Throw(Shot),
    /// A shot that touches nothing.
    Through,
    /// A placement.
    Place(Placement),
    /// To give up.
    Concede,
    /// To know what may be asked for.
    Help,
}

/// Words that ask for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WishError {
    /// Not one of the words.
    #[error(
        "`{0}` is nothing that can be done: say draw, hit, velocity, through, place, concede or help"
    )]
    Unknown(String),
    /// What comes after the word is something else.
    #[error("write `{0}`")]
    Form(&'static str),
    /// Not a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// There is none.
    #[error("there is no stone {0}: they are numbered by their shots, from 1 to 16")]
    NoSuchStone(String),
    /// As somebody else says it.
    #[error("{0}")]
    Other(String),
}

const DRAW: &str = "draw X Y cw|ccw, as in draw 0.3 -1 cw";
const HIT: &str = "hit STONE WEIGHT cw|ccw or hit X Y WEIGHT cw|ccw, as in hit 4 2 ccw";
const VELOCITY: &str = "velocity VX VY cw|ccw, as in velocity 0.12 2.4 cw";

impl FromStr for Wish {
    type Err = WishError;

    fn from_str(text: &str) -> Result<Self, WishError> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["draw", x, y, way] => {
                let target = Vector::new(number(x)?, number(y)?);
                Ok(Wish::Aim(Aim::Draw { target }, turn(way)?))
            }
            ["draw", ..] => Err(WishError::Form(DRAW)),
            ["hit", stone, hard, way] => Ok(Wish::Hit {
                slot: slot(stone)?,
                weight: weight(hard)?,
                turn: turn(way)?,
            }),
            ["hit", x, y, hard, way] => {
                let target = Vector::new(number(x)?, number(y)?);
                let weight = weight(hard)?;
                Ok(Wish::Aim(Aim::Through { target, weight }, turn(way)?))
            }
            ["hit", ..] => Err(WishError::Form(HIT)),
            ["velocity", x, y, way] => {
                let velocity = Vector::new(number(x)?, number(y)?);
                Ok(Wish::Throw(Shot::new(velocity, turn(way)?)))
            }
            ["velocity", ..] => Err(WishError::Form(VELOCITY)),
            ["through"] => Ok(Wish::Through),
            ["place", ..] => match text.parse() {
                Ok(Action::Place(placement)) => Ok(Wish::Place(placement)),
                Ok(Action::Throw(_)) => Err(WishError::Unknown(text)),
                Err(why) => Err(WishError::Other(why.to_string())),
            },
            ["concede"] => Ok(Wish::Concede),
            ["help" | "?"] => Ok(Wish::Help),
            _ => {
                let first = words.first().copied().unwrap_or_default();
                Err(WishError::Unknown(first.chars().take(30).collect()))
            }
        }
    }
}

fn number(word: &str) -> Result<f64, WishError> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| WishError::NotANumber(word.chars().take(30).collect()))
}

fn turn(word: &str) -> Result<Turn, WishError> {
    word.parse()
        .map_err(|why: curling::shot::NoSuchTurn| WishError::Other(why.to_string()))
}

/// A stone by its number.
fn slot(word: &str) -> Result<usize, WishError> {
    let number = word.parse().ok().filter(|number| (1..=16).contains(number));
    let number: usize =
        number.ok_or_else(|| WishError::NoSuchStone(word.chars().take(30).collect()))?;
    Ok(number - 1)
}

fn weight(word: &str) -> Result<Weight, WishError> {
    match word.strip_prefix('p') {
        Some(power) => number(power).map(Weight::Power),
        None => number(word).map(Weight::Beyond),
    }
}

impl Wish {
    /// The shot that does it, in this position.
    ///
    /// # Errors
    /// In words, why there is none.
    pub fn shot(&self, curling: &Curling, game: &Game) -> Result<Shot, String> {
        let sheet = &curling.physics().parameters().sheet;
        let aimed = |aim: Aim, turn: Turn| {
            let shot = aim.shot(&curling.physics().deliveries(), sheet, turn);
            shot.map_err(|why| why.to_string())
        };
        match *self {
            Wish::Aim(aim, turn) => aimed(aim, turn),
            Wish::Hit { slot, weight, turn } => {
                let stone = game.stones.get(slot);
                let stone = stone.ok_or_else(|| format!("stone {} is not in play", slot + 1))?;
                let target = stone.at;
                aimed(Aim::Through { target, weight }, turn)
            }
            Wish::Throw(shot) => Ok(shot),
            Wish::Through => {
                let target = Vector::new(0.0, -sheet.hog - SHORT);
                aimed(Aim::Draw { target }, Turn::Clockwise)
            }
            Wish::Place(_) | Wish::Concede | Wish::Help => Err("that is no shot".to_owned()),
        }
    }
}
