//! What many matches add up to, for each bot and between any two.

use std::collections::BTreeMap;

use skirmish_league::score::{Outcome, Tally as Score};

use crate::metrics::{self, Metrics};
use crate::played::Played;
use crate::times::Times;

/// What many matches add up to.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By bot.
    pub bots: Vec<BotTally>,
    /// Between any two: what the first (row) made against the second.
    pub cross: Vec<Vec<Score>>,
    /// Matches that count.
    pub games: u64,
    /// Matches that count for nobody.
    pub voids: u64,
    /// Attempts that did not count; their matches were played again.
    pub void_attempts: u64,
    /// Decisions of all matches together.
    pub decisions: u64,
}

/// What many matches add up to for one bot.
#[derive(Clone, Debug, Default)]
pub struct BotTally {
    /// Matches that count.
    pub games: u64,
    /// Matches in which it came in first, alone or with others.
    pub firsts: u64,
    /// Wins, draws and losses against each opponent in each match.
    pub score: Score,
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
            cross: vec![vec![Score::default(); bots]; bots],
            games: 0,
            voids: 0,
            void_attempts: 0,
            decisions: 0,
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
        for (seat, &bot) in played.seats.iter().enumerate() {
            self.add_score(played, seat, bot);
            self.add_behaviour(played, seat, bot);
        }
        // A bot that sits at several seats has played one match.
        let mut bots = played.seats.clone();
        bots.sort_unstable();
        bots.dedup();
        for bot in bots {
            self.bots[bot].games += 1;
            let is_first = |seat: usize| played.seats[seat] == bot && played.places[seat] == 1;
            self.bots[bot].firsts += u64::from((0..played.seats.len()).any(is_first));
        }
    }

    fn add_score(&mut self, played: &Played, seat: usize, bot: usize) {
        for (other_seat, &other) in played.seats.iter().enumerate() {
            if other == bot {
                continue;
            }
            let (mine, theirs) = (played.places[seat], played.places[other_seat]);
            let outcome = Outcome::by_place(mine.into(), theirs.into());
            self.bots[bot].score.add(outcome);
            self.cross[bot][other].add(outcome);
        }
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
