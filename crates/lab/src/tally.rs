//! What many matches add up to, for each bot and between any two.

use std::collections::BTreeMap;

use skirmish_league::Entrant;
use skirmish_league::cross::CrossTable;
use skirmish_league::schedule::Places;
use skirmish_league::score::Tally as Score;

use crate::keeping::Keeping;
use crate::metrics::{self, Metrics};
use crate::played::Played;
use crate::times::Times;

/// What many matches add up to.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By bot.
    pub bots: Vec<BotTally>,
    /// Between any two.
    pub cross: CrossTable,
    /// Matches that count.
    pub games: u64,
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
    /// In how many matches it did what wrong, by the rules' words.
    pub faults: BTreeMap<String, u64>,
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
            cross: CrossTable::new(bots as u32),
            games: 0,
            voids: 0,
            void_attempts: 0,
            decisions: 0,
            faulty_replays: Vec::new(),
        }
    }

    /// Adds a match.
    pub fn add(&mut self, played: &Played) {
        if played.void.is_some() {
            self.voids += 1;
            return;
        }
        self.games += 1;
        self.void_attempts += u64::from(played.voids);
        self.decisions += played.decisions;
        if played.has_faults() && self.faulty_replays.len() < Keeping::MOST_FAULTY {
            self.faulty_replays.extend(played.replay.clone());
        }
        let seats: Vec<Entrant> = played.seats.iter().map(|&bot| Entrant(bot as u32)).collect();
        self.cross.add(&seats, &Places(played.places.iter().map(|&place| place.into()).collect()));
        for (seat, &bot) in played.seats.iter().enumerate() {
            self.bots[bot].firsts += u64::from(played.places[seat] == 1);
            self.add_behaviour(played, seat, bot);
        }
    }

    /// How many matches of a bot count.
    pub fn games_of(&self, bot: usize) -> u64 {
        self.cross.games(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot, against each opponent in each match.
    pub fn score_of(&self, bot: usize) -> Score {
        self.cross.of(Entrant(bot as u32))
    }

    /// Wins, draws and losses of a bot against another.
    pub fn between(&self, bot: usize, other: usize) -> Score {
        self.cross.between(Entrant(bot as u32), Entrant(other as u32))
    }

    fn add_behaviour(&mut self, played: &Played, seat: usize, bot: usize) {
        let (behaviour, tally) = (&played.bots[seat], &mut self.bots[bot]);
        for word in behaviour.faults.keys() {
            *tally.faults.entry(word.clone()).or_default() += 1;
        }
        tally.lost_by_fault += u64::from(behaviour.lost.is_some());
        tally.time.add(&behaviour.time);
        metrics::add(&mut tally.metrics, &behaviour.metrics);
    }
}

/// What bots did wrong, in words: `2 timeouts, 1 crash`; empty if they did nothing wrong.
pub fn fault_words(faults: &BTreeMap<String, u64>) -> String {
    let parts: Vec<String> = FAULT_WORDS
        .iter()
        .filter_map(|(word, one, many)| {
            let count = *faults.get(*word)?;
            Some(format!("{count} {}", if count == 1 { one } else { many }))
        })
        .collect();
    parts.join(", ")
}

/// The rules' word for a fault, and what a person calls one of them and several.
pub const FAULT_WORDS: [(&str, &str, &str); 4] = [
    ("late", "timeout", "timeouts"),
    ("gone", "crash", "crashes"),
    ("garbled", "unreadable answer", "unreadable answers"),
    ("flooded", "flood", "floods"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_in_words() {
        let faults = [("gone", 1), ("late", 2)].map(|(word, count)| (word.to_string(), count));
        assert_eq!(fault_words(&faults.into_iter().collect()), "2 timeouts, 1 crash");
        assert_eq!(fault_words(&BTreeMap::new()), "");
    }

    #[test]
    fn every_fault_of_the_rules_has_words() {
        for fault in skirmish_core::Fault::ALL {
            assert!(FAULT_WORDS.iter().any(|(word, ..)| *word == fault.word()), "{fault:?}");
        }
    }
}
