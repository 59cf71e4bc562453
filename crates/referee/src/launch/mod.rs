//! Starting programs: the one place that knows how a bot's process comes to be and how it goes.
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
use skirmish_programs::Origin;
pub use skirmish_sandbox::{Look, Thread};

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
    /// Where it reads from.
    pub stdin: OwnedFd,
    /// Where its answers come out.
    pub stdout: OwnedFd,
    /// Where its remarks come out.
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
    /// The process's number, for people and tests.
    fn pid(&self) -> u32;

    /// How long it has computed, in nanoseconds; `None` where that cannot be known.
    fn cpu_ns(&self) -> Option<u64>;

    /// How long everything that it started has computed, in nanoseconds; `None` where that cannot be known. Slower than
    /// [`Process::cpu_ns`].
    fn others_cpu_ns(&mut self) -> Option<u64> {
        None
    }

    /// What its threads are doing; `None` where that cannot be known. A close look costs more and misses less.
    fn look(&mut self, _closely: bool) -> Option<Look> {
        None
    }

    /// Stops it until [`Process::thaw`]; false if that cannot be done.
    fn freeze(&mut self) -> bool;

    /// Lets it go on.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// Because it used more memory than it may.
    OutOfMemory,
}
