//! Work for workers: jobs in the database, given out by lease, taken back when a worker falls silent, and results that
//! count once and only after they were checked.
//!
//! A job's fence grows with every lease, so a report that comes late has an old one and is turned away. A result, its
//! ratings and the end of its job are one transaction. Locks are always taken in the order user, bot, job, ladder (by
//! the games' names), match, voiding, recompute, ratings, so that no two transactions wait for each other.

mod check;
mod enqueue;
mod hands;
mod hatch;
mod lease;
mod place;
mod report;
mod second;
mod withdraw;

pub use check::{BadResult, MOST_REPLAY_BYTES, unpack_replay};
pub(crate) use check::{beginning, opened};
pub(crate) use enqueue::enqueue_with_seed;
pub use enqueue::{NewMatch, enqueue_build, enqueue_match, enqueue_trial, preset_of};
pub use hands::Hands;
pub use hatch::{Hatch, lease};
pub use lease::{greet, heartbeat, holds, release, sweep};
pub use place::{Pace, Place, place_in_queue, places_of_bot};
pub use report::{ReportError, report, report_all};
pub use skirmish_arena_protocol::jobs::{Done, Held, Leased, LeasedBot, LeasedSeat, Report, Verdict, Work};
pub(crate) use withdraw::withdraw_bots;
pub use withdraw::{Leave, withdraw_bot};

/// What comes first; smaller numbers do. Whoever waits for an answer at the screen comes before what goes on anyway.
pub mod priority {
    /// A build.
    pub const BUILD: i64 = 10;
    /// A new version's trial.
    pub const TRIAL: i64 = 20;
    /// A challenge.
    pub const CHALLENGE: i64 = 30;
    /// A match that another worker plays again.
    pub const SECOND: i64 = 40;
    /// A match of the ladder.
    pub const RATED: i64 = 50;
}

/// A number that nobody can foresee: what maps and lots grow from.
pub(crate) fn fresh_seed() -> u64 {
    getrandom::u64().expect("a system without random numbers could not have made the first session either")
}
