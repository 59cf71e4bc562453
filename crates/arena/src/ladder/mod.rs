//! The ladder: who plays whom, how strong everybody is, and the proof of it.
//!
//! Ratings follow from results alone, folded in the order in which they were accepted by one function, [`fold`]: when a
//! result comes, and when all is made again to see that the same bytes come out.

mod challenge;
mod fold;
mod house;
mod pairing;
mod proof;
mod schedule;
mod standing;
mod table;

pub use challenge::{ChallengeError, challenge};
pub use fold::{Folded, fold};
pub use house::install_house;
pub(crate) use proof::disqualify_in;
pub use proof::{Proof, disqualify, recompute, verify};
pub use schedule::schedule;
pub use standing::{Standing, standing};
pub use table::{Tables, table};

use crate::store::{Stored, Writing};

/// Rates the result that was just given this place in the order, in the same transaction.
pub(crate) async fn rate_result(tx: &mut Writing, seq: i64) -> Stored<()> {
    let seats = tx.results_after(seq - 1, 1).await?;
    let mut before = Vec::with_capacity(seats.len());
    for seat in &seats {
        before.push(tx.rated(seat.version_id).await?);
    }
    let Folded { rated, meetings } = fold(&before, &seats);
    for rated in &rated {
        tx.put_rated(rated).await?;
    }
    for meeting in &meetings {
        tx.add_meeting(meeting).await?;
    }
    Ok(())
}
