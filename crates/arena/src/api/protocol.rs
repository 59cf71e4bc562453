//! What a worker and the arena say around the jobs themselves ([`crate::queue::wire`]). `WORKERS.md` is the page about it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::queue::wire::{Held, Leased, Report, Verdict};

/// The longest that a request for work may wait for some.
pub const MOST_WAIT_MS: u32 = 20_000;

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
    /// How many jobs it should hold at once for every core.
    pub batch: u32,
}

/// A request for work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeaseRequest {
    /// The most jobs it wants.
    pub most: u32,
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
