//! Which replays are saved: all on request, else the first few in which a bot made a fault.

use std::path::PathBuf;

use skirmish_referee::store::BadStore;
use skirmish_referee::{Record, ReplayStore};

use crate::result::MatchResult;

/// Which replays are saved, and where.
#[derive(Clone, Debug)]
pub struct ReplayPolicy {
    store: ReplayStore,
    keeps_all: bool,
}

impl ReplayPolicy {
    /// The most replays that are saved because of a fault.
    pub const MOST_FAULTY: usize = 20;

    /// Every replay, in that folder.
    pub fn all(folder: impl Into<PathBuf>) -> Self {
        Self { store: ReplayStore::new(folder), keeps_all: true }
    }

    /// The first [`ReplayPolicy::MOST_FAULTY`] replays with faults, in that folder.
    pub fn faulty(folder: impl Into<PathBuf>) -> Self {
        Self { store: ReplayStore::new(folder), keeps_all: false }
    }

    /// Saves the replay if the policy wants it, given that `kept` are saved already. Returns the name of its file.
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
