//! Exact number of deals that fit, and the probability of each holder of a card.

use crate::fault::{Fault, FaultKind};
use bridge::dealing::Sampler;
use bridge::{Ascii, Card, Hand, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::collections::BTreeMap;

/// The number of deals that fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// The exact number.
    Exactly(u128),
    /// Only the sum of their weights is known.
    Weight {
        /// The sum.
        sum: f64,
        /// The number of layouts, fitting or not.
        most: u128,
    },
    /// Only the number of layouts, fitting or not, is known.
    AtMost(u128),
}

/// The number of deals that fit, and the places of cards.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The number, if it was asked for.
    pub number: Option<Count>,
    /// The chance of each seat to have each card asked for.
    pub cards: Vec<(Card, [f64; 4])>,
}

/// The number of deals that fit. Numbers that JSON cannot hold exactly are rounded; the text is
/// exact.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BridgeCount {
    /// The number of deals, if it is known.
    #[schemars(with = "Option<f64>")]
    pub layouts: Option<Number>,
    /// The number as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layouts_text: Option<String>,
    /// The sum of their weights, where only that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The number of layouts, fitting or not, where the number of deals is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub at_most: Option<Number>,
}

/// A number as JSON can hold it.
fn number(of: u128) -> Option<Number> {
    match u64::try_from(of) {
        Ok(exact) => Some(exact.into()),
        Err(_) => Number::from_f64(of as f64),
    }
}

impl Chances {
    /// The number of deals for other programs.
    pub(super) fn count(&self) -> Option<BridgeCount> {
        let unknown = |weight, most| BridgeCount {
            layouts: None,
            layouts_text: None,
            weight,
            at_most: number(most),
        };
        Some(match self.number? {
            Count::Exactly(layouts) => BridgeCount {
                layouts: number(layouts),
                layouts_text: Some(layouts.to_string()),
                weight: None,
                at_most: None,
            },
            Count::Weight { sum, most } => unknown(Some(sum), most),
            Count::AtMost(most) => unknown(None, most),
        })
    }

    /// The places of cards for other programs.
    pub(super) fn places(&self) -> Option<BTreeMap<String, BTreeMap<String, f64>>> {
        let seats = |chances: &[f64; 4]| {
            let each = Seat::ALL.into_iter().zip(chances);
            each.map(|(seat, chance)| (seat.to_string(), *chance))
                .collect()
        };
        let of = |(card, chances): &(Card, [f64; 4])| (Ascii(*card).to_string(), seats(chances));
        (!self.cards.is_empty()).then(|| self.cards.iter().map(of).collect())
    }
}

/// Counts by a sampler; `open` are the known cards if there are no other constraints.
pub(super) fn told(
    sampler: &Sampler,
    count: bool,
    cards: &[Card],
    open: Option<&[Hand; 4]>,
) -> Result<Chances, Fault> {
    let cards = cards.iter().map(|&card| {
        let found = chance(sampler, card, open).ok_or_else(|| {
            let card = Ascii(card);
            let english = format!(
                "--where {card}: the chances are not known with so many hidden hands; give one \
                 with --hand"
            );
            let japanese = format!(
                "{card}: 見えないハンドが多く、確率を計算できません。ハンドを1つ指定してください"
            );
            Fault::because((english, japanese)).kind(FaultKind::Failed)
        });
        Ok((card, found?))
    });
    Ok(Chances {
        number: count.then(|| counted(sampler, open.is_some())),
        cards: cards.collect::<Result<_, Fault>>()?,
    })
}

fn counted(sampler: &Sampler, open: bool) -> Count {
    let most = sampler.max_layouts();
    match (sampler.layouts(), sampler.weight()) {
        (Some(layouts), _) => Count::Exactly(layouts),
        (None, _) if open => Count::Exactly(most),
        (None, Some(sum)) => Count::Weight { sum, most },
        (None, None) => Count::AtMost(most),
    }
}

/// Returns the probability of each seat to hold a card. With open hands, a card in none of them is
/// anywhere there is room.
fn chance(sampler: &Sampler, card: Card, open: Option<&[Hand; 4]>) -> Option<[f64; 4]> {
    let mut chances = [0.0; 4];
    for seat in Seat::ALL {
        let room = |known: &[Hand; 4]| {
            let rooms = known.map(|hand| 13.0 - hand.len() as f64);
            rooms[seat as usize] / rooms.iter().sum::<f64>()
        };
        let chance = sampler.probability(seat, card);
        chances[seat as usize] = chance.or_else(|| open.map(room))?;
    }
    Some(chances)
}
