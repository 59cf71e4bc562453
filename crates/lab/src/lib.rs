//! Many matches on this machine: duels, tournaments, checks, and the files that remember them.
//!
//! A [`series`] says which matches are played; the [`pool`] plays them, one on each core; the [`ledger`] remembers each
//! as soon as it is over. A series takes results in the order of its schedule, whatever the order of play: what comes
//! out does not depend on the number of workers, nor on how often the program was ended and started again.

pub mod bot;
pub mod check;
pub mod contest;
pub mod cores;
pub mod duel;
mod error;
pub mod heading;
pub mod keeping;
pub mod ledger;
pub mod metrics;
pub mod played;
pub mod pool;
pub mod rating;
pub mod report;
pub mod series;
pub mod tally;
pub mod times;
pub mod tournament;

pub use bot::Bot;
pub use contest::Contest;
pub use cores::Cores;
pub use duel::Duel;
pub use error::Error;
pub use keeping::Keeping;
pub use ledger::Ledger;
pub use pool::{Ended, Pool};
pub use tournament::Tournament;
