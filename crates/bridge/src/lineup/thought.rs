//! What a player thought, as JSON: kept with every move of a record.

use crate::bidder::ExplainedCall;
use crate::players::{Advice, Candidate, Opinion, Slips};
use crate::{Ascii, Hand};
use serde_json::{Value, json};

/// A call with its reason.
pub fn called_json(called: &ExplainedCall) -> Value {
    json!({ "call": Ascii(called.call).to_string(), "why": called.why })
}

/// A card with everything that was considered; methods that were not used are left out.
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
        object["double_dummy"] = opinion(value);
    }
    if let Some(value) = &candidate.with_models {
        object["with_models"] = opinion(value);
    }
    if !candidate.slips.is_empty() {
        object["slips"] = candidate.slips.iter().map(slips).collect();
    }
    object
}

fn opinion(opinion: &Opinion) -> Value {
    json!({
        "points": opinion.points,
        "spread": opinion.spread,
        "error": opinion.error,
        "success": opinion.success,
        "behind": opinion.behind,
        "behind_error": opinion.behind_error,
        "deals": opinion.deals,
    })
}

fn slips(slips: &Slips) -> Value {
    let world = |hands: &[Hand; 4]| Ascii(*hands).to_string();
    json!({
        "seat": slips.seat.letter(),
        "share": slips.share,
        "tricks": slips.tricks,
        "worst": slips.worst,
        "worlds": slips.worlds.iter().map(world).collect::<Vec<_>>(),
    })
}
