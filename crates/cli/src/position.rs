//! A point in a match: a turn, or a number of decisions.

use std::fmt;
use std::str::FromStr;

use skirmish_core::replay::{Mismatch, Playback};

/// A point in a match, as typed: `12` is turn 12, `d250` is after 250 decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The beginning of a turn (or round: the game's unit).
    Turn(u32),
    /// After this many decisions.
    Decisions(u64),
}

impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = match text.strip_prefix('d') {
            Some(decisions) => decisions.parse().map(Self::Decisions),
            None => text.parse().map(Self::Turn),
        };
        parsed.map_err(|_| "write a turn, like 12, or a number of decisions, like d250".to_string())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(turn) => write!(f, "{turn}"),
            Self::Decisions(decisions) => write!(f, "d{decisions}"),
        }
    }
}

impl Position {
    /// Advances to this point; false if the match ends before it.
    pub fn reach(self, playback: &mut Playback<'_>) -> Result<bool, Mismatch> {
        loop {
            let is_there = match self {
                Self::Turn(turn) => playback.table().progress().0 >= turn,
                Self::Decisions(decisions) => playback.decisions() >= decisions,
            };
            if is_there {
                return Ok(true);
            }
            if !playback.step()? {
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_decisions_are_told_apart() {
        assert_eq!("12".parse(), Ok(Position::Turn(12)));
        assert_eq!("d250".parse(), Ok(Position::Decisions(250)));
        for text in ["", "d", "-1", "x", "1.5"] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
    }
}
