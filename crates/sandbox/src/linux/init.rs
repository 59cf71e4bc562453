//! A jail's init process: builds the root, starts the program, reaps orphans, and kills all that is left when the
//! program ends. With namespaces it is process 1 of the jail's pid namespace, else a subreaper
//! (`PR_SET_CHILD_SUBREAPER`).

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

use super::cpu_account::CpuAccount;
use super::message::{self, InitEvent, InitRequest};
use super::mounts;
use super::new_root::NewRoot;
use super::processes::{Memory, ProcessStat};
use super::{SCRATCH_FOLDER, Setup, Spec, WORK_FOLDER, processes, program, sys};
use crate::Ending;

/// The longest time between two checks of the watchdog, which runs where no control group counts memory or CPU time.
const WATCHDOG_PERIOD_MAX: Duration = Duration::from_millis(10);
/// The same where a check itself takes long.
const WATCHDOG_BACKOFF_MAX: Duration = Duration::from_millis(100);
/// When to send `SIGSTOP` again to processes that still run while the jail is frozen.
const STOP_RETRY: Duration = Duration::from_millis(1);
/// How often `SIGSTOP` is sent before the reply to `Freeze`. Processes that are still not stopped then, because they
/// exit or are in uninterruptible sleep, are signalled again by the watchdog.
const STOP_ROUNDS_MAX: u32 = 20;
/// How long a running process needs to handle `SIGSTOP`.
const STOP_ROUND_WAIT: Duration = Duration::from_micros(100);
/// A program that fails with less than this fraction (1/16) of its memory left has run out of it.
const HEADROOM_DIVISOR: u64 = 16;
/// The most that is queued in one socket: twice `net.core.wmem_max` by default, because `SO_SNDBUF` is doubled for
/// overhead.
const SOCKET_BYTES_MAX: u64 = 2 * 212_992;
/// Sockets that are not charged: every runtime has a few.
const SOCKETS_FREE: u64 = 32;
/// How long killed processes may take to be reaped.
const KILL_WAIT_MAX: Duration = Duration::from_secs(1);
/// The longest explanation of a failed start.
const WHY_BYTES_MAX: u64 = 4096;
/// Stdin, stdout and stderr are the first descriptors of `InitRequest::Start`.
const STANDARD_DESCRIPTORS: usize = 3;
/// Set to 0 to forbid nested user namespaces, independently of the seccomp filter.
const NESTED_NAMESPACES: &str = "/proc/sys/user/max_user_namespaces";

struct Init<'a> {
    socket: OwnedFd,
    setup: &'a Setup,
    /// The user that programs run as, where it is not the helper's own.
    outer_user: Option<Uid>,
    children: SignalFd,
    program: Option<Pid>,
    /// The work folder of a build, opened before the build runs: the build may replace what is at its path.
    work_folder: Option<File>,
    /// Set where the watchdog limits memory. Not without a pid namespace: `/proc` then has all processes of the host,
    /// and reading them costs too much.
    memory_bytes_max: Option<u64>,
    memory_peak_bytes: u64,
    /// `RssFile` of the program's own process at the last check.
    file_bytes: u64,
    cpu: CpuAccount,
    /// Set where no control group counts memory or CPU time.
    has_watchdog: bool,
    next_check: Instant,
    is_frozen: bool,
    is_out_of_memory: bool,
    /// Randomizes the times of checks.
    random: RandomState,
}

/// Run the init process in a fork of the helper. Of its descriptors only the socket stays open.
pub fn run(socket: OwnedFd, setup: &Setup, outer_user: Option<Uid>) -> ! {
    let code = match serve(socket, setup, outer_user) {
        Ok(()) => 0,
        Err(_) => 1,
    };
    sys::leave(code)
}

fn serve(socket: OwnedFd, setup: &Setup, outer_user: Option<Uid>) -> io::Result<()> {
    let socket = sys::keep_only(socket)?;
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGCHLD);
    mask.thread_set_mask()?;
    let children = SignalFd::with_flags(&mask, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
    if !setup.has_namespaces {
        prctl::set_child_subreaper(true)?;
    }
    // A failure is reported by `Start`: `PrepareRoot` has no reply.
    let mut new_root = Ok(None);
    let (spec, given) = loop {
        match message::receive(&socket)? {
            Some((InitRequest::PrepareRoot, _)) => new_root = prepare(setup, outer_user).map(Some),
            Some((InitRequest::Start(spec), given)) => break (spec, given),
            _ => return Ok(()),
        }
    };
    let mut init = Init {
        socket,
        setup,
        outer_user,
        children,
        program: None,
        work_folder: None,
        memory_bytes_max: None,
        memory_peak_bytes: 0,
        file_bytes: 0,
        cpu: CpuAccount::new(Instant::now()),
        has_watchdog: false,
        next_check: Instant::now(),
        is_frozen: false,
        is_out_of_memory: false,
        random: RandomState::new(),
    };
    match new_root.and_then(|new_root| init.start(&spec, new_root, given)) {
        Ok(pidfd) => message::send(&init.socket, &InitEvent::Started, &[pidfd.as_fd()])?,
        Err(why) => return message::send(&init.socket, &InitEvent::Failed(why), &[]),
    }
    init.serve_requests()
}

fn prepare(setup: &Setup, outer_user: Option<Uid>) -> Result<NewRoot, String> {
    unshare(CloneFlags::CLONE_NEWCGROUP).map_err(|error| format!("cgroup namespace: {error}"))?;
    std::fs::write(NESTED_NAMESPACES, "0")
        .map_err(|error| format!("cannot forbid nested namespaces: {error}"))?;
    sethostname("skirmish").map_err(|error| format!("cannot set the host name: {error}"))?;
    sys::bound_capabilities();
    let new_root = mounts::prepare(setup, outer_user.is_some())?;
    // Changing the effective user id has cleared it (prctl(2)).
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(|error| error.to_string())?;
    Ok(new_root)
}

impl Init<'_> {
    fn start(
        &mut self,
        spec: &Spec,
        new_root: Option<NewRoot>,
        given: Vec<OwnedFd>,
    ) -> Result<OwnedFd, String> {
        let mut stdio = given;
        let given = stdio.split_off(stdio.len().min(STANDARD_DESCRIPTORS));
        if let Some(new_root) = new_root {
            mounts::enter(new_root, spec, given)?;
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
        self.drop_privileges()?;
        self.program = Some(pid);
        self.memory_bytes_max =
            (self.setup.has_namespaces && !self.setup.counts_memory).then_some(spec.limits.memory_bytes);
        self.has_watchdog = self.setup.has_namespaces && !(self.setup.counts_memory && self.setup.counts_cpu);
        let mut error = String::new();
        let _ = why.take(WHY_BYTES_MAX).read_to_string(&mut error);
        if error.is_empty() { Ok(pidfd) } else { Err(error) }
    }

    /// Init needs no capabilities from here on. Not dumpable, it cannot be traced or read through `/proc` by the
    /// program, which is the same user.
    fn drop_privileges(&self) -> Result<(), String> {
        if self.setup.has_namespaces {
            sys::drop_capabilities().map_err(|error| format!("capset: {error}"))?;
        }
        prctl::set_no_new_privs().and_then(|()| prctl::set_dumpable(false)).map_err(|error| error.to_string())
    }

    /// Handle requests and `SIGCHLD`, and run the watchdog, until the parent closes the socket.
    fn serve_requests(&mut self) -> io::Result<()> {
        loop {
            let has_checks = (self.has_watchdog || self.is_frozen) && self.program.is_some();
            let left = self.next_check.saturating_duration_since(Instant::now()) + Duration::from_micros(999);
            let timeout =
                if has_checks { left.try_into().unwrap_or(PollTimeout::MAX) } else { PollTimeout::NONE };
            let mut ready = [
                PollFd::new(self.socket.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.children.as_fd(), PollFlags::POLLIN),
            ];
            match poll(&mut ready, timeout) {
                Err(Errno::EINTR) => continue,
                other => other?,
            };
            let [has_request, has_child] = ready.map(|fd| fd.any().unwrap_or(true));
            if has_checks && Instant::now() >= self.next_check {
                self.check_usage();
            }
            if has_child {
                self.reap()?;
            }
            if has_request && !self.handle_request()? {
                self.end_all();
                return Ok(());
            }
        }
    }

    /// Handle one request; `false` for `Shutdown` and at the end of the stream.
    fn handle_request(&mut self) -> io::Result<bool> {
        let Some((request, _)) = message::receive::<InitRequest>(&self.socket)? else { return Ok(false) };
        match request {
            InitRequest::PrepareRoot | InitRequest::Start(_) => {
                message::send(&self.socket, &InitEvent::Failed("already started".into()), &[])?
            }
            InitRequest::Freeze => self.freeze()?,
            InitRequest::Thaw => self.thaw()?,
            InitRequest::Measure => self.measure()?,
            InitRequest::Collect => self.collect()?,
            InitRequest::Shutdown => return Ok(false),
        }
        Ok(true)
    }

    /// Stop all processes. A process that is just exiting can still resume others: the kernel sends `SIGCONT` to a
    /// process group that becomes orphaned, and a parent may have asked for it as a child's exit signal. So `SIGSTOP`
    /// is repeated until all have stopped, and again at every check.
    fn freeze(&mut self) -> io::Result<()> {
        self.is_frozen = true;
        for _ in 0..STOP_ROUNDS_MAX {
            self.signal_all(Signal::SIGSTOP);
            if self.jailed_processes().iter().all(ProcessStat::is_stopped) {
                break;
            }
            std::thread::sleep(STOP_ROUND_WAIT);
        }
        self.next_check = Instant::now();
        message::send(&self.socket, &InitEvent::Done, &[])
    }

    fn thaw(&mut self) -> io::Result<()> {
        self.is_frozen = false;
        self.signal_all(Signal::SIGCONT);
        message::send(&self.socket, &InitEvent::Done, &[])
    }

    fn measure(&mut self) -> io::Result<()> {
        let jailed_processes = self.jailed_processes();
        let cpu = self.cpu.update(Instant::now(), &jailed_processes);
        self.measure_memory(&jailed_processes, 0);
        message::send(
            &self.socket,
            &InitEvent::Measured { cpu, memory_peak_bytes: self.memory_peak_bytes },
            &[],
        )
    }

    /// Send the work folder's descriptor, after killing all processes that could change it.
    fn collect(&mut self) -> io::Result<()> {
        self.end_all();
        match &self.work_folder {
            Some(folder) => message::send(&self.socket, &InitEvent::Collected, &[folder.as_fd()]),
            None => message::send(
                &self.socket,
                &InitEvent::Failed("there is no folder to collect from".into()),
                &[],
            ),
        }
    }

    /// Reap ended children. When the program is among them, kill all other processes.
    fn reap(&mut self) -> io::Result<()> {
        while let Ok(Some(_)) = self.children.read_signal() {}
        while let Ok(Some(reaped)) = sys::reap_any() {
            self.cpu.add_reaped(reaped.cpu);
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
            message::send(&self.socket, &InitEvent::Ended(ending), &[])?;
        }
        Ok(())
    }

    /// Whether it had used nearly all of its memory. Without a control group `RLIMIT_DATA` makes allocations fail, and
    /// the program ends by its own error.
    fn was_at_its_limit(&self, reaped: &sys::Reaped) -> bool {
        let peak = reaped.resident_peak_bytes.saturating_sub(self.file_bytes).max(self.memory_peak_bytes);
        self.memory_bytes_max.is_some_and(|limit| peak >= limit - limit / HEADROOM_DIVISOR)
    }

    /// Kill all other processes of the jail, and reap them.
    fn end_all(&mut self) {
        let end = Instant::now() + KILL_WAIT_MAX;
        loop {
            self.signal_all(Signal::SIGKILL);
            match sys::reap_any() {
                Ok(Some(reaped)) => self.cpu.add_reaped(reaped.cpu),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_micros(200)),
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Signal all processes of the program, and no others.
    fn signal_all(&self, signal: Signal) {
        if self.setup.has_namespaces && getpid() == Pid::from_raw(1) {
            // `kill(-1)` by process 1 of a pid namespace reaches all of its other processes, and none outside.
            let _ = kill(Pid::from_raw(-1), signal);
        } else {
            for stat in processes::descendants(getpid()) {
                let _ = kill(stat.pid, signal);
            }
        }
    }

    fn jailed_processes(&self) -> Vec<ProcessStat> {
        match self.setup.has_namespaces {
            true => processes::all().filter(|stat| stat.pid != getpid()).collect(),
            false => processes::descendants(getpid()),
        }
    }

    /// The watchdog's check: count CPU time and memory, kill the program if it uses too much memory, send `SIGSTOP`
    /// again if it is frozen, and schedule the next check so that checks take at most a tenth of a core. Their cost is
    /// measured as CPU time, not wall time: otherwise a busy program would make checks rarer.
    fn check_usage(&mut self) {
        let begin = processes::cpu(getpid()).unwrap_or_default();
        let jailed_processes = self.jailed_processes();
        self.cpu.update(Instant::now(), &jailed_processes);
        if self.memory_bytes_max.is_some_and(|limit| self.measure_memory(&jailed_processes, limit) > limit) {
            self.is_out_of_memory = true;
            self.signal_all(Signal::SIGKILL);
        }
        let must_stop_again = self.is_frozen && !jailed_processes.iter().all(ProcessStat::is_stopped);
        if self.is_frozen {
            self.signal_all(Signal::SIGSTOP);
        }
        let cost = processes::cpu(getpid()).unwrap_or_default().saturating_sub(begin);
        let pause = if must_stop_again { STOP_RETRY } else { self.random_pause() };
        self.next_check = Instant::now() + (cost * 9).clamp(pause, WATCHDOG_BACKOFF_MAX);
    }

    /// Random, because a program that could predict checks could compute between them, in processes that no check sees.
    fn random_pause(&self) -> Duration {
        let parts = self.random.hash_one(self.next_check) % 16 + 1;
        WATCHDOG_PERIOD_MAX * parts as u32 / 16
    }

    /// Memory in use now; updates the peak. `RssAnon` counts pages shared since a fork several times, so the slower
    /// `Pss_Anon` is read where the sum exceeds `exact_above`.
    fn measure_memory(&mut self, jailed_processes: &[ProcessStat], exact_above: u64) -> u64 {
        let kernel = if self.setup.has_namespaces { scratch_bytes() + socket_bytes() } else { 0 };
        let memories: Vec<_> =
            jailed_processes.iter().map(|stat| (stat.pid, processes::memory(stat.pid))).collect();
        if let Some((_, own)) = memories.iter().find(|(pid, _)| Some(*pid) == self.program) {
            self.file_bytes = own.file;
        }
        let quick = |(_, memory): &(Pid, Memory)| memory.anon + memory.page_tables;
        // `smaps_rollup` of a process that is not dumpable cannot be read; then shared pages count in full.
        let exact = |(pid, memory): &(Pid, Memory)| {
            processes::pss_anon_bytes(*pid).unwrap_or(memory.anon) + memory.page_tables
        };
        let mut used = kernel + memories.iter().map(quick).sum::<u64>();
        if used > exact_above {
            used = kernel + memories.iter().map(exact).sum::<u64>();
        }
        self.memory_peak_bytes = self.memory_peak_bytes.max(used);
        used
    }
}

/// Bytes used in the jail's tmpfs.
fn scratch_bytes() -> u64 {
    nix::sys::statvfs::statvfs(SCRATCH_FOLDER)
        .map_or(0, |fs| (fs.blocks() - fs.blocks_free()) * fs.fragment_size())
}

/// An upper bound of what the jail's sockets hold: the kernel tells their number, not how much is queued in them.
fn socket_bytes() -> u64 {
    std::fs::read_to_string("/proc/self/net/sockstat")
        .ok()
        .and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix("sockets: used ")?.parse::<u64>().ok())
        })
        .map_or(0, |sockets| sockets.saturating_sub(SOCKETS_FREE) * SOCKET_BYTES_MAX)
}
