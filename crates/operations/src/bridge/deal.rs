//! Boards dealt at random, perhaps with wishes.

use super::wire::{BridgeBoard, BridgeSeat};
use crate::fault::Fault;
use crate::watch::Watch;
use bridge::dealing::{Sampler, Weigh};
use bridge::hand::{is_balanced, shuffled};
use bridge::rules::Position;
use bridge::{Board, Hand, Seat};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::Deserialize;

/// What is to be dealt.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeWishes {
    /// The number of the board, from 1, which decides dealer and vulnerability.
    pub number: u32,
    /// Decides the cards.
    pub seed: u32,
    /// What is wanted of some hands; at most one wish a seat.
    pub wishes: Vec<BridgeWish>,
}

/// What is wanted of a hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeWish {
    /// Whose hand.
    pub seat: BridgeSeat,
    /// High-card points, from and to.
    pub points: [u8; 2],
    /// Whether it is 4333, 4432 or 5332.
    pub balanced: bool,
}

impl Weigh for BridgeWish {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let fits = (self.points[0]..=self.points[1]).contains(&points)
            && (!self.balanced || is_balanced(lengths));
        f64::from(u8::from(fits))
    }
}

/// Deals a board.
pub(super) fn deal(asked: &BridgeWishes, _: &Watch) -> Result<BridgeBoard, Fault> {
    let rng = &mut Seed(u64::from(asked.seed)).rng();
    if asked.wishes.len() > 4 {
        return Err(Fault::wrong_at("wishes", "there are only four hands"));
    }
    let wish = |seat: Seat| {
        let mut of = asked.wishes.iter();
        of.find(|wish| Seat::from(wish.seat) == seat)
    };
    let impossible = |why: &dyn std::fmt::Display| {
        Fault::wrong_at("wishes", format!("no deal is found that fits: {why}"))
    };
    let hands = if asked.wishes.is_empty() {
        shuffled(rng)
    } else {
        let weighed = Seat::ALL.map(|seat| wish(seat).map_or(&() as &dyn Weigh, |wish| wish));
        let sampler = Sampler::new([Hand::EMPTY; 4], weighed).map_err(|why| impossible(&why))?;
        let drawn = sampler.draw(rng);
        drawn.ok_or_else(|| impossible(&"the wishes may contradict each other"))?
    };
    let board = Board::numbered(asked.number.max(1), hands);
    Ok(BridgeBoard::of(&Position::new(board)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::{hand, notation};

    fn dealt(wishes: Vec<BridgeWish>, seed: u32) -> Result<BridgeBoard, Fault> {
        let number = 7;
        let asked = BridgeWishes {
            number,
            seed,
            wishes,
        };
        deal(&asked, &Watch::idle())
    }

    #[test]
    fn the_seed_decides_and_wishes_are_fulfilled() {
        let one = dealt(Vec::new(), 1).unwrap();
        assert_eq!(one, dealt(Vec::new(), 1).unwrap());
        assert_ne!(one.deal, dealt(Vec::new(), 2).unwrap().deal);
        assert_eq!(one.dealer, BridgeSeat::S);
        let wish = BridgeWish {
            seat: BridgeSeat::S,
            points: [15, 17],
            balanced: true,
        };
        for seed in 0..5 {
            let board = dealt(vec![wish.clone()], seed).unwrap();
            let south = notation::deal(&board.deal).unwrap()[2];
            assert!((15..=17).contains(&hand::points(south)));
            assert!(is_balanced(hand::lengths(south)));
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let wish = BridgeWish {
            seat: BridgeSeat::N,
            points: [39, 40],
            balanced: false,
        };
        assert_eq!(
            dealt(vec![wish], 1).unwrap_err().place.as_deref(),
            Some("wishes")
        );
    }
}
