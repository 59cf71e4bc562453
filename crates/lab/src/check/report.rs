//! The report of a check; its fields are the JSON output.

use serde::Serialize;
use skirmish_core::info::Info;

use super::finding::Finding;
use super::trial::TrialKind;

/// The report of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The bot's name.
    pub bot: String,
    /// The game's name.
    pub game: &'static str,
    /// The isolation tier that the bot ran in.
    pub jail: String,
    /// The time control.
    pub clock: String,
    /// The seed of the first trial.
    pub seed: u64,
    /// Whether it is fit to play: at least one trial counted, none was left out, and there is no problem.
    pub is_fit: bool,
    /// The number of trials in the list.
    pub planned: usize,
    /// The number of trials that were played and count.
    pub played: usize,
    /// Why the remaining trials were left out, if they were.
    pub stopped: Option<String>,
    /// Whether it was interrupted (SIGINT).
    pub is_interrupted: bool,
    /// Void attempts, because the machine was busy; each with the reason.
    pub voids: Vec<String>,
    /// Results by kind of trial.
    pub groups: Vec<Group>,
    /// Findings that make it unfit.
    pub problems: Vec<Finding>,
    /// Findings that do not.
    pub notes: Vec<Finding>,
    /// Answer times by budget.
    pub times: Vec<Clocked>,
    /// The lowest level of the time bank, if the clock has one.
    pub bank: Option<Worst>,
    /// Time from start to first answer in microseconds: median and maximum.
    pub first_word_us: Option<[u64; 2]>,
    /// CPU time outside its turns in microseconds: the maximum over all matches.
    pub outside_cpu_us: u64,
    /// Peak memory.
    pub memory: Memory,
    /// Volume of stderr.
    pub stderr: Stderr,
    /// Why replays could not be saved, if so.
    pub unsaved: Option<String>,
    /// The game's title and unit of turns, for the text report.
    #[serde(skip)]
    pub(super) info: &'static Info,
}

/// Results of the trials of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The kind of trial.
    pub kind: TrialKind,
    /// Played.
    pub played: u64,
    /// Won: first place, not shared.
    pub won: u64,
    /// Drawn: first place, shared.
    pub drawn: u64,
    /// Lost: any other place.
    pub lost: u64,
    /// Trials with at least one problem.
    pub faulty: u64,
}

/// Answer times under one budget, as shares of the time granted, in millionths.
#[derive(Clone, Debug, Serialize)]
pub struct Clocked {
    /// The budget, in words.
    pub what: &'static str,
    /// The number of answers.
    pub count: usize,
    /// The median share.
    pub p50: u64,
    /// The share at the 99th percentile.
    pub p99: u64,
    /// The largest share.
    pub max: Worst,
}

/// An extreme value, and where it happened.
#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    /// The used share, in millionths.
    pub share: u64,
    /// Microseconds used.
    pub used_us: u64,
    /// Microseconds granted.
    pub of_us: u64,
    /// The trial, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
    /// The decision, counted from 0.
    pub decision: u64,
    /// The turn, in the game's unit; `None` in a handshake.
    pub turn: Option<u32>,
}

/// Peak memory over all trials.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Memory {
    /// The peak in bytes; `None` where it cannot be measured.
    pub peak_bytes: Option<u64>,
    /// The limit in bytes, if there is one.
    pub limit_bytes: Option<u64>,
    /// The trial of the peak, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
}

/// Volume of stderr over all trials.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stderr {
    /// The most in one trial, in bytes.
    pub most_bytes: u64,
    /// The most that is kept of one match, in bytes.
    pub cap_bytes: u64,
    /// Dropped in all trials together, in bytes.
    pub dropped_bytes: u64,
    /// The trial with the most, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
}
