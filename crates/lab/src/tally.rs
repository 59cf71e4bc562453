//! What many matches add up to, for each bot and between any two.

use std::collections::BTreeMap;

use skirmish_core::answer::Fault;
use skirmish_league::Entrant;
use skirmish_league::score::WinDrawLoss;

use crate::metrics::{self, Metrics};
use crate::rating::Strengths;
use crate::replay_policy::ReplayPolicy;
use crate::result::MatchResult;
use crate::times::Times;

/// What many matches add up to.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By bot.
    pub bots: Vec<BotTally>,
    /// How strong they are, and who did how well against whom.
    pub strengths: Strengths,
    /// Matches that count.
    pub matches: u64,
    /// Matches that count for nobody.
    pub voids: u64,
    /// Attempts that did not count; their matches were played again.
    pub void_attempts: u64,
    /// Decisions of all matches together.
    pub decisions: u64,
    /// Replays of matches with faults, as far as they were kept; the first of them.
    pub faulty_replays: Vec<String>,
}

/// What many matches add up to for one bot.
#[derive(Clone, Debug, Default)]
pub struct BotTally {
    /// How often it came in first, alone or with others.
    pub firsts: u64,
    /// By kind of fault: in how many matches it made one.
    pub faults: BTreeMap<Fault, u64>,
    /// How many matches a fault cost it.
    pub lost_by_fault: u64,
    /// How long its answers took.
    pub time: Times,
    /// What it reported of itself.
    pub metrics: Metrics,
}

impl Tally {
    /// Nothing yet, for so many bots.
    pub fn new(bots: usize) -> Self {
        Self {
            bots: vec![BotTally::default(); bots],
            strengths: Strengths::new(bots),
            matches: 0,
            voids: 0,
            void_attempts: 0,
            decisions: 0,
            faulty_replays: Vec::new(),
        }
    }

    /// Adds a match.
    pub fn add(&mut self, result: &MatchResult) {
        let Some(outcome) = result.outcome() else {
            self.voids += 1;
            return;
        };
        self.matches += 1;
        self.void_attempts += u64::from(result.voids);
        self.decisions += result.decisions;
        if result.has_faults() && self.faulty_replays.len() < ReplayPolicy::MOST_FAULTY {
            self.faulty_replays.extend(result.replay.clone());
        }
        let seats = result.entrants();
        self.strengths.add(&seats, &outcome.places);
        for ((seat, bot), behaviour) in seats.iter().enumerate().zip(&result.bots) {
            let tally = &mut self.bots[bot.index()];
            tally.firsts += u64::from(outcome.places[seat] == 1);
            tally.lost_by_fault += u64::from(outcome.faults[seat].is_some());
            for fault in behaviour.faults.keys() {
                *tally.faults.entry(*fault).or_default() += 1;
            }
            tally.time.add(&behaviour.time);
            metrics::add(&mut tally.metrics, &behaviour.metrics);
        }
    }

    /// How many matches of a bot count.
    pub fn matches_of(&self, bot: usize) -> u64 {
        self.strengths.cross().matches(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot, against each opponent in each match.
    pub fn score_of(&self, bot: usize) -> WinDrawLoss {
        self.strengths.cross().of(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot against another.
    pub fn between(&self, bot: usize, other: usize) -> WinDrawLoss {
        self.strengths.cross().between(Entrant(bot as u32), Entrant(other as u32))
    }
}

/// Counted faults in words: `2 timeouts, 1 crash`; empty if there are none.
pub fn fault_words(faults: &BTreeMap<Fault, u64>) -> String {
    let words = |(&fault, &count): (&Fault, &u64)| {
        let (one, many) = fault_names(fault);
        format!("{count} {}", if count == 1 { one } else { many })
    };
    faults.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// What a person calls one such fault, and several.
pub const fn fault_names(fault: Fault) -> (&'static str, &'static str) {
    match fault {
        Fault::Late => ("timeout", "timeouts"),
        Fault::Gone => ("crash", "crashes"),
        Fault::Garbled => ("unreadable answer", "unreadable answers"),
        Fault::Flooded => ("flood", "floods"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_in_words() {
        assert_eq!(fault_words(&[(Fault::Gone, 1), (Fault::Late, 2)].into()), "2 timeouts, 1 crash");
        assert_eq!(fault_words(&BTreeMap::new()), "");
    }
}
