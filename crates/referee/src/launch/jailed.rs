//! Programs started in a jail: whatever isolation the machine offers, the same on a laptop and on a ladder.

use std::io;

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;
use skirmish_programs::{in_jail, jail_options};
use skirmish_sandbox::{Ending, Error, Jail, Limits, Report, Sandbox, ThreadSnapshot, Tier};

use super::{Exit, Launch, NoStart, Order, Process, Started};

/// Starts programs in jails.
pub struct Jailed {
    sandbox: Sandbox,
    limits: Limits,
}

impl Jailed {
    /// Jails of the strongest tier this machine has. The binary's `main` must begin with
    /// [`skirmish_sandbox::serve_if_helper`].
    pub fn new(limits: Limits) -> Result<Self, Error> {
        Ok(Self::with(Sandbox::start(&jail_options())?, limits))
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
        if order.command.is_empty() {
            return Err(NoStart::Bot("could not be started: its command is empty".into()));
        }
        let (root, mut command) = in_jail(order.origin, order.command).map_err(no_start)?;
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

/// What was wrong with the program is the program's; all else is ours.
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
