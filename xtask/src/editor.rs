//! The arena's editor: bundled once and committed, like the viewer; and the arena's pages in a real browser.

use anyhow::Result;

use crate::setup::step;

/// Where its sources are.
const FOLDER: &str = "crates/arena/editor";

/// Builds the script that is embedded in the program.
pub fn build() -> Result<()> {
    install()?;
    npm(&["run", "build"])
}

/// Whether the committed script is what the sources build.
pub fn check() -> Result<()> {
    install()?;
    npm(&["run", "check"])
}

/// A real arena in a real browser.
pub fn watch() -> Result<()> {
    step("cargo", &["build", "-p", "skirmish"])?;
    npm(&["run", "e2e"])
}

fn install() -> Result<()> {
    npm(&["install", "--no-save"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", FOLDER].iter().chain(args).copied().collect();
    step("npm", &all)
}
