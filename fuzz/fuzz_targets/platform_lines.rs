#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| _ = fuzz::targets::platform_lines(bytes));
