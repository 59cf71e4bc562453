//! Checks dependencies with cargo-deny, by the rules in `deny.toml`.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::setup::step;

/// Checks licences, versions and sources, which needs no network; and security advisories, if their database can be
/// fetched.
pub fn check() -> Result<()> {
    step("cargo", &["deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"])?;
    if can_fetch_advisories()? {
        return step("cargo", &["deny", "check", "--hide-inclusion-graph", "--disable-fetch", "advisories"]);
    }
    println!("advisories: not checked, their database cannot be reached from here");
    Ok(())
}

fn can_fetch_advisories() -> Result<bool> {
    let mut fetch = Command::new("cargo");
    fetch.args(["deny", "fetch", "db"]).stdin(Stdio::null()).stderr(Stdio::null());
    Ok(fetch.status().context("cannot start cargo deny")?.success())
}
