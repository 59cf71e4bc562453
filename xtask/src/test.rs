//! Every check and every test, in the order in which a failure is cheapest to learn of.

use anyhow::Result;

use crate::setup::{self, step};
use crate::viewer;

/// Installs what is needed, then runs everything. `.ci/run` does nothing else.
pub fn run() -> Result<()> {
    setup::run()?;
    step("cargo", &["fmt", "--all", "--check"])?;
    viewer::check()?;
    step("cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    step("cargo", &["nextest", "run", "--workspace", "--no-fail-fast"])?;
    step("cargo", &["test", "--workspace", "--doc", "--quiet"])?;
    viewer::watch()
}
