//! A natural bidder: conventions first, judgement beyond them.
//!
//! Of the legal calls that the [`Conventions`] explain, the bidder makes the one whose meaning the
//! hand fits, the most descriptive one if there are several. So its calls mean what
//! [`knowledge`](crate::knowledge) infers from them. Later in the auction the conventions are
//! silent: then the bidder adds its points to what partner has shown, 25 together for game and
//! eight trumps for a fit, invites, signs off, competes to the level of the fit, and does not pass
//! forcing calls. It is not an expert: no cue-bids, no asking for aces, no lead-directing calls.
//! The same view always gets the same call.
//!
//! ```
//! use bridge::bidder::Bidder;
//! use bridge::knowledge::Conventions;
//! use bridge::{Ascii, Seat, View, Vulnerability, notation};
//!
//! let bidder = Bidder::new(&Conventions::standard());
//! let view = View {
//!     seat: Seat::South,
//!     dealer: Seat::North,
//!     vulnerability: Vulnerability::None,
//!     hand: notation::hand("K84.Q52.Q762.J83")?,
//!     dummy: None,
//!     auction: "1S -".parse()?,
//!     cards: Vec::new(),
//! };
//! let called = bidder.call(&view);
//! assert_eq!(Ascii(called.call).to_string(), "2S");
//! assert_eq!(called.why.to_string(), "single raise: 6-10 points, 3+ spades");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod auction_state;
mod candidates;
mod competition;
mod context;
mod contract;
mod convention_card;
mod fallback;
mod hand_evaluation;
mod reason;
mod responses;

#[cfg(test)]
mod tests;

use crate::bidding::caller;
use crate::knowledge::Conventions;
use crate::table::Side;
use crate::{Call, View};
use auction_state::AuctionState;
use candidates::Candidate;
use context::Context;
use convention_card::Entry;
use hand_evaluation::EvaluatedHand;

#[cfg(test)]
pub(crate) use reason::JUDGEMENTS;
pub use reason::{CallReason, Judgement};

/// The least fit with which a hand keeps the promise of a call.
const MIN_FIT: f64 = 0.25;
/// The fit from which a hand is just what partner expects.
const FULL_FIT: f64 = 0.99;

/// A natural bidder with conventions.
#[derive(Clone, Debug)]
pub struct Bidder {
    conventions: Conventions,
}

/// A call and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedCall {
    /// The call.
    pub call: Call,
    /// The reason: a rule of the conventions and its promise, or a judgement.
    pub why: CallReason,
}

impl ExplainedCall {
    fn new(call: Call, why: impl Into<CallReason>) -> Self {
        ExplainedCall {
            call,
            why: why.into(),
        }
    }
}

impl Bidder {
    /// Creates a bidder with these conventions.
    pub fn new(conventions: &Conventions) -> Self {
        Bidder {
            conventions: conventions.clone(),
        }
    }

    /// Returns the call of the seat of the view; a pass if it is not its turn.
    pub fn call(&self, view: &View) -> ExplainedCall {
        if caller(&view.auction, view.dealer) != Some(view.seat) {
            return ExplainedCall::new(Call::Pass, Judgement::NotMyTurn);
        }
        let state = AuctionState::of(&view.auction, &self.conventions);
        let context = Context::of(&state);
        let held = EvaluatedHand::new(view.hand);
        let vulnerable = view.vulnerability.of(Side::from(view.seat));
        let entries = convention_card::entries(&context, &held, vulnerable, &self.conventions);
        choose(&context, &held, &entries)
    }
}

/// Chooses a call: by a convention that the hand fits, else by judgement, else by a convention that
/// it nearly fits, else the smallest distortion.
fn choose(context: &Context<'_>, held: &EvaluatedHand, entries: &[Entry<'_>]) -> ExplainedCall {
    if let Some(entry) = convention_card::best(entries, FULL_FIT, context, held) {
        return by_card(entry);
    }
    let candidates = candidates::all(context);
    let broken = |call: Call| {
        entries
            .iter()
            .any(|entry| entry.call == call && entry.fit < MIN_FIT)
    };
    let offered = |fallback: bool| {
        let fits =
            move |candidate: &&Candidate| candidate.fallback == fallback && candidate.fits(held);
        candidates.iter().filter(fits)
    };
    if let Some(candidate) = offered(false).find(|candidate| !broken(candidate.call)) {
        let explained = entries.iter().find(|entry| entry.call == candidate.call);
        return explained.map_or_else(
            || ExplainedCall::new(candidate.call, candidate.why),
            by_card,
        );
    }
    if let Some(entry) = convention_card::best(entries, MIN_FIT, context, held) {
        return by_card(entry);
    }
    let fallback = offered(true).find(|candidate| !broken(candidate.call));
    match (nearest(context, held, entries), fallback) {
        (Some((i32::MIN..=8, entry)), _) | (Some((_, entry)), None) => ExplainedCall::new(
            entry.call,
            CallReason::Nearest(entry.interpretation.rule().clone()),
        ),
        (_, Some(candidate)) => ExplainedCall::new(candidate.call, candidate.why),
        (None, None) => ExplainedCall::new(Call::Pass, Judgement::NothingFits),
    }
}

fn by_card(entry: &Entry<'_>) -> ExplainedCall {
    let interpretation = &entry.interpretation;
    let why = CallReason::Rule(interpretation.rule().clone(), interpretation.promises());
    ExplainedCall::new(entry.call, why)
}

/// Returns the explained call with the smallest distortion, and its size.
fn nearest<'e, 'a>(
    context: &Context<'_>,
    held: &EvaluatedHand,
    entries: &'e [Entry<'a>],
) -> Option<(i32, &'e Entry<'a>)> {
    let allowed = |entry: &&Entry<'_>| entry.call != Call::Pass || !context.forced();
    let possible = entries.iter().filter(allowed);
    let measured = possible.map(|entry| (convention_card::distortion(context, entry, held), entry));
    measured.min_by_key(|(lie, _)| *lie)
}
