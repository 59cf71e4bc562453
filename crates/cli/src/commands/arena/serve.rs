//! `skirmish serve`: hosts an arena.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use skirmish_arena_service::open::NotOpened;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_web::logs::{self, Detail};
use skirmish_arena_web::serve::{Hosting, NoHosting, Ready, serve};
use skirmish_arena_worker::{self as worker, cores_here};
use skirmish_sandbox::{Sandbox, Tier};

use crate::failure::{CommandResult, Failure};

/// The most bytes of the settings file.
const MOST_SETTINGS: u64 = 1 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The address to listen on; 0.0.0.0:8080 for other machines, too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// A file of settings: what the site is called, quotas, languages (TOML)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How many matches are played at once, each on a core; 0 for none: workers are elsewhere [default: all cores but one]
    #[arg(long, value_name = "N")]
    pub matches: Option<usize>,
    /// Run strangers' bots even where nothing holds them: they can do whatever you can
    #[arg(long)]
    pub unsafe_local: bool,
    /// Use no stronger jail than this: bare, landlock, namespaces or full
    #[arg(long, value_name = "TIER")]
    pub jail_at_most: Option<Tier>,
    /// Log every request and every job
    #[arg(long, short)]
    pub verbose: bool,
}

/// Options of where an arena's data is.
#[derive(Debug, Clone, clap::Args)]
pub struct DataArgs {
    /// The data folder; made on the first start
    #[arg(long, value_name = "FOLDER", default_value = "arena")]
    pub data: PathBuf,
    /// A PostgreSQL database instead of a file in that folder: postgres://user:password@host/name
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  skirmish serve                                         an arena of your own, on http://127.0.0.1:8080
  skirmish serve --listen 0.0.0.0:80 --config arena.toml for everybody
  skirmish serve --database postgres://arena@db/arena    with a database server
  skirmish worker --server http://arena:8080 --token …   more machines that play";

/// Hosts until SIGINT or SIGTERM.
pub fn run(args: &ServeArgs) -> CommandResult {
    args.data.check()?;
    let settings = settings(args.config.as_deref())?;
    let own_worker = own_worker(args, settings.programs())?;
    logs::start(if args.verbose { Detail::Much } else { Detail::Usual });
    let has_worker = own_worker.is_some();
    let DataArgs { data, database } = args.data.clone();
    let hosting = Hosting { data, database, listen: args.listen, settings, own_worker };
    serve(hosting, &|ready| tell(ready, has_worker)).map_err(|error| match error {
        NoHosting::Listen { .. } | NoHosting::Open(NotOpened::InUse(_) | NotOpened::Data { .. }) => {
            Failure::input(error)
        }
        error => Failure::Ours(error.into()),
    })
}

impl DataArgs {
    /// Refuses an address that is not PostgreSQL's, without connecting.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.database {
            Some(address) if !address.starts_with("postgres://") && !address.starts_with("postgresql://") => {
                Err(Failure::input(format!(
                    "`{address}` is no database's address: one looks like postgres://user:password@host/name"
                )))
            }
            _ => Ok(()),
        }
    }
}

/// The settings in that file, or the defaults.
fn settings(path: Option<&Path>) -> Result<Settings, Failure> {
    let Some(path) = path else { return Ok(Settings::default()) };
    let text = skirmish_files::read_text(path, MOST_SETTINGS)
        .map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))?;
    Settings::read(&text).map_err(|why| Failure::input(format!("{} cannot be used: {why}", path.display())))
}

/// The worker inside the server and its number of parallel matches; `None` with `--matches 0`.
fn own_worker(args: &ServeArgs, programs: Vec<String>) -> Result<Option<(Sandbox, usize)>, Failure> {
    // One core is left for the site, so that requests do not take CPU time from bots.
    let matches = args.matches.unwrap_or_else(|| cores_here().saturating_sub(1).max(1));
    if matches == 0 {
        return Ok(None);
    }
    let sandbox = worker::start_sandbox(matches, args.jail_at_most, args.unsafe_local, programs)
        .map_err(super::worker::no_jail)?;
    Ok(Some((sandbox, matches)))
}

/// Prints the address, which ends the first line for scripts, and the first admin's password.
fn tell(ready: &Ready, has_worker: bool) {
    let address = ready.address;
    let mut text = format!("The arena is open: http://{address}\n");
    if let Some(admin) = &ready.first_admin {
        text += &format!(
            "Your account for everything is `{}`, its password {} (told only now; change it at http://{address}/account).\n",
            admin.name, admin.password
        );
    }
    if !has_worker {
        text += "No matches are played here: start workers by `skirmish worker`.\n";
    }
    text += "Ctrl-C stops it; nothing is lost.\n";
    // EPIPE is no failure.
    let _ = crate::terminal::out(&text);
}
