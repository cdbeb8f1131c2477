//! Reasons for a choice of card, as values.
//!
//! Sentences in English and Japanese are made of these values in [`words`](crate::words), and
//! nowhere else.

use super::advice::Mistakes;
use crate::Card;
use crate::json;
use crate::knowledge::Statement;
use schemars::JsonSchema;
use serde::Serialize;

/// A reason for a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// An inference dropped because no deal satisfies them all.
    DroppedInference(Statement),
    /// An honest signal among equal cards.
    Signal(Card),
    /// The rule by which cards were compared with models.
    Compared(Rule),
    /// The result of comparing the card of plain search with that of models.
    Verdict(Verdict),
    /// The mistakes of another player after a card.
    Mistakes(Card, Mistakes),
}

/// The rule by which cards are compared with models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Plain search gives little chance of success.
    LittleChance,
    /// Plain search finds several cards equal.
    Equals,
    /// All cards were to be compared.
    AllCards,
}

/// The final choice between plain search and search with models.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeVerdict")]
pub struct Verdict {
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// The grounds.
    pub grounds: Grounds,
    /// The card of plain search.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub plain: Card,
    /// The card of search with models, if it has evaluated a deal.
    #[serde(serialize_with = "json::some_card")]
    #[schemars(with = "Option<String>")]
    pub models: Option<Card>,
    /// Gain of the models' card over that of plain search, in points, by models.
    pub gain: f64,
    /// Standard error of the gain; unknown with fewer than two deals.
    pub error: Option<f64>,
}

/// The grounds of a final choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BridgeGrounds")]
pub enum Grounds {
    /// The only legal card.
    Only,
    /// Both methods agree, or models find no better card.
    Both,
    /// Models show a clear gain.
    Clear,
    /// Models prefer another card, but not clearly enough.
    Unclear,
    /// No time was left for models.
    NoTime,
}
