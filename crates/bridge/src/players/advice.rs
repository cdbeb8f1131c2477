//! Advice of a player: the card, the value of each candidate, and the reasons.

use super::reason::{Reason, Verdict};
use crate::json::{self, SeatLetter};
use crate::{Ascii, Card, Hand, Seat};
use lookahead::Effort;
use schemars::JsonSchema;
use serde::Serialize;

/// A chosen card, with all candidates and reasons.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeAdvice")]
pub struct Advice {
    /// The hand that plays it.
    #[serde(serialize_with = "json::seat")]
    #[schemars(with = "SeatLetter")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// The candidates, best first by the method that decided.
    pub candidates: Vec<Candidate>,
    /// The reasons for the choice.
    pub reasons: Vec<Reason>,
    /// The final choice between both methods, where both were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The effort of the search.
    #[serde(skip)]
    pub effort: Effort,
}

impl Advice {
    /// Returns an advice that consists of a card alone.
    pub fn bare(seat: Seat, card: Card) -> Self {
        Advice {
            seat,
            card,
            candidates: vec![Candidate::bare(card)],
            reasons: Vec::new(),
            verdict: None,
            effort: Effort::default(),
        }
    }

    /// Returns the card in plain text, suit first.
    pub fn card_text(&self) -> String {
        Ascii(self.card).to_string()
    }

    /// Adds the values of another method to the candidates, and its effort.
    pub(super) fn merge(&mut self, other: Advice) {
        for new in other.candidates {
            let known = self.candidates.iter_mut().find(|old| old.card == new.card);
            if let Some(known) = known {
                known.with_models = known.with_models.or(new.with_models);
                known.mistakes = new.mistakes;
            }
        }
        for reason in other.reasons {
            if !self.reasons.contains(&reason) {
                self.reasons.push(reason);
            }
        }
        self.effort.nodes += other.effort.nodes;
        self.effort.seconds += other.effort.seconds;
        self.effort.stopped = other.effort.stopped;
    }

    /// Returns whether any deal was evaluated.
    pub fn is_founded(&self) -> bool {
        let values = |c: &Candidate| [c.double_dummy, c.with_models];
        let mut all = self.candidates.iter().flat_map(values).flatten();
        all.any(|value| value.deals > 0)
    }

    /// Returns the candidate of a card.
    pub fn candidate(&self, card: Card) -> Option<&Candidate> {
        self.candidates
            .iter()
            .find(|candidate| candidate.card == card)
    }
}

/// A candidate card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeCardAdvice")]
pub struct Candidate {
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// The value if all players see all cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_dummy: Option<CardValue>,
    /// The value if every player acts on their own information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_models: Option<CardValue>,
    /// The mistakes of other players after this card, by player, if they were modelled.
    #[serde(rename = "slips", skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub mistakes: Vec<Mistakes>,
}

impl Candidate {
    /// Returns a candidate without values.
    pub(super) fn bare(card: Card) -> Self {
        Candidate {
            card,
            double_dummy: None,
            with_models: None,
            mistakes: Vec::new(),
        }
    }
}

/// The value of a card by one method, in points of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeValue")]
pub struct CardValue {
    /// Average over deals.
    pub points: f64,
    /// Standard deviation of single results.
    pub spread: f64,
    /// Standard error of the average; unknown with fewer than two deals.
    pub error: Option<f64>,
    /// Share of deals in which the side gets what it wants, the contract made or beaten.
    pub success: f64,
    /// Points behind the best card of this method, compared deal by deal.
    pub behind: f64,
    /// Standard error of `behind`.
    pub behind_error: Option<f64>,
    /// The number of deals averaged over.
    pub deals: u64,
}

/// The mistakes of another player, caused by their beliefs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeSlip")]
pub struct Mistakes {
    /// The player.
    #[serde(serialize_with = "json::seat")]
    #[schemars(with = "SeatLetter")]
    pub seat: Seat,
    /// Share of the deals in which the player loses at least one trick.
    pub share: f64,
    /// Tricks the player loses, on average over all deals.
    pub tricks: f64,
    /// The card that costs most often.
    pub worst: Option<WorstCard>,
    /// Deals the player considered possible where they went wrong: the cards left once the card is
    /// played, at most three deals.
    #[serde(serialize_with = "json::deals")]
    #[schemars(with = "Vec<[Vec<String>; 4]>")]
    pub worlds: Vec<[Hand; 4]>,
}

/// A card that costs tricks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeWorst")]
pub struct WorstCard {
    /// The number of the trick.
    pub trick: u8,
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// The share of all deals.
    pub share: f64,
}
