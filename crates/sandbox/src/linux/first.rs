//! A jail's first process: waits to be used, builds the root, starts the program, and outlives it just long enough to
//! end everything that the program started.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
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

use super::account::CpuAccount;
use super::message::{self, Notice, Order};
use super::mounts;
use super::processes::{Memory, Seen};
use super::stage::Stage;
use super::{SCRATCH_FOLDER, Setup, Spec, WORK_FOLDER, processes, program, sys};
use crate::Ending;

/// The longest time between two looks at the processes where no control group counts what they use.
const WATCH: Duration = Duration::from_millis(10);
/// The longest time if looking itself takes long.
const WATCH_MAX: Duration = Duration::from_millis(100);
/// When to look again at processes that should be stopped and are not.
const WATCH_RESTLESS: Duration = Duration::from_millis(1);
/// How often processes are told to stop before the one who ordered it hears that they were; those that are still on their
/// way, because they end or wait for a disk, are told again later.
const STOP_ROUNDS_MAX: u32 = 20;
/// How long a process that has a core needs to stop.
const STOP_ROUND: Duration = Duration::from_micros(100);
/// Less than this part of its memory is left to one who is at its limit.
const NEARLY: u64 = 16;
/// The most that waits in one socket: twice what Linux lets one ask for, because it counts its own part as well.
const SOCKET_BYTES_MAX: u64 = 2 * 212_992;
/// So many sockets cost nothing.
const FREE_SOCKETS: u64 = 32;
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
    work_folder: Option<File>,
    /// Set where no control group counts memory; without a namespace, looking at all processes would cost too much.
    memory_bytes_max: Option<u64>,
    memory_peak_bytes: u64,
    /// What the program itself held of files' pages when it was last seen.
    files_bytes: u64,
    cpu: CpuAccount,
    /// Where no control group counts something, all processes are looked at now and then.
    is_watched: bool,
    next_look: Instant,
    is_frozen: bool,
    is_out_of_memory: bool,
    /// Makes the moments of looking unforeseeable.
    chance: RandomState,
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
        work_folder: None,
        memory_bytes_max: None,
        memory_peak_bytes: 0,
        files_bytes: 0,
        cpu: CpuAccount::new(Instant::now()),
        is_watched: false,
        next_look: Instant::now(),
        is_frozen: false,
        is_out_of_memory: false,
        chance: RandomState::new(),
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
    let stage = mounts::prepare(setup, outer_user.is_some())?;
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
            if spec.root.has_writable_copy {
                let opened = File::open(WORK_FOLDER);
                self.work_folder =
                    Some(opened.map_err(|error| format!("cannot open {WORK_FOLDER}: {error}"))?);
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
        self.is_watched = self.setup.has_namespaces && !(self.setup.counts_memory && self.setup.counts_cpu);
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
            let looks = (self.is_watched || self.is_frozen) && self.program.is_some();
            let left = self.next_look.saturating_duration_since(Instant::now()) + Duration::from_micros(999);
            let timeout = if looks { left.try_into().unwrap_or(PollTimeout::MAX) } else { PollTimeout::NONE };
            let mut ready = [
                PollFd::new(self.line.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.children.as_fd(), PollFlags::POLLIN),
            ];
            match poll(&mut ready, timeout) {
                Err(Errno::EINTR) => continue,
                other => other?,
            };
            let [has_order, has_child] = ready.map(|fd| fd.any().unwrap_or(true));
            if looks && Instant::now() >= self.next_look {
                self.guard();
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
            Order::Freeze => self.freeze()?,
            Order::Thaw => self.thaw()?,
            Order::Measure => self.measure()?,
            Order::Collect => self.collect()?,
            Order::Die => return Ok(false),
        }
        Ok(true)
    }

    /// Stop all processes. A stopped one is let go on by the kernel itself when one that was just ending is gone at last: its
    /// child in a process group that nobody else controls, or its parent if it asked for that signal. So they are told
    /// until they have stopped, and again at every look.
    fn freeze(&mut self) -> io::Result<()> {
        self.is_frozen = true;
        for _ in 0..STOP_ROUNDS_MAX {
            self.signal_all(Signal::SIGSTOP);
            if self.others().iter().all(Seen::is_stopped) {
                break;
            }
            std::thread::sleep(STOP_ROUND);
        }
        self.next_look = Instant::now();
        message::send(&self.line, &Notice::Done, &[])
    }

    fn thaw(&mut self) -> io::Result<()> {
        self.is_frozen = false;
        self.signal_all(Signal::SIGCONT);
        message::send(&self.line, &Notice::Done, &[])
    }

    fn measure(&mut self) -> io::Result<()> {
        let others = self.others();
        let cpu = self.cpu.look(Instant::now(), &others);
        self.look_at_memory(&others, 0);
        message::send(&self.line, &Notice::Measured { cpu, memory_peak_bytes: self.memory_peak_bytes }, &[])
    }

    /// Hand over the folder that was built in. Nobody is left who could change it meanwhile.
    fn collect(&mut self) -> io::Result<()> {
        self.end_all();
        match &self.work_folder {
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
            self.cpu.reap(reaped.cpu);
            if Some(reaped.pid) != self.program {
                continue;
            }
            self.program = None;
            let was_at_its_limit = self.was_at_its_limit(&reaped);
            let ending = match WaitStatus::from_raw(reaped.pid, reaped.status) {
                _ if self.is_out_of_memory => Ending::OutOfMemory,
                Ok(WaitStatus::Exited(_, 0)) => Ending::Exited(0),
                _ if was_at_its_limit => Ending::OutOfMemory,
                Ok(WaitStatus::Signaled(_, signal, _)) => Ending::Signalled(signal as i32),
                Ok(WaitStatus::Exited(_, code)) => Ending::Exited(code),
                _ => Ending::Killed,
            };
            self.end_all();
            message::send(&self.line, &Notice::Ended(ending), &[])?;
        }
        Ok(())
    }

    /// Whether it had used nearly all of its memory. Without a control group a process is refused more, and then fails.
    fn was_at_its_limit(&self, reaped: &sys::Reaped) -> bool {
        let peak = reaped.resident_peak_bytes.saturating_sub(self.files_bytes).max(self.memory_peak_bytes);
        self.memory_bytes_max.is_some_and(|limit| peak >= limit - limit / NEARLY)
    }

    /// Kill everything but this process, and wait until it is gone.
    fn end_all(&mut self) {
        let end = Instant::now() + BURIAL;
        loop {
            self.signal_all(Signal::SIGKILL);
            match sys::reap_any() {
                Ok(Some(reaped)) => self.cpu.reap(reaped.cpu),
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

    /// Count what is used, kill the program if that is too much, keep it stopped if it is to be, and decide when to look
    /// again: at most a tenth of a core goes into looking. What counts is what we compute, not how long we wait for a core,
    /// or a busy program could make us look away.
    fn guard(&mut self) {
        let begin = processes::cpu(getpid()).unwrap_or_default();
        let others = self.others();
        self.cpu.look(Instant::now(), &others);
        if self.memory_bytes_max.is_some_and(|limit| self.look_at_memory(&others, limit) > limit) {
            self.is_out_of_memory = true;
            self.signal_all(Signal::SIGKILL);
        }
        let is_restless = self.is_frozen && !others.iter().all(Seen::is_stopped);
        if self.is_frozen {
            self.signal_all(Signal::SIGSTOP);
        }
        let cost = processes::cpu(getpid()).unwrap_or_default().saturating_sub(begin);
        let pause = if is_restless { WATCH_RESTLESS } else { self.pause() };
        self.next_look = Instant::now() + (cost * 9).clamp(pause, WATCH_MAX);
    }

    /// By chance: one who knew when we look could compute in between, in processes that are never seen.
    fn pause(&self) -> Duration {
        let parts = self.chance.hash_one(self.next_look) % 16 + 1;
        WATCH * parts as u32 / 16
    }

    /// What is in use now; remembers the most that was seen. Exact only where a quick look says more than `doubt`.
    fn look_at_memory(&mut self, others: &[Seen], doubt: u64) -> u64 {
        let kernel = if self.setup.has_namespaces { scratch_bytes() + socket_bytes() } else { 0 };
        let seen: Vec<_> = others.iter().map(|seen| (seen.pid, processes::memory(seen.pid))).collect();
        if let Some((_, own)) = seen.iter().find(|(pid, _)| Some(*pid) == self.program) {
            self.files_bytes = own.files;
        }
        let quick = |(_, memory): &(Pid, Memory)| memory.private + memory.tables;
        // A process may hide its maps from us; then it is charged for all that it touches.
        let exact = |(pid, memory): &(Pid, Memory)| {
            processes::fair_share_bytes(*pid).unwrap_or(memory.private) + memory.tables
        };
        let mut used = kernel + seen.iter().map(quick).sum::<u64>();
        if used > doubt {
            used = kernel + seen.iter().map(exact).sum::<u64>();
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

/// What the sockets of the jail may hold: nobody tells what they do. The few that any runtime has are free.
fn socket_bytes() -> u64 {
    std::fs::read_to_string("/proc/self/net/sockstat")
        .ok()
        .and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix("sockets: used ")?.parse::<u64>().ok())
        })
        .map_or(0, |sockets| sockets.saturating_sub(FREE_SOCKETS) * SOCKET_BYTES_MAX)
}
