//! Installs missing programs that the tests need.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Programs that tests start, with their Debian packages. Requirements of kits are in their `kit.toml`.
const PROGRAMS: &[(&str, &str)] = &[
    ("cc", "gcc"),
    ("strace", "strace"),
    ("python3", "python3"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("java", "default-jdk-headless"),
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
    // All languages of the kits: their tests skip none.
    missing.extend(skirmish_kits::needs().into_iter().filter(|need| !need.is_met()).map(|need| need.package));
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
    Ok(())
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
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian installs PostgreSQL's server programs outside the `PATH`, in a folder per version.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let of_debian = versions.map(|version| version.path().join("bin"));
    std::env::split_paths(&path).chain(of_debian).any(|folder| folder.join(program).is_file())
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
