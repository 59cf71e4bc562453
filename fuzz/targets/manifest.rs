#![no_main]

#[path = "../checks/manifest.rs"]
mod manifest;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| manifest::check(bytes));
