//! The ladder: who plays whom, how strong everybody is, and the proof of it.
//!
//! A ladder is counts: what each version did, and how each two did against each other. A result is added to them once, and
//! subtracted if it does not count any more; ratings are fitted to the counts of a moment, and follow from them alone.

mod challenge;
mod counts;
mod house;
mod pairing;
mod proof;
mod ratings;
mod results;
mod schedule;
mod standing;
mod table;

pub use challenge::{ChallengeError, challenge};
pub use house::install_house;
pub use proof::{Proof, recompute, verify};
pub use ratings::{fit_ratings, keep_fitting};
pub use results::{disqualify, rate};
pub(crate) use results::{disqualify_in, take_back};
pub use schedule::{CalmLadders, schedule};
pub use standing::{Standing, standing};
pub use table::{PAGE_ROWS, Table, TablePage, Tables, fresh_table, page_of, table};
