//! The play of the cards, trick by trick.
//!
//! All cards are known here. A play may begin with fewer than thirteen tricks, so that endings can
//! be set up by hand; the earlier tricks are not counted.

use crate::table::Side;
use crate::{Ascii, Card, Hand, NotationError, Seat, Strain, Suit, notation};

/// Error for hands that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Too many cards, or a duplicate.
    #[error(transparent)]
    Cards(#[from] NotationError),
    /// Hands of different sizes at the start of a trick.
    #[error("hands of unequal size: {0}, {1}, {2} and {3} cards (N, E, S, W)")]
    Uneven(usize, usize, usize, usize),
}

/// Error for an illegal card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalCard {
    /// All tricks are played.
    #[error("{} cannot be played: all tricks are played", Ascii(*.0))]
    Over(Card),
    /// The hand does not have the card.
    #[error("{} cannot be played: {seat} does not have it", Ascii(*.card))]
    NotHeld {
        /// The card.
        card: Card,
        /// The hand to play.
        seat: Seat,
    },
    /// A card of another suit although the hand can follow suit.
    #[error("{} cannot be played: {seat} has to follow suit to {}", Ascii(*.card), Ascii(*.led))]
    Revoke {
        /// The card.
        card: Card,
        /// The hand to play.
        seat: Seat,
        /// The card led.
        led: Card,
    },
}

/// Error for an impossible claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{side} cannot end with {tricks} tricks: it has {has} and {left} are left")]
pub struct ImpossibleClaim {
    /// The claiming side.
    pub side: Side,
    /// The number of tricks claimed in all.
    pub tricks: u8,
    /// Tricks taken so far.
    pub has: u8,
    /// The number of unfinished tricks.
    pub left: u8,
}

/// Four hands being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    dealt: [Hand; 4],
    left: [Hand; 4],
    strain: Strain,
    turn: Seat,
    /// Tricks taken by North-South, and by East-West.
    taken: [u8; 2],
    cards: Vec<(Seat, Card)>,
}

impl Play {
    /// Creates a play that begins with `leader`.
    ///
    /// # Errors
    /// If the hands are not of equal size, or not of one deck.
    pub fn new(hands: [Hand; 4], strain: Strain, leader: Seat) -> Result<Self, PlayError> {
        notation::check(&hands)?;
        let [n, e, s, w] = hands.map(Hand::len);
        if n != e || n != s || n != w {
            return Err(PlayError::Uneven(n, e, s, w));
        }
        Ok(Play {
            dealt: hands,
            left: hands,
            strain,
            turn: leader,
            taken: [0; 2],
            cards: Vec::with_capacity(4 * n),
        })
    }

    /// Returns the hands as they were at the start.
    pub fn dealt(&self) -> &[Hand; 4] {
        &self.dealt
    }

    /// Returns the remaining cards, without those of the current trick.
    pub fn left(&self) -> &[Hand; 4] {
        &self.left
    }

    /// Returns the strain of the contract.
    pub fn strain(&self) -> Strain {
        self.strain
    }

    /// Returns the hand that plays next; `None` when all tricks are played.
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    /// Returns whether all tricks are played.
    pub fn is_over(&self) -> bool {
        self.cards.len() == 4 * self.dealt[0].len()
    }

    /// Every card played, in order, with its seat.
    pub fn cards(&self) -> &[(Seat, Card)] {
        &self.cards
    }

    /// Returns the tricks: four cards each, the last one perhaps fewer.
    pub fn tricks_played(&self) -> impl Iterator<Item = &[(Seat, Card)]> {
        self.cards.chunks(4)
    }

    /// Returns the cards of the current trick; none between tricks.
    pub fn trick(&self) -> &[(Seat, Card)] {
        &self.cards[self.cards.len() / 4 * 4..]
    }

    /// Tricks taken by a side.
    pub fn tricks(&self, side: Side) -> u8 {
        self.taken[side as usize]
    }

    /// Returns the number of unfinished tricks.
    pub fn tricks_left(&self) -> u8 {
        (self.dealt[0].len() - self.cards.len() / 4) as u8
    }

    /// Returns the legal cards.
    pub fn legal(&self) -> Hand {
        let hand = self.left[self.turn as usize];
        match self.trick().first() {
            Some((_, led)) => following(hand, led.suit),
            None => hand,
        }
    }

    /// Checks whether a card is legal.
    ///
    /// # Errors
    /// The law it breaks.
    pub fn check(&self, card: Card) -> Result<(), IllegalCard> {
        let seat = self.turn;
        if self.is_over() {
            return Err(IllegalCard::Over(card));
        }
        if !self.left[seat as usize].contains(card) {
            return Err(IllegalCard::NotHeld { card, seat });
        }
        match self.trick().first() {
            Some(&(_, led)) if !self.legal().contains(card) => {
                Err(IllegalCard::Revoke { card, seat, led })
            }
            _ => Ok(()),
        }
    }

    /// Plays a card from the hand whose turn it is.
    ///
    /// # Errors
    /// If the card is illegal; nothing changes then.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalCard> {
        self.check(card)?;
        let seat = self.turn;
        self.left[seat as usize].remove(card);
        self.cards.push((seat, card));
        self.turn = seat.lho();
        if self.cards.len().is_multiple_of(4) {
            let trick = &self.cards[self.cards.len() - 4..];
            self.turn = winner(trick, self.strain);
            self.taken[Side::from(self.turn) as usize] += 1;
        }
        Ok(())
    }

    /// Takes the last card back and returns it.
    pub fn take_back(&mut self) -> Option<Card> {
        if !self.cards.is_empty() && self.cards.len().is_multiple_of(4) {
            self.taken[Side::from(self.turn) as usize] -= 1;
        }
        let (seat, card) = self.cards.pop()?;
        self.left[seat as usize].insert(card);
        self.turn = seat;
        Some(card)
    }

    /// Returns the tricks of both sides if `side` is granted `tricks` in all: North-South's, then
    /// East-West's.
    ///
    /// # Errors
    /// If it already has more, or cannot reach as many.
    pub fn claim(&self, side: Side, tricks: u8) -> Result<[u8; 2], ImpossibleClaim> {
        let (has, left) = (self.tricks(side), self.tricks_left());
        if tricks < has || tricks > has + left {
            return Err(ImpossibleClaim {
                side,
                tricks,
                has,
                left,
            });
        }
        let others = self.tricks(side.other()) + left - (tricks - has);
        let mut all = [tricks; 2];
        all[side.other() as usize] = others;
        Ok(all)
    }
}

/// Returns the cards of a hand that may be played to a trick in which `led` was led.
pub fn following(hand: Hand, led: Suit) -> Hand {
    let mut follow = Hand::EMPTY;
    follow[led] = hand[led];
    if follow.is_empty() { hand } else { follow }
}

/// Returns the winner of a trick: the highest trump, or the highest card of the suit led.
pub fn winner(trick: &[(Seat, Card)], strain: Strain) -> Seat {
    let led = trick[0].1.suit;
    let merit = |card: Card| match card.suit {
        suit if Some(suit) == strain.suit() => 100 + card.rank.get(),
        suit if suit == led => card.rank.get(),
        _ => 0,
    };
    let best = trick.iter().max_by_key(|(_, card)| merit(*card));
    best.expect("a trick has cards").0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::shuffled;
    use lookahead::Seed;
    use proptest::prelude::*;
    use rand::RngExt;

    fn card(text: &str) -> Card {
        notation::card(text).unwrap()
    }

    fn start(deal: &str, strain: Strain) -> Play {
        Play::new(notation::deal(deal).unwrap(), strain, Seat::North).unwrap()
    }

    #[test]
    fn a_trump_beats_the_highest_card_of_the_suit_led() {
        let mut play = start("N:A... ..2. K... Q...", Strain::Diamonds);
        for text in ["SA", "D2", "SK", "SQ"] {
            play.play(card(text)).unwrap();
        }
        assert_eq!((play.tricks(Side::EastWest), play.turn()), (1, None));
        assert_eq!(play.play(card("SA")), Err(IllegalCard::Over(card("SA"))));
    }

    #[test]
    fn a_discard_wins_nothing() {
        let mut play = start("N:2... .A.. 3... ..A.", Strain::Clubs);
        for text in ["S2", "HA", "S3", "DA"] {
            play.play(card(text)).unwrap();
        }
        assert_eq!(play.tricks(Side::NorthSouth), 1);
    }

    #[test]
    fn suit_has_to_be_followed() {
        let mut play = start("N:A2... K.K.. Q3... J4...", Strain::Notrump);
        play.play(card("SA")).unwrap();
        let error = play.play(card("HK")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "HK cannot be played: E has to follow suit to SA"
        );
        let error = play.play(card("S2")).unwrap_err();
        assert_eq!(error.to_string(), "S2 cannot be played: E does not have it");
    }

    #[test]
    fn hands_must_be_equally_large() {
        let hands = notation::deal("N:A... K... Q... -").unwrap();
        let error = Play::new(hands, Strain::Notrump, Seat::West).unwrap_err();
        assert_eq!(error, PlayError::Uneven(1, 1, 1, 0));
    }

    #[test]
    fn a_claim_shares_out_what_is_left() {
        let mut play = start("N:A2... K3... Q4... J5...", Strain::Notrump);
        for text in ["SA", "SK", "SQ", "SJ"] {
            play.play(card(text)).unwrap();
        }
        assert_eq!(play.claim(Side::NorthSouth, 1), Ok([1, 1]));
        assert_eq!(play.claim(Side::EastWest, 0), Ok([2, 0]));
        assert!(play.claim(Side::NorthSouth, 0).is_err());
        assert!(play.claim(Side::EastWest, 2).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_legal_play_ends_after_thirteen_tricks_and_can_be_taken_back(seed: u64, strain in 0usize..5) {
            let mut play = Play::new(shuffled(&mut Seed(seed).rng()), notation::STRAINS[strain], Seat::East).unwrap();
            let mut before = Vec::new();
            let mut rng = Seed(seed).stream(1).rng();
            while let Some(seat) = play.turn() {
                let held = play.left()[seat as usize];
                for card in Hand::ALL {
                    // The laws once more: held, and of the suit led unless there is none.
                    let led = play.trick().first().map(|(_, led)| led.suit);
                    let follows = led.is_none_or(|led| card.suit == led || held[led].is_empty());
                    prop_assert_eq!(play.check(card).is_ok(), held.contains(card) && follows);
                    prop_assert_eq!(play.legal().contains(card), held.contains(card) && follows);
                }
                let legal: Vec<_> = play.legal().iter().collect();
                before.push(play.clone());
                play.play(legal[rng.random_range(0..legal.len())]).unwrap();
            }
            prop_assert_eq!(play.tricks(Side::NorthSouth) + play.tricks(Side::EastWest), 13);
            prop_assert!(play.left().iter().all(|hand| hand.is_empty()));
            while let Some(expected) = before.pop() {
                play.take_back().unwrap();
                prop_assert_eq!(&play, &expected);
            }
            prop_assert_eq!(play.take_back(), None);
        }
    }
}
