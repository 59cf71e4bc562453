//! `skirmish worker`: builds and plays for an arena on this machine.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use skirmish_arena_client::NoAnswer;
use skirmish_arena_web::logs::{self, Detail};
use skirmish_arena_worker::{self as worker, MOST_CORES, NoWorker, Options, cores_here};
use skirmish_sandbox::{Error, Tier};
use tempfile::TempDir;

use crate::failure::{CommandResult, Failure};

/// The environment variable of the token: command lines are visible to other users of a machine.
const TOKEN: &str = "SKIRMISH_WORKER_TOKEN";

#[derive(Debug, clap::Args)]
pub struct WorkerArgs {
    /// The arena's address
    #[arg(long, value_name = "URL")]
    pub server: String,
    /// A worker's token, which an admin of the arena makes [default: $SKIRMISH_WORKER_TOKEN]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    /// What the worker is called; workers with one token have different names [default: this machine's name]
    #[arg(long)]
    pub name: Option<String>,
    /// How many matches are played at once, each on a core of its own [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_CORES as i64))]
    pub matches: Option<u16>,
    /// Where bots are unpacked and built: a folder for this worker alone, which it empties [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// How many seconds running matches may go on once it was told to stop; then they go back to the queue
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub grace: u64,
    /// Run strangers' bots even where nothing holds them: they can do whatever you can
    #[arg(long)]
    pub unsafe_local: bool,
    /// Use no stronger jail than this: bare, landlock, namespaces or full
    #[arg(long, value_name = "TIER")]
    pub jail_at_most: Option<Tier>,
    /// A language's program that is not one of the usual ones and lives outside the system's folders, by its name on the
    /// search path; may be given several times
    #[arg(long = "program", value_name = "NAME")]
    pub programs: Vec<String>,
    /// Log every job
    #[arg(long, short)]
    pub verbose: bool,
}

/// Works until SIGINT or SIGTERM; a second signal exits at once.
pub fn run(args: &WorkerArgs) -> CommandResult {
    let token = args.token.clone().or_else(|| std::env::var(TOKEN).ok()).ok_or_else(|| {
        Failure::input(format!(
            "a worker needs a token: an admin of the arena makes one; give it by --token or in ${TOKEN}"
        ))
    })?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // The second signal exits at once.
        signal_hook::flag::register_conditional_shutdown(signal, Failure::INTERRUPTED.into(), stop.clone())
            .and_then(|_| signal_hook::flag::register(signal, stop.clone()))
            .context("cannot watch for signals")?;
    }
    let cores = args.matches.map_or_else(cores_here, usize::from);
    let sandbox = worker::start_sandbox(cores, args.jail_at_most, args.unsafe_local, args.programs.clone())
        .map_err(no_jail)?;
    logs::start(if args.verbose { Detail::Much } else { Detail::Usual });
    let (folder, _temporary) = folder(args)?;
    let name = args.name.clone().unwrap_or_else(machine);
    let grace = Duration::from_secs(args.grace);
    let options = Options { server: args.server.clone(), token, name, cores, folder, grace };
    worker::run(&options, sandbox, &stop).map_err(|error| match error {
        NoWorker::Server(NoAnswer::Refused { status: 401, why }) => Failure::input(format!(
            "{server} does not take this token: {why} Workers' tokens are made at {server}/admin",
            server = args.server
        )),
        NoWorker::Server(NoAnswer::Refused { status: 403, why }) => {
            Failure::input(format!("{} does not take this worker: {why}", args.server))
        }
        NoWorker::Server(NoAnswer::Address(_) | NoAnswer::Odd { .. }) => Failure::input(error),
        error => Failure::Ours(error.into()),
    })
}

/// Exit code 2 if the machine cannot isolate strangers' bots, else 1.
pub fn no_jail(error: Error) -> Failure {
    match error {
        Error::CannotHold { .. } => Failure::input(error),
        error => Failure::Ours(anyhow::Error::from(error).context("cannot isolate bots")),
    }
}

/// The worker's folder, and the guard that removes a temporary one.
fn folder(args: &WorkerArgs) -> Result<(PathBuf, Option<TempDir>), Failure> {
    match &args.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::input(format!("cannot make {}: {error}", folder.display())))?;
            Ok((folder.clone(), None))
        }
        None => {
            let temporary = TempDir::new().context("cannot make a temporary folder")?;
            Ok((temporary.path().to_owned(), Some(temporary)))
        }
    }
}

fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_owned() } else { name.to_owned() }
}
