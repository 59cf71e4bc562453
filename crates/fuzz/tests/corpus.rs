//! Runs every target on its corpus, its seeds and mutated copies of them.

use std::fs;
use std::path::{Path, PathBuf};

use skirmish_core::rng::{Rng, Seed};
use skirmish_fuzz::{TARGETS, Target};

/// Mutated copies of each input.
const COPIES: u64 = 24;

/// Larger inputs are not mutated.
const LARGEST_MUTATED: usize = 64 << 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

fn inputs(target: &Target) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder().join(target.name)).expect("a corpus");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let stored = files.into_iter().map(|path| fs::read(path).expect("a file"));
    stored.chain((target.seeds)()).collect()
}

/// The input with a few random mutations, seeded by `number`.
fn mutated(input: &[u8], number: u64) -> Vec<u8> {
    const ODD: &[u8] = b"\0\n\r -=09{}[]\",:#!\\\xff\x7f";
    let mut rng = Rng::new(Seed(number));
    let mut bytes = input.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let odd = ODD[rng.below(ODD.len() as u32) as usize];
        match rng.below(6) {
            0 => bytes.insert(at, odd),
            1 => bytes.truncate(at),
            2 => bytes.drain(..at.min(8)).for_each(drop),
            3 => {
                let end = (at + 1 + rng.below(16) as usize).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            _ if at < bytes.len() => bytes[at] = odd,
            _ => {}
        }
    }
    bytes
}

fn check_all(name: &str) {
    let target = skirmish_fuzz::find(name).expect("a target of that name");
    let inputs = inputs(target);
    assert!(inputs.len() >= 8, "{name} has {} inputs only", inputs.len());
    for input in &inputs {
        (target.check)(input);
        let copies = if input.len() <= LARGEST_MUTATED { COPIES } else { 0 };
        for number in 0..copies {
            (target.check)(&mutated(input, number));
        }
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check_all(stringify!($name));
        })*

        #[test]
        fn every_target_is_replayed() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}
targets! { archive config film first_line frames manifest map replay wire }

/// `cargo xtask fuzz` knows the targets by their corpora.
#[test]
fn every_target_has_a_corpus_and_every_corpus_a_target() {
    let entries = fs::read_dir(folder()).expect("the corpora");
    let mut corpora: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    corpora.sort();
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(corpora, names);
}
