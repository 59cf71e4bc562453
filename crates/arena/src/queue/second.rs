//! Second opinions: a match played twice with the same bots on the same map, by two workers that do not know it.
//!
//! Up to the first answer that differs both matches were the same, so whoever gave that answer was asked the same
//! twice. A bot that is known to repeat itself cannot have done that, and neither can one that was in time on one
//! machine and late on the other: then the workers disagree. A bot of which nothing is known simply plays by chance.

use skirmish_core::answer::{Answer, Answered};
use skirmish_core::replay::Replay;

use crate::store::{HOUSE_LANGUAGE, SeatedVersion};

/// What two matches that should be the same say about each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    /// They are the same: every bot repeated itself.
    Same,
    /// The bot at this seat plays by chance.
    Chance(usize),
    /// They cannot both be right; why, in a sentence.
    Disagree(String),
}

/// Compares the answers of two matches.
pub(super) fn compare(first: &Replay, second: &Replay, seats: &[SeatedVersion]) -> Opinion {
    let answers = first.answers.len().max(second.answers.len());
    let Some(at) = (0..answers).find(|&at| !is_same(first.answers.get(at), second.answers.get(at))) else {
        return Opinion::Same;
    };
    let (Some(one), Some(other)) = (first.answers.get(at), second.answers.get(at)) else {
        // The rules ended one and not the other after the same answers: no honest replay does.
        return Opinion::Disagree(format!("one match ended after {at} answers, the other went on"));
    };
    let seat = one.seat.index();
    let Some(who) = seats.get(seat) else { return Opinion::Disagree(format!("nobody sits at seat {seat}")) };
    let is_fault = |answered: &Answered| matches!(answered.answer, Answer::Fault(..) | Answer::Forfeit(..));
    let name = &who.name;
    if is_fault(one) || is_fault(other) {
        return Opinion::Disagree(format!(
            "{name} failed to give answer {at} on one worker and not on the other"
        ));
    }
    if who.language == HOUSE_LANGUAGE || who.is_repeatable == Some(true) {
        return Opinion::Disagree(format!("{name} gave answer {at} differently, which it never does"));
    }
    Opinion::Chance(seat)
}

fn is_same(one: Option<&Answered>, other: Option<&Answered>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.seat == other.seat && one.answer.is_like(&other.answer),
        _ => false,
    }
}
