//! The result of one match: a line of the results file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skirmish_core::answer::{Answer, Fault};
use skirmish_core::outcome::Outcome;
use skirmish_core::seat::Seat;
use skirmish_core::view::Digest;
use skirmish_league::Entrant;
use skirmish_league::schedule::Fixture;
use skirmish_referee::Record;

use crate::metrics::{self, Metrics};
use crate::times::Times;

/// More decisions than any match has, and so few that sums of them stay numbers.
const MOST_DECISIONS: u64 = 1 << 32;

/// The result of a match, with the faults, times and metrics of its bots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The match's number in the schedule, from 0.
    #[serde(rename = "match")]
    pub number: u64,
    /// The match's seed.
    pub seed: u64,
    /// By seat: the bot, as an index into `Heading::bots`.
    pub seats: Vec<u32>,
    /// Outcome, or why the match is void.
    pub ending: MatchEnding,
    /// Decisions played; 0 if the match is void.
    pub decisions: u64,
    /// Attempts that were void, through no fault of a bot.
    pub voids: u32,
    /// A digest of all answers without their times, 16 hex digits: equal in two runs if the bots repeated themselves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// The replay's file name, if it was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// By seat: faults, times and metrics; empty if the match is void.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Behaviour>,
}

/// How a match of a schedule ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchEnding {
    /// It was played to the end.
    Over(Outcome),
    /// It counts for nobody, because every attempt was void; the reason of the last.
    Void(String),
}

/// Faults, times and metrics of one bot in one match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// Faults by kind, with counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<Fault, u64>,
    /// Statistics of its answer times.
    pub time: Times,
    /// The metrics that it reported on stderr.
    #[serde(default, skip_serializing_if = "Metrics::is_empty")]
    pub metrics: Metrics,
}

impl MatchResult {
    /// The result of a recorded match; `None` if it was not played to the end.
    pub fn of(fixture: &Fixture, record: &Record, metrics: Vec<Metrics>) -> Option<Self> {
        let outcome = record.replay.ending.outcome()?;
        let behaviour = |(seat, metrics)| {
            let seat = Seat(seat as u8);
            Behaviour { faults: faults(record, seat), time: time(record, seat), metrics }
        };
        Some(Self {
            decisions: record.decisions,
            voids: record.voids.len() as u32,
            hash: format!("{:016x}", digest_of_answers(record).0),
            bots: metrics.into_iter().enumerate().map(behaviour).collect(),
            ..Self::new(fixture, MatchEnding::Over(outcome.clone()))
        })
    }

    /// A void match: `attempts` attempts failed, for that reason.
    pub fn void(fixture: &Fixture, attempts: u32, why: String) -> Self {
        Self { voids: attempts, ..Self::new(fixture, MatchEnding::Void(why)) }
    }

    /// A result with an ending and nothing else.
    pub fn new(fixture: &Fixture, ending: MatchEnding) -> Self {
        Self {
            number: fixture.number,
            seed: fixture.map_seed,
            seats: fixture.seats.iter().map(|entrant| entrant.0).collect(),
            ending,
            decisions: 0,
            voids: 0,
            hash: String::new(),
            replay: None,
            bots: Vec::new(),
        }
    }

    /// The outcome; `None` if the match is void.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.ending {
            MatchEnding::Over(outcome) => Some(outcome),
            MatchEnding::Void(_) => None,
        }
    }

    /// The bots by seat, as the league's entrants.
    pub fn entrants(&self) -> Vec<Entrant> {
        self.seats.iter().copied().map(Entrant).collect()
    }

    /// Whether any bot made a fault.
    pub fn has_faults(&self) -> bool {
        self.bots.iter().any(|bot| !bot.faults.is_empty())
    }

    /// Whether it is a well-formed result of that match: number, seed, seats, places, and lists of the right lengths.
    pub fn is_of(&self, fixture: &Fixture) -> bool {
        let (seats, outcome) = (fixture.seats.len(), self.outcome());
        self.number == fixture.number
            && self.seed == fixture.map_seed
            && self.entrants() == fixture.seats
            && outcome.is_none_or(|outcome| outcome.is_of(seats))
            && self.bots.len() == outcome.map_or(0, |_| seats)
            && self.decisions <= MOST_DECISIONS
            && self.bots.iter().all(Behaviour::is_valid)
    }
}

impl Behaviour {
    fn is_valid(&self) -> bool {
        self.time.is_valid() && metrics::are_valid(&self.metrics)
    }
}

fn faults(record: &Record, seat: Seat) -> BTreeMap<Fault, u64> {
    let mut faults = BTreeMap::new();
    for answered in record.replay.answers.iter().filter(|answered| answered.seat == seat) {
        if let Some(fault) = answered.answer.fault() {
            *faults.entry(fault).or_default() += 1;
        }
    }
    faults
}

fn time(record: &Record, seat: Seat) -> Times {
    let answers = record.replay.answers.iter().filter(|answered| answered.seat == seat);
    let mut wall_us: Vec<u64> = answers.map(|answered| answered.cost.wall_us).collect();
    Times::of(&mut wall_us, record.cpu_us[seat.index()])
}

fn digest_of_answers(record: &Record) -> Digest {
    let mut digest = Digest::default();
    for answered in &record.replay.answers {
        match &answered.answer {
            Answer::Frame(frame) | Answer::Garbled(frame) => {
                digest.number(u64::from(answered.seat.0) << 32 | frame.len() as u64);
                digest.bytes(frame);
            }
            Answer::Fault(fault, _) | Answer::Forfeit(fault, _) => {
                digest
                    .number(u64::from(answered.seat.0) << 32 | u64::from(answered.answer.is_forfeit()) << 48);
                digest.bytes(fault.word().as_bytes());
            }
        }
    }
    digest
}
