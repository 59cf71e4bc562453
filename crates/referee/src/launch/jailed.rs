//! Programs started in a jail: whatever isolation the machine offers, the same on a laptop and on a ladder.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;
use skirmish_sandbox::{
    Command, Ending, Error, Jail, Limits, Report, Root, Sandbox, SandboxOptions, ThreadSnapshot, Tier,
};

use super::{Exit, Launch, NoStart, Order, Process, Started};
use crate::program::Origin;

/// Starts programs in jails.
pub struct Jailed {
    sandbox: Sandbox,
    limits: Limits,
}

impl Jailed {
    /// Jails of the strongest tier this machine has. The binary's `main` must begin with
    /// [`skirmish_sandbox::serve_if_helper`].
    pub fn new(limits: Limits) -> Result<Self, Error> {
        Ok(Self::with(Sandbox::start(&SandboxOptions::default())?, limits))
    }

    /// Jails of a sandbox that was started before, perhaps with other options.
    pub fn with(sandbox: Sandbox, limits: Limits) -> Self {
        Self { sandbox, limits }
    }

    /// What this machine can isolate.
    pub fn report(&self) -> &Report {
        self.sandbox.report()
    }

    /// The sandbox, for builds in the same kind of jail.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// How strongly programs are held.
    pub fn strength(&self) -> Tier {
        self.sandbox.tier()
    }

    /// The limits, with the one core that this thread is pinned to, if it is: a match stays on one core.
    fn limits_here(&self) -> Limits {
        let mut limits = self.limits.clone();
        if limits.core.is_none() {
            limits.core = pinned_core();
        }
        limits
    }
}

impl Launch for Jailed {
    fn tier(&self) -> &str {
        self.sandbox.tier().name()
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        let (root, mut command) = laid_out(order)?;
        for (name, value) in order.environment {
            command = command.env(name, value);
        }
        let mut jail = self.sandbox.spawn(&self.limits_here(), &root, &command).map_err(no_start)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (jail.stdin.take(), jail.stdout.take(), jail.stderr.take())
        else {
            return Err(NoStart::Ours(io::Error::other("the jail came without its pipes")));
        };
        Ok(Started { stdin, stdout, stderr, process: Box::new(JailedProcess { jail }) })
    }
}

/// The root of the program's jail, and its command with paths as they are inside.
fn laid_out(order: &Order<'_>) -> Result<(Root, Command), NoStart> {
    let words = order.command;
    match order.origin {
        Origin::Folder(folder) => Ok((Root::of_folder(folder).map_err(no_start)?, command(words)?)),
        Origin::Command => Ok((Root::of_folder(".").map_err(no_start)?, command(words)?)),
        Origin::File(file) => {
            let inside = |word: &String| if Path::new(word) == file { relative(file) } else { word.clone() };
            let words: Vec<String> = words.iter().map(inside).collect();
            Ok((Root::of_file(file).map_err(no_start)?, command(&words)?))
        }
        Origin::Script(file) => {
            let runner = words.iter().take_while(|word| Path::new(word) != file);
            let arguments = words.iter().skip_while(|word| Path::new(word) != file).skip(1);
            let command = Command::new(relative(file)).args(arguments).run_by(runner);
            Ok((Root::of_file(file).map_err(no_start)?, command))
        }
    }
}

fn command(words: &[String]) -> Result<Command, NoStart> {
    let empty = || NoStart::Bot("could not be started: its command is empty".into());
    let (program, arguments) = words.split_first().ok_or_else(empty)?;
    Ok(Command::new(program).args(arguments))
}

/// The path of a file inside: it is copied alone into the working directory.
fn relative(file: &Path) -> String {
    format!("./{}", file.file_name().unwrap_or(OsStr::new("")).to_string_lossy())
}

/// Errors of the program or its path are the bot's fault; all others are ours.
fn no_start(error: Error) -> NoStart {
    match error {
        Error::Start { .. } | Error::Path { .. } => NoStart::Bot(format!("could not be started: {error}")),
        other => NoStart::Ours(io::Error::other(other)),
    }
}

/// The core this thread is pinned to, if it is just one.
fn pinned_core() -> Option<u16> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).ok()?;
    let mut cores = (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false));
    let core = cores.next()?;
    cores.next().is_none().then_some(core as u16)
}

struct JailedProcess {
    jail: Jail,
}

impl Process for JailedProcess {
    fn pid(&self) -> u32 {
        self.jail.pid()
    }

    fn cpu_ns(&self) -> Option<u64> {
        self.jail.cpu().map(|cpu| cpu.as_nanos() as u64)
    }

    fn others_cpu_ns(&mut self) -> Option<u64> {
        self.jail.others_cpu().map(|cpu| cpu.as_nanos() as u64)
    }

    fn thread_snapshot(&mut self, is_detailed: bool) -> Option<ThreadSnapshot> {
        self.jail.thread_snapshot(is_detailed)
    }

    fn freeze(&mut self) -> bool {
        self.jail.freeze().is_ok()
    }

    fn thaw(&mut self) {
        // A program that cannot be thawed does not answer, and is late.
        let _ = self.jail.thaw();
    }

    fn exit(&mut self) -> Option<Exit> {
        self.jail.ending().map(|ending| match ending {
            Ending::Exited(status) => Exit::Status(status),
            Ending::Signalled(signal) => Exit::Signal(signal),
            Ending::OutOfMemory => Exit::OutOfMemory,
            Ending::Killed => Exit::Signal(nix::libc::SIGKILL),
        })
    }

    fn memory_peak_bytes(&mut self) -> Option<u64> {
        self.jail.usage().ok().map(|usage| usage.memory_peak_bytes).filter(|&bytes| bytes > 0)
    }

    fn end(&mut self) {
        // An error is ignored: what it used is in the record already, and dropping the jail kills it again.
        let _ = self.jail.kill();
    }
}
