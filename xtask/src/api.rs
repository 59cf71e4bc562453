//! Tests of the arena's API against its own OpenAPI document, by Schemathesis, on a real server.

use std::path::Path;

use anyhow::Result;

use crate::setup::step;

/// The tests, and the list of the Python packages that they need.
const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/arena-web/api-tests/run.py");
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/arena-web/api-tests/requirements.txt");
/// Where these are installed; nothing else uses them.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/api-venv");

/// Installs the packages, if they are missing or others than listed.
pub fn install() -> Result<()> {
    let python = python();
    if !Path::new(&python).exists() {
        step("python3", &["-m", "venv", PYTHON])?;
    }
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", PACKAGES];
    step(&python, &install)
}

/// Asks a server, the program that an earlier step built, as all kinds of callers.
pub fn check() -> Result<()> {
    install()?;
    step(&python(), &[RUN])
}

fn python() -> String {
    format!("{PYTHON}/bin/python")
}
