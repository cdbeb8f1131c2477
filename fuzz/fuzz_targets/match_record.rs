//! Our own records of matches: whatever can be read can be gone through.
#![no_main]

use digital_curling::Record;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::read(bytes) {
        let _ = record.replay();
    }
});
