//! How a program ended, and what it used.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal: its own fault, or a resource limit's.
    Signalled(i32),
    /// Killed because its memory was used up.
    OutOfMemory,
    /// Killed by us.
    Killed,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "exited with code {code}"),
            Self::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            Self::OutOfMemory => write!(f, "used more memory than it may"),
            Self::Killed => write!(f, "was killed"),
        }
    }
}

/// What a program and everything it started have used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// CPU time of the whole tree.
    pub cpu: Duration,
    /// The most memory at one time: of the whole tree, or without a control group what the watchdog saw.
    pub memory_peak_bytes: u64,
}
