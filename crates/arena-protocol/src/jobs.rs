//! What a worker and the arena say to each other, as JSON: `WORKERS.md` is the page about it.

use serde::{Deserialize, Serialize};

/// The most jobs that one message may name.
pub const MOST_JOBS: usize = 256;
/// The longest reason that a worker may give; the rest is cut.
pub const MOST_WHY: usize = 2_000;

/// The most CPU time that one job can have cost, in milliseconds.
pub const MOST_CPU_MS: u64 = 3_600_000;

/// A reason as it is kept and shown: blanks for control characters but the ends of lines and tabs, and cut.
#[must_use]
pub fn cleaned(why: &str) -> String {
    let is_text = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    why.chars().take(MOST_WHY).map(|c| if is_text(c) { c } else { ' ' }).collect()
}

/// A job that a worker holds until its lease ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Leased {
    /// The job.
    pub job: i64,
    /// Proof of the lease: whoever has an older one lost the job.
    pub fence: i64,
    /// When it ends, unless a heartbeat comes before.
    pub lease_until_ms: i64,
    /// What is to be done.
    pub work: Work,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Work {
    /// Build a version from its source.
    Build {
        /// The version.
        version_id: i64,
        /// The game it plays.
        game: String,
        /// What it is written in.
        language: String,
        /// The blob of its source.
        source_hash: String,
    },
    /// Play a match.
    Match {
        /// The match.
        match_id: i64,
        /// The game.
        game: String,
        /// The preset; empty for the game's own config.
        preset: String,
        /// The seed, as decimal digits: it may not fit a JSON number.
        seed: String,
        /// The clock, as a replay writes it.
        clock: String,
        /// Who plays, by seat.
        seats: Vec<LeasedSeat>,
    },
}

/// Who plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LeasedSeat {
    /// The version.
    pub version_id: i64,
    /// What the replay must call it.
    pub name: String,
    /// What it is written in; `house` for a house bot.
    pub language: String,
    /// What plays.
    pub bot: LeasedBot,
}

/// What plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeasedBot {
    /// The house bot of this name, without `house:`.
    House(String),
    /// The program in this blob; the replay's fingerprint of the player is this too.
    Artefact(String),
}

/// A job that a worker says it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Held {
    /// The job.
    pub job: i64,
    /// The fence of its lease.
    pub fence: i64,
}

/// What came of a job. Blobs that it names were uploaded before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Report {
    /// The job.
    pub job: i64,
    /// The fence of its lease.
    pub fence: i64,
    /// The CPU time that strangers' programs took for it, in milliseconds.
    #[serde(default)]
    pub cpu_ms: u64,
    /// What came of it.
    pub done: Done,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Done {
    /// The version was built.
    Built {
        /// The blob of what was built.
        artefact_hash: String,
        /// The blob of the build's log.
        log_hash: String,
    },
    /// The version cannot be built, which is its author's to mend.
    NotBuilt {
        /// Why, in a sentence.
        why: String,
        /// The blob of the build's log.
        log_hash: Option<String>,
    },
    /// The match was played to its end.
    Played {
        /// The blob of the packed replay.
        replay_hash: String,
        /// By seat: the blob of what the bot printed on stderr.
        stderr_hashes: Vec<Option<String>>,
    },
    /// The worker could not do it, which is nobody's fault but its own or the machine's: somebody tries again.
    Trouble {
        /// Why, in a sentence.
        why: String,
    },
}

/// What the arena made of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// It counts.
    Accepted,
    /// It came too late, or twice: the job is somebody else's, or over.
    Late,
    /// It cannot be right; the job goes back to the queue.
    Refused {
        /// Why, in a sentence.
        why: String,
    },
}
