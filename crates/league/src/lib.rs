//! Who is better, and how sure that is: scores with confidence intervals, sequential tests, ratings, schedules,
//! matchmaking.
//!
//! Pure: no I/O, no clock, no threads, and the same bytes on every machine: whatever is not exact in IEEE arithmetic
//! (`exp`, `ln`, `erf`) comes from `libm`, never from the platform, and nothing depends on the order of a hash map.

pub mod bradley_terry;
pub mod chance;
pub mod cross;
pub mod elo;
pub mod field;
pub mod matchmaking;
pub mod normal;
pub mod schedule;
pub mod score;
pub mod sprt;

mod duel;
mod estimate;
mod likelihood;
mod matrix;
mod refusal;
mod stopping;

pub use refusal::Refusal;

/// A bot, as an index into the caller's list of participants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant(pub u32);

impl Entrant {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
