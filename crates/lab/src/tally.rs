//! Totals over many matches, per bot and per pair of bots.

use std::collections::BTreeMap;

use skirmish_core::answer::Fault;
use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::cross::CrossTable;
use skirmish_league::score::{Estimate, Score, WinDrawLoss};

use crate::metrics::{self, Metrics};
use crate::replay_policy::ReplayPolicy;
use crate::result::MatchResult;
use crate::times::Times;

/// Totals over many matches.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Totals of each bot.
    pub bots: Vec<BotTally>,
    /// Wins, draws and losses of each bot against each other.
    pub cross: CrossTable,
    /// Matches that count.
    pub matches: u64,
    /// Void matches: they count for nobody.
    pub voids: u64,
    /// Void attempts at matches that count: these were played again.
    pub void_attempts: u64,
    /// Decisions of all matches together.
    pub decisions: u64,
    /// File names of the saved replays with faults, at most [`ReplayPolicy::MOST_FAULTY`].
    pub faulty_replays: Vec<String>,
}

/// Totals of one bot over many matches.
#[derive(Clone, Debug, Default)]
pub struct BotTally {
    /// Matches in which it had the first place, alone or shared.
    pub firsts: u64,
    /// By seat: wins, draws and losses, one per opponent and match.
    pub by_seat: Vec<WinDrawLoss>,
    /// By kind of fault: the number of matches in which it made one.
    pub faults: BTreeMap<Fault, u64>,
    /// Matches that it lost because of a fault, by the rules' outcome.
    pub lost_by_fault: u64,
    /// Statistics of its answer times.
    pub time: Times,
    /// The metrics that it reported on stderr.
    pub metrics: Metrics,
}

impl Tally {
    /// Empty totals of `bots` bots.
    pub fn new(bots: usize) -> Self {
        Self {
            bots: vec![BotTally::default(); bots],
            cross: CrossTable::new(bots as u32),
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
        self.cross.add(&seats, &outcome.places, result.seed);
        for ((seat, bot), behaviour) in seats.iter().enumerate().zip(&result.bots) {
            let tally = &mut self.bots[bot.index()];
            tally.count_seat(seat, &seats, &outcome.places);
            tally.firsts += u64::from(outcome.places[seat] == 1);
            tally.lost_by_fault += u64::from(outcome.faults[seat].is_some());
            for fault in behaviour.faults.keys() {
                *tally.faults.entry(*fault).or_default() += 1;
            }
            tally.time.add(&behaviour.time);
            metrics::add(&mut tally.metrics, &behaviour.metrics);
        }
    }

    /// The number of matches of a bot that count.
    pub fn matches_of(&self, bot: usize) -> u64 {
        self.cross.matches(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot, one per opponent and match.
    pub fn score_of(&self, bot: usize) -> WinDrawLoss {
        self.cross.of(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot against another.
    pub fn between(&self, bot: usize, other: usize) -> WinDrawLoss {
        self.cross.between(Entrant(bot as u32), Entrant(other as u32))
    }
}

/// The rating of each bot in Elo: Bradley-Terry, with intervals that count the matches of the same bots on a map as one.
pub fn ratings(cross: &CrossTable) -> Vec<Estimate> {
    let ratings = Ratings::fit(cross, &Settings::default());
    (0..cross.entrants()).map(|bot| ratings.of(Entrant(bot))).collect()
}

impl BotTally {
    fn count_seat(&mut self, seat: usize, seats: &[Entrant], places: &[u8]) {
        self.by_seat.resize(self.by_seat.len().max(seats.len()), WinDrawLoss::default());
        for (other, place) in seats.iter().zip(places) {
            if *other != seats[seat] {
                self.by_seat[seat].add(Score::by_place(places[seat], *place));
            }
        }
    }
}

/// Fault counts in words: `2 timeouts, 1 crash`; empty if there are none.
pub fn fault_words(faults: &BTreeMap<Fault, u64>) -> String {
    let words = |(&fault, &count): (&Fault, &u64)| {
        let (one, many) = fault_names(fault);
        format!("{count} {}", if count == 1 { one } else { many })
    };
    faults.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// The name of a fault in reports, singular and plural.
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
