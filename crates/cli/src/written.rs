//! What this program writes while bots play. It is no part of a bot, although it may lie in a bot's folder.

use std::path::{Path, PathBuf};

use crate::build_cache;

/// The folder of results where none is named.
pub const RESULTS: &str = "results";
/// The folder of replays where none is named.
pub const REPLAYS: &str = "replays";

/// Files and folders that this program writes.
pub struct Written {
    /// Folders of results, which are `*.jsonl`.
    results: PathBuf,
    /// Folders of replays, and of what bots printed.
    replays: Vec<PathBuf>,
    /// Other files.
    files: Vec<PathBuf>,
    /// The user's cache.
    cache: Option<PathBuf>,
}

impl Written {
    /// What any command may write.
    pub fn by_any_command() -> Self {
        Self {
            results: real(Path::new(RESULTS)),
            replays: vec![real(Path::new(REPLAYS))],
            files: Vec::new(),
            cache: build_cache::folder().as_deref().map(real),
        }
    }

    /// The same, and what this command writes: its folder of replays, its results file, its reports.
    pub fn and<'a>(mut self, replays: Option<&Path>, files: impl IntoIterator<Item = &'a Path>) -> Self {
        self.replays.extend(replays.map(real));
        self.files.extend(files.into_iter().map(real));
        self
    }

    /// Whether a full path, without links, is one of them.
    pub fn has(&self, path: &Path) -> bool {
        let ends_with = |endings: &[&str]| {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            endings.contains(&ending)
        };
        let is_in = |folder: &PathBuf| path.parent() == Some(folder.as_path());
        let is_replay = || ends_with(&["replay", "stderr", "part"]) || path.ends_with("last");
        path == self.results
            || is_in(&self.results) && ends_with(&["jsonl"])
            || self.replays.iter().any(|folder| path == folder || is_in(folder) && is_replay())
            || self.files.iter().any(|file| path == file)
            || self.cache.as_ref().is_some_and(|cache| path.starts_with(cache))
    }
}

/// The full path of what may not be there yet, without links as far as it is.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_write_is_told_from_what_lies_beside_it() {
        let here = Path::new(".").canonicalize().unwrap();
        let written = Written::by_any_command().and(Some(Path::new("kept")), [Path::new("./table.csv")]);
        for name in [
            "results",
            "results/duel-1.jsonl",
            "replays",
            "replays/last",
            "replays/utti-1-a-b-1.replay",
            "replays/utti-1-a-b-1.seat0.stderr",
            "kept/utti-1.replay",
            "table.csv",
        ] {
            assert!(written.has(&here.join(name)), "{name}");
        }
        for name in ["bot/replays", "results/weights.json", "replays/book.txt", "other.csv", "last"] {
            assert!(!written.has(&here.join(name)), "{name}");
        }
    }
}
