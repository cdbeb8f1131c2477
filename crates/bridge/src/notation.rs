//! Text forms of cards, hands, calls and contracts, and their parsers.
//!
//! The written form is that of PBN and most programs: `SK`, `3NT`, `4HX`, `N:K4.KQ9.JT876.Q32 ...`.
//! The parsers also accept any case, `10` for `T`, the cards of a suit in any order, and the
//! symbols ♣♦♥♠. They never panic; an error names the text that cannot be read.

use crate::{Bid, Call, Card, Contract, Hand, Holding, Level, Penalty, Rank, Seat, Strain, Suit};
use std::fmt;

/// The suits, lowest first.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
/// The strains, lowest first.
pub const STRAINS: [Strain; 5] = [
    Strain::Clubs,
    Strain::Diamonds,
    Strain::Hearts,
    Strain::Spades,
    Strain::Notrump,
];
/// All degrees of doubling.
pub const PENALTIES: [Penalty; 3] = [Penalty::Undoubled, Penalty::Doubled, Penalty::Redoubled];

/// Error in a text form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Not a suit.
    #[error("`{0}` is not a suit (C, D, H, S)")]
    Suit(String),
    /// Not a strain.
    #[error("`{0}` is not a strain (C, D, H, S, NT)")]
    Strain(String),
    /// Not a seat.
    #[error("`{0}` is not a seat (N, E, S, W)")]
    Seat(String),
    /// Not a rank.
    #[error("`{0}` is not a rank (2-9, T, J, Q, K, A)")]
    Rank(String),
    /// Not a card.
    #[error("`{0}` is not a card (a suit and a rank, as in SK)")]
    Card(String),
    /// Not a call.
    #[error("`{0}` is not a call (Pass, X, XX, or a bid as in 3NT)")]
    Call(String),
    /// Not a contract.
    #[error("`{0}` is not a contract (as in 4H, 3NTX, 6SXX, Pass)")]
    Contract(String),
    /// A hand with another number of suits than four.
    #[error("hand `{0}` does not have four suits separated by points, as in AK4.QJ.T987.6532")]
    Hand(String),
    /// A deal that does not begin with a seat or does not have four hands.
    #[error("`{0}` is not a deal: a seat, a colon and four hands, as in N:AK4.QJ.T987.6532 ...")]
    Deal(String),
    /// A duplicate card in a hand or a deal.
    #[error("{} is there twice", Ascii(*.0))]
    Twice(Card),
    /// More cards than a hand has.
    #[error("{0} has {1} cards")]
    TooMany(Seat, usize),
}

/// The ASCII form of a value: `SK`, not `♠K`; `Pass`, not `P`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ascii<T>(pub T);

impl fmt::Display for Ascii<Strain> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.suit() {
            Some(suit) => write!(f, "{}", suit.letter()),
            None => f.write_str("NT"),
        }
    }
}

impl fmt::Display for Ascii<Card> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.suit.letter(), self.0.rank.letter())
    }
}

impl fmt::Display for Ascii<Bid> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.level, Ascii(self.0.strain))
    }
}

impl fmt::Display for Ascii<Call> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Call::Pass => f.write_str("Pass"),
            Call::Double => f.write_str("X"),
            Call::Redouble => f.write_str("XX"),
            Call::Bid(bid) => Ascii(bid).fmt(f),
        }
    }
}

impl fmt::Display for Ascii<Contract> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubling = ["", "X", "XX"][self.0.penalty as usize];
        write!(f, "{}{doubling}", Ascii(self.0.bid))
    }
}

/// Four hands, whole or partly played, North's first.
impl fmt::Display for Ascii<[Hand; 4]> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "N:")?;
        for (index, hand) in self.0.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{}", Ascii(*hand))?;
        }
        Ok(())
    }
}

/// Spades first, suits separated by points; an empty hand is three points.
impl fmt::Display for Ascii<Hand> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [clubs, diamonds, hearts, spades] = SUITS.map(|suit| self.0[suit]);
        write!(f, "{spades}.{hearts}.{diamonds}.{clubs}")
    }
}

/// Reads a suit.
///
/// # Errors
/// If the text cannot be read.
pub fn suit(text: &str) -> Result<Suit, NotationError> {
    Ok(match text.trim() {
        "C" | "c" | "♣" | "♧" => Suit::Clubs,
        "D" | "d" | "♦" | "♢" => Suit::Diamonds,
        "H" | "h" | "♥" | "♡" => Suit::Hearts,
        "S" | "s" | "♠" | "♤" => Suit::Spades,
        _ => return Err(NotationError::Suit(text.to_owned())),
    })
}

/// Reads a strain; `N` and `NT` are notrump.
///
/// # Errors
/// If the text cannot be read.
pub fn strain(text: &str) -> Result<Strain, NotationError> {
    if matches!(text.trim().to_ascii_uppercase().as_str(), "N" | "NT") {
        return Ok(Strain::Notrump);
    }
    let suit = suit(text).map_err(|_| NotationError::Strain(text.to_owned()))?;
    Ok(suit.into())
}

/// Reads a seat, by letter or name.
///
/// # Errors
/// If the text cannot be read.
pub fn seat(text: &str) -> Result<Seat, NotationError> {
    let seat = text.trim().parse();
    seat.map_err(|_| NotationError::Seat(text.to_owned()))
}

/// Reads a rank.
///
/// # Errors
/// If the text cannot be read.
pub fn rank(text: &str) -> Result<Rank, NotationError> {
    let rank = text.trim().parse();
    rank.map_err(|_| NotationError::Rank(text.to_owned()))
}

/// Reads a card: `SK`, `s10`, `♠K`.
///
/// # Errors
/// If the text cannot be read.
pub fn card(text: &str) -> Result<Card, NotationError> {
    let bad = || NotationError::Card(text.to_owned());
    let trimmed = text.trim();
    let first = trimmed.chars().next().ok_or_else(bad)?;
    let (before, after) = trimmed.split_at(first.len_utf8());
    let suit = suit(before).map_err(|_| bad())?;
    let rank = rank(after).map_err(|_| bad())?;
    Ok(Card { suit, rank })
}

/// Reads a call: `Pass`, `p`, `X`, `d`, `xx`, `1NT`, `1n`.
///
/// # Errors
/// If the text cannot be read.
pub fn call(text: &str) -> Result<Call, NotationError> {
    let bad = || NotationError::Call(text.to_owned());
    match text.trim().to_ascii_uppercase().as_str() {
        "P" | "PASS" => Ok(Call::Pass),
        "X" | "D" | "DBL" | "DOUBLE" => Ok(Call::Double),
        "XX" | "R" | "RDBL" | "REDOUBLE" => Ok(Call::Redouble),
        other => bid(other).map(Call::Bid).ok_or_else(bad),
    }
}

fn bid(text: &str) -> Option<Bid> {
    let level = text.chars().next()?.to_digit(10)?;
    let level = Level::try_new(level as u8).ok()?;
    let strain = strain(text.get(1..)?).ok()?;
    Some(Bid { level, strain })
}

/// Reads a contract; `None` for `Pass`.
///
/// # Errors
/// If the text is neither.
pub fn contract(text: &str) -> Result<Option<Contract>, NotationError> {
    let upper = text.trim().to_ascii_uppercase();
    if upper == "PASS" || upper == "P" {
        return Ok(None);
    }
    let bare = upper.trim_end_matches(['X', '*']);
    let penalty = PENALTIES.get(upper.len() - bare.len());
    let contract = penalty.zip(bid(bare.trim_end()));
    let contract = contract.map(|(&penalty, bid)| Contract { bid, penalty });
    contract
        .map(Some)
        .ok_or_else(|| NotationError::Contract(text.to_owned()))
}

/// Reads a suit's cards in any order: `KQ9`, `108`; nothing or `-` for none.
///
/// # Errors
/// If a letter is not a rank or a card is duplicate.
pub fn holding(suit: Suit, text: &str) -> Result<Holding, NotationError> {
    let mut holding = Holding::EMPTY;
    let text = text.trim().replace("10", "T");
    for letter in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let rank = rank(letter.encode_utf8(&mut [0; 4]))?;
        if !holding.insert(rank) {
            return Err(NotationError::Twice(Card { suit, rank }));
        }
    }
    Ok(holding)
}

/// Reads a hand, spades first: `AK4.QJ.T987.6532`. A single `-` is an unknown hand.
///
/// # Errors
/// If it does not have four suits, or a suit cannot be read.
pub fn hand(text: &str) -> Result<Hand, NotationError> {
    let mut hand = Hand::EMPTY;
    if text == "-" {
        return Ok(hand);
    }
    let suits: Vec<_> = text.split('.').collect();
    if suits.len() != 4 {
        return Err(NotationError::Hand(text.to_owned()));
    }
    for (suit, held) in SUITS.into_iter().rev().zip(suits) {
        hand[suit] = holding(suit, held)?;
    }
    Ok(hand)
}

/// Reads a deal, whole or partly played, in the order of [`Seat::ALL`].
///
/// # Errors
/// If it does not begin with a seat, does not have four hands, a hand has more than thirteen cards,
/// or a card is duplicate.
pub fn deal(text: &str) -> Result<[Hand; 4], NotationError> {
    let bad = || NotationError::Deal(text.to_owned());
    let (first, hands) = text.trim().split_once(':').ok_or_else(bad)?;
    let first = seat(first).map_err(|_| bad())?;
    let hands: Vec<_> = hands
        .split_whitespace()
        .map(hand)
        .collect::<Result<_, _>>()?;
    let mut hands: [Hand; 4] = hands.try_into().map_err(|_| bad())?;
    hands.rotate_right(first as usize);
    check(&hands)?;
    Ok(hands)
}

/// Checks whether these hands can be part of one deal.
///
/// # Errors
/// If a hand has more than thirteen cards, or a card is duplicate.
pub fn check(hands: &[Hand; 4]) -> Result<(), NotationError> {
    let mut seen = Hand::EMPTY;
    for (seat, &hand) in Seat::ALL.into_iter().zip(hands) {
        if hand.len() > 13 {
            return Err(NotationError::TooMany(seat, hand.len()));
        }
        if let Some(card) = (seen & hand).iter().next() {
            return Err(NotationError::Twice(card));
        }
        seen |= hand;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bidding::every_call;
    use proptest::prelude::*;

    #[test]
    fn all_spellings_of_a_card_are_read() {
        for text in ["ST", "s10", "♠T", "♤t", " ST "] {
            assert_eq!(Ascii(card(text).unwrap()).to_string(), "ST");
        }
        for text in ["", "S", "TS", "S1", "S11", "♠", "éé", "SKQ"] {
            assert_eq!(card(text), Err(NotationError::Card(text.to_owned())));
        }
    }

    #[test]
    fn every_call_is_read_as_it_is_written() {
        for made in every_call() {
            let text = Ascii(made).to_string();
            assert_eq!(call(&text), Ok(made));
            assert_eq!(call(&text.to_lowercase()), Ok(made));
        }
        for text in ["", "0C", "8C", "1", "1T", "é", "1é", "NT1", "XXX"] {
            assert_eq!(call(text), Err(NotationError::Call(text.to_owned())));
        }
    }

    #[test]
    fn every_contract_is_read_as_it_is_written() {
        for level in 1..=7 {
            for (strain, penalty) in STRAINS.iter().flat_map(|s| PENALTIES.map(|p| (*s, p))) {
                let made = Contract::new(level, strain, penalty);
                assert_eq!(contract(&Ascii(made).to_string()), Ok(Some(made)));
            }
        }
        assert_eq!(contract("Pass"), Ok(None));
        for text in ["", "4", "4HXXX", "H4", "4é"] {
            assert!(contract(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_deal_begins_with_the_seat_it_names() {
        let deal = deal("E:A... K... Q... J...").unwrap();
        let letters: String = deal.map(|hand| hand[Suit::Spades].to_string()).concat();
        assert_eq!(letters, "JAKQ");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("N:A... A... K... Q...", "SA is there twice"),
            ("N:AA... - - -", "SA is there twice"),
            (
                "N:A.. - - -",
                "hand `A..` does not have four suits separated by points, as in AK4.QJ.T987.6532",
            ),
            ("N:A1... - - -", "`1` is not a rank (2-9, T, J, Q, K, A)"),
            ("N:AKQJT98765432.A.. - - -", "N has 14 cards"),
        ];
        for (text, message) in cases {
            assert_eq!(deal(text).unwrap_err().to_string(), message);
        }
        for text in ["", "N", "X:- - - -", "N:- - -", "N:- - - - -", "♠"] {
            assert_eq!(deal(text), Err(NotationError::Deal(text.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn any_part_of_a_deal_is_read_as_it_is_written(owners in prop::collection::vec(0usize..6, 52)) {
            let mut hands = [Hand::EMPTY; 4];
            for (index, owner) in owners.into_iter().enumerate() {
                let card = Card { suit: SUITS[index / 13], rank: Rank::new(2 + (index % 13) as u8) };
                if owner < 4 && hands[owner].len() < 13 {
                    hands[owner].insert(card);
                }
            }
            prop_assert_eq!(deal(&Ascii(hands).to_string()), Ok(hands));
        }

        #[test]
        fn no_text_makes_a_reader_panic(text in "\\PC*") {
            let _ = (card(&text), call(&text), contract(&text), deal(&text), hand(&text), strain(&text), seat(&text));
        }

        #[test]
        fn nor_does_text_that_is_nearly_right(text in "[NESW]:[AKQJT0-9é. -]{0,60}") {
            let _ = deal(&text);
        }
    }
}
