//! A jail's first process: waits to be used, builds the root, starts the program, and outlives it just long enough to
//! end everything that the program started.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::WaitStatus;
use nix::unistd::{Pid, Uid, getpid, pipe2, sethostname};

use super::message::{self, Notice, Order};
use super::mounts;
use super::processes::Seen;
use super::stage::Stage;
use super::{SCRATCH_FOLDER, Setup, Spec, WORKSHOP_FOLDER, processes, program, sys};
use crate::Ending;

/// How often memory is looked at where no control group counts it.
const WATCH: Duration = Duration::from_millis(10);
/// How seldom it is looked at, however long looking takes.
const WATCH_MAX: Duration = Duration::from_millis(100);
/// How long killed processes may take to be gone.
const BURIAL: Duration = Duration::from_secs(1);
/// The longest explanation of a failed start.
const WHY_BYTES_MAX: u64 = 4096;
/// Standard input, output and error come first.
const STANDARD_DESCRIPTORS: usize = 3;
/// Refuses user namespaces inside ours, where a filter could not.
const NESTED_NAMESPACES: &str = "/proc/sys/user/max_user_namespaces";

/// The state of a jail's first process.
struct First<'a> {
    line: OwnedFd,
    setup: &'a Setup,
    /// The user that programs run as, where it is not the helper's own.
    outer_user: Option<Uid>,
    children: SignalFd,
    program: Option<Pid>,
    /// The folder of a build, opened before the build ran: whatever lies at its path afterwards, this is what was built in.
    workshop: Option<File>,
    /// Set where no control group counts memory; without a namespace, looking at all processes would cost too much.
    memory_bytes_max: Option<u64>,
    memory_peak_bytes: u64,
    next_look: Instant,
    reaped_cpu: Duration,
    is_out_of_memory: bool,
}

/// Be the first process. The line to the parent is all that is kept of the helper.
pub fn run(line: OwnedFd, setup: &Setup, outer_user: Option<Uid>) -> ! {
    let code = match serve(line, setup, outer_user) {
        Ok(()) => 0,
        Err(_) => 1,
    };
    sys::leave(code)
}

fn serve(line: OwnedFd, setup: &Setup, outer_user: Option<Uid>) -> io::Result<()> {
    let line = sys::keep_only(line)?;
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGCHLD);
    mask.thread_set_mask()?;
    let children = SignalFd::with_flags(&mask, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
    if !setup.has_namespaces {
        prctl::set_child_subreaper(true)?;
    }
    // A failure to prepare is told to the one who wants to use the jail.
    let mut stage = Ok(None);
    let (spec, given) = loop {
        match message::receive(&line)? {
            Some((Order::Prepare, _)) => stage = prepare(setup, outer_user).map(Some),
            Some((Order::Start(spec), given)) => break (spec, given),
            _ => return Ok(()),
        }
    };
    let mut first = First {
        line,
        setup,
        outer_user,
        children,
        program: None,
        workshop: None,
        memory_bytes_max: None,
        memory_peak_bytes: 0,
        next_look: Instant::now(),
        reaped_cpu: Duration::ZERO,
        is_out_of_memory: false,
    };
    match stage.and_then(|stage| first.start(&spec, stage, given)) {
        Ok(pidfd) => message::send(&first.line, &Notice::Started, &[pidfd.as_fd()])?,
        Err(why) => return message::send(&first.line, &Notice::Failed(why), &[]),
    }
    first.watch()
}

fn prepare(setup: &Setup, outer_user: Option<Uid>) -> Result<Stage, String> {
    unshare(CloneFlags::CLONE_NEWCGROUP).map_err(|error| format!("cgroup namespace: {error}"))?;
    std::fs::write(NESTED_NAMESPACES, "0")
        .map_err(|error| format!("cannot forbid nested namespaces: {error}"))?;
    sethostname("skirmish").map_err(|error| format!("cannot set the host name: {error}"))?;
    sys::bound_capabilities();
    let stage = mounts::prepare(&setup.toolchains, outer_user.is_some())?;
    // Becoming another user has cleared it.
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(|error| error.to_string())?;
    Ok(stage)
}

impl First<'_> {
    fn start(&mut self, spec: &Spec, stage: Option<Stage>, given: Vec<OwnedFd>) -> Result<OwnedFd, String> {
        let mut stdio = given;
        let given = stdio.split_off(stdio.len().min(STANDARD_DESCRIPTORS));
        if let Some(stage) = stage {
            mounts::enter(stage, spec, given)?;
            if spec.root.is_workshop {
                let opened = File::open(WORKSHOP_FOLDER);
                self.workshop =
                    Some(opened.map_err(|error| format!("cannot open {WORKSHOP_FOLDER}: {error}"))?);
            }
        }
        let (why, mut tell) = pipe2(nix::fcntl::OFlag::O_CLOEXEC)
            .map(|(why, tell)| (File::from(why), File::from(tell)))
            .map_err(|error| error.to_string())?;
        let (pid, pidfd) = match sys::fork_into(0).map_err(|error| format!("cannot fork: {error}"))? {
            sys::Side::Parent(pid, pidfd) => (pid, pidfd),
            sys::Side::Child => {
                if let Some(error) = program::run(spec, self.setup, self.outer_user, &stdio) {
                    let _ = tell.write_all(error.as_bytes());
                }
                sys::leave(127)
            }
        };
        drop((tell, stdio));
        self.lay_down_powers()?;
        self.program = Some(pid);
        self.memory_bytes_max =
            (self.setup.has_namespaces && !self.setup.counts_memory).then_some(spec.limits.memory_bytes);
        let mut error = String::new();
        let _ = why.take(WHY_BYTES_MAX).read_to_string(&mut error);
        if error.is_empty() { Ok(pidfd) } else { Err(error) }
    }

    /// What is left to do needs no capability, and the program must find nothing here to take over.
    fn lay_down_powers(&self) -> Result<(), String> {
        if self.setup.has_namespaces {
            sys::drop_capabilities().map_err(|error| format!("capset: {error}"))?;
        }
        prctl::set_no_new_privs().and_then(|()| prctl::set_dumpable(false)).map_err(|error| error.to_string())
    }

    /// Carry out orders until the line is hung up.
    fn watch(&mut self) -> io::Result<()> {
        loop {
            let tick = self.memory_bytes_max.filter(|_| self.program.is_some());
            let left = self.next_look.saturating_duration_since(Instant::now()) + Duration::from_micros(999);
            let timeout = tick.map_or(PollTimeout::NONE, |_| left.try_into().unwrap_or(PollTimeout::MAX));
            let mut ready = [
                PollFd::new(self.line.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.children.as_fd(), PollFlags::POLLIN),
            ];
            match poll(&mut ready, timeout) {
                Err(Errno::EINTR) => continue,
                other => other?,
            };
            let [has_order, has_child] = ready.map(|fd| fd.any().unwrap_or(true));
            if let Some(limit) = tick.filter(|_| Instant::now() >= self.next_look) {
                self.guard_memory(limit);
            }
            if has_child {
                self.reap()?;
            }
            if has_order && !self.obey()? {
                self.end_all();
                return Ok(());
            }
        }
    }

    /// Do one order; `false` if it was the last.
    fn obey(&mut self) -> io::Result<bool> {
        let Some((order, _)) = message::receive::<Order>(&self.line)? else { return Ok(false) };
        match order {
            Order::Prepare | Order::Start(_) => {
                message::send(&self.line, &Notice::Failed("already started".into()), &[])?
            }
            Order::Freeze => self.stop_or_go(Signal::SIGSTOP)?,
            Order::Thaw => self.stop_or_go(Signal::SIGCONT)?,
            Order::Measure => self.measure()?,
            Order::Collect => self.collect()?,
            Order::Die => return Ok(false),
        }
        Ok(true)
    }

    fn stop_or_go(&self, signal: Signal) -> io::Result<()> {
        // Twice: a process may be born while the first round is under way.
        self.signal_all(signal);
        self.signal_all(signal);
        message::send(&self.line, &Notice::Done, &[])
    }

    fn measure(&mut self) -> io::Result<()> {
        let live: Duration = self.others().iter().map(Seen::family_cpu).sum();
        self.look_at_memory(0);
        let cpu = self.reaped_cpu + live;
        message::send(&self.line, &Notice::Measured { cpu, memory_peak_bytes: self.memory_peak_bytes }, &[])
    }

    /// Hand over the folder that was built in. Nobody is left who could change it meanwhile.
    fn collect(&mut self) -> io::Result<()> {
        self.end_all();
        match &self.workshop {
            Some(folder) => message::send(&self.line, &Notice::Collected, &[folder.as_fd()]),
            None => {
                message::send(&self.line, &Notice::Failed("there is no folder to collect from".into()), &[])
            }
        }
    }

    /// Bury the dead. When the program is among them, all that it started follows.
    fn reap(&mut self) -> io::Result<()> {
        while let Ok(Some(_)) = self.children.read_signal() {}
        while let Ok(Some(reaped)) = sys::reap_any() {
            self.reaped_cpu += reaped.cpu;
            if Some(reaped.pid) != self.program {
                continue;
            }
            self.program = None;
            let ending = match WaitStatus::from_raw(reaped.pid, reaped.status) {
                _ if self.is_out_of_memory => Ending::OutOfMemory,
                Ok(WaitStatus::Signaled(_, signal, _)) => Ending::Signalled(signal as i32),
                Ok(WaitStatus::Exited(_, code)) => Ending::Exited(code),
                _ => Ending::Killed,
            };
            self.end_all();
            message::send(&self.line, &Notice::Ended(ending), &[])?;
        }
        Ok(())
    }

    /// Kill everything but this process, and wait until it is gone.
    fn end_all(&mut self) {
        let end = Instant::now() + BURIAL;
        loop {
            self.signal_all(Signal::SIGKILL);
            match sys::reap_any() {
                Ok(Some(reaped)) => self.reaped_cpu += reaped.cpu,
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_micros(200)),
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Signal all processes of the program, and no others.
    fn signal_all(&self, signal: Signal) {
        if self.setup.has_namespaces && getpid() == Pid::from_raw(1) {
            // In our own namespace, "everyone" is everyone in the jail but us.
            let _ = kill(Pid::from_raw(-1), signal);
        } else {
            for seen in processes::descendants(getpid()) {
                let _ = kill(seen.pid, signal);
            }
        }
    }

    fn others(&self) -> Vec<Seen> {
        match self.setup.has_namespaces {
            true => processes::all().filter(|seen| seen.pid != getpid()).collect(),
            false => processes::descendants(getpid()),
        }
    }

    /// Kill the program if it uses too much, and decide when to look again: at most a tenth of a core goes into looking.
    /// What counts is what we compute, not how long we wait for a core, or a busy program could make us look away.
    fn guard_memory(&mut self, limit: u64) {
        let begin = processes::cpu(getpid()).unwrap_or_default();
        if self.look_at_memory(limit) > limit {
            self.is_out_of_memory = true;
            self.signal_all(Signal::SIGKILL);
        }
        let cost = processes::cpu(getpid()).unwrap_or_default().saturating_sub(begin);
        self.next_look = Instant::now() + (cost * 9).clamp(WATCH, WATCH_MAX);
    }

    /// What is in use now; remembers the most that was seen. Exact only where a quick look says more than `doubt`.
    fn look_at_memory(&mut self, doubt: u64) -> u64 {
        let others = self.others();
        let scratch = if self.setup.has_namespaces { scratch_bytes() } else { 0 };
        let quick = |seen: &Seen| processes::private_bytes(seen.pid);
        // A process may hide its maps from us; then it is charged for all that it touches.
        let exact = |seen: &Seen| processes::fair_share_bytes(seen.pid).unwrap_or_else(|| quick(seen));
        let mut used = scratch + others.iter().map(quick).sum::<u64>();
        if used > doubt {
            used = scratch + others.iter().map(exact).sum::<u64>();
        }
        self.memory_peak_bytes = self.memory_peak_bytes.max(used);
        used
    }
}

/// What lies in the one folder that can be written to.
fn scratch_bytes() -> u64 {
    nix::sys::statvfs::statvfs(SCRATCH_FOLDER)
        .map_or(0, |fs| (fs.blocks() - fs.blocks_free()) * fs.fragment_size())
}
