//! Encodings: actions as numbers or vectors and views as arrays, for programs that learn.
//!
//! An [`Encoding`] belongs to a game, which knows what its numbers mean; a
//! [lineup](crate::Lineup::encoding) lists the encodings of its game by name. Arrays are made of a
//! seat's view, so that they hide what the view hides. Values are those of the game (metres,
//! points, zeros and ones), within the stated bounds; nothing is normalised.

use crate::game::Game;
use std::sync::Arc;

/// The shape and the bounds of an encoded view.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayShape {
    /// The length of every axis, the last of which varies fastest.
    pub axes: Vec<usize>,
    /// The smallest value.
    pub low: f32,
    /// The largest value.
    pub high: f32,
}

/// The encoded actions of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionSpace {
    /// Numbers from 0 to below this one.
    Numbers(usize),
    /// Vectors between two corners.
    Vectors {
        /// The smallest value of every component.
        low: Vec<f32>,
        /// The largest value of every component.
        high: Vec<f32>,
    },
}

/// An encoded action.
#[derive(Clone, Debug, PartialEq)]
pub enum EncodedAction {
    /// A number.
    Number(usize),
    /// A vector.
    Vector(Vec<f64>),
}

/// An encoding of a game under given conditions.
pub trait Encoding<G: Game>: Send + Sync {
    /// Returns the encoded actions.
    fn actions(&self) -> ActionSpace;

    /// Returns the shape of a view's array.
    fn shape(&self) -> ArrayShape;

    /// Returns the view of a seat as an array.
    fn observe(&self, game: &G, seat: usize, view: &G::View) -> Vec<f32>;

    /// Returns the action of a code.
    ///
    /// # Errors
    /// A sentence on a code that stands for no action.
    fn decode(&self, action: &EncodedAction) -> Result<G::Action, String>;

    /// Returns the code of an action; `None` if the encoding has none for it.
    fn encode(&self, action: &G::Action) -> Option<EncodedAction>;

    /// Returns the numbers of the legal actions of the seat to act, ascending; none where actions
    /// are vectors.
    fn legal(&self, game: &G, view: &G::View) -> Vec<usize> {
        let number = |action: &G::Action| match self.encode(action) {
            Some(EncodedAction::Number(number)) => Some(number),
            _ => None,
        };
        let actions = game.actions(view).unwrap_or_default();
        let mut numbers: Vec<usize> = actions.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns the error of a code outside of the encoding's actions.
pub fn unknown_action(action: &EncodedAction, actions: &ActionSpace) -> String {
    match (action, actions) {
        (EncodedAction::Number(number), ActionSpace::Numbers(count)) => {
            format!("there is no action {number}: expected 0 to {}", count - 1)
        }
        (EncodedAction::Vector(_), ActionSpace::Numbers(count)) => {
            format!("expected the number of an action, 0 to {}", count - 1)
        }
        (_, ActionSpace::Vectors { low, .. }) => {
            format!("expected a vector of {} numbers", low.len())
        }
    }
}

type MakeEncoding<G> = dyn Fn(&G) -> Result<Arc<dyn Encoding<G>>, String> + Send + Sync;

/// The encodings of a game, by name; the first is the usual one.
pub(crate) struct Encodings<G: Game>(Vec<(&'static str, Box<MakeEncoding<G>>)>);

impl<G: Game> Default for Encodings<G> {
    fn default() -> Self {
        Encodings(Vec::new())
    }
}

impl<G: Game> Encodings<G> {
    pub(crate) fn add(&mut self, name: &'static str, make: Box<MakeEncoding<G>>) {
        self.0.push((name, make));
    }

    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    /// Returns the encoding of a name.
    ///
    /// # Errors
    /// If there is none, or it cannot be used under the conditions of the game.
    pub(crate) fn make(&self, game: &G, name: &str) -> Result<Arc<dyn Encoding<G>>, String> {
        match self.0.iter().find(|(known, _)| *known == name) {
            Some((_, make)) => make(game),
            None if self.0.is_empty() => Err("this game has no encodings".to_owned()),
            None => Err(format!(
                "there is no encoding `{name}` (known: {})",
                self.names().join(", ")
            )),
        }
    }
}
