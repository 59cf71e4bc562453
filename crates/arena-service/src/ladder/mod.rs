//! The ladder: who plays whom, how strong everybody is, and the proof of it.
//!
//! Ratings follow from results alone, folded in the order in which they were accepted by one function, [`fold`]: when a
//! result comes, and when all is made again to see that the same bytes come out.

mod challenge;
mod fold;
mod house;
mod pairing;
mod proof;
mod recompute;
mod results;
mod schedule;
mod standing;
mod table;

pub use challenge::{ChallengeError, challenge};
pub use fold::{Folded, fold};
pub use house::install_house;
pub use proof::{Proof, verify};
pub(crate) use recompute::disqualify_in;
pub use recompute::{
    Progress, Step, StepSize, disqualify, finish_recomputes, keep_recomputing, progress, recompute, step,
};
pub use results::rate;
pub use schedule::schedule;
pub use standing::{Standing, standing};
pub use table::{PAGE_ROWS, Table, TablePage, Tables, fresh_table, page_of, table};
