//! Work for workers: jobs in the database, given out by lease, taken back when a worker falls silent, and results that
//! count once and only after they were checked.
//!
//! A job's fence grows with every lease, so a report that comes late has an old one and is turned away. A result, its
//! ratings and the end of its job are one transaction. Locks are always taken in the order user, bot, job, ladder (by
//! the games' names), match, ratings, so that no two transactions wait for each other.

mod batch;
mod budget;
mod check;
mod conduct;
mod dispatcher;
mod enqueue;
mod lanes;
mod lease;
mod place;
mod report;
mod sample;
mod second;
mod trust;
mod withdraw;
mod worker_pool;

pub use batch::report_all;
pub use check::{BadResult, MOST_REPLAY_BYTES, unpack_replay};
pub(crate) use check::{beginning, opened};
pub use dispatcher::{Dispatcher, Room, lease};
pub(crate) use enqueue::enqueue_with_seed;
pub use enqueue::{NewMatch, enqueue_build, enqueue_match, enqueue_trial, preset_of};
pub use lease::{greet, heartbeat, holds, release, sweep};
pub use place::{Pace, Place, place_in_queue, places_of_bot};
pub use report::{ReportError, report};
pub use sample::{Samples, results_in_block};
pub use skirmish_arena_protocol::jobs::{Done, Held, Leased, LeasedBot, LeasedSeat, Report, Verdict, Work};
pub use trust::unconfirmed_why;
pub use withdraw::{Leave, withdraw_bot};
pub(crate) use withdraw::{withdraw_bots, withdraw_superseded};
pub use worker_pool::WorkerPool;

/// A number that nobody can foresee: what maps and lots grow from.
pub(crate) fn fresh_seed() -> u64 {
    getrandom::u64().expect("a system without random numbers could not have made the first session either")
}
