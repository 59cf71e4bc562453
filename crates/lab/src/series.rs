//! What is to be played, match by match, and who learns how it went.

use skirmish_core::Seed;

use crate::played::Played;

/// A match of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the schedule, from 0.
    pub number: u64,
    /// Who sits where, as places in the list of bots.
    pub seats: Vec<usize>,
    /// The match's seed.
    pub seed: Seed,
}

/// What a schedule says about a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This match.
    Match(Fixture),
    /// It depends on matches whose results have not been taken yet.
    Later,
    /// There is no such match.
    None,
}

/// A schedule that takes results. Results come in the order of the schedule, whatever the order of play, so that what
/// follows from them does not depend on how many matches ran at once.
pub trait Series: Send {
    /// The match of that number, which is not smaller than the number of results taken.
    fn fixture(&self, number: u64) -> Next;

    /// Takes the result of the next match in order.
    fn take(&mut self, played: &Played);

    /// Whether all is known that was to be found out.
    fn is_decided(&self) -> bool;

    /// How many matches there may be at most.
    fn most(&self) -> u64;
}
