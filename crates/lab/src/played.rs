//! One match as it is remembered: a line of the results file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skirmish_core::replay::{Ending, Said};
use skirmish_core::{Digest, Fault};
use skirmish_referee::Record;

use crate::metrics::{self, Metrics};
use crate::series::Fixture;
use crate::times::Times;

/// How a match went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its number in the schedule.
    #[serde(rename = "match")]
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// Who sat where, as places in the list of bots.
    pub seats: Vec<usize>,
    /// Why it counts for nobody, if it does not: the machine failed, again and again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// By seat: its place, 1 is best. Empty if the match is void, as all that follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// By seat: its score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// What ended it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// How many decisions were played.
    pub decisions: u64,
    /// How many attempts did not count.
    pub voids: u32,
    /// A fingerprint of the answers, without their times.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// The replay's file, where one was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// By seat: how its bot behaved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Behaviour>,
}

/// How a bot behaved in a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// How often it did what wrong, by the rules' words: `late`, `gone`, `garbled`, `flooded`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, u64>,
    /// The fault that cost it the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// How long its answers took.
    pub time: Times,
    /// What it reported of itself.
    #[serde(default, skip_serializing_if = "Metrics::is_empty")]
    pub metrics: Metrics,
}

impl Played {
    /// What is remembered of a match; `None` if it was not played to the end.
    pub fn of(fixture: &Fixture, record: &Record, metrics: Vec<Metrics>) -> Option<Self> {
        let Ending::Over(outcome) = &record.replay.ending else { return None };
        let behaved = metrics.into_iter().enumerate().map(|(seat, metrics)| Behaviour {
            faults: faults(record, seat),
            lost: outcome.faults[seat].map(|fault| fault.word().to_string()),
            time: time(record, seat),
            metrics,
        });
        Some(Self {
            places: outcome.places.clone(),
            scores: outcome.scores.clone(),
            why: outcome.why.clone(),
            decisions: record.decisions,
            voids: record.voids.len() as u32,
            hash: format!("{:016x}", answers(record).0),
            bots: behaved.collect(),
            ..Self::blank(fixture)
        })
    }

    /// A match that counts for nobody, and why.
    pub fn void(fixture: &Fixture, attempts: u32, why: String) -> Self {
        Self { void: Some(why), voids: attempts, ..Self::blank(fixture) }
    }

    fn blank(fixture: &Fixture) -> Self {
        Self {
            number: fixture.number,
            seed: fixture.seed.0,
            seats: fixture.seats.clone(),
            void: None,
            places: Vec::new(),
            scores: Vec::new(),
            why: String::new(),
            decisions: 0,
            voids: 0,
            hash: String::new(),
            replay: None,
            bots: Vec::new(),
        }
    }

    /// Whether a bot did something wrong.
    pub fn has_faults(&self) -> bool {
        self.bots.iter().any(|bot| !bot.faults.is_empty())
    }

    /// Whether it is the result of that match, with everything that belongs to one.
    pub fn is_of(&self, fixture: &Fixture) -> bool {
        let seats = if self.void.is_some() { 0 } else { fixture.seats.len() };
        self.number == fixture.number
            && self.seed == fixture.seed.0
            && self.seats == fixture.seats
            && [self.places.len(), self.scores.len(), self.bots.len()] == [seats; 3]
            && self.bots.iter().all(Behaviour::is_sound)
    }
}

impl Behaviour {
    fn is_sound(&self) -> bool {
        let is_fault = |word: &String| Fault::ALL.iter().any(|fault| fault.word() == word);
        self.faults.keys().all(is_fault) && self.time.is_sound() && metrics::are_sound(&self.metrics)
    }
}

/// How often a seat did what wrong.
fn faults(record: &Record, seat: usize) -> BTreeMap<String, u64> {
    let mut faults = BTreeMap::new();
    let mut named = 0;
    for answered in record.replay.answers.iter().filter(|answered| answered.seat.index() == seat) {
        if let Said::Fault(fault, _) = &answered.said {
            *faults.entry(fault.word().to_string()).or_default() += 1;
            named += 1;
        }
    }
    // A garbled answer stands in the replay as it came: that it cannot be read follows from the rules.
    let garbled = record.fault_counts[seat].saturating_sub(named);
    if garbled > 0 {
        *faults.entry(Fault::Garbled.word().to_string()).or_default() += garbled;
    }
    faults
}

fn time(record: &Record, seat: usize) -> Times {
    let answers = record.replay.answers.iter().filter(|answered| answered.seat.index() == seat);
    let mut wall_us: Vec<u64> = answers.map(|answered| answered.wall_us).collect();
    Times::of(&mut wall_us, record.cpu_us[seat])
}

fn answers(record: &Record) -> Digest {
    let mut digest = Digest::default();
    for answered in &record.replay.answers {
        match &answered.said {
            Said::Frame(frame) => {
                digest.number(u64::from(answered.seat.0) << 32 | frame.len() as u64);
                digest.bytes(frame);
            }
            Said::Fault(fault, _) => {
                digest.number(u64::from(answered.seat.0) << 32);
                digest.bytes(fault.word().as_bytes());
            }
        }
    }
    digest
}
