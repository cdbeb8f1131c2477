//! JSON form of calls and advice, stored with the moves of a record.

use crate::bidder::ExplainedCall;
use crate::players::{Advice, Candidate, CardValue, Mistakes};
use crate::{Ascii, Hand};
use serde_json::{Value, json};

/// Returns a call with its reason.
pub fn called_json(called: &ExplainedCall) -> Value {
    json!({ "call": Ascii(called.call).to_string(), "why": called.why })
}

/// Returns a card with all candidates and reasons; unused methods are left out.
pub fn advice_json(advice: &Advice) -> Value {
    let candidates: Vec<_> = advice.candidates.iter().map(candidate).collect();
    json!({
        "seat": advice.seat.letter(),
        "card": advice.card_text(),
        "candidates": candidates,
        "reasons": advice.reasons,
    })
}

fn candidate(candidate: &Candidate) -> Value {
    let mut object = json!({ "card": Ascii(candidate.card).to_string() });
    if let Some(value) = &candidate.double_dummy {
        object["double_dummy"] = value_json(value);
    }
    if let Some(value) = &candidate.with_models {
        object["with_models"] = value_json(value);
    }
    if !candidate.mistakes.is_empty() {
        object["slips"] = candidate.mistakes.iter().map(mistakes).collect();
    }
    object
}

fn value_json(card_value: &CardValue) -> Value {
    json!({
        "points": card_value.points,
        "spread": card_value.spread,
        "error": card_value.error,
        "success": card_value.success,
        "behind": card_value.behind,
        "behind_error": card_value.behind_error,
        "deals": card_value.deals,
    })
}

fn mistakes(mistakes: &Mistakes) -> Value {
    let world = |hands: &[Hand; 4]| Ascii(*hands).to_string();
    json!({
        "seat": mistakes.seat.letter(),
        "share": mistakes.share,
        "tricks": mistakes.tricks,
        "worst": mistakes.worst,
        "worlds": mistakes.worlds.iter().map(world).collect::<Vec<_>>(),
    })
}
