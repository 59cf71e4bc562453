//! The viewer: its page is built from TypeScript and committed, so that only those who change it need Node.js.

use anyhow::Result;

use crate::setup::step;

/// Builds the page that is embedded in the program.
pub fn build() -> Result<()> {
    install()?;
    npm(&["run", "build"])
}

/// Types, linter (of the editor, too), formatting, unit tests, and whether the committed page is what the sources build.
pub fn check() -> Result<()> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// End-to-end tests of the page in a browser.
pub fn watch() -> Result<()> {
    npm(&["run", "e2e"])
}

/// Installs exactly what the lock file names. `overrides` in `package.json` pins versions whose packages are published for
/// every platform: `npm ci` refuses others.
fn install() -> Result<()> {
    npm(&["ci"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", "viewer"].iter().chain(args).copied().collect();
    step("npm", &all)
}
