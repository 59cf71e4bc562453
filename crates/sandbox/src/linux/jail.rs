//! One running program, from the parent's side.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

use super::cgroup::JailCgroup;
use super::message::{self, InitEvent, InitRequest};
use super::{Sandbox, SandboxOptions, sys, threads};
use crate::artefact;
use crate::{Caps, Command, Ending, Error, Limits, Priority, Root, ThreadSnapshot, Tier, Usage};

/// How long a jail's init process may take to reply.
const REPLY_TIMEOUT: Duration = Duration::from_secs(10);

/// One program in its jail. Dropping it kills the program and everything it started.
pub struct Jail {
    /// The program's standard input; writing never blocks. Take and drop it to close the pipe.
    pub stdin: Option<OwnedFd>,
    /// The program's standard output; reading never blocks.
    pub stdout: Option<OwnedFd>,
    /// The program's standard error; reading never blocks.
    pub stderr: Option<OwnedFd>,
    sandbox: Sandbox,
    number: u64,
    group: Option<JailCgroup>,
    pub(super) init_socket: OwnedFd,
    init_pidfd: OwnedFd,
    program: Option<Running>,
    ending: Option<Ending>,
    is_frozen: bool,
    /// What the control group's weight was set to.
    group_priority: Priority,
    /// Set when all processes are reaped.
    final_usage: Option<Usage>,
}

/// A program that was started.
struct Running {
    pid: Pid,
    /// Refers to it even after its pid was reused.
    pidfd: OwnedFd,
    /// Its CPU clock (`clock_getcpuclockid`), looked up once, because it is read at every turn.
    clock: Option<ClockId>,
}

/// Our ends of a program's pipes.
pub(super) struct Pipes {
    pub input: OwnedFd,
    pub output: OwnedFd,
    pub error: OwnedFd,
}

impl Jail {
    /// Start a program in a default [`Sandbox`] that this process shares and starts at the first call.
    pub fn spawn(limits: &Limits, root: &Root, command: &Command) -> Result<Self, Error> {
        static SHARED: Mutex<Option<Sandbox>> = Mutex::new(None);
        let sandbox = {
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            match &*shared {
                Some(sandbox) => sandbox.clone(),
                None => shared.insert(Sandbox::start(&SandboxOptions::default())?).clone(),
            }
        };
        sandbox.spawn(limits, root, command)
    }

    pub(super) fn new(
        sandbox: Sandbox,
        number: u64,
        group: Option<JailCgroup>,
        init_socket: OwnedFd,
        init_pidfd: OwnedFd,
        pipes: Pipes,
    ) -> Self {
        Self {
            stdin: Some(pipes.input),
            stdout: Some(pipes.output),
            stderr: Some(pipes.error),
            sandbox,
            number,
            group,
            init_socket,
            init_pidfd,
            program: None,
            ending: None,
            is_frozen: false,
            group_priority: Priority::Normal,
            final_usage: None,
        }
    }

    pub(super) fn set_program(&mut self, pidfd: OwnedFd) {
        self.program = pid_of(&pidfd).map(|pid| Running { pid, pidfd, clock: clock_getcpuclockid(pid).ok() });
    }

    /// How strongly the program is held.
    pub fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    /// The program's process number on the host; 0 if it had ended before it could be asked.
    pub fn pid(&self) -> u32 {
        self.program.as_ref().map_or(0, |program| program.pid.as_raw() as u32)
    }

    /// A descriptor that becomes readable when the program ends.
    pub fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        self.program.as_ref().map(|program| program.pidfd.as_fd())
    }

    /// CPU time of the program's own process so far, with its threads: two system calls, for every turn.
    pub fn cpu(&self) -> Option<Duration> {
        let program = self.program.as_ref()?;
        let cpu = Duration::from(clock_gettime(program.clock?).ok()?);
        // If the program has ended, its pid may have been reused, and the clock is another process's.
        let has_ended = message::is_readable_within(&program.pidfd, Duration::ZERO).unwrap_or(true);
        (!has_ended).then_some(cpu)
    }

    /// CPU time so far of all descendants of the program's own process. Costs more than [`cpu`](Self::cpu), so not for
    /// every turn.
    pub fn others_cpu(&mut self) -> Option<Duration> {
        let own = self.cpu()?;
        Some(self.whole_cpu()?.saturating_sub(own))
    }

    /// CPU time so far of the program and of everything it started.
    pub(super) fn whole_cpu(&mut self) -> Option<Duration> {
        match self.group.as_ref().and_then(JailCgroup::cpu) {
            Some(all) => Some(all),
            None => self.usage().ok().map(|usage| usage.cpu),
        }
    }

    /// Whether a thread runs or is runnable; also `true` where the kernel does not say.
    pub(super) fn wants_cpu(&mut self) -> bool {
        let seen = self.thread_snapshot(false);
        seen.is_none_or(|seen| seen.threads.iter().any(|thread| thread.is_ready))
    }

    /// The weight of the control group, where there is one. The processes' own priority is theirs from the start.
    pub(super) fn set_group_priority(&mut self, priority: Priority) -> io::Result<()> {
        if self.group_priority == priority {
            return Ok(());
        }
        self.group_priority = priority;
        self.group.as_ref().map_or(Ok(()), |group| group.set_priority(priority))
    }

    /// The scheduler's counters for all threads of the program and of its descendants. A detailed snapshot has
    /// `involuntary_switches` and, where no control group counts CPU time, asks the init process for `whole_cpu`.
    pub fn thread_snapshot(&mut self, is_detailed: bool) -> Option<ThreadSnapshot> {
        let init = pid_of(&self.init_pidfd)?;
        let members = self.group.as_ref().and_then(JailCgroup::processes);
        let mut seen = match members {
            Some(members) => {
                let bots: Vec<_> = members.into_iter().filter(|&pid| pid != init).collect();
                threads::of_processes(&bots, is_detailed)?
            }
            None => threads::of_descendants(init, is_detailed)?,
        };
        seen.throttled = self.group.as_ref().and_then(JailCgroup::throttled).unwrap_or_default();
        seen.whole_cpu = self.group.as_ref().and_then(JailCgroup::cpu);
        if is_detailed && seen.whole_cpu.is_none() {
            seen.whole_cpu = self.usage().ok().map(|usage| usage.cpu);
        }
        Some(seen)
    }

    /// What the program and everything it started have used so far.
    pub fn usage(&mut self) -> Result<Usage, Error> {
        if let Some(usage) = self.final_usage {
            return Ok(usage);
        }
        if let Some(usage) = self.cgroup_usage() {
            return Ok(usage);
        }
        match self.request(&InitRequest::Measure)?.0 {
            InitEvent::Measured { cpu, memory_peak_bytes } => Ok(Usage { cpu, memory_peak_bytes }),
            _ => Err(unexpected("measuring")),
        }
    }

    /// What the control group has counted.
    fn cgroup_usage(&self) -> Option<Usage> {
        let group = self.group.as_ref()?;
        Some(Usage { cpu: group.cpu()?, memory_peak_bytes: group.memory_peak_bytes()? })
    }

    /// Stop the program and all its descendants until [`thaw`](Self::thaw): by the cgroup freezer, or else by
    /// `SIGSTOP`.
    pub fn freeze(&mut self) -> Result<(), Error> {
        self.set_frozen(true)
    }

    /// Resume the program after [`freeze`](Self::freeze).
    pub fn thaw(&mut self) -> Result<(), Error> {
        self.set_frozen(false)
    }

    fn set_frozen(&mut self, is_frozen: bool) -> Result<(), Error> {
        if self.is_frozen == is_frozen || self.ending.is_some() {
            return Ok(());
        }
        let request = if is_frozen { InitRequest::Freeze } else { InitRequest::Thaw };
        match &self.group {
            Some(group) if group.can_freeze() => {
                group.freeze(is_frozen).map_err(Error::helper("freezing"))?
            }
            _ => drop(self.request(&request)?),
        }
        self.is_frozen = is_frozen;
        Ok(())
    }

    /// How the program ended, if it has. Nothing that it started runs then.
    pub fn ending(&mut self) -> Option<Ending> {
        self.wait(Duration::ZERO)
    }

    /// Wait for the program to end; `None` when it still runs after `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<Ending> {
        let end = Instant::now() + patience;
        while self.ending.is_none() {
            let left = end.saturating_duration_since(Instant::now());
            if !message::is_readable_within(&self.init_socket, left).unwrap_or(true) {
                return None;
            }
            match message::receive::<InitEvent>(&self.init_socket) {
                Ok(Some((InitEvent::Ended(ending), _))) => self.end(ending),
                Ok(Some(_)) => {}
                // Init has died, and the kernel kills all processes of its pid namespace.
                Ok(None) | Err(_) => self.end(Ending::Killed),
            }
        }
        self.ending
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        if self.is_out_of_memory(ending) {
            self.ending = Some(Ending::OutOfMemory);
        }
    }

    /// Whether the memory was used up, however the program ended then: a parent may end because its child was killed.
    fn is_out_of_memory(&mut self, ending: Ending) -> bool {
        let Some(group) = &self.group else { return false };
        match (group.is_out_of_memory(), ending) {
            (Some(true), _) => true,
            (Some(false), Ending::Killed) | (None, _) => {
                // The helper may have killed the jail by the OOM event before the kernel chose a process; and once the
                // control group is removed, only the helper knows.
                self.send_sigkill();
                self.wait_for_reap(Usage::default()).unwrap_or(false)
            }
            (Some(false), _) => false,
        }
    }

    /// Kill the program and all its descendants by `SIGKILL`; returns when they are reaped.
    pub fn kill(&mut self) -> Result<Usage, Error> {
        if let Some(usage) = self.final_usage {
            return Ok(usage);
        }
        self.ending();
        if let Some(usage) = self.final_usage {
            return Ok(usage);
        }
        // A control group keeps its counters when all processes are dead. Init has to be asked before it is killed, and
        // it does not answer while the freezer stops it with the others.
        if self.cgroup_usage().is_none() {
            let _ = self.thaw();
        }
        let measured = if self.cgroup_usage().is_none() { self.usage().ok() } else { None };
        self.send_sigkill();
        let is_out_of_memory = self.wait_for_reap(measured.unwrap_or_default())?;
        if matches!(self.ending, None | Some(Ending::Killed)) {
            self.ending = Some(if is_out_of_memory { Ending::OutOfMemory } else { Ending::Killed });
        }
        Ok(self.final_usage.unwrap_or_default())
    }

    /// Wait until all processes are reaped, and note what was used; `true` if the jail was out of memory.
    fn wait_for_reap(&mut self, seen: Usage) -> Result<bool, Error> {
        let reply = self.sandbox.reap(self.number)?;
        self.final_usage = Some(Usage {
            cpu: reply.cpu.max(seen.cpu),
            memory_peak_bytes: reply.memory_peak_bytes.max(seen.memory_peak_bytes),
        });
        Ok(reply.out_of_memory)
    }

    /// Kill all processes: by `cgroup.kill`, and by killing init, with which its pid namespace ends.
    fn send_sigkill(&mut self) {
        // Ending takes CPU time, too, and somebody waits for it.
        let _ = self.set_group_priority(Priority::Normal);
        if self.sandbox.tier() >= Tier::Namespaces {
            let all_at_once = self.group.as_ref().is_some_and(JailCgroup::kill);
            if let (false, true, Some(group)) = (all_at_once, self.is_frozen, &self.group) {
                // A frozen process of a version 1 group does not die before it is thawed.
                let _ = group.freeze(false);
            }
            let _ = sys::signal_by_fd(self.init_pidfd.as_fd(), Signal::SIGKILL);
        } else {
            // Without a pid namespace init has to find and kill the descendants, so it is asked to, and not killed.
            let _ = self.group.as_ref().map(|group| group.freeze(false));
            let _ = message::send(&self.init_socket, &InitRequest::Shutdown, &[]);
        }
    }

    /// Take a file or folder that was built out of the jail, after ending all of its processes.
    ///
    /// `from` is relative to the work folder, `to` must not exist. No link is followed, and nothing but regular files and
    /// folders is taken.
    pub fn collect(&mut self, from: &Path, to: &Path, caps: &Caps) -> Result<(), Error> {
        if self.tier() < Tier::Namespaces {
            return Err(Error::Tier { what: "taking out what was built", needs: Tier::Namespaces });
        }
        self.thaw()?;
        // The init process is in the group, too, and we wait for it.
        let _ = self.set_group_priority(Priority::Normal);
        match self.request(&InitRequest::Collect)? {
            (InitEvent::Collected, fds) if fds.len() == 1 => artefact::take(&fds[0], from, to, caps),
            (InitEvent::Failed(why), _) => Err(Error::Artefact(why)),
            _ => Err(unexpected("collecting what was built")),
        }
    }

    /// Send a request to the init process and wait for its reply.
    fn request(&mut self, request: &InitRequest) -> Result<(InitEvent, Vec<OwnedFd>), Error> {
        let doing = "giving an order to a jail";
        message::send(&self.init_socket, request, &[]).map_err(Error::helper(doing))?;
        loop {
            if !message::is_readable_within(&self.init_socket, REPLY_TIMEOUT).map_err(Error::helper(doing))? {
                return Err(Error::Helper { doing, source: io::ErrorKind::TimedOut.into() });
            }
            match message::receive(&self.init_socket).map_err(Error::helper(doing))? {
                Some((InitEvent::Ended(ending), _)) => self.end(ending),
                Some(answer) => return Ok(answer),
                None => return Err(Error::Helper { doing, source: io::ErrorKind::BrokenPipe.into() }),
            }
        }
    }
}

impl Drop for Jail {
    fn drop(&mut self) {
        if self.final_usage.is_none() {
            self.send_sigkill();
            self.sandbox.forget(self.number);
        }
    }
}

fn unexpected(doing: &'static str) -> Error {
    Error::Helper { doing, source: io::ErrorKind::InvalidData.into() }
}

/// The pid of a pidfd, in our pid namespace.
fn pid_of(pidfd: &OwnedFd) -> Option<Pid> {
    let text = fs::read_to_string(format!("/proc/self/fdinfo/{}", pidfd.as_raw_fd())).ok()?;
    let pid: i32 = text.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok())?;
    (pid > 0).then(|| Pid::from_raw(pid))
}
