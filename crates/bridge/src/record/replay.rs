//! Replay of cards with known and unknown hands.

use crate::play::{following, winner};
use crate::{Card, Hand, IllegalCard, Play, Seat, Strain};

/// A replay; some hands may be unknown.
pub(crate) enum Replay {
    /// All hands are known, and of equal size.
    Whole(Play),
    /// Some are unknown: any card of an unknown hand is accepted, unless another hand had it.
    Part(Part),
}

pub(crate) struct Part {
    left: [Option<Hand>; 4],
    played: Hand,
    strain: Strain,
    turn: Seat,
    cards: Vec<(Seat, Card)>,
}

impl Replay {
    pub(crate) fn new(hands: &[Option<Hand>; 4], strain: Strain, leader: Seat) -> Self {
        let known: Vec<Hand> = hands.iter().flatten().copied().collect();
        let whole = <[Hand; 4]>::try_from(known).ok();
        match whole.and_then(|hands| Play::new(hands, strain, leader).ok()) {
            Some(play) => Replay::Whole(play),
            None => Replay::Part(Part {
                left: *hands,
                played: Hand::EMPTY,
                strain,
                turn: leader,
                cards: Vec::new(),
            }),
        }
    }

    pub(super) fn turn(&self) -> Option<Seat> {
        match self {
            Replay::Whole(play) => play.turn(),
            Replay::Part(part) => (part.cards.len() < 52).then_some(part.turn),
        }
    }

    pub(super) fn cards(&self) -> &[(Seat, Card)] {
        match self {
            Replay::Whole(play) => play.cards(),
            Replay::Part(part) => &part.cards,
        }
    }

    pub(crate) fn play(&mut self, card: Card) -> Result<(), IllegalCard> {
        match self {
            Replay::Whole(play) => play.play(card),
            Replay::Part(part) => part.play(card),
        }
    }
}

impl Part {
    fn play(&mut self, card: Card) -> Result<(), IllegalCard> {
        self.check(card)?;
        let seat = self.turn;
        if let Some(hand) = &mut self.left[seat as usize] {
            hand.remove(card);
        }
        self.played.insert(card);
        self.cards.push((seat, card));
        self.turn = seat.lho();
        if self.cards.len().is_multiple_of(4) {
            self.turn = winner(&self.cards[self.cards.len() - 4..], self.strain);
        }
        Ok(())
    }

    fn check(&self, card: Card) -> Result<(), IllegalCard> {
        let seat = self.turn;
        let others = Seat::ALL.into_iter().filter(|other| *other != seat);
        let elsewhere = others
            .filter_map(|other| self.left[other as usize])
            .any(|hand| hand.contains(card));
        let own = self.left[seat as usize];
        let missing = own.is_some_and(|hand| !hand.contains(card));
        if elsewhere || missing || self.played.contains(card) {
            return Err(IllegalCard::NotHeld { card, seat });
        }
        let led = self.cards.get(self.cards.len() / 4 * 4);
        match (own, led) {
            (Some(hand), Some(&(_, led))) if !following(hand, led.suit).contains(card) => {
                Err(IllegalCard::Revoke { card, seat, led })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn part(hands: [&str; 4]) -> Replay {
        let hands = hands.map(|text| (text != "-").then(|| notation::hand(text).unwrap()));
        Replay::new(&hands, Strain::Notrump, Seat::North)
    }

    fn result(replay: &mut Replay, card: &str) -> String {
        let card = notation::card(card).unwrap();
        replay
            .play(card)
            .map_or_else(|error| error.to_string(), |()| "played".to_owned())
    }

    #[test]
    fn an_unknown_hand_may_play_cards_no_other_hand_has() {
        let mut replay = part(["-", "A2.3..", "-", "K..."]);
        assert!(matches!(replay, Replay::Part(_)));
        let east_has_it = "SA cannot be played: N does not have it";
        assert_eq!(result(&mut replay, "SA"), east_has_it);
        assert_eq!(result(&mut replay, "S3"), "played");
        let follow = "H3 cannot be played: E has to follow suit to S3";
        assert_eq!(result(&mut replay, "H3"), follow);
        assert_eq!(result(&mut replay, "SA"), "played");
        let again = "S3 cannot be played: S does not have it";
        assert_eq!(result(&mut replay, "S3"), again);
        assert_eq!(result(&mut replay, "H2"), "played");
        assert_eq!(result(&mut replay, "SK"), "played");
        assert_eq!(replay.turn(), Some(Seat::East));
    }
}
