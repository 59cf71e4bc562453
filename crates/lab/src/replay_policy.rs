//! Which replays are kept: all of them if somebody asks, and always some of those in which a bot made a fault.

use std::path::PathBuf;

use skirmish_referee::store::BadStore;
use skirmish_referee::{Record, ReplayStore};

use crate::result::MatchResult;

/// Which replays are kept, and where.
#[derive(Clone, Debug)]
pub struct ReplayPolicy {
    store: ReplayStore,
    keeps_all: bool,
}

impl ReplayPolicy {
    /// How many replays are kept of matches in which a bot made a fault.
    pub const MOST_FAULTY: usize = 20;

    /// Every replay, in that folder.
    pub fn all(folder: impl Into<PathBuf>) -> Self {
        Self { store: ReplayStore::new(folder), keeps_all: true }
    }

    /// The first [`ReplayPolicy::MOST_FAULTY`] replays with faults, in that folder.
    pub fn faulty(folder: impl Into<PathBuf>) -> Self {
        Self { store: ReplayStore::new(folder), keeps_all: false }
    }

    /// Saves the replay if it is to be kept, and so many are already. Returns the name of its file.
    pub(crate) fn save(
        &self,
        result: &MatchResult,
        record: &Record,
        kept: usize,
    ) -> Result<Option<String>, BadStore> {
        let is_wanted = self.keeps_all || result.has_faults() && kept < Self::MOST_FAULTY;
        if !is_wanted {
            return Ok(None);
        }
        let saved = self.store.save(record)?;
        Ok(saved.replay.file_name().map(|name| name.to_string_lossy().into_owned()))
    }
}
