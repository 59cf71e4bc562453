//! The viewer: its page is built from TypeScript and committed, so that only those who change it need Node.

use anyhow::Result;

use crate::setup::step;

/// Builds the page that is embedded in the program.
pub fn build() -> Result<()> {
    install()?;
    npm(&["run", "build"])
}

/// Types, format, whether the committed page is what the sources build, and everything that needs no browser.
pub fn check() -> Result<()> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// The page in a real browser.
pub fn watch() -> Result<()> {
    npm(&["run", "e2e"])
}

/// What the lock file names. Not `npm ci`: it refuses where a registry lacks a package that only another system needs.
fn install() -> Result<()> {
    npm(&["install", "--no-save"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", "viewer"].iter().chain(args).copied().collect();
    step("npm", &all)
}
