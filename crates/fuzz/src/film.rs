//! Property: reading any film ends with pictures or with an error that has a message.
//!
//! Input: a film, compressed or not; an uncompressed one lets the fuzzer reach the parser behind gzip.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use skirmish_games::GAMES;
use skirmish_show::film::FilmReader;
use skirmish_show::{Filming, film};

use crate::game::CHECKS;

/// The most blocks that are decoded: each is decoded from the nearest key block on.
const MOST_BLOCKS: usize = 24;

pub fn check(bytes: &[u8]) {
    check_film(bytes);
    check_film(&packed(bytes));
}

fn check_film(bytes: &[u8]) {
    let Ok(film) = FilmReader::read(bytes) else { return };
    let beyond = film.blocks();
    assert!(film.block(beyond).is_err() && film.first(beyond).is_err() && film.moments(beyond).is_err());
    for number in 0..film.blocks().min(MOST_BLOCKS) {
        let (block, first, moments) = (film.block(number), film.first(number), film.moments(number));
        if let (Ok(block), Ok(moments)) = (&block, &moments) {
            assert_eq!(block.steps, moments.len() as u64);
        }
        for error in [block.err(), first.err(), moments.err()].into_iter().flatten() {
            assert!(!error.to_string().is_empty());
        }
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::none());
    packer.write_all(bytes).expect("writing to memory never fails");
    packer.finish().expect("writing to memory never fails")
}

/// Two films of every game, decompressed.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (game, entry) in CHECKS.iter().zip(GAMES) {
        for decisions in [1, 30] {
            let film = film(&(game.replay)(1, decisions), entry, &Filming::default());
            let film = film.expect("a match of the game's own config");
            let mut bytes = Vec::new();
            GzDecoder::new(&film.bytes[..]).read_to_end(&mut bytes).expect("a film is packed");
            seeds.push(bytes);
        }
    }
    seeds
}
