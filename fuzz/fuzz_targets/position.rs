//! Positions on one line: what can be read is read back after writing, and its pieces can be
//! listed.
#![no_main]

use blokus::{Colour, Position};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(position) = text.parse::<Position>() else {
        return;
    };
    assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    let placed = Colour::BOTH.map(|colour| position.placements(colour).len());
    assert!(placed.iter().all(|&pieces| pieces <= 21));
});
