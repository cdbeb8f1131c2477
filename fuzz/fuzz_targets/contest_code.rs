//! The contest's moves and messages: what can be read is read back after writing.
#![no_main]

use blokus::fpga_contest::{HostMessage, read, write};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(placement) = read(text) {
        assert_eq!(read(&write(placement)), Ok(placement));
    }
    if let Ok(message) = text.parse::<HostMessage>() {
        assert_eq!(message.to_string().parse(), Ok(message));
    }
});
