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

/// A real arena in a real browser: the program that the tests before it built.
pub fn watch() -> Result<()> {
    npm(&["run", "e2e"])
}

fn install() -> Result<()> {
    npm(&["ci"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", FOLDER].iter().chain(args).copied().collect();
    step("npm", &all)
}
