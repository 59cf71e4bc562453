//! The packages of the workspace, from `cargo metadata`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

/// A package of the workspace.
pub struct Package {
    /// The package name.
    pub name: String,
    /// The name of its folder, which `--only` takes.
    pub folder: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    manifest_path: String,
}

/// Every package of the workspace.
pub fn of_workspace() -> Result<Vec<Package>> {
    let args = ["metadata", "--no-deps", "--format-version=1"];
    let output = Command::new("cargo").args(args).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo {}` failed: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cargo's metadata cannot be read")?;
    let package = |listed: Listed| {
        let folder = Path::new(&listed.manifest_path).parent()?.file_name()?.to_str()?.to_string();
        Some(Package { name: listed.name, folder })
    };
    Ok(metadata.packages.into_iter().filter_map(package).collect())
}
