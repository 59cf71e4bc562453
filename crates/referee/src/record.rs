//! What is left of a match: its replay, what went wrong, and what the bots mumbled.

use std::fmt;

use skirmish_core::answer::Fault;
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;

use crate::conduct::Conduct;
use crate::explain::Cause;
use crate::stderr::StderrLog;

/// Everything about a played match.
#[derive(Clone, Debug)]
pub struct Record {
    /// The match itself.
    pub replay: Replay,
    /// How many decisions were played.
    pub decisions: u64,
    /// What the bots did wrong, in order; of each seat only the first [`Record::MOST_INCIDENTS`].
    pub incidents: Vec<Incident>,
    /// By seat: how many faults there were altogether.
    pub fault_counts: Vec<u64>,
    /// By seat: CPU time of the whole match in microseconds, 0 where there was no program.
    pub cpu_us: Vec<u64>,
    /// By seat: what was printed on stderr.
    pub stderr: Vec<StderrLog>,
    /// By seat: how its program conducted itself besides its answers.
    pub conduct: Vec<Conduct>,
    /// Attempts before this one that did not count, each with the reason.
    pub voids: Vec<String>,
}

impl Record {
    /// How many faults of one seat are told in detail.
    pub const MOST_INCIDENTS: u64 = 20;
}

/// Something that a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// When, counted in decisions from 0.
    pub decision: u64,
    /// Who.
    pub seat: Seat,
    /// What the rules call it.
    pub fault: Fault,
    /// The same with its numbers.
    pub cause: Cause,
    /// What happened, in a sentence without a full stop; also in the replay.
    pub sentence: String,
    /// What its author may try.
    pub advice: Option<String>,
    /// The last lines on stderr; for the bot's author, not for the public.
    pub stderr: Vec<String>,
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.sentence)?;
        for line in &self.stderr {
            write!(f, "\n    | {line}")?;
        }
        match &self.advice {
            Some(advice) => write!(f, "\n    {advice}"),
            None => Ok(()),
        }
    }
}
