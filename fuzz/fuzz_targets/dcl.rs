//! Logs of the first two generations of Digital Curling: whatever can be read can be told and shown.
#![no_main]

use digital_curling::record::dcl;
use digital_curling::screen::{Look, moments};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(log) = dcl::read(bytes) else { return };
    for moment in moments(&log.played()) {
        moment.scene.text(&Look::default());
    }
});
