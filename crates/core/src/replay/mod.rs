//! Replays: the seed and the answers, from which everything else follows.

mod escape;
mod playback;
mod text;

use serde_json::Value;

pub use playback::{Mismatch, Playback, Tape, Verified};

use crate::answer::Answered;
use crate::clock::Clock;
use crate::outcome::Outcome;
use crate::rng::Seed;
use crate::seat::SeatCount;
use crate::table::Table;

/// A recorded match.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played and by whom.
    pub header: Header,
    /// Every answer, in order of play; answers to one decision in seat order.
    pub answers: Vec<Answered>,
    /// Digests of the state on the way, in order.
    pub checkpoints: Vec<Checkpoint>,
    /// What a reader should know besides: attempts that were void, bots that were frozen between turns.
    pub notes: Vec<String>,
    /// How it ended.
    pub ending: Ending,
}

/// What was played and by whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The whole config.
    pub config: Value,
    /// The seed.
    pub seed: Seed,
    /// The map's style.
    pub map: String,
    /// Who sat where.
    pub players: Vec<PlayerInfo>,
    /// The time control.
    pub clock: Clock,
    /// How the bots were isolated.
    pub tier: String,
    /// The replay and the decision this one branched from.
    pub parent: Option<Parent>,
}

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name shown.
    pub name: String,
    /// A fingerprint of its program, where there is one.
    pub hash: Option<String>,
    /// A fingerprint of what it printed on stderr, which is kept elsewhere.
    pub stderr: Option<String>,
}

impl PlayerInfo {
    /// A player that is just a name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), hash: None, stderr: None }
    }
}

/// Where a branch left its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The fingerprint of the parent's text.
    pub sum: u64,
    /// The decisions they share.
    pub decisions: u64,
}

/// A hash of the state on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// After how many decisions.
    pub decisions: u64,
    /// The table's digest then.
    pub digest: u64,
}

/// How a recorded match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was played to the end.
    Over {
        /// The result.
        outcome: Outcome,
        /// The table's digest at the end.
        digest: u64,
    },
    /// It was broken off; why.
    Incomplete(String),
}

impl Ending {
    /// The end of a match that is over.
    pub fn over(table: &dyn Table, outcome: Outcome) -> Self {
        Self::Over { outcome, digest: table.digest().0 }
    }

    /// The result, if it was played to the end.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Over { outcome, .. } => Some(outcome),
            Self::Incomplete(_) => None,
        }
    }
}

impl Replay {
    /// After how many decisions a digest of the state is kept.
    pub const CHECKPOINT_EVERY: u64 = 256;
    /// The most answers that are read: more than the longest match of any game has.
    pub const MOST_ANSWERS: usize = 1 << 24;
    /// The most notes that are read.
    pub const MOST_NOTES: usize = 1 << 10;
    /// The most bytes of a config that are read: its largest part is a map.
    pub const MOST_CONFIG_BYTES: usize = 4 << 20;

    /// The replay of a match about to begin.
    pub fn begin(table: &dyn Table, seed: Seed, players: Vec<PlayerInfo>, clock: Clock, tier: &str) -> Self {
        let info = table.info();
        Self {
            header: Header {
                game: info.name.to_string(),
                version: info.version,
                config: table.config(),
                seed,
                map: table.map_style().to_string(),
                players,
                clock,
                tier: tier.to_string(),
                parent: None,
            },
            answers: Vec::new(),
            checkpoints: Vec::new(),
            notes: Vec::new(),
            ending: Ending::Incomplete("not finished".to_string()),
        }
    }

    /// Keeps the table's digest if one is due after that many decisions.
    pub fn checkpoint(&mut self, decisions: u64, table: &dyn Table) {
        if decisions.is_multiple_of(Self::CHECKPOINT_EVERY) {
            self.checkpoints.push(Checkpoint { decisions, digest: table.digest().0 });
        }
    }

    /// How many seats it has, if that is a number a match can have.
    pub fn seats(&self) -> Option<SeatCount> {
        SeatCount::new(self.header.players.len())
    }
}

/// A replay that cannot be read: what, where, and what it may mean.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReplay {
    /// It is not a replay at all.
    #[error("this is not a Skirmish replay: it should begin with `{0}`")]
    Foreign(&'static str),
    /// It breaks off.
    #[error("the replay is cut off after line {0}: its last line should be `sum` and a number")]
    Truncated(usize),
    /// Its sum does not fit.
    #[error(
        "the replay was changed after it was written: its sum is {got:016x}, the last line says {expected:016x}"
    )]
    Edited {
        /// What the last line says.
        expected: u64,
        /// What it is.
        got: u64,
    },
    /// It has more of something than any match.
    #[error("the replay's line {line} says {count} {what}: no match has more than {most}")]
    TooMany {
        /// Which line, counted from 1.
        line: usize,
        /// What there is too much of.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A line makes no sense.
    #[error("the replay's line {line} is not understood: {what}")]
    Line {
        /// Which, counted from 1.
        line: usize,
        /// What was expected there.
        what: String,
    },
}
