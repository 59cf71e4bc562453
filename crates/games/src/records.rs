//! Recorded games of the originals: whether our rules reproduce them.

use std::fmt;

use serde_json::Value;
use skirmish_core::law::Difference;

use crate::find;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Recorded games replayed.
    pub games: u64,
    /// Steps compared in them.
    pub steps: u64,
}

impl Tally {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { games: self.games + other.games, steps: self.steps + other.steps }
    }
}

/// A record that was not reproduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlike {
    /// A line is no record that we can compare with; the line, counted from 1, and what is wrong.
    Unreadable(usize, String),
    /// The rules and the record part.
    Different {
        /// The line, counted from 1.
        line: usize,
        /// The game's name.
        game: String,
        /// Where and how.
        difference: Difference,
    },
}

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(line, what) => write!(f, "line {line}: {what}"),
            Self::Different { line, game, difference } => write!(f, "line {line}, {game}: {difference}"),
        }
    }
}

/// Replays recorded games, one JSON object a line, and stops at the first difference.
pub fn compare(lines: &str) -> Result<Tally, Unlike> {
    let mut tally = Tally::default();
    for (i, text) in lines.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let line = i + 1;
        let record: Value = serde_json::from_str(text)
            .map_err(|error| Unlike::Unreadable(line, format!("not JSON: {error}")))?;
        let game = record["game"].as_str().unwrap_or("").to_string();
        let conform = find(&game).and_then(|entry| entry.conform).ok_or_else(|| {
            Unlike::Unreadable(line, format!("there is nothing to compare a game called `{game}` with"))
        })?;
        match conform(&record) {
            Ok(steps) => tally = tally.plus(Tally { games: 1, steps }),
            Err(difference) => return Err(Unlike::Different { line, game, difference }),
        }
    }
    Ok(tally)
}
