//! Errors of running a series of matches.

use skirmish_core::config::BadConfig;
use skirmish_league::Refusal;
use skirmish_referee::Trouble;
use skirmish_referee::store::BadStore;

use crate::ledger::BadLedger;

/// Why a series was not played to the end. Matches that finished before are in the results file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The results file cannot be used.
    #[error(transparent)]
    Ledger(#[from] BadLedger),
    /// The schedule cannot be made.
    #[error(transparent)]
    Schedule(#[from] Refusal),
    /// The config is refused for a match's seed.
    #[error("match {number}: {bad}")]
    Table {
        /// The number of the match in the schedule.
        number: u64,
        /// What is wrong with the config.
        bad: BadConfig,
    },
    /// A match could not be played, through no fault of a bot.
    #[error("match {number}: {trouble}; what was played before is kept, the same command goes on from there")]
    Match {
        /// The number of the match in the schedule.
        number: u64,
        /// The cause.
        trouble: Trouble,
    },
    /// A replay could not be saved; the match's result was.
    #[error("match {number}: its replay could not be kept: {bad}; its result is")]
    Replay {
        /// The number of the match in the schedule.
        number: u64,
        /// The cause.
        bad: BadStore,
    },
}
