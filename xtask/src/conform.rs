//! Replays recorded matches of the original games and compares every step.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use skirmish_games::records::{Tally, compare};

/// Compares every file; prints the number of matches and steps, or fails at the first difference.
pub fn run(files: &[&str]) -> Result<()> {
    let mut tally = Tally::default();
    for path in files {
        match compare(&unpacked(path)?) {
            Ok(more) => tally = tally.plus(more),
            Err(unlike) => bail!("{path}: {unlike}"),
        }
    }
    println!("conform: {} matches, {} steps, 0 differences", tally.games, tally.steps);
    Ok(())
}

fn unpacked(path: &str) -> Result<String> {
    const MOST_BYTES: u64 = 1 << 30;
    let file = File::open(path).with_context(|| format!("cannot open {path}"))?;
    let mut lines = String::new();
    GzDecoder::new(file)
        .take(MOST_BYTES)
        .read_to_string(&mut lines)
        .with_context(|| format!("cannot read {path}: it should be gzipped JSON Lines"))?;
    Ok(lines)
}
