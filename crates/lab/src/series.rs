//! The interface between the pool and a duel or tournament: which match has a number, and who takes its result.

use skirmish_league::schedule::Fixture;

use crate::result::MatchResult;

/// What a schedule has under a match number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This match.
    Match(Fixture),
    /// Not known before more results are taken.
    Later,
    /// There is no such match.
    None,
}

/// A schedule that takes results. They are delivered in the order of the schedule, whatever the order of play, so that
/// verdict and table do not depend on the number of workers.
pub trait Series: Send {
    /// The match with that number. Called only with numbers from the count of results taken on.
    fn fixture(&self, number: u64) -> Next;

    /// Takes the result of the next match of the schedule.
    fn take(&mut self, result: &MatchResult);

    /// Whether the results taken so far make further matches unnecessary.
    fn is_decided(&self) -> bool;

    /// The most matches that there may be, tie-breaks not counted.
    fn most(&self) -> u64;
}
