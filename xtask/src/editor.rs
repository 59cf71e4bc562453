//! The arena's editor, whose bundle is committed like the viewer's; and end-to-end tests of the arena's pages.

use anyhow::Result;

use crate::setup::step;

/// The folder of its sources.
const FOLDER: &str = "crates/arena-web/editor";

/// Builds the bundle that is embedded in the program.
pub fn build() -> Result<()> {
    install()?;
    npm(&["run", "build"])
}

/// Fails if the committed bundle is not what the sources build.
pub fn check() -> Result<()> {
    install()?;
    npm(&["run", "check"])
}

/// End-to-end tests of an arena in a browser, with the program that an earlier step built.
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
