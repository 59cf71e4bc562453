//! The attacks as data: which there are, what they need, how they must end.

use std::fs;
use std::path::{Path, PathBuf};

use super::driver::Verdict;

/// One hostile program.
#[derive(Debug, Clone)]
pub struct Attack {
    /// The folder and the file, as in `late/cpu_hog.c`.
    pub name: String,
    pub path: PathBuf,
    pub verdict: Verdict,
    pub needs: Vec<String>,
    pub seats: usize,
}

/// Every attack that plays, in order of its name.
pub fn players() -> Vec<Attack> {
    let verdicts = [
        ("fine", Verdict::Fine),
        ("flooded", Verdict::Flooded),
        ("garbled", Verdict::Garbled),
        ("gone", Verdict::Gone),
        ("late", Verdict::Late),
    ];
    verdicts.into_iter().flat_map(|(folder, verdict)| in_folder(folder, verdict)).collect()
}

/// Every attack that builds: a folder with a `build.sh`.
pub fn builders() -> Vec<Attack> {
    in_folder("build-refused", Verdict::BuildRefused)
}

fn in_folder(folder: &str, verdict: Verdict) -> Vec<Attack> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../attacks").join(folder);
    let entries =
        fs::read_dir(&place).unwrap_or_else(|error| panic!("cannot read {}: {error}", place.display()));
    let mut attacks: Vec<_> = entries.map(|entry| read(folder, &entry.unwrap().path(), verdict)).collect();
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(!attacks.is_empty(), "no attacks in {}", place.display());
    attacks
}

fn read(folder: &str, path: &Path, verdict: Verdict) -> Attack {
    let text = if path.is_dir() { path.join("build.sh") } else { path.into() };
    let text = fs::read_to_string(text).unwrap();
    let words = |key: &str| -> Vec<String> {
        let line = text.lines().take(5).find_map(|line| line.split_once(key).map(|(_, rest)| rest));
        line.unwrap_or("").trim_end_matches("*/").split_whitespace().map(String::from).collect()
    };
    assert!(!words("attack:").is_empty(), "{} does not say what it is", path.display());
    Attack {
        name: format!("{folder}/{}", path.file_name().unwrap().to_string_lossy()),
        path: path.canonicalize().unwrap(),
        verdict,
        needs: words("needs:"),
        seats: words("seats:").first().map_or(1, |seats| seats.parse().unwrap()),
    }
}
