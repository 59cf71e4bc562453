//! What dependencies may be: `deny.toml` says it, cargo-deny looks.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::setup::step;

/// Licences, versions and sources, for which nothing has to be fetched; and known flaws, where their list can be.
pub fn check() -> Result<()> {
    step("cargo", &["deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"])?;
    if is_list_of_flaws_here()? {
        return step("cargo", &["deny", "check", "--hide-inclusion-graph", "--disable-fetch", "advisories"]);
    }
    println!("advisories: not checked, their database cannot be reached from here");
    Ok(())
}

fn is_list_of_flaws_here() -> Result<bool> {
    let mut fetch = Command::new("cargo");
    fetch.args(["deny", "fetch", "db"]).stdin(Stdio::null()).stderr(Stdio::null());
    Ok(fetch.status().context("cannot start cargo deny")?.success())
}
