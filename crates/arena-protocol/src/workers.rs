//! What a worker and the arena say around the jobs themselves ([`crate::jobs`]). `WORKERS.md` is the page about it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::jobs::{Held, Leased, Report, Verdict};

/// The longest that a request for work may wait for some.
pub const MOST_WAIT_MS: u32 = 20_000;

/// The largest message about matches that are watched; a worker sends what is more in the next one.
pub const MOST_SHOWN_BYTES: usize = 16 << 20;

/// The most that a build may leave behind: what the jail lets out.
pub const MOST_ARTEFACT_BYTES: u64 = 256 << 20;

/// How many builds a worker of so many cores has at once. They run beside its matches, with what these leave of the CPU.
#[must_use]
pub const fn builds_at_once(cores: i64) -> u32 {
    match cores / 4 {
        ..1 => 1,
        builds => builds as u32,
    }
}

/// A worker that comes in. The same name and token are the same worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Register {
    /// What it is called.
    pub name: String,
    /// How strongly it holds programs: `namespaces`, `full`.
    pub tier: String,
    /// How many matches it plays at once.
    pub cores: u32,
    /// The languages that it can build and run.
    pub languages: Vec<String>,
}

/// What it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Registered {
    /// Its number, part of every further address.
    pub worker: i64,
    /// How long a lease lasts without a heartbeat.
    pub lease_seconds: u32,
    /// How many matches it should hold at once for every core.
    pub batch: u32,
    /// How many bytes a build may leave behind.
    pub artefact_bytes: u64,
}

/// A request for work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeaseRequest {
    /// The most matches it wants.
    pub matches: u32,
    /// The most builds it wants.
    pub builds: u32,
    /// How long the answer may wait for work to come up; at most 20,000.
    #[serde(default)]
    pub wait_ms: u32,
}

/// Work; none if there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Given {
    /// The jobs.
    pub leased: Vec<Leased>,
}

/// A sign of life for these jobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Beat {
    /// The jobs.
    pub jobs: Vec<Held>,
}

/// Which of them are no longer the worker's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Beaten {
    /// The jobs.
    pub lost: Vec<i64>,
}

/// Matches that have been played for a while, for those who watch: whether anybody does, the answer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LiveAnswers {
    /// One for each.
    pub matches: Vec<MatchProgress>,
}

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchProgress {
    /// The job.
    pub job: i64,
    /// The fence of its lease.
    pub fence: i64,
    /// The match.
    pub match_id: i64,
    /// Which attempt of the worker it is, from 1: one that was void is begun anew.
    pub attempt: u32,
    /// How many answers the arena knows already.
    pub from: u64,
    /// The answers that follow these, as lines of a replay. None as long as nobody is known to watch.
    pub answers: Vec<String>,
}

/// Which of them somebody watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WatchedMatches {
    /// One for each that is watched; the others need not be told.
    pub watched: Vec<WatchedMatch>,
}

/// What the arena knows of a match that is watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WatchedMatch {
    /// The job.
    pub job: i64,
    /// How many answers it knows.
    pub answers: u64,
}

/// What came of some jobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reports {
    /// One for each.
    pub reports: Vec<Report>,
}

/// What the arena made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reported {
    /// By report, in their order.
    pub verdicts: Vec<Verdict>,
}

/// Jobs that go back to the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Release {
    /// The jobs.
    pub jobs: Vec<Held>,
}

/// They did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Released {}
