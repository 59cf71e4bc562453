//! The viewer: its page is built from TypeScript and committed, so that only those who change it need Node.

use anyhow::Result;

use crate::setup::step;

/// Builds the page that is embedded in the program.
pub fn build() -> Result<()> {
    install()?;
    npm(&["run", "build"])
}

/// Types, linter (of the editor, too), format, whether the committed page is what the sources build, and everything that needs no browser.
pub fn check() -> Result<()> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// The page in a real browser.
pub fn watch() -> Result<()> {
    npm(&["run", "e2e"])
}

/// What the lock file names, and nothing else. `overrides` in `package.json` keeps to versions of which the packages for
/// every system are published: `npm ci` refuses others.
fn install() -> Result<()> {
    npm(&["ci"])
}

fn npm(args: &[&str]) -> Result<()> {
    let all: Vec<&str> = ["--prefix", "viewer"].iter().chain(args).copied().collect();
    step("npm", &all)
}
