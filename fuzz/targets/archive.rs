#![no_main]

#[path = "../checks/archive.rs"]
mod archive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| archive::check(bytes));
