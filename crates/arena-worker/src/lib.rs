//! The worker: it leases builds and matches from an arena, does them in the jail, and reports. Blocking threads, HTTP
//! and nothing else: the worker inside `skirmish serve` is this one, over loopback.

mod building;
mod cache;
mod exchange;
mod job_list;
mod live;
mod playing;
mod runner;
mod session;
mod uploader;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_sandbox::{Sandbox, Tier};

use session::Session;
use skirmish_arena_client::NoAnswer;

pub use runner::cores_here;

/// The most cores that one worker uses.
pub const MOST_CORES: usize = 256;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Options {
    /// The arena's address.
    pub server: String,
    /// The worker's token.
    pub token: String,
    /// What it is called; two of one token have different names.
    pub name: String,
    /// How many matches it plays at once, each on a core of its own.
    pub cores: usize,
    /// A folder that is this worker's alone, and that it empties.
    pub folder: PathBuf,
    /// How long running matches may go on once it was told to stop; then they go back to the queue.
    pub grace: Duration,
}

/// Why a worker cannot work.
#[derive(Debug, thiserror::Error)]
pub enum NoWorker {
    /// The jail cannot be had.
    #[error(transparent)]
    Jail(#[from] skirmish_sandbox::Error),
    /// The server does not want it.
    #[error(transparent)]
    Server(#[from] NoAnswer),
    /// The machine refuses.
    #[error("{0}")]
    Machine(String),
}

/// A sandbox for strangers' programs, with enough jails ready for that many matches; or why there is none. `programs` are
/// names of the operator's, besides the usual languages', of what may live outside the system's folders.
pub fn start_sandbox(
    cores: usize,
    at_most: Option<Tier>,
    is_unsafe_local: bool,
    programs: Vec<String>,
) -> Result<Sandbox, skirmish_sandbox::Error> {
    const MOST_SPARES: usize = 16;
    let mut defaults = skirmish_programs::jail_options();
    defaults.programs.extend(programs);
    let trust = match is_unsafe_local {
        true => skirmish_sandbox::Trust::StrangersAnyway,
        false => skirmish_sandbox::Trust::Strangers,
    };
    Sandbox::start(&skirmish_sandbox::SandboxOptions {
        at_most: at_most.unwrap_or(defaults.at_most),
        trust,
        spares: (2 * cores).min(MOST_SPARES),
        ..defaults
    })
}

/// Works until it is told to stop. A server that is away is waited for; one that says no ends it.
pub fn run(options: &Options, sandbox: Sandbox, stop: &Arc<AtomicBool>) -> Result<(), NoWorker> {
    match Session::open(options, sandbox, stop.clone())? {
        Some(session) => session.run(),
        None => Ok(()),
    }
}

/// Why a job came to nothing.
#[derive(Debug, thiserror::Error)]
enum Failed {
    /// It is the bot's, and its author's to mend.
    #[error("{0}")]
    Bot(String),
    /// It is ours or the machine's: somebody tries again.
    #[error("{0}")]
    Ours(String),
    /// The worker was told to stop, or has lost the job.
    #[error("interrupted")]
    Interrupted,
}

impl Failed {
    /// For `map_err`: the disk refused.
    fn disk(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Ours(format!("{doing}: {error}"))
    }
}

impl From<NoAnswer> for Failed {
    fn from(error: NoAnswer) -> Self {
        Self::Ours(error.to_string())
    }
}
