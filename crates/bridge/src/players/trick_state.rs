//! Trick state: the public part of a play, the current trick and the tricks taken, without hands.

use crate::bidding::FinalContract;
use crate::double_dummy::Position;
use crate::play::{following, winner};
use crate::table::{Side, after};
use crate::{Card, Hand, Seat, Strain, Suit};

/// The public state of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrickState {
    strain: Strain,
    leader: Seat,
    trick: [Option<Card>; 3],
    /// The number of cards in the trick.
    size: u8,
    taken: [u8; 2],
}

impl TrickState {
    pub(super) fn new(final_contract: &FinalContract) -> Self {
        TrickState {
            strain: final_contract.contract.bid.strain,
            leader: final_contract.leader(),
            trick: [None; 3],
            size: 0,
            taken: [0; 2],
        }
    }

    pub(super) fn strain(&self) -> Strain {
        self.strain
    }

    /// Returns the seat to play, if any card is left.
    pub(super) fn turn(&self) -> Seat {
        after(self.leader, usize::from(self.size))
    }

    /// Returns the suit led.
    pub(super) fn led(&self) -> Option<Suit> {
        self.trick[0].map(|card| card.suit)
    }

    /// Iterates over the cards of the trick in progress, in order.
    pub(super) fn trick(&self) -> impl Iterator<Item = (Seat, Card)> {
        let cards = self.trick.into_iter().flatten().enumerate();
        cards.map(|(place, card)| (after(self.leader, place), card))
    }

    /// Returns the tricks taken by a side.
    pub(super) fn taken(&self, side: Side) -> u8 {
        self.taken[side as usize]
    }

    /// Returns the number of the current trick, from 1.
    pub(super) fn number(&self) -> u8 {
        1 + self.taken[0] + self.taken[1]
    }

    pub(super) fn is_over(&self) -> bool {
        self.taken[0] + self.taken[1] == 13
    }

    /// Returns the legal cards of a hand.
    pub(super) fn legal(&self, hand: Hand) -> Hand {
        self.led().map_or(hand, |led| following(hand, led))
    }

    pub(super) fn play(&mut self, card: Card) {
        if self.size < 3 {
            self.trick[usize::from(self.size)] = Some(card);
            self.size += 1;
            return;
        }
        let cards = [self.trick[0], self.trick[1], self.trick[2], Some(card)];
        let trick: [(Seat, Card); 4] = std::array::from_fn(|place| {
            let card = cards[place].expect("a complete trick has four cards");
            (after(self.leader, place), card)
        });
        self.leader = winner(&trick, self.strain);
        self.taken[Side::from(self.leader) as usize] += 1;
        self.trick = [None; 3];
        self.size = 0;
    }

    /// Returns the double-dummy position with these hands, which must be consistent with the state.
    pub(super) fn position(&self, hands: [Hand; 4]) -> Position {
        Position::new_unchecked(hands, self.strain, self.leader, self.trick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::shuffled;
    use crate::{Auction, Play, final_contract};
    use lookahead::Seed;
    use rand::RngExt;

    #[test]
    fn a_course_is_a_play_without_hands() {
        let auction: Auction = "4S - - -".parse().unwrap();
        let final_contract = final_contract(&auction, Seat::East).unwrap();
        for seed in 0..20 {
            let mut rng = Seed(seed).rng();
            let mut play = Play::new(shuffled(&mut rng), Strain::Spades, Seat::South).unwrap();
            let mut state = TrickState::new(&final_contract);
            while let Some(turn) = play.turn() {
                assert_eq!(state.turn(), turn);
                assert_eq!(Some(state.position(*play.left())), Position::of(&play));
                let hand = play.left()[turn as usize];
                assert_eq!(state.legal(hand), play.legal());
                assert!(state.trick().eq(play.trick().iter().copied()));
                let cards: Vec<_> = play.legal().iter().collect();
                let card = cards[rng.random_range(0..cards.len())];
                play.play(card).unwrap();
                state.play(card);
                for side in Side::BOTH {
                    assert_eq!(state.taken(side), play.tricks(side));
                }
            }
            assert!(state.is_over());
        }
    }
}
