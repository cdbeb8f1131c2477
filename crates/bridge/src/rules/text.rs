//! Text forms of actions and views, on one line.

use super::{Action, SeatView};
use crate::bidding::{caller, calls};
use crate::hand::from_the_top;
use crate::{Ascii, Card, notation};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// `Pass`, `X`, `XX`, `3NT`; `SK`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Call(call) => Ascii(*call).fmt(f),
            Action::Card(card) => Ascii(*card).fmt(f),
        }
    }
}

/// Error for text that is neither a call nor a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a call (Pass, X, XX, or a bid as in 3NT) nor a card (as in SK)")]
pub struct ActionError(String);

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let card = notation::card(text).map(Action::Card);
        let action = card.or_else(|_| notation::call(text).map(Action::Call));
        // Foreign text is quoted in part only.
        action.map_err(|_| ActionError(text.trim().chars().take(40).collect()))
    }
}

/// Returns a view as one JSON object. `turn` is the hand or caller to act, `by` the seat that
/// decides, `legal` its legal actions if it is the viewing seat.
pub(super) fn view(SeatView { number, view }: &SeatView) -> String {
    let cards = |cards: &mut dyn Iterator<Item = Card>| -> Vec<String> {
        cards.map(|card| Ascii(card).to_string()).collect()
    };
    let auction = view.auction.iter().map(|call| Ascii(*call).to_string());
    let called = caller(&view.auction, view.dealer);
    let turn = called.or_else(|| view.turn());
    let by = called.or_else(|| view.decider());
    let legal: Vec<String> = match called {
        _ if by != Some(view.seat) => Vec::new(),
        Some(_) => calls(&view.auction)
            .map(|call| Ascii(call).to_string())
            .collect(),
        None => cards(&mut from_the_top(view.legal())),
    };
    let object = json!({
        "seat": view.seat.letter(),
        "board": number,
        "dealer": view.dealer.letter(),
        "vulnerable": view.vulnerability,
        "hand": Ascii(view.hand).to_string(),
        "dummy": view.dummy.map(|hand| Ascii(hand).to_string()),
        "auction": auction.collect::<Vec<_>>(),
        "contract": view.final_contract().map(|final_contract| Ascii(final_contract.contract).to_string()),
        "declarer": view.final_contract().map(|final_contract| final_contract.declarer.letter()),
        "play": cards(&mut view.cards.iter().map(|(_, card)| *card)),
        "turn": turn.map_or(Value::Null, |seat| seat.letter().to_string().into()),
        "by": by.map_or(Value::Null, |seat| seat.letter().to_string().into()),
        "legal": legal,
    });
    object.to_string()
}
