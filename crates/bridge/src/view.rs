//! What one player may know of a deal in progress: his own hand, the calls, dummy once it is faced,
//! the cards played.

use crate::bidding::{Agreed, agreed};
use crate::play::{following, winner};
use crate::{Auction, Board, Card, Hand, Play, Seat, Suit, Vulnerability};

/// A deal in progress as one seat sees it. Hands are meant as dealt, with the cards played since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// Who called first.
    pub dealer: Seat,
    /// Who is vulnerable.
    pub vulnerability: Vulnerability,
    /// The looker's own hand.
    pub hand: Hand,
    /// Dummy's hand, once the opening lead is made.
    pub dummy: Option<Hand>,
    /// The calls, from the dealer's on.
    pub auction: Auction,
    /// Every card played, in order, with who played it.
    pub cards: Vec<(Seat, Card)>,
}

impl View {
    /// What `seat` sees of a board after an auction and part of the play.
    pub fn of(board: &Board, auction: &Auction, play: &Play, seat: Seat) -> Self {
        let agreed = agreed(auction, board.dealer);
        let faced = agreed.filter(|_| !play.cards().is_empty());
        View {
            seat,
            dealer: board.dealer,
            vulnerability: board.vulnerability,
            hand: board.hands[seat as usize],
            dummy: faced.map(|agreed| board.hands[agreed.dummy() as usize]),
            auction: auction.clone(),
            cards: play.cards().to_vec(),
        }
    }

    /// The contract and who declares, as the auction stands.
    pub fn agreed(&self) -> Option<Agreed> {
        agreed(&self.auction, self.dealer)
    }

    /// The cards each seat has played.
    pub fn played(&self) -> [Hand; 4] {
        let mut played = [Hand::EMPTY; 4];
        for &(seat, card) in &self.cards {
            played[seat as usize].insert(card);
        }
        played
    }

    /// The cards certainly dealt to each seat: own hand, dummy, and what was played.
    pub fn known(&self) -> [Hand; 4] {
        let mut known = self.played();
        known[self.seat as usize] = self.hand;
        if let (Some(dummy), Some(agreed)) = (self.dummy, self.agreed()) {
            known[agreed.dummy() as usize] = dummy;
        }
        known
    }

    /// The cards that are still in hands this seat does not see.
    pub fn unseen(&self) -> Hand {
        let known = self.known();
        !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand)
    }

    /// The suits a seat has shown to have no more of, by not following.
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

    /// Whose card is next, unless the auction or the play is over or not begun.
    pub fn turn(&self) -> Option<Seat> {
        let agreed = self.agreed().filter(|_| self.auction.has_ended())?;
        let played = self.cards.len();
        if played == 52 {
            return None;
        }
        match (played % 4, self.cards.last()) {
            (0, None) => Some(agreed.leader()),
            (0, Some(_)) => Some(winner(
                &self.cards[played - 4..],
                agreed.contract.bid.strain,
            )),
            (_, last) => last.map(|(seat, _)| seat.lho()),
        }
    }

    /// Who decides about the next card: whose it is, or declarer if it is dummy's.
    pub fn decider(&self) -> Option<Seat> {
        Some(self.agreed()?.decider(self.turn()?))
    }

    /// The cards the looker may play now, from his own hand or from dummy's; none if it is not for
    /// him to decide.
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
