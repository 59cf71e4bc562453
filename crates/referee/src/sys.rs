//! The system calls of a match, by safe wrappers: pipes, waiting, CPU clocks, cores.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::PollFd;
use nix::sys::time::TimeSpec;
use nix::time::ClockId;
use nix::unistd::Pid;

/// The result of a non-blocking read or write.
pub(crate) enum Flow {
    /// So many bytes were read or written.
    Bytes(usize),
    /// Nothing can be read or written now (`EAGAIN`).
    Later,
    /// The other end is closed.
    Closed,
}

/// A close-on-exec pipe: (to read, to write).
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(nix::unistd::pipe2(OFlag::O_CLOEXEC)?)
}

/// Sets `O_NONBLOCK`.
pub(crate) fn never_wait(end: &OwnedFd) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(end, FcntlArg::F_GETFL)?);
    fcntl(end, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Reads what is there.
pub(crate) fn read(end: &OwnedFd, into: &mut [u8]) -> io::Result<Flow> {
    match nix::unistd::read(end, into) {
        Ok(0) => Ok(Flow::Closed),
        Ok(count) => Ok(Flow::Bytes(count)),
        Err(Errno::EAGAIN | Errno::EINTR) => Ok(Flow::Later),
        Err(errno) => Err(errno.into()),
    }
}

/// Writes what fits.
pub(crate) fn write(end: &OwnedFd, bytes: &[u8]) -> io::Result<Flow> {
    match nix::unistd::write(end, bytes) {
        Ok(count) => Ok(Flow::Bytes(count)),
        Err(Errno::EAGAIN | Errno::EINTR) => Ok(Flow::Later),
        Err(Errno::EPIPE) => Ok(Flow::Closed),
        Err(errno) => Err(errno.into()),
    }
}

/// Waits until one of these is ready, or the time is over, or a signal came.
pub(crate) fn wait(fds: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    match nix::poll::ppoll(fds, Some(TimeSpec::from_duration(timeout)), None) {
        Ok(_) | Err(Errno::EINTR) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// How long [`wait_briefly`] waits at most.
pub(crate) const BRIEFLY: Duration = Duration::from_millis(5);

/// Waits until one of these is ready, at most [`BRIEFLY`]. `poll` is cheaper than `ppoll`.
pub(crate) fn wait_briefly(fds: &mut [PollFd<'_>]) -> io::Result<()> {
    match nix::poll::poll(fds, BRIEFLY.as_millis() as u8) {
        Ok(_) | Err(Errno::EINTR) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// The CPU clock of a process or thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuClock(Option<ClockId>);

impl CpuClock {
    /// Of a process, all its threads together.
    pub(crate) fn of(pid: Pid) -> Self {
        Self(ClockId::pid_cpu_clock_id(pid).ok())
    }

    /// Of the thread that asks.
    pub(crate) fn of_this_thread() -> Self {
        Self(Some(ClockId::CLOCK_THREAD_CPUTIME_ID))
    }

    /// Nanoseconds so far; `None` where that cannot be known, or when the process is gone.
    pub(crate) fn now_ns(self) -> Option<u64> {
        let now = self.0?.now().ok()?;
        Some(now.tv_sec() as u64 * 1_000_000_000 + now.tv_nsec() as u64)
    }
}

/// Keeps this thread, and the programs it starts, on one core until it is dropped.
pub(crate) struct Pinned(nix::sched::CpuSet);

impl Pinned {
    /// To that core, or to the one that the thread is on.
    pub(crate) fn to(core: Option<usize>) -> io::Result<Self> {
        let this_thread = Pid::from_raw(0);
        let before = nix::sched::sched_getaffinity(this_thread)?;
        let core = match core {
            Some(core) => core,
            None => nix::sched::sched_getcpu()?,
        };
        let mut one = nix::sched::CpuSet::new();
        one.set(core)?;
        nix::sched::sched_setaffinity(this_thread, &one)?;
        Ok(Self(before))
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // Fails if the old cores have been taken from us (cpuset) since; then the thread stays on its one core.
        let _ = nix::sched::sched_setaffinity(Pid::from_raw(0), &self.0);
    }
}

/// Polling with exponential backoff, for a limited time.
pub(crate) struct Backoff {
    until: Instant,
    pause: Duration,
}

impl Backoff {
    /// For so long.
    pub(crate) fn within(most: Duration) -> Self {
        Self { until: Instant::now() + most, pause: Duration::from_micros(20) }
    }

    /// Waits a while; false, at once, when the time is over.
    pub(crate) fn wait(&mut self) -> bool {
        const LONGEST: Duration = Duration::from_millis(10);
        if Instant::now() >= self.until {
            return false;
        }
        std::thread::sleep(self.pause);
        self.pause = (self.pause * 2).min(LONGEST);
        true
    }
}

/// A place in a list of things to wait for.
pub(crate) fn to_read(end: &OwnedFd) -> PollFd<'_> {
    PollFd::new(end.as_fd(), nix::poll::PollFlags::POLLIN)
}

/// A place in a list of things to wait for.
pub(crate) fn to_write(end: &OwnedFd) -> PollFd<'_> {
    PollFd::new(end.as_fd(), nix::poll::PollFlags::POLLOUT)
}

/// Whether something happened there.
pub(crate) fn is_ready(fd: &PollFd<'_>) -> bool {
    fd.revents().is_none_or(|events| !events.is_empty())
}
