//! Programs started as they are: no isolation but a session and a process group of their own.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nix::errno::Errno;
use nix::spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawnp};
use nix::sys::signal::{SigSet, Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::Pid;

use super::{Exit, Launch, NoStart, Order, Process, Started, ThreadSnapshot, stray};
use crate::program::{Origin, first_line};
use crate::sys::{self, Backoff, CpuClock};

/// Starts programs as they are.
///
/// Makes this process a subreaper (`PR_SET_CHILD_SUBREAPER`), so that orphans which a bot has left in other sessions
/// are reparented to it, found and killed. An orphan that has also cleared its environment is not recognized: that
/// takes a sandbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Launch for Plain {
    fn tier(&self) -> &str {
        "none"
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        stray::adopt_orphans();
        let (stdin, bot_stdin) = to_bot().map_err(NoStart::Ours)?;
        let (stdout, bot_stdout) = from_bot().map_err(NoStart::Ours)?;
        let (stderr, bot_stderr) = from_bot().map_err(NoStart::Ours)?;
        let mark = run_mark();
        let pid = stray::register(|| spawn(order, &mark, [&bot_stdin, &bot_stdout, &bot_stderr]))?;
        let process = Box::new(PlainProcess { pid, cpu: CpuClock::of(pid), mark, is_reaped: false });
        Ok(Started { stdin, stdout, stderr, process })
    }
}

/// (ours to write, the bot's to read).
fn to_bot() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = sys::pipe()?;
    sys::never_wait(&write)?;
    Ok((write, read))
}

/// (ours to read, the bot's to write).
fn from_bot() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = sys::pipe()?;
    sys::never_wait(&read)?;
    Ok((read, write))
}

/// A variable for the bot's environment, unique to this run, by which its orphans are recognized.
fn run_mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    format!("SKIRMISH_RUN={}.{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed))
}

/// Starts by `posix_spawn`: `fork` in a process with much memory takes tens of milliseconds.
fn spawn(order: &Order<'_>, mark: &str, ends: [&OwnedFd; 3]) -> Result<Pid, NoStart> {
    let ours = |errno: Errno| NoStart::Ours(errno.into());
    let mut actions = PosixSpawnFileActions::init().map_err(ours)?;
    for (target, end) in ends.into_iter().enumerate() {
        actions.add_dup2(end.as_raw_fd(), target as i32).map_err(ours)?;
    }
    let attributes = attributes().map_err(ours)?;
    let words = words(order)?;
    let environment = environment(order, mark)?;
    posix_spawnp(&words[0], &actions, &attributes, &words, &environment).map_err(|errno| match errno {
        Errno::ENOENT | Errno::EACCES | Errno::ENOEXEC | Errno::ENOTDIR | Errno::E2BIG | Errno::EISDIR => {
            NoStart::Bot(format!("could not be started: {}: {}", order.command[0], errno.desc()))
        }
        errno => ours(errno),
    })
}

fn attributes() -> nix::Result<PosixSpawnAttr> {
    // `nix` has no constant for this flag yet; the value is the same in glibc and musl.
    const POSIX_SPAWN_SETSID: i32 = if cfg!(target_os = "macos") { 0x0400 } else { 0x80 };
    let mut attributes = PosixSpawnAttr::init()?;
    attributes.set_flags(
        PosixSpawnFlags::POSIX_SPAWN_SETSIGDEF
            | PosixSpawnFlags::POSIX_SPAWN_SETSIGMASK
            | PosixSpawnFlags::from_bits_retain(POSIX_SPAWN_SETSID),
    )?;
    attributes.set_sigmask(&SigSet::empty())?;
    let defaults: SigSet =
        [Signal::SIGPIPE, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM, Signal::SIGHUP]
            .into_iter()
            .collect();
    attributes.set_sigdefault(&defaults)?;
    Ok(attributes)
}

/// The arguments: a bot that is a folder is started there by a shell that changes its directory and executes it,
/// because `posix_spawn` cannot change it.
fn words(order: &Order<'_>) -> Result<Vec<CString>, NoStart> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    if let Origin::Folder(folder) = order.origin {
        for word in ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\""] {
            words.push(word.into());
        }
        words.push(folder.as_os_str().as_encoded_bytes().to_vec());
    }
    let command = match order.origin {
        Origin::Script(file) if is_run_by_itself(file, order.command) => {
            &order.command[order.command.len().saturating_sub(1)..]
        }
        _ => order.command,
    };
    words.extend(command.iter().map(|word| word.as_bytes().to_vec()));
    words.into_iter().map(c_string).collect()
}

/// Whether a script's first line names another program than the one that runs files with such a name.
fn is_run_by_itself(file: &Path, command: &[String]) -> bool {
    let (Some(line), Some(interpreter)) = (first_line(file), command.first()) else { return false };
    skirmish_sandbox::asks_for_another(&line, interpreter)
}

fn environment(order: &Order<'_>, mark: &str) -> Result<Vec<CString>, NoStart> {
    let is_added = |key: &[u8]| order.environment.iter().any(|(added, _)| added.as_bytes() == key);
    let inherited = std::env::vars_os().filter_map(|(key, value)| {
        let (key, value) = (key.as_encoded_bytes(), value.as_encoded_bytes());
        (!is_added(key) && key != b"SKIRMISH_RUN").then(|| [key, b"=", value].concat())
    });
    let added = order.environment.iter().map(|(key, value)| format!("{key}={value}").into_bytes());
    inherited.chain(added).chain([mark.as_bytes().to_vec()]).map(c_string).collect()
}

fn c_string(bytes: Vec<u8>) -> Result<CString, NoStart> {
    CString::new(bytes)
        .map_err(|_| NoStart::Bot("could not be started: its command holds a zero byte".into()))
}

struct PlainProcess {
    pid: Pid,
    cpu: CpuClock,
    mark: String,
    is_reaped: bool,
}

impl PlainProcess {
    /// Reaps the process; false if it has not ended within the time.
    fn reap(&mut self, most: Duration) -> bool {
        let mut backoff = Backoff::within(most);
        loop {
            match waitpid(self.pid, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => {}
                _ => return true,
            }
            if !backoff.wait() {
                return false;
            }
        }
    }
}

impl Process for PlainProcess {
    fn pid(&self) -> u32 {
        self.pid.as_raw().unsigned_abs()
    }

    fn cpu_ns(&self) -> Option<u64> {
        self.cpu.now_ns()
    }

    fn thread_snapshot(&mut self, is_detailed: bool) -> Option<ThreadSnapshot> {
        if self.is_reaped { None } else { skirmish_sandbox::snapshot_process_tree(self.pid(), is_detailed) }
    }

    fn freeze(&mut self) -> bool {
        !self.is_reaped && killpg(self.pid, Signal::SIGSTOP).is_ok()
    }

    fn thaw(&mut self) {
        if !self.is_reaped {
            let _ = killpg(self.pid, Signal::SIGCONT);
        }
    }

    fn exit(&mut self) -> Option<Exit> {
        if self.is_reaped {
            return None;
        }
        // `WNOWAIT` leaves a zombie, so that its process group id is not reused before `end`.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(self.pid), flags).ok()? {
            WaitStatus::Exited(_, status) => Some(Exit::Status(status)),
            WaitStatus::Signaled(_, signal, _) => Some(Exit::Signal(signal as i32)),
            _ => None,
        }
    }

    fn memory_peak_bytes(&mut self) -> Option<u64> {
        // Of its own process only, and not after it was reaped: then its pid may be reused.
        if self.is_reaped {
            return None;
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    fn end(&mut self) {
        const MOST: Duration = Duration::from_secs(1);
        if self.is_reaped {
            return;
        }
        let _ = killpg(self.pid, Signal::SIGKILL);
        self.reap(MOST);
        self.is_reaped = true;
        stray::unregister(self.pid);
        stray::end_all(self.pid, &self.mark, MOST);
    }
}

impl Drop for PlainProcess {
    fn drop(&mut self) {
        self.end();
    }
}
