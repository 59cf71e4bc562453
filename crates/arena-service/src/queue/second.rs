//! Two matches with the same bots on the same map, played by two workers that do not know of each other, compared.
//!
//! Up to the first answer that differs both matches were the same, so whoever gave that answer was asked the same twice.

use skirmish_core::answer::{Answered, Fault};
use skirmish_core::replay::Replay;

/// Where two matches that should be the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The number of the first answer that differs.
    pub(super) at: usize,
    /// Whose it is; none if one match ended and the other went on, which no two honest replays do.
    pub(super) seat: Option<usize>,
    /// Whether one of them has it that the bot was late, which a slow machine can make it.
    pub(super) is_late: bool,
}

/// The first difference between the answers of two matches; none if they are the same.
pub(super) fn difference(one: &Replay, other: &Replay) -> Option<Difference> {
    let answers = one.answers.len().max(other.answers.len());
    let at = (0..answers).find(|&at| !is_same(one.answers.get(at), other.answers.get(at)))?;
    let (Some(one), Some(other)) = (one.answers.get(at), other.answers.get(at)) else {
        return Some(Difference { at, seat: None, is_late: false });
    };
    let is_late = [one, other].iter().any(|it| it.answer.fault() == Some(Fault::Late));
    Some(Difference { at, seat: (one.seat == other.seat).then_some(one.seat.index()), is_late })
}

fn is_same(one: Option<&Answered>, other: Option<&Answered>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.seat == other.seat && one.answer.is_like(&other.answer),
        _ => false,
    }
}
