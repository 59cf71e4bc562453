//! Why an attempt at a match does not count.

use std::fmt;

use skirmish_core::seat::Seat;

/// How the machine was too busy for a fair match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Void {
    /// The referee did not get the machine when it needed it, and cannot tell what came in time.
    RefereeLate {
        /// By how much.
        late_ms: u64,
    },
    /// A bot was ready to run, and did not get the machine for as long as it was granted.
    BotDenied {
        /// The seat.
        seat: Seat,
        /// The bot's name.
        name: String,
        /// How long it waited for the CPU, at least.
        waited_ms: u64,
        /// What it had to answer.
        granted_ms: u64,
    },
}

impl fmt::Display for Void {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RefereeLate { late_ms } => write!(f, "the referee woke {late_ms} ms late"),
            Self::BotDenied { seat, name, waited_ms, granted_ms } => write!(
                f,
                "seat {seat} ({name}) was ready to run and waited {waited_ms} ms for the CPU, with {granted_ms} ms to \
                 answer"
            ),
        }
    }
}
