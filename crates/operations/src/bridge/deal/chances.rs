//! How many deals fit, and who has a card: exactly, or not at all.

use anyhow::Context;
use bridge::dealing::Sampler;
use bridge::{Ascii, Card, Hand, Seat};
use serde_json::json;
use std::fmt::Write;

/// How many deals fit.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    Exactly(u128),
    /// Only the sum of their weights is known.
    Weight {
        sum: f64,
        most: u128,
    },
    /// Nothing is known but how many there would be if all fitted.
    AtMost(u128),
}

/// What is to be said.
#[derive(Debug)]
pub(super) struct Told {
    count: Option<Count>,
    chances: Vec<(Card, [f64; 4])>,
}

/// Asks a sampler; `open` are the known cards if nothing is known or wanted beside them.
pub(super) fn told(
    sampler: &Sampler,
    count: bool,
    cards: &[Card],
    open: Option<&[Hand; 4]>,
) -> anyhow::Result<Told> {
    let chances = cards.iter().map(|&card| {
        let found = chance(sampler, card, open).with_context(|| {
            format!("--where {}: the chances are not known with so many hidden hands; give one with --hand", Ascii(card))
        });
        Ok((card, found?))
    });
    Ok(Told {
        count: count.then(|| counted(sampler, open.is_some())),
        chances: chances.collect::<anyhow::Result<_>>()?,
    })
}

fn counted(sampler: &Sampler, open: bool) -> Count {
    let most = sampler.at_most();
    match (sampler.layouts(), sampler.weight()) {
        (Some(layouts), _) => Count::Exactly(layouts),
        (None, _) if open => Count::Exactly(most),
        (None, Some(sum)) => Count::Weight { sum, most },
        (None, None) => Count::AtMost(most),
    }
}

/// The chance of each seat to have a card. If all is open, a card that nobody is known to have is anywhere there is room.
fn chance(sampler: &Sampler, card: Card, open: Option<&[Hand; 4]>) -> Option<[f64; 4]> {
    let mut chances = [0.0; 4];
    for seat in Seat::ALL {
        let room = |known: &[Hand; 4]| {
            let rooms = known.map(|hand| 13.0 - hand.len() as f64);
            rooms[seat as usize] / rooms.iter().sum::<f64>()
        };
        let chance = sampler.chance(seat, card);
        chances[seat as usize] = chance.or_else(|| open.map(room))?;
    }
    Some(chances)
}

impl Told {
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let _ = match self.count {
            None => Ok(()),
            Some(Count::Exactly(layouts)) => writeln!(text, "{layouts}"),
            Some(Count::Weight { sum, most }) => writeln!(
                text,
                "weight {sum} of at most {most} layouts: the calls make some likelier than others, so only their weight is known"
            ),
            Some(Count::AtMost(most)) => writeln!(
                text,
                "at most {most}: neither number nor weight is known with so many hidden hands; give one with --hand"
            ),
        };
        for (card, chances) in &self.chances {
            let each = Seat::ALL.into_iter().zip(chances);
            let each = each.map(|(seat, chance)| format!("  {seat} {:>8.4}%", 100.0 * chance));
            let _ = writeln!(text, "{}{}", Ascii(*card), each.collect::<String>());
        }
        text
    }

    pub(super) fn json(&self) -> String {
        let mut fields = Vec::new();
        // Written by hand: these numbers may be larger than a value of JSON can hold here.
        match self.count {
            None => {}
            Some(Count::Exactly(layouts)) => fields.push(format!("\"layouts\":{layouts}")),
            Some(Count::Weight { sum, most }) => {
                fields.push(format!(
                    "\"layouts\":null,\"weight\":{},\"at_most\":{most}",
                    json!(sum)
                ));
            }
            Some(Count::AtMost(most)) => {
                fields.push(format!(
                    "\"layouts\":null,\"weight\":null,\"at_most\":{most}"
                ));
            }
        }
        let of = |(card, [n, e, s, w]): &(Card, [f64; 4])| {
            format!(
                "\"{}\":{}",
                Ascii(*card),
                json!({ "N": n, "E": e, "S": s, "W": w })
            )
        };
        if !self.chances.is_empty() {
            let each: Vec<_> = self.chances.iter().map(of).collect();
            fields.push(format!("\"where\":{{{}}}", each.join(",")));
        }
        format!("{{{}}}\n", fields.join(","))
    }
}
