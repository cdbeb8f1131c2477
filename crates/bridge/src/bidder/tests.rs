//! Tests of the bidder: single hands, whole auctions, properties.

mod auctions;
mod hands;
mod properties;

use super::{Bidder, ExplainedCall};
use crate::bidding::caller;
use crate::knowledge::Conventions;
use crate::{Auction, Board, Hand, Seat, View, Vulnerability};
use std::sync::LazyLock;

static STANDARD: LazyLock<Bidder> = LazyLock::new(|| Bidder::new(&Conventions::standard()));

fn view(
    hand: Hand,
    seat: Seat,
    dealer: Seat,
    vulnerability: Vulnerability,
    auction: &Auction,
) -> View {
    View {
        seat,
        dealer,
        vulnerability,
        hand,
        dummy: None,
        auction: auction.clone(),
        cards: Vec::new(),
    }
}

/// Bids a board, and hands over every call with the auction before it.
fn bid(
    board: &Board,
    bidder: &Bidder,
    mut each: impl FnMut(Seat, &Auction, &ExplainedCall),
) -> Auction {
    let mut auction = Auction::new();
    while let Some(seat) = caller(&auction, board.dealer) {
        let hand = board.hands[seat as usize];
        let view = view(hand, seat, board.dealer, board.vulnerability, &auction);
        let called = bidder.call(&view);
        each(seat, &auction, &called);
        auction.try_push(called.call).expect("a legal call");
    }
    auction
}
