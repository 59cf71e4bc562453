//! Writes a film of a full match of every game, for the viewer's bench: `cargo run -p skirmish-show --example films -- <folder>`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;

use serde_json::json;
use skirmish_show::{Filming, film};

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    for mut setup in common::setups() {
        // Default size and length: the longest matches that people play.
        setup.config = json!({});
        let replay = common::play(&setup);
        let made = film(&replay, setup.entry(), &Filming::default()).expect("a film");
        let file = Path::new(&folder).join(format!("full-{}.film", setup.game));
        std::fs::write(&file, &made.bytes).expect("can write");
        println!("{}: {} decisions, {} kB", file.display(), made.steps, made.bytes.len() / 1000);
    }
}
