//! What must hold for any bytes that others choose: one property for each reader.
//!
//! [`TARGETS`] is the only list of them. `tests/corpus.rs` replays the corpora and changed copies of them on any
//! toolchain; `cargo xtask fuzz` lets libFuzzer look for more. A target is a file here and a line in the list; what
//! libFuzzer finds is added to `fuzz/corpus/<target>`.

mod archive;
mod config;
mod film;
mod first_line;
mod frames;
mod game;
mod manifest;
mod map;
mod replay;
mod wire;

/// A reader that is fuzzed.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line, and its folder in `fuzz/corpus`.
    pub name: &'static str,
    /// Panics if the bytes break the property.
    pub check: fn(&[u8]),
    /// Inputs to begin with that are made, not stored: some of every game, where the input is a game's.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every reader that is fuzzed.
pub static TARGETS: &[Target] = &[
    Target { name: "archive", check: archive::check, seeds: Vec::new },
    Target { name: "config", check: config::check, seeds: config::seeds },
    Target { name: "film", check: film::check, seeds: film::seeds },
    Target { name: "first_line", check: first_line::check, seeds: Vec::new },
    Target { name: "frames", check: frames::check, seeds: Vec::new },
    Target { name: "manifest", check: manifest::check, seeds: Vec::new },
    Target { name: "map", check: map::check, seeds: map::seeds },
    Target { name: "replay", check: replay::check, seeds: replay::seeds },
    Target { name: "wire", check: wire::check, seeds: wire::seeds },
];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
