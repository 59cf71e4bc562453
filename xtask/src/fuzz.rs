//! Runs libFuzzer on the targets of `crates/fuzz`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::setup::step_with;

/// The libFuzzer program and the corpora.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz");

/// The default time per target, in seconds.
const SECONDS: u32 = 60;

/// Fuzzes one target, or all of them one after another.
pub fn run(args: &[&str]) -> Result<()> {
    let targets = targets()?;
    let (target, seconds) = parsed(args, &targets)?;
    ensure_tools()?;
    let chosen = targets.iter().filter(|name| target.is_none_or(|target| target == name.as_str()));
    chosen.into_iter().try_for_each(|name| fuzz(name, seconds))
}

/// The names of all targets: those of the corpora, which a test of `crates/fuzz` compares.
fn targets() -> Result<Vec<String>> {
    let folder = Path::new(FOLDER).join("corpus");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<Vec<String>>>()?;
    names.sort();
    Ok(names)
}

fn parsed<'a>(args: &[&'a str], targets: &[String]) -> Result<(Option<&'a str>, u32)> {
    let (mut target, mut seconds) = (None, SECONDS);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if *arg == "--seconds" {
            let number = rest.next().context("`--seconds` needs a number")?;
            seconds =
                number.parse().with_context(|| format!("`--seconds {number}` is no number of seconds"))?;
        } else if targets.iter().any(|name| name == arg) && target.is_none() {
            target = Some(*arg);
        } else {
            bail!("`{arg}` cannot be fuzzed: give one of {}, or none to fuzz all", targets.join(", "));
        }
    }
    Ok((target, seconds))
}

fn ensure_tools() -> Result<()> {
    let mut version = Command::new("cargo");
    version.args(["+nightly", "fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if version.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    bail!(
        "fuzzing needs a nightly toolchain and cargo-fuzz: `rustup toolchain install nightly`, \
         `cargo install --locked cargo-fuzz`"
    )
}

/// Fuzzes one target. New corpus entries go into `fuzz/target/corpus`, crashes into `fuzz/artifacts`.
fn fuzz(target: &str, seconds: u32) -> Result<()> {
    let [found, added] = [folder("artifacts", target)?, folder("target/corpus", target)?];
    let stored = Path::new(FOLDER).join("corpus").join(target);
    let (added, stored) = (added.display().to_string(), stored.display().to_string());
    let env = [
        ("SKIRMISH_FUZZ_TARGET", target),
        ("SKIRMISH_FUZZ_SEEDS", &added),
        // The database's C code is linked in twice, which AddressSanitizer would report as an ODR violation.
        ("ASAN_OPTIONS", "detect_odr_violation=0"),
    ];
    let limits = [
        format!("-max_total_time={seconds}"),
        format!("-artifact_prefix={}/", found.display()),
        "-timeout=20".to_string(),
        "-rss_limit_mb=3000".to_string(),
        "-print_final_stats=1".to_string(),
    ];
    let mut args = vec!["+nightly", "fuzz", "run", "--fuzz-dir", FOLDER, "target", &added, &stored, "--"];
    args.extend(limits.iter().map(String::as_str));
    step_with(&env, "cargo", &args)
}

fn folder(kind: &str, target: &str) -> Result<PathBuf> {
    let path = Path::new(FOLDER).join(kind).join(target);
    fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_and_seconds_are_read_in_any_order() -> Result<()> {
        let targets = ["map".to_string(), "wire".to_string()];
        assert_eq!(parsed(&[], &targets)?, (None, SECONDS));
        assert_eq!(parsed(&["map", "--seconds", "5"], &targets)?, (Some("map"), 5));
        assert_eq!(parsed(&["--seconds", "5", "wire"], &targets)?, (Some("wire"), 5));
        for args in [&["moon"][..], &["map", "wire"], &["--seconds"], &["--seconds", "soon"]] {
            assert!(parsed(args, &targets).is_err(), "{args:?}");
        }
        Ok(())
    }
}
