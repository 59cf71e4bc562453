//! How bots are isolated while they are built and while they play, by the command line's options.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use skirmish_programs::{Origin, Program, build_held, is_link, jail_options};
use skirmish_referee::build;
use skirmish_referee::launch::{Jailed, Launch, Plain};
use skirmish_sandbox::{BuildTime, Error, Limits, Sandbox, SandboxOptions, Tier, Trust};
use tempfile::TempDir;

use crate::build_cache::{Kept, Stamp};
use crate::failure::Failure;
use crate::source::Source;

/// The time limit of a build of the user's own, which runs as the user would run it: on a busy machine a compiler may take
/// minutes, as a stranger's may.
const BUILD_LIMIT: Duration = BuildTime::STRANGERS.wall;

/// Options of commands that run bots: whose they are, and how they are isolated.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct JailArgs {
    /// Run bots in a jail, as strong as this machine has it: the default
    #[arg(long, overrides_with = "no_jail")]
    pub jail: bool,
    /// Run bots as they are, with nothing but a process group of their own
    #[arg(long, overrides_with = "jail")]
    pub no_jail: bool,
    /// The bots are other people's: build them in a jail, too, and refuse where nothing holds them
    #[arg(long)]
    pub strangers: bool,
    /// Run strangers' bots even where nothing holds them: they can do whatever you can
    #[arg(long, requires = "strangers")]
    pub unsafe_local: bool,
    /// Use no stronger jail than this, to see what a weaker machine does: bare, landlock, namespaces or full
    #[arg(long, value_name = "TIER")]
    pub jail_at_most: Option<Tier>,
}

impl JailArgs {
    fn trust(&self) -> Trust {
        match (self.strangers, self.unsafe_local) {
            (false, _) => Trust::Own,
            (true, false) => Trust::Strangers,
            (true, true) => Trust::StrangersAnyway,
        }
    }
}

/// Builds and starts the bots of one command.
pub struct Isolation {
    launch: Arc<dyn Launch>,
    /// Whose bots they are, which limits what their commands may name.
    trust: Trust,
    /// The sandbox that builds strangers' bots in a jail, and the folder for what they build.
    jailed_builds: Option<(Sandbox, TempDir)>,
    /// Built programs by source path: a bot is built once, however often it plays.
    built: RefCell<HashMap<PathBuf, Program>>,
    /// Temporary folders of single source files; removed on drop.
    rooms: RefCell<Vec<TempDir>>,
}

impl Isolation {
    /// No isolation: there are no programs, or `--no-jail` or `--debug` was given.
    fn free() -> Self {
        Self {
            launch: Arc::new(Plain),
            trust: Trust::Own,
            jailed_builds: None,
            built: RefCell::default(),
            rooms: RefCell::default(),
        }
    }

    /// Starts the sandbox as the options say, if it is needed. `is_debugged`: a debugger needs a bot that is not in a jail.
    pub fn new(args: &JailArgs, has_programs: bool, is_debugged: bool) -> Result<Self, Failure> {
        Self::with(args, has_programs, is_debugged, SandboxOptions::default().spares)
    }

    /// The same for many matches, with spare jails for `at_once` programs.
    pub fn for_many(args: &JailArgs, has_programs: bool, at_once: usize) -> Result<Self, Failure> {
        const MOST_SPARES: usize = 16;
        Self::with(args, has_programs, false, at_once.min(MOST_SPARES))
    }

    fn with(args: &JailArgs, has_programs: bool, is_debugged: bool, spares: usize) -> Result<Self, Failure> {
        let is_free = args.no_jail || is_debugged;
        if is_free && args.trust() == Trust::Strangers {
            let free = if args.no_jail { "--no-jail" } else { "--debug" };
            return Err(Failure::input(format!(
                "--strangers does not go with {free}: strangers' bots run in a jail; leave {free} out, or take the risk \
                 with --unsafe-local"
            )));
        }
        if is_free || !has_programs {
            return Ok(Self::free());
        }
        let defaults = jail_options();
        let at_most = args.jail_at_most.unwrap_or(defaults.at_most);
        let sandbox = Sandbox::start(&SandboxOptions { at_most, trust: args.trust(), spares, ..defaults })
            .map_err(refused)?;
        let jailed = Jailed::with(sandbox.clone(), Limits::play());
        let builds_in_jail = args.trust().is_for_strangers() && sandbox.tier().holds_strangers();
        let jailed_builds = match builds_in_jail {
            true => Some((sandbox, TempDir::new().context("cannot make a folder for builds")?)),
            false => None,
        };
        Ok(Self {
            launch: Arc::new(jailed),
            trust: args.trust(),
            jailed_builds,
            built: RefCell::default(),
            rooms: RefCell::default(),
        })
    }

    /// Whether bots can read nothing but their own files and the system's.
    pub fn is_confined(&self) -> bool {
        self.launch.tier().parse::<Tier>().is_ok_and(|tier| tier >= Tier::Landlock)
    }

    /// Whether the bots are other people's.
    pub fn is_for_strangers(&self) -> bool {
        self.trust.is_for_strangers()
    }

    /// Refuses a stranger's file that is a link.
    pub fn refuse_link(&self, path: &Path) -> Result<(), Failure> {
        match self.is_for_strangers() && is_link(path) {
            true => {
                Err(Failure::input(format!("bot `{}`: the file is refused: it is a link", path.display())))
            }
            false => Ok(()),
        }
    }

    /// Keeps a folder until all matches are over.
    pub fn hold(&self, room: TempDir) {
        self.rooms.borrow_mut().push(room);
    }

    /// The launcher for the referee.
    pub fn launch(&self) -> Arc<dyn Launch> {
        self.launch.clone()
    }

    /// Builds the program if it has a build command: the user's own in its folder, with the user's tools and caches; a
    /// stranger's on a copy, in a jail.
    pub fn build(&self, program: Program) -> Result<Program, Failure> {
        program.check(self.trust).map_err(Failure::input)?;
        let (Some(_), Origin::Folder(folder)) = (&program.build, &program.origin) else { return Ok(program) };
        if let Some(built) = self.built.borrow().get(folder) {
            return Ok(built.clone());
        }
        let built = match &self.jailed_builds {
            Some((sandbox, place)) => {
                let to = place.path().join(self.built.borrow().len().to_string());
                build_held(&program, sandbox, &to).map_err(Failure::bot)?
            }
            None => {
                build_in_place(&program)?;
                // What the build left beside the sources is the bot's, too.
                let now = Program::of_folder(folder).map_err(Failure::input)?;
                Program { hash: now.hash, ..program.clone() }
            }
        };
        self.built.borrow_mut().insert(folder.clone(), built.clone());
        Ok(built)
    }
}

impl Isolation {
    /// Builds a single source file: the user's own is cached on disk, a stranger's is built in a jail.
    pub fn build_source(&self, source: &Source) -> Result<Program, Failure> {
        self.refuse_link(source.path())?;
        if let Some(built) = self.built.borrow().get(source.path()) {
            return Ok(built.clone());
        }
        let room = TempDir::new().context("cannot make a folder for a build")?;
        let program = source.write_into(room.path())?;
        let cached = source.cached(&program).filter(|_| self.jailed_builds.is_none());
        let built = match cached {
            Some(cached) => build_once(source, &cached)?,
            None => {
                let built = self.build(program)?;
                self.hold(room);
                built
            }
        };
        self.built.borrow_mut().insert(source.path().to_path_buf(), built.clone());
        Ok(built)
    }
}

/// What a failure of the cache folder is told as.
const NO_CACHE: &str = "cannot make a folder for what is built";

/// The user's own source file, from the build cache, or built and put there.
fn build_once(source: &Source, cached: &Kept) -> Result<Program, Failure> {
    let room = cached.room().context(NO_CACHE)?;
    let program = source.write_into(room.path())?;
    let built = match cached.find() {
        Some(built) => built,
        None => {
            build(&program, &Plain, BUILD_LIMIT).map_err(|bad| source.not_built(bad))?;
            cached.keep(&room.keep()).context(NO_CACHE)?
        }
    };
    let built = Program::of_folder(built).map_err(Failure::input)?;
    Ok(Program { build: None, hash: program.hash, flush_words: program.flush_words, ..built })
}

/// The user's own folder, unless nothing has changed since it was built.
fn build_in_place(program: &Program) -> Result<(), Failure> {
    let stamp = Stamp::of(program);
    if stamp.as_ref().is_some_and(Stamp::is_current) {
        return Ok(());
    }
    let before = stamp.as_ref().and_then(Stamp::contents);
    build(program, &Plain, BUILD_LIMIT).map_err(Failure::bot)?;
    if let (Some(stamp), Some(before)) = (stamp, before) {
        stamp.note(&before);
    }
    Ok(())
}

/// Exit code 2 if the machine cannot isolate strangers' bots, else 1.
fn refused(error: Error) -> Failure {
    match error {
        Error::CannotHold { .. } => Failure::input(error),
        error => Failure::Ours(
            anyhow::Error::from(error).context("cannot isolate bots; `--no-jail` runs them as they are"),
        ),
    }
}
