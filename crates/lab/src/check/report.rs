//! What a check came to.

use serde::Serialize;
use skirmish_core::info::Info;

use super::finding::Finding;
use super::trial::TrialKind;

/// Everything about a check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The bot's name.
    pub bot: String,
    /// The game's name.
    pub game: &'static str,
    /// How the bot was isolated.
    pub jail: String,
    /// The time control.
    pub clock: String,
    /// The first seed.
    pub seed: u64,
    /// Whether it is fit to play: every match was played, and there is no problem.
    pub is_fit: bool,
    /// How many matches there were to play.
    pub planned: usize,
    /// How many were played.
    pub played: usize,
    /// Why matches were left out, if some were.
    pub stopped: Option<String>,
    /// Whether somebody broke it off.
    pub is_interrupted: bool,
    /// Matches that do not count, because the machine was busy; each with the reason.
    pub voids: Vec<String>,
    /// The matches by kind.
    pub groups: Vec<Group>,
    /// What makes it unfit.
    pub problems: Vec<Finding>,
    /// What is worth knowing.
    pub notes: Vec<Finding>,
    /// Time used for answers.
    pub times: Vec<Clocked>,
    /// The emptiest bank, where there is one.
    pub bank: Option<Worst>,
    /// Time from start to first answer in microseconds: the middle, and the longest.
    pub first_word_us: Option<[u64; 2]>,
    /// CPU time outside its turns in one match, at most, in microseconds.
    pub outside_cpu_us: u64,
    /// Memory used.
    pub memory: Memory,
    /// What was printed on stderr.
    pub stderr: Stderr,
    /// Why replays could not be kept, if so.
    pub unsaved: Option<String>,
    /// The game's facts, for those who show it.
    #[serde(skip)]
    pub(super) info: &'static Info,
}

/// Matches of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// Which.
    pub kind: TrialKind,
    /// How many were played.
    pub played: u64,
    /// How many the bot won alone.
    pub won: u64,
    /// How many it won with others.
    pub drawn: u64,
    /// How many it did not.
    pub lost: u64,
    /// How many had a problem.
    pub faulty: u64,
}

/// The time of all answers under one kind of budget. Shares are in millionths.
#[derive(Clone, Debug, Serialize)]
pub struct Clocked {
    /// What the answers were for.
    pub what: &'static str,
    /// How many there were.
    pub count: usize,
    /// Half of the answers took at most this share of what they had.
    pub p50: u64,
    /// Ninety-nine of a hundred did.
    pub p99: u64,
    /// The worst.
    pub max: Worst,
}

/// One extreme, and where to find it.
#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    /// The used share, in millionths.
    pub share: u64,
    /// Microseconds used.
    pub used_us: u64,
    /// Microseconds there were.
    pub of_us: u64,
    /// The match, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
    /// The decision, counted from 0.
    pub decision: u64,
    /// The turn, in the game's unit; none in a handshake.
    pub turn: Option<u32>,
}

/// Memory used.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Memory {
    /// The most at one time, where it can be known.
    pub peak_bytes: Option<u64>,
    /// What there was, where it was limited.
    pub limit_bytes: Option<u64>,
    /// The match of the peak, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
}

/// What was printed on stderr.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stderr {
    /// The most in one match, in bytes.
    pub most_bytes: u64,
    /// What is kept of a match.
    pub cap_bytes: u64,
    /// What was dropped in all matches.
    pub dropped_bytes: u64,
    /// The match with the most, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
}
