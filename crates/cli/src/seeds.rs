//! `--seeds`: a list of map seeds on the command line.

use skirmish_core::rng::Seed;

use crate::failure::Failure;

/// Parses `1,5,9` or `1..50` or both.
pub fn seeds(list: &str) -> Result<Vec<Seed>, Failure> {
    const MOST: usize = 100_000;
    let bad = || {
        Failure::input(format!(
            "--seeds {list}: write numbers and ranges like `1,5,9` or `1..50`, at most {MOST} in all"
        ))
    };
    let mut seeds = Vec::new();
    for part in list.split(',') {
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| bad());
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first || last - first >= MOST as u64 || seeds.len() + (last - first) as usize >= MOST {
            return Err(bad());
        }
        seeds.extend((first..=last).map(Seed));
    }
    Ok(seeds)
}
