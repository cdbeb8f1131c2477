//! Logs of the first two generations of Digital Curling: whatever can be read can be told and
//! shown.
#![no_main]

use digital_curling::games::Replay;
use digital_curling::record::dcl;
use digital_curling::screen::{Style, moments};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(log) = dcl::read(bytes) else { return };
    let Ok(replay) = Replay::of_played(log.played()) else {
        return;
    };
    for moment in moments(&replay) {
        moment.scene.text(&Style::default());
    }
});
