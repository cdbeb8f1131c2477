//! What a player says: the card, what each card is worth, and why.

use super::reason::{Reason, Verdict};
use crate::json::{self, SeatLetter};
use crate::{Ascii, Card, Hand, Seat};
use lookahead::Effort;
use schemars::JsonSchema;
use serde::Serialize;

/// A card chosen, with everything that was considered.
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
    /// What was considered, best first by the method that decided.
    pub candidates: Vec<Candidate>,
    /// What the choice rests on.
    pub reasons: Vec<Reason>,
    /// What both methods come to, where both were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What it cost.
    #[serde(skip)]
    pub effort: Effort,
}

impl Advice {
    /// A card of which nothing else is said.
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

    /// The card in plain text, suit first.
    pub fn card_text(&self) -> String {
        Ascii(self.card).to_string()
    }

    /// Adds what another method says about cards that were considered already, and its cost.
    pub(super) fn merge(&mut self, other: Advice) {
        for new in other.candidates {
            let known = self.candidates.iter_mut().find(|old| old.card == new.card);
            if let Some(known) = known {
                known.with_models = known.with_models.or(new.with_models);
                known.slips = new.slips;
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

    /// Whether any deal was looked at.
    pub fn is_founded(&self) -> bool {
        let opinions = |c: &Candidate| [c.double_dummy, c.with_models];
        let mut all = self.candidates.iter().flat_map(opinions).flatten();
        all.any(|opinion| opinion.deals > 0)
    }

    /// What was said of a card.
    pub fn candidate(&self, card: Card) -> Option<&Candidate> {
        self.candidates
            .iter()
            .find(|candidate| candidate.card == card)
    }
}

/// One card that could be played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeCardAdvice")]
pub struct Candidate {
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// What it is worth if everybody sees all cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_dummy: Option<Opinion>,
    /// What it is worth if everybody plays by what he can know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_models: Option<Opinion>,
    /// What others do wrong when this card is played, by player, if they were modelled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub slips: Vec<Slips>,
}

impl Candidate {
    /// A card of which nothing is known yet.
    pub(super) fn bare(card: Card) -> Self {
        Candidate {
            card,
            double_dummy: None,
            with_models: None,
            slips: Vec::new(),
        }
    }
}

/// What a card is worth by one method, in points of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeValue")]
pub struct Opinion {
    /// Average over deals.
    pub points: f64,
    /// Standard deviation of single results.
    pub spread: f64,
    /// Standard error of the average; unknown with fewer than two deals.
    pub error: Option<f64>,
    /// Share of deals in which the side gets what it wants, the contract made or beaten.
    pub success: f64,
    /// How far behind the best card of this method, compared deal by deal.
    pub behind: f64,
    /// Standard error of that.
    pub behind_error: Option<f64>,
    /// Deals it is an average of.
    pub deals: u64,
}

/// How one of the others goes wrong, by what he believes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeSlip")]
pub struct Slips {
    /// Who.
    #[serde(serialize_with = "json::seat")]
    #[schemars(with = "SeatLetter")]
    pub seat: Seat,
    /// Share of the deals in which he loses at least one trick.
    pub share: f64,
    /// Tricks he loses, on average over all deals.
    pub tricks: f64,
    /// The card that costs most often.
    pub worst: Option<Worst>,
    /// Deals as he imagines them, from those in which he went wrong: what is left once the card is
    /// played, at most three.
    #[serde(serialize_with = "json::deals")]
    #[schemars(with = "Vec<[Vec<String>; 4]>")]
    pub worlds: Vec<[Hand; 4]>,
}

/// A card that costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BridgeWorst")]
pub struct Worst {
    /// The number of the trick.
    pub trick: u8,
    /// The card.
    #[serde(serialize_with = "json::card")]
    #[schemars(with = "String")]
    pub card: Card,
    /// Its share of all deals.
    pub share: f64,
}
