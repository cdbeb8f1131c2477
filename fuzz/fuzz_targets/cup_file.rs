#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| _ = fuzz::targets::cup_file(bytes));
