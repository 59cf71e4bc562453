//! Starting programs: the one place that knows how a bot's process is started and ended.
//!
//! A [`Launch`] gives three pipes and a [`Process`]. [`Plain`] starts programs as they are, [`Jailed`] in a
//! sandbox; nothing else in a match has to know which it is.

mod jailed;
mod plain;
mod stray;

use std::io;
use std::os::fd::OwnedFd;

pub use jailed::Jailed;
pub use plain::Plain;
use serde::{Deserialize, Serialize};
use skirmish_programs::Origin;
pub use skirmish_sandbox::{Thread, ThreadSnapshot};

/// What is to be started.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The command and its arguments.
    pub command: &'a [String],
    /// What the program was given as: a folder is also where it starts.
    pub origin: &'a Origin,
    /// What is added to the environment.
    pub environment: &'a [(String, String)],
}

/// A way to start programs.
pub trait Launch: Send + Sync {
    /// How programs started this way are isolated, as the replay says it.
    fn tier(&self) -> &str;

    /// Starts a program in a session and process group of its own.
    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart>;
}

/// A program that was started.
pub struct Started {
    /// Its standard input: our end, for writing.
    pub stdin: OwnedFd,
    /// Its standard output: our end, for reading.
    pub stdout: OwnedFd,
    /// Its standard error: our end, for reading.
    pub stderr: OwnedFd,
    /// The process itself.
    pub process: Box<dyn Process>,
}

/// A program that was not started.
#[derive(Debug)]
pub enum NoStart {
    /// For a reason of its own; the words go behind its name.
    Bot(String),
    /// For a reason of ours.
    Ours(io::Error),
}

/// A running program, with all that it started. Dropping it ends it.
pub trait Process: Send {
    /// Its pid, for people and tests.
    fn pid(&self) -> u32;

    /// CPU time of its own process so far, in nanoseconds; `None` where that cannot be known.
    fn cpu_ns(&self) -> Option<u64>;

    /// CPU time of all its descendants so far, in nanoseconds; `None` where that cannot be known. Slower than
    /// [`Process::cpu_ns`].
    fn others_cpu_ns(&mut self) -> Option<u64> {
        None
    }

    /// The scheduler's counters for its threads; `None` where the kernel does not have them. A detailed snapshot costs
    /// more, and has involuntary context switches and the CPU time of ended processes.
    fn thread_snapshot(&mut self, _is_detailed: bool) -> Option<ThreadSnapshot> {
        None
    }

    /// Stops it until [`Process::thaw`]; false if that cannot be done.
    fn freeze(&mut self) -> bool;

    /// Resumes it after [`Process::freeze`].
    fn thaw(&mut self);

    /// How it ended, if it has; does not wait.
    fn exit(&mut self) -> Option<Exit>;

    /// The most memory it has used at one time, with all that it started; `None` where that cannot be known (any more).
    fn memory_peak_bytes(&mut self) -> Option<u64> {
        None
    }

    /// Ends it and everything it started, and waits until they are gone; at most a second.
    fn end(&mut self);
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// Because it used more memory than it may.
    OutOfMemory,
}
