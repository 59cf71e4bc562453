//! Runs all checks and tests, or some of them.

use anyhow::{Context as _, Result, bail};

use crate::setup::{self, step, step_with};
use crate::{api, deny, editor, packages, viewer};

/// The folder of the games' folders.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/games/src");

/// A step of the whole run.
pub struct Step {
    /// The name for `--only`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    run: fn() -> Result<()>,
}

/// All steps, cheap ones first, so that failures show early. The only list of them.
pub static STEPS: &[Step] = &[
    Step { name: "setup", about: "install what the tests need", run: setup::run },
    Step { name: "format", about: "is every Rust file formatted?", run: || format(true) },
    Step { name: "viewer", about: "types, linter, build and unit tests of the viewer", run: viewer::check },
    Step { name: "editor", about: "is the arena's editor what its sources build?", run: editor::check },
    Step { name: "deny", about: "licences, versions and sources of dependencies", run: deny::check },
    Step { name: "lint", about: "clippy, its warnings as errors, with and without the arena", run: lint },
    Step { name: "tests", about: "every test of every package", run: tests },
    Step { name: "docs", about: "rustdoc, its warnings as errors, and its examples", run: docs },
    Step {
        name: "browser",
        about: "viewer and arena in a real browser, with the program built",
        run: browser,
    },
    Step {
        name: "api",
        about: "the arena's API against its OpenAPI document, as all kinds of callers",
        run: api::check,
    },
];

/// Runs everything, as `.ci/run` does, or the parts given by `--only`.
pub fn run(args: &[&str]) -> Result<()> {
    if args.is_empty() {
        return STEPS.iter().try_for_each(|step| (step.run)());
    }
    let packages = packages::of_workspace()?;
    let folders: Vec<&str> = packages.iter().map(|package| package.folder.as_str()).collect();
    let parts = chosen(args, &folders)?;
    for step in STEPS.iter().filter(|step| parts.contains(&step.name)) {
        (step.run)()?;
    }
    let named = packages.iter().filter(|package| parts.contains(&package.folder.as_str()));
    let names: Vec<&str> = named.flat_map(|package| ["--package", &package.name]).collect();
    if names.is_empty() {
        return Ok(());
    }
    step("cargo", &[&["clippy", "--all-targets"], &names[..], &["--", "-D", "warnings"]].concat())?;
    step("cargo", &[&["nextest", "run", "--no-fail-fast", "--no-tests=pass"], &names[..]].concat())
}

/// The parts given by `--only`: names of steps or packages.
fn chosen<'a>(args: &[&'a str], packages: &[&str]) -> Result<Vec<&'a str>> {
    let mut parts = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let part = match arg.split_once('=') {
            Some(("--only", part)) => Some(part),
            None if *arg == "--only" => rest.next().copied(),
            _ => bail!("`test` knows no `{arg}`: it takes `--only <part>`, as often as you like"),
        };
        let is_part = |part: &str| STEPS.iter().any(|step| step.name == part) || packages.contains(&part);
        match part.filter(|part| is_part(part)) {
            Some(part) => parts.push(part),
            None => bail!("{}", unknown(part, packages)),
        }
    }
    Ok(parts)
}

fn unknown(part: Option<&str>, packages: &[&str]) -> String {
    let what =
        part.map_or_else(|| "`--only` needs a part".to_string(), |part| format!("there is no part `{part}`"));
    format!("{what}\n{}packages (clippy and tests of one alone): {}", listed(), packages.join(" "))
}

/// The steps and their descriptions, one per line.
pub fn listed() -> String {
    STEPS.iter().map(|step| format!("  {:<8} {}\n", step.name, step.about)).collect()
}

/// Everything, and the program that is built without the arena.
fn lint() -> Result<()> {
    step("cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    step("cargo", &["clippy", "--package", "skirmish", "--no-default-features", "--", "-D", "warnings"])
}

fn tests() -> Result<()> {
    step("cargo", &["nextest", "run", "--workspace", "--no-fail-fast"])
}

fn docs() -> Result<()> {
    let strict = [("RUSTDOCFLAGS", "-D warnings")];
    step_with(&strict, "cargo", &["doc", "--workspace", "--no-deps", "--lib", "--quiet"])?;
    step("cargo", &["test", "--workspace", "--doc", "--quiet"])
}

fn browser() -> Result<()> {
    viewer::watch()?;
    editor::watch()
}

/// Formats everything, or with `is_check` only checks it. The games' modules are passed one by one: a macro declares
/// them, which `cargo fmt` does not expand.
pub fn format(is_check: bool) -> Result<()> {
    let mut args = vec!["fmt".to_string(), "--all".into(), "--".into()];
    args.extend(is_check.then(|| "--check".to_string()));
    for folder in std::fs::read_dir(GAMES).with_context(|| format!("cannot list {GAMES}"))? {
        let file = folder?.path().join("mod.rs");
        args.extend(file.is_file().then(|| file.display().to_string()));
    }
    step("cargo", &args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGES: &[&str] = &["core", "games", "xtask"];

    fn check(args: &[&str], expected: Result<&[&str], &str>) {
        match (chosen(args, PACKAGES), expected) {
            (Ok(parts), Ok(expected)) => assert_eq!(parts, expected),
            (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
            (got, expected) => panic!("{args:?}: got {got:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn parts_are_steps_and_packages_as_often_as_named() {
        check(&["--only", "core"], Ok(&["core"]));
        check(&["--only=core", "--only", "format"], Ok(&["core", "format"]));
    }

    #[test]
    fn what_is_no_part_lists_the_parts() {
        for args in [&["--only", "nothing"][..], &["--only"], &["--only="]] {
            check(args, Err("format"));
            check(args, Err("core games xtask"));
        }
        check(&["core"], Err("--only <part>"));
        check(&["--fast"], Err("--only <part>"));
    }

    #[test]
    fn no_step_is_called_like_a_package() -> Result<()> {
        let packages = packages::of_workspace()?;
        assert!(packages.iter().any(|package| package.folder == "cli" && package.name == "skirmish"));
        for step in STEPS {
            assert!(packages.iter().all(|package| package.folder != step.name), "{}", step.name);
        }
        Ok(())
    }
}
