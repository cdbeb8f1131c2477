//! Reasons of a choice as values.
//!
//! A player says why in the game's own terms; sentences in English and Japanese are made of these
//! values in [`words`](crate::words), and nowhere else.

use super::advice::Slips;
use crate::Card;
use crate::json;
use crate::knowledge::Statement;
use schemars::JsonSchema;
use serde::Serialize;

/// One ground of a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// An inference dropped because no deal fits them all.
    GivenUp(Statement),
    /// An honest signal among equal cards.
    Signal(Card),
    /// Some cards were compared with models, for this reason.
    Compared(Rule),
    /// What models say about the card of plain search.
    Verdict(Verdict),
    /// What another player does wrong after a card.
    Slips(Card, Slips),
}

/// Why cards are compared with models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Plain search sees little chance.
    LittleChance,
    /// Plain search finds several cards equal.
    Equals,
    /// All cards were asked about.
    Asked,
}

/// The card that is played when both methods have spoken, and on what grounds.
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
    /// The card of search with models, if it has seen a deal.
    #[serde(serialize_with = "json::some_card")]
    #[schemars(with = "Option<String>")]
    pub models: Option<Card>,
    /// Points that the card of models gains on that of plain search, by models.
    pub gain: f64,
    /// Standard error of that; unknown with fewer than two deals.
    pub error: Option<f64>,
}

/// Why a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BridgeGrounds")]
pub enum Grounds {
    /// There is only one.
    Only,
    /// Both methods say so, or models find no card better.
    Both,
    /// Models gain clearly.
    Clear,
    /// Models prefer another card, but not clearly enough.
    Unclear,
    /// There was no time for models.
    NoTime,
}
