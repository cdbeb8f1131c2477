//! Game records: what can be read is read back after writing, and replaying it does not panic.
#![no_main]

use blokus::record::{GameTree, read_all};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(games) = read_all(text) else { return };
    let written: String = games.iter().map(GameTree::to_string).collect();
    assert_eq!(read_all(&written).as_ref(), Ok(&games));
    for game in games {
        let last = game.main_line().last();
        let _ = game.position_at(last.unwrap_or(game.root()));
    }
});
