//! Every check and every test, in the order in which a failure is cheapest to learn of.

use anyhow::{Context as _, Result};

use crate::setup::{self, step};
use crate::{editor, viewer};

/// Where every game has its folder.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/games/src");

/// Installs what is needed, then runs everything. `.ci/run` does nothing else.
pub fn run() -> Result<()> {
    setup::run()?;
    format(true)?;
    viewer::check()?;
    editor::check()?;
    step("cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    step("cargo", &["nextest", "run", "--workspace", "--no-fail-fast"])?;
    step("cargo", &["test", "--workspace", "--doc", "--quiet"])?;
    viewer::watch()?;
    editor::watch()
}

/// Formats everything, or only looks whether it is. The games' folders are named one by one: they are declared by a
/// macro, which `cargo fmt` alone does not look into.
pub fn format(is_check: bool) -> Result<()> {
    let mut args = vec!["fmt".to_string(), "--all".into(), "--".into()];
    args.extend(is_check.then(|| "--check".to_string()));
    for folder in std::fs::read_dir(GAMES).with_context(|| format!("cannot list {GAMES}"))? {
        let file = folder?.path().join("mod.rs");
        args.extend(file.is_file().then(|| file.display().to_string()));
    }
    step("cargo", &args.iter().map(String::as_str).collect::<Vec<_>>())
}
