//! JSON forms of seats, cards and hands, for serde.

use crate::hand::from_the_top;
use crate::{Ascii, Card, Hand, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A seat by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BridgeSeat")]
pub enum SeatLetter {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}

impl From<Seat> for SeatLetter {
    fn from(seat: Seat) -> Self {
        use SeatLetter::{E, N, S, W};
        [N, E, S, W][seat as usize]
    }
}

impl From<SeatLetter> for Seat {
    fn from(seat: SeatLetter) -> Self {
        Seat::ALL[seat as usize]
    }
}

/// Writes a seat.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
pub(crate) fn seat<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
    SeatLetter::from(*seat).serialize(to)
}

/// Writes a card, suit first.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
pub(crate) fn card<S: Serializer>(card: &Card, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&Ascii(*card))
}

/// Writes a card that may be missing.
#[expect(clippy::ref_option, reason = "the form serde asks for")]
pub(crate) fn some_card<S: Serializer>(card: &Option<Card>, to: S) -> Result<S::Ok, S::Error> {
    card.map(|card| Ascii(card).to_string()).serialize(to)
}

/// Writes deals: the cards of each hand, spades first, each suit from the top.
pub(crate) fn deals<S: Serializer>(deals: &[[Hand; 4]], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(deals.iter().map(|hands| hands.map(cards)))
}

/// Returns the cards of a hand in letters, spades first, each suit from the top.
pub fn cards(hand: Hand) -> Vec<String> {
    from_the_top(hand)
        .map(|card| Ascii(card).to_string())
        .collect()
}
