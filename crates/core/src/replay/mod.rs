//! Replays: the seed and the answers, from which everything else follows.

mod escape;
mod playback;
mod text;

use serde_json::Value;

pub use playback::{Mismatch, Playback, Tape, Verified};

use crate::{Clock, Fault, Seat, SeatCount, Seed, Standing, Table};

/// A recorded match.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played and by whom.
    pub header: Header,
    /// Every answer, in order of play; answers to one decision in seat order.
    pub answers: Vec<Answered>,
    /// Fingerprints of the state on the way: after that many decisions, this.
    pub marks: Vec<(u64, u64)>,
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
    pub players: Vec<Player>,
    /// The time control.
    pub clock: Clock,
    /// How the bots were isolated.
    pub tier: String,
    /// The replay and the decision this one branched from.
    pub parent: Option<Parent>,
}

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name shown.
    pub name: String,
    /// A fingerprint of its program, where there is one.
    pub hash: Option<String>,
    /// A fingerprint of what it printed on stderr, which is kept elsewhere.
    pub stderr: Option<String>,
}

impl Player {
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

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Whose.
    pub seat: Seat,
    /// How long it took.
    pub wall_us: u64,
    /// How much of that the program was computing.
    pub cpu_us: u64,
    /// What it was.
    pub said: Said,
}

/// What a seat said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A frame, as it came. Whether it can be read is for the rules to say, again and again the same.
    Frame(Vec<u8>),
    /// Nothing that could be read: why, and an explanation.
    Fault(Fault, String),
}

/// How a recorded match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was played to the end.
    Over(Outcome),
    /// It was broken off; why.
    Incomplete(String),
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each seat's place; 1 is best.
    pub places: Vec<u8>,
    /// Each seat's score.
    pub scores: Vec<i64>,
    /// The fault that cost a seat the match.
    pub faults: Vec<Option<Fault>>,
    /// What ended it.
    pub why: String,
    /// The fingerprint of the last state.
    pub digest: u64,
}

impl Outcome {
    /// The result as the table has it.
    pub fn of(table: &dyn Table, standing: &Standing) -> Self {
        let seats = table.seats();
        Self {
            places: seats.iter().map(|seat| standing.place(seat)).collect(),
            scores: seats.iter().map(|seat| table.score(seat)).collect(),
            faults: seats.iter().map(|seat| standing.fault(seat)).collect(),
            why: standing.why.to_string(),
            digest: table.digest().0,
        }
    }
}

impl Replay {
    /// After how many decisions a fingerprint of the state is kept.
    pub const MARK_EVERY: u64 = 256;
    /// The most answers that are read: more than the longest match of any game has.
    pub const MOST_ANSWERS: usize = 1 << 24;
    /// The most notes that are read.
    pub const MOST_NOTES: usize = 1 << 10;
    /// The most bytes of a config that are read: its largest part is a map.
    pub const MOST_CONFIG_BYTES: usize = 4 << 20;

    /// The replay of a match about to begin.
    pub fn begin(table: &dyn Table, seed: Seed, players: Vec<Player>, clock: Clock, tier: &str) -> Self {
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
            marks: Vec::new(),
            notes: Vec::new(),
            ending: Ending::Incomplete("not finished".to_string()),
        }
    }

    /// Keeps a fingerprint if one is due after that many decisions.
    pub fn mark(&mut self, decisions: u64, table: &dyn Table) {
        if decisions.is_multiple_of(Self::MARK_EVERY) {
            self.marks.push((decisions, table.digest().0));
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
