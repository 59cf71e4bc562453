//! The attacks as data: their files, the isolation layers that they need, the expected verdicts.

use std::fs;
use std::path::{Path, PathBuf};

use skirmish_core::answer::Fault;

/// The expected verdict of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It plays to the end, without success.
    Fine,
    /// It gets this fault.
    Out(Fault),
    /// Its build is refused.
    BuildRefused,
}

/// One hostile program.
#[derive(Debug, Clone)]
pub struct Attack {
    /// Folder and file, as in `late/cpu_hog.c`.
    pub name: String,
    pub path: PathBuf,
    pub verdict: Verdict,
    pub needs: Vec<String>,
    pub seats: usize,
    /// Words that the sentence about its fault must contain.
    pub says: String,
}

impl Verdict {
    /// The fault that the record must have.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::Out(fault) => Some(fault),
            Self::Fine | Self::BuildRefused => None,
        }
    }

    /// Whether a sentence explains the verdict.
    pub fn is_reason(self, sentence: &str) -> bool {
        let words: &[&str] = match self {
            Self::Out(Fault::Late) => &[" did not answer on turn "],
            Self::Out(Fault::Gone) => &[" ended ", " closed its output "],
            Self::Out(Fault::Flooded) => &[" bytes without a newline "],
            Self::Out(Fault::Garbled) => &[" gave an answer that could not be read "],
            Self::Fine | Self::BuildRefused => &[],
        };
        words.iter().any(|words| sentence.contains(words))
    }
}

/// Every attack that plays; the folders are named by the fault.
pub fn players() -> Vec<Attack> {
    let faults = Fault::ALL.into_iter().map(|fault| (fault.word(), Verdict::Out(fault)));
    let verdicts = [("fine", Verdict::Fine)].into_iter().chain(faults);
    verdicts.flat_map(|(folder, verdict)| in_folder(folder, verdict)).collect()
}

/// The honest program.
pub fn honest() -> PathBuf {
    folder("fine").join("honest.py").canonicalize().unwrap()
}

/// A folder of `attacks/`.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../attacks").join(name)
}

/// Every attack by a build: a folder with a `build.sh`.
pub fn builders() -> Vec<Attack> {
    in_folder("build-refused", Verdict::BuildRefused)
}

fn in_folder(name: &str, verdict: Verdict) -> Vec<Attack> {
    let place = folder(name);
    let entries =
        fs::read_dir(&place).unwrap_or_else(|error| panic!("cannot read {}: {error}", place.display()));
    let mut attacks: Vec<_> = entries.map(|entry| read(name, &entry.unwrap().path(), verdict)).collect();
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(!attacks.is_empty(), "no attacks in {}", place.display());
    attacks
}

fn read(folder: &str, path: &Path, verdict: Verdict) -> Attack {
    let told_in = match (path.is_dir(), verdict) {
        (false, _) => path.into(),
        (true, Verdict::BuildRefused) => path.join("build.sh"),
        (true, _) => path.join("skirmish.toml"),
    };
    let text = fs::read_to_string(told_in).unwrap();
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
        says: words("says:").join(" "),
        seats: words("seats:").first().map_or(1, |seats| seats.parse().unwrap()),
    }
}
