#![no_main]

#[path = "../checks/first_line.rs"]
mod first_line;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| first_line::check(bytes));
