//! Tie-break among equally good cards.
//!
//! A solver values many cards equally, and the tie-break of a modelled player affects the results
//! of a model (changing nothing else moved the first example of the abc paper by two standard
//! errors). So it is a setting of its own: the card a player would find natural, or a random one.

use super::trick_state::TrickState;
use crate::hand::by_lot;
use crate::notation::SUITS;
use crate::{Card, Hand, Rank, Suit};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The tie-break of a player among equally good cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The natural card: follow low, win cheaply, lead and discard from length, keep guards.
    #[default]
    Natural,
    /// A random card.
    Random,
}

impl std::str::FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "natural" => Ok(Order::Natural),
            "random" => Ok(Order::Random),
            _ => Err("expected `natural` or `random`".to_owned()),
        }
    }
}

/// Chooses a card of `equal`, which must not be empty, from `hand`.
pub(super) fn pick(
    order: Order,
    equal: Hand,
    hand: Hand,
    state: &TrickState,
    rng: &mut Pcg64Mcg,
) -> Card {
    match order {
        Order::Natural => natural(equal, hand, state),
        Order::Random => by_lot(equal, rng).expect("a card to play"),
    }
}

/// Returns the lowest card of the suit that is most natural to play.
pub(super) fn natural(equal: Hand, hand: Hand, state: &TrickState) -> Card {
    let follows = state.led().filter(|led| !equal[*led].is_empty());
    let trump = state.strain().suit();
    let suits = SUITS.into_iter().filter(|suit| !equal[*suit].is_empty());
    let best = suits.max_by_key(|suit| {
        let spare = state.led().is_none() || !guards(hand, *suit);
        (Some(*suit) != trump, spare, hand[*suit].len())
    });
    let suit = follows.or(best).expect("a card to play");
    lowest(equal, suit)
}

fn lowest(cards: Hand, suit: Suit) -> Card {
    let rank = cards[suit].iter().min().expect("a card of the suit");
    Card { suit, rank }
}

/// Returns whether a suit's small cards are just enough to guard its honour: a king with one, a
/// queen with two, a jack with three.
fn guards(hand: Hand, suit: Suit) -> bool {
    let held = hand[suit];
    let guard = |rank, length| held.contains(rank) && held.len() == length;
    !held.contains(Rank::A) && (guard(Rank::K, 2) || guard(Rank::Q, 3) || guard(Rank::J, 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Auction, Seat, final_contract, notation};

    fn state(cards: &[&str]) -> TrickState {
        let auction: Auction = "4S - - -".parse().unwrap();
        let mut state = TrickState::new(&final_contract(&auction, Seat::North).unwrap());
        for card in cards {
            state.play(notation::card(card).unwrap());
        }
        state
    }

    fn chosen(hand: &str, cards: &[&str]) -> String {
        let hand = notation::hand(hand).unwrap();
        let state = state(cards);
        notation::Ascii(natural(state.legal(hand), hand, &state)).to_string()
    }

    #[test]
    fn one_follows_low_and_leads_low_from_length_but_not_trumps() {
        assert_eq!(chosen("AKQJ.732.65.QJ98", &["H5"]), "H2");
        assert_eq!(chosen("AKQJT.732.65.QJ8", &[]), "H2");
        assert_eq!(chosen("AKQJT.732.6.QJ98", &[]), "C8");
    }

    #[test]
    fn one_throws_what_guards_nothing() {
        assert_eq!(chosen("32.J732.865.9876", &["H5"]), "H2");
        assert_eq!(chosen("32..Q65.98762", &["H5"]), "C2");
        assert_eq!(chosen("32..J865.976", &["H5"]), "C6");
        assert_eq!(chosen("32...", &["H5"]), "S2");
    }
}
