//! Which replays are kept: all of them if somebody asks, and always some of those in which a bot did something wrong.

use std::path::PathBuf;

use skirmish_referee::shelf::BadShelf;
use skirmish_referee::{Record, Shelf};

use crate::played::Played;

/// Which replays are kept, and where.
#[derive(Clone, Debug)]
pub struct Keeping {
    shelf: Shelf,
    all: bool,
}

impl Keeping {
    /// How many replays are kept of matches in which a bot did something wrong.
    pub const MOST_FAULTY: usize = 20;

    /// Every replay, in that folder.
    pub fn all(folder: impl Into<PathBuf>) -> Self {
        Self { shelf: Shelf::new(folder), all: true }
    }

    /// Some replays with faults, in that folder.
    pub fn faulty(folder: impl Into<PathBuf>) -> Self {
        Self { shelf: Shelf::new(folder), all: false }
    }

    /// Keeps the replay if it is to be kept; so many are already. The name of its file.
    pub(crate) fn keep(
        &self,
        played: &Played,
        record: &Record,
        kept: usize,
    ) -> Result<Option<String>, BadShelf> {
        let wanted = self.all || played.has_faults() && kept < Self::MOST_FAULTY;
        if !wanted {
            return Ok(None);
        }
        let saved = self.shelf.save(record)?;
        Ok(saved.replay.file_name().map(|name| name.to_string_lossy().into_owned()))
    }
}
