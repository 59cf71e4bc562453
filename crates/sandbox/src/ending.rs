//! How a program ended, and what it used.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal: a crash, or a resource limit (`SIGKILL` by `RLIMIT_CPU`, `SIGXFSZ` by `RLIMIT_FSIZE`).
    Signalled(i32),
    /// Killed because its memory was used up.
    OutOfMemory,
    /// Killed by [`Jail::kill`](crate::Jail::kill), or because its jail's init process has died.
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
    /// Peak memory of the whole tree; without a control group, the most that the watchdog has sampled.
    pub memory_peak_bytes: u64,
}
