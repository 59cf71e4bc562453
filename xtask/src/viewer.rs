//! The viewer: its page is built from TypeScript and committed, so that only those who change it need Node.

use anyhow::Result;

use crate::setup::step;

/// Builds the page that is embedded in the program.
pub fn build() -> Result<()> {
    npm(&["ci"])?;
    npm(&["run", "build"])
}

/// Types, format, whether the committed page is what the sources build, and everything that needs no browser.
pub fn check() -> Result<()> {
    npm(&["ci"])?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// The page in a real browser.
pub fn watch() -> Result<()> {
    npm(&["run", "e2e"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", "viewer"].iter().chain(args).copied().collect();
    step("npm", &all)
}
