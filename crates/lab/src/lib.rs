//! Many matches on this machine: duels, tournaments and checks of one bot, with results files that can be resumed.
//!
//! A [`series`] says which matches are played; the [`pool`] plays them, one per core; the [`ledger`] stores each result
//! as soon as its match is over. A series takes results in the order of its schedule, whatever the order of play: verdict
//! and table depend neither on the number of workers nor on how often the program was interrupted and resumed.

pub mod check;
pub mod contest;
pub mod cores;
pub mod duel;
mod error;
pub mod game_stats;
pub mod heading;
pub mod ledger;
pub mod metrics;
pub mod names;
pub mod pool;
pub mod replay_policy;
pub mod report;
pub mod result;
pub mod series;
pub mod tally;
pub mod times;
pub mod tournament;

pub use contest::Contest;
pub use cores::Cores;
pub use duel::Duel;
pub use error::Error;
pub use ledger::Ledger;
pub use pool::{Ended, Pool};
pub use replay_policy::ReplayPolicy;
pub use result::MatchResult;
pub use tournament::Tournament;
