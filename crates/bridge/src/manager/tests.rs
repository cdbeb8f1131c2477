//! Sessions of a manager and four clients.

mod faults;
mod session;
mod transcript;

use crate::{Board, Hand, Seat, notation};
use lookahead::Seed;

/// Every seat holds a whole suit: North spades, East hearts, South diamonds, West clubs.
fn one_suit_each() -> Board {
    let suit = "AKQJT98765432";
    let deal = format!("N:{suit}... .{suit}.. ..{suit}. ...{suit}");
    Board::numbered(1, notation::deal(&deal).unwrap())
}

/// Returns a whole deal from a seed.
fn dealt(seed: Seed) -> [Hand; 4] {
    crate::hand::shuffled(&mut seed.rng())
}

fn seat(letter: &str) -> Seat {
    notation::seat(letter).unwrap()
}
