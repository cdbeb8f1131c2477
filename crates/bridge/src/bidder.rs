//! A simple natural bidder: the card where it has a rule, sound judgement beyond it.
//!
//! Of all legal calls those are looked up that the [`Conventions`] explain; the one whose meaning
//! the hand fits is made, the most telling one if there are several. So what is bid is what
//! [`knowledge`](crate::knowledge) reads. Later in the auction the card is silent: then the bidder
//! counts on what partner has shown, 25 points together for game and eight trumps for a fit,
//! invites, signs off, competes to the level of the fit, and does not pass what is forcing. It is
//! no expert: no cue-bids, no asking for aces, no lead-directing tricks. The same view always gets
//! the same call.
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

mod answer;
mod card;
mod compete;
mod contract;
mod held;
mod offers;
mod picture;
mod resort;
mod turn;
mod why;

#[cfg(test)]
mod tests;

use crate::bidding::caller;
use crate::knowledge::Conventions;
use crate::table::Side;
use crate::{Call, View};
use card::Entry;
use held::Held;
use offers::Offer;
use picture::Picture;
use turn::Turn;

#[cfg(test)]
pub(crate) use why::THOUGHTS;
pub use why::{Thought, Why};

/// A hand that fits a call less than this breaks its promise.
const FITS: f64 = 0.25;
/// A hand that fits a call at least this well is what partner will expect.
const USUAL: f64 = 0.99;

/// A player who bids naturally by a card.
#[derive(Clone, Debug)]
pub struct Bidder {
    conventions: Conventions,
}

/// A call and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// What is called.
    pub call: Call,
    /// Why: the rule of the card and what it promises, or the thought behind it.
    pub why: Why,
}

impl Called {
    fn new(call: Call, why: impl Into<Why>) -> Self {
        Called {
            call,
            why: why.into(),
        }
    }
}

impl Bidder {
    /// A bidder who plays by these agreements.
    pub fn new(conventions: &Conventions) -> Self {
        Bidder {
            conventions: conventions.clone(),
        }
    }

    /// The call of the one who looks; a pass if it is not his turn.
    pub fn call(&self, view: &View) -> Called {
        if caller(&view.auction, view.dealer) != Some(view.seat) {
            return Called::new(Call::Pass, Thought::NotMyTurn);
        }
        let picture = Picture::of(&view.auction, &self.conventions);
        let turn = Turn::of(&picture);
        let held = Held::new(view.hand);
        let vulnerable = view.vulnerability.of(Side::from(view.seat));
        let entries = card::entries(&turn, &held, vulnerable, &self.conventions);
        choose(&turn, &held, &entries)
    }
}

/// By the card if the hand is what a call promises; else by judgement; else by the card if it
/// nearly is; else the smallest lie.
fn choose(turn: &Turn<'_>, held: &Held, entries: &[Entry<'_>]) -> Called {
    if let Some(entry) = card::best(entries, USUAL, turn, held) {
        return by_card(entry);
    }
    let offers = offers::all(turn);
    let broken = |call: Call| {
        entries
            .iter()
            .any(|entry| entry.call == call && entry.fit < FITS)
    };
    let offered = |resort: bool| {
        let fits = move |offer: &&Offer| offer.resort == resort && offer.fits(held);
        offers.iter().filter(fits)
    };
    if let Some(offer) = offered(false).find(|offer| !broken(offer.call)) {
        let explained = entries.iter().find(|entry| entry.call == offer.call);
        return explained.map_or_else(|| Called::new(offer.call, offer.why), by_card);
    }
    if let Some(entry) = card::best(entries, FITS, turn, held) {
        return by_card(entry);
    }
    let resort = offered(true).find(|offer| !broken(offer.call));
    match (nearest(turn, held, entries), resort) {
        (Some((i32::MIN..=8, entry)), _) | (Some((_, entry)), None) => {
            Called::new(entry.call, Why::Nearest(entry.reading.rule().clone()))
        }
        (_, Some(offer)) => Called::new(offer.call, offer.why),
        (None, None) => Called::new(Call::Pass, Thought::NothingFits),
    }
}

fn by_card(entry: &Entry<'_>) -> Called {
    let reading = &entry.reading;
    let why = Why::Rule(reading.rule().clone(), reading.promises());
    Called::new(entry.call, why)
}

/// The explained call that is the smallest lie, and how bad a one.
fn nearest<'e, 'a>(
    turn: &Turn<'_>,
    held: &Held,
    entries: &'e [Entry<'a>],
) -> Option<(i32, &'e Entry<'a>)> {
    let allowed = |entry: &&Entry<'_>| entry.call != Call::Pass || !turn.forced();
    let possible = entries.iter().filter(allowed);
    let measured = possible.map(|entry| (card::lie(turn, entry, held), entry));
    measured.min_by_key(|(lie, _)| *lie)
}
