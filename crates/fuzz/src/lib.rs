//! Fuzz targets: one property for each parser of untrusted bytes.
//!
//! [`TARGETS`] is the only list of them. `tests/corpus.rs` replays the corpora and mutated copies of them on any
//! toolchain; `cargo xtask fuzz` runs libFuzzer. A target is a file here and a line in the list; inputs that libFuzzer
//! finds are added to `fuzz/corpus/<target>`.

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

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line, and its folder in `fuzz/corpus`.
    pub name: &'static str,
    /// Panics if the bytes violate the property.
    pub check: fn(&[u8]),
    /// Generated seed inputs, in addition to the stored corpus: some of every game, where the input is a game's.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All fuzz targets.
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
