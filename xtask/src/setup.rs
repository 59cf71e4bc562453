//! Installs missing programs that the tests need.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use skirmish_files::search_path;
use skirmish_programs::needs;

use crate::api;

/// A program that tests start, and the Debian package that has it. What languages need stands in their list
/// (`crates/programs/src/languages.rs`).
const PROGRAMS: &[(&str, &str)] = &[
    ("strace", "strace"),
    ("npm", "npm"),
    ("ffmpeg", "ffmpeg"),
    ("chromium", "chromium"),
    ("groff", "groff-base"),
    ("initdb", "postgresql"),
];

/// Installs what is missing; prints nothing about what is installed.
pub fn run() -> Result<()> {
    let mut missing: Vec<String> = PROGRAMS
        .iter()
        .filter(|(program, _)| !is_there(program))
        .map(|(_, package)| (*package).to_string())
        .collect();
    // Every language that Debian has: none is skipped.
    let packages = needs().filter_map(|need| Some((need, need.package()?)));
    missing.extend(packages.filter(|(need, _)| !need.is_met()).map(|(_, package)| package.to_string()));
    if !has_venv() {
        missing.push("python3-venv".to_string());
    }
    missing.sort();
    missing.dedup();
    if !missing.is_empty() {
        let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
        install_packages(&missing)?;
    }
    if !is_there("cargo-nextest") {
        step("cargo", &["install", "--locked", "cargo-nextest"])?;
    }
    if !is_there("cargo-deny") {
        // A debug build is faster to compile, and a run takes a second anyway.
        let quick = [("CARGO_PROFILE_DEV_DEBUG", "0")];
        step_with(&quick, "cargo", &["install", "--locked", "--debug", "cargo-deny", "--version", "0.20.2"])?;
    }
    api::install()
}

/// Whether Python can make an environment of its own for packages; Debian has that apart.
fn has_venv() -> bool {
    let mut looking = Command::new("python3");
    looking.args(["-c", "import ensurepip, venv"]).stdin(Stdio::null()).stderr(Stdio::null());
    looking.status().is_ok_and(|status| status.success())
}

fn install_packages(packages: &[&str]) -> Result<()> {
    if !is_there("apt-get") {
        bail!("these programs are missing: {}; install them and run this again", packages.join(" "));
    }
    step("apt-get", &["update", "--quiet"])?;
    let args: Vec<&str> =
        ["install", "--yes", "--quiet", "--no-install-recommends"].iter().chain(packages).copied().collect();
    step("apt-get", &args)
}

fn is_there(program: &str) -> bool {
    // Debian keeps PostgreSQL's server out of the path, in a folder for each version.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut of_debian = versions.map(|version| version.path().join("bin").join(program));
    search_path::find(program).is_some() || of_debian.any(|place| search_path::is_executable(&place))
}

/// Prints a command, runs it, and fails if it fails.
pub fn step(program: &str, args: &[&str]) -> Result<()> {
    step_with(&[], program, args)
}

/// The same, with additional environment variables.
pub fn step_with(env: &[(&str, &str)], program: &str, args: &[&str]) -> Result<()> {
    let set: String = env.iter().map(|(name, value)| format!("{name}='{value}' ")).collect();
    println!("--- {set}{program} {}", args.join(" "));
    let status = Command::new(program)
        .args(args)
        .envs(env.iter().copied())
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("`{program} {}` failed ({status})", args.join(" "));
    }
    Ok(())
}
