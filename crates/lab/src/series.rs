//! What is to be played, match by match, and what takes the results.

use skirmish_league::schedule::Fixture;

use crate::result::MatchResult;

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
    fn take(&mut self, result: &MatchResult);

    /// Whether no more matches are needed.
    fn is_decided(&self) -> bool;

    /// How many matches there may be at most.
    fn most(&self) -> u64;
}
