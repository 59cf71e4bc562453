//! Why many matches could not be played to the end.

use skirmish_core::config::BadConfig;
use skirmish_league::Refusal;
use skirmish_referee::Trouble;
use skirmish_referee::store::BadStore;

use crate::ledger::BadLedger;

/// Why many matches could not be played to the end. What was measured is in the results file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The results file cannot be used.
    #[error(transparent)]
    Ledger(#[from] BadLedger),
    /// The schedule cannot be made.
    #[error(transparent)]
    Schedule(#[from] Refusal),
    /// A table cannot be opened.
    #[error("match {number}: {bad}")]
    Table {
        /// The match.
        number: u64,
        /// What is wrong with the config.
        bad: BadConfig,
    },
    /// A match could not be played, and that was not the bots' fault.
    #[error("match {number}: {trouble}; what was played before is kept, the same command goes on from there")]
    Match {
        /// The match.
        number: u64,
        /// What happened.
        trouble: Trouble,
    },
    /// A replay could not be kept.
    #[error("match {number}: its replay could not be kept: {bad}; its result is")]
    Replay {
        /// The match.
        number: u64,
        /// What happened.
        bad: BadStore,
    },
}
