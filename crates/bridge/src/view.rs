//! The information of one seat about a deal in progress: its own hand, the calls, dummy once it is
//! faced, the cards played.

use crate::bidding::{FinalContract, final_contract};
use crate::play::{following, winner};
use crate::{Auction, Board, Card, Hand, Play, Seat, Suit, Vulnerability};

/// The view of one seat. Hands are as dealt, including the cards played since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seat.
    pub seat: Seat,
    /// The dealer, who calls first.
    pub dealer: Seat,
    /// The vulnerability.
    pub vulnerability: Vulnerability,
    /// The seat's own hand.
    pub hand: Hand,
    /// Dummy's hand, once the opening lead is made.
    pub dummy: Option<Hand>,
    /// The calls, from the dealer's on.
    pub auction: Auction,
    /// Every card played, in order, with the seat that played it.
    pub cards: Vec<(Seat, Card)>,
}

impl View {
    /// Returns the view of `seat` after an auction and part of the play.
    pub fn of(board: &Board, auction: &Auction, play: &Play, seat: Seat) -> Self {
        let final_contract = final_contract(auction, board.dealer);
        let faced = final_contract.filter(|_| !play.cards().is_empty());
        View {
            seat,
            dealer: board.dealer,
            vulnerability: board.vulnerability,
            hand: board.hands[seat as usize],
            dummy: faced.map(|final_contract| board.hands[final_contract.dummy() as usize]),
            auction: auction.clone(),
            cards: play.cards().to_vec(),
        }
    }

    /// Returns the contract and the declarer, by the calls so far.
    pub fn final_contract(&self) -> Option<FinalContract> {
        final_contract(&self.auction, self.dealer)
    }

    /// Returns the cards each seat has played.
    pub fn played(&self) -> [Hand; 4] {
        let mut played = [Hand::EMPTY; 4];
        for &(seat, card) in &self.cards {
            played[seat as usize].insert(card);
        }
        played
    }

    /// Returns the cards certainly dealt to each seat: own hand, dummy, and the cards played.
    pub fn known(&self) -> [Hand; 4] {
        let mut known = self.played();
        known[self.seat as usize] = self.hand;
        if let (Some(dummy), Some(final_contract)) = (self.dummy, self.final_contract()) {
            known[final_contract.dummy() as usize] = dummy;
        }
        known
    }

    /// Returns the cards still in hands this seat does not see.
    pub fn unseen(&self) -> Hand {
        let known = self.known();
        !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand)
    }

    /// Returns the suits a seat has shown out of.
    pub fn shown_out(&self, seat: Seat) -> Vec<Suit> {
        let tricks = self.cards.chunks(4);
        let mut suits = Vec::new();
        for trick in tricks {
            let led = trick[0].1.suit;
            let failed = |(who, card): &(Seat, Card)| *who == seat && card.suit != led;
            if trick.iter().any(failed) && !suits.contains(&led) {
                suits.push(led);
            }
        }
        suits
    }

    /// Returns the hand that plays next; `None` if the auction or the play is over or has not
    /// begun.
    pub fn turn(&self) -> Option<Seat> {
        let final_contract = self.final_contract().filter(|_| self.auction.has_ended())?;
        let played = self.cards.len();
        if played == 52 {
            return None;
        }
        match (played % 4, self.cards.last()) {
            (0, None) => Some(final_contract.leader()),
            (0, Some(_)) => Some(winner(
                &self.cards[played - 4..],
                final_contract.contract.bid.strain,
            )),
            (_, last) => last.map(|(seat, _)| seat.lho()),
        }
    }

    /// Returns the seat that decides about the next card: declarer for dummy's hand.
    pub fn decider(&self) -> Option<Seat> {
        Some(self.final_contract()?.decider(self.turn()?))
    }

    /// Returns the cards the seat may play now, from its own hand or from dummy's; none if it is
    /// not its turn to decide.
    pub fn legal(&self) -> Hand {
        let Some(turn) = self.turn().filter(|_| self.decider() == Some(self.seat)) else {
            return Hand::EMPTY;
        };
        let played = self.cards.iter().filter(|(seat, _)| *seat == turn);
        let played: Hand = played.map(|(_, card)| *card).collect();
        let held = self.known()[turn as usize] - played;
        let trick = &self.cards[self.cards.len() / 4 * 4..];
        let led = trick.first().map(|(_, card)| card.suit);
        led.map_or(held, |led| following(held, led))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Strain, notation};

    fn example() -> (Board, Auction, Play) {
        let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
        let board = Board {
            number: 1,
            dealer: Seat::South,
            vulnerability: Vulnerability::None,
            hands: notation::deal(deal).unwrap(),
        };
        let auction = "1H 1S 3H - 4H - - -".parse().unwrap();
        let play = Play::new(board.hands, Strain::Hearts, Seat::West).unwrap();
        (board, auction, play)
    }

    #[test]
    fn dummy_is_seen_once_the_lead_is_made() {
        let (board, auction, mut play) = example();
        let before = View::of(&board, &auction, &play, Seat::East);
        assert_eq!((before.dummy, before.turn()), (None, Some(Seat::West)));
        assert_eq!(before.unseen().len(), 39);
        play.play(notation::card("DA").unwrap()).unwrap();
        let after = View::of(&board, &auction, &play, Seat::East);
        assert_eq!(
            (after.dummy, after.turn()),
            (Some(board.hands[0]), Some(Seat::North))
        );
        assert_eq!(after.unseen().len(), 25);
    }

    #[test]
    fn who_does_not_follow_has_shown_out() {
        let (board, auction, mut play) = example();
        for card in "DA D6 D9 D3 DK D7 D2 D4 D5 D8 H2".split(' ') {
            play.play(notation::card(card).unwrap()).unwrap();
        }
        let view = View::of(&board, &auction, &play, Seat::West);
        assert_eq!(view.shown_out(Seat::East), [Suit::Diamonds]);
        assert!(view.shown_out(Seat::North).is_empty());
        assert_eq!(view.turn(), Some(Seat::South));
    }
}
