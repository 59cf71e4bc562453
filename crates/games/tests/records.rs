//! The recorded games of the originals reproduce to the last number.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use skirmish_games::records::{Tally, compare};

fn check(file: &str, games: u64, steps: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(file);
    let mut lines = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut lines).unwrap();
    match compare(&lines) {
        Ok(tally) => assert_eq!(tally, Tally { games, steps }, "{file}"),
        Err(unlike) => panic!("{file}: {unlike}"),
    }
}

#[test]
fn a_record_of_an_unknown_game_is_an_error() {
    assert!(compare(r#"{"game":"chess"}"#).unwrap_err().to_string().contains("chess"));
    assert!(compare("x").unwrap_err().to_string().contains("line 1"));
}

#[test]
fn plantation() {
    check("plantation.jsonl.gz", 150, 69_005);
}

#[test]
fn ice_and_fire() {
    check("ice-and-fire.jsonl.gz", 120, 8101);
    check("ice-and-fire-leagues.jsonl.gz", 18, 1166);
}

#[test]
fn underworld() {
    check("underworld.jsonl.gz", 40, 5198);
}
