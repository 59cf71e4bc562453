//! A stranger's build: run it within limits, and take out what it has made.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::{Jail, Sandbox};
use crate::{Build, BuildPlan, BuildTime, Ending, Error};

/// How much of what a build prints is kept: the beginning.
const LOG_BYTES_MAX: usize = 64 * 1024;
/// How often it is looked whether a build is to be interrupted.
const INTERRUPT_PERIOD: Duration = Duration::from_millis(100);
/// How often it is looked at what a build has used, which costs more where no control group counts it.
const USAGE_PERIOD: Duration = Duration::from_millis(500);

impl Sandbox {
    /// Build, and take the result out. A failure of the build's is told in [`Build::refused`]; an error is ours. A build
    /// that is interrupted is ended at once, and refused.
    pub fn build(&self, plan: &BuildPlan, interrupt: &AtomicBool) -> Result<Build, Error> {
        let mut jail = self.spawn(&plan.limits, &plan.root.clone().with_writable_copy(), &plan.command)?;
        jail.stdin = None;
        let (log, stopped) = follow(&mut jail, plan.time, interrupt);
        let refused = match (stopped, jail.ending()) {
            (Some(why), _) => Some(format!("the build {why}")),
            (None, Some(Ending::Exited(0))) => match jail.collect(&plan.artefact, &plan.to, &plan.caps) {
                Err(Error::Artefact(why)) => Some(why),
                other => other.map(|()| None)?,
            },
            (None, Some(ending)) => Some(format!("the build {ending}")),
            (None, None) => Some("the build was lost".to_owned()),
        };
        Ok(Build { refused, log, usage: jail.kill()? })
    }
}

/// Read what a build prints until it ends, or until it is to be stopped and why.
fn follow(jail: &mut Jail, time: BuildTime, interrupt: &AtomicBool) -> (String, Option<String>) {
    let mut pipes: Vec<OwnedFd> = [jail.stdout.take(), jail.stderr.take()].into_iter().flatten().collect();
    let mut log = Vec::new();
    let mut spent = Spent::new();
    let stopped = loop {
        if interrupt.load(Ordering::Relaxed) {
            break Some("was interrupted".to_owned());
        }
        if let Some(why) = spent.check(jail, time) {
            break Some(why);
        }
        if pipes.is_empty() {
            match jail.wait(INTERRUPT_PERIOD) {
                Some(_) => break None,
                None => continue,
            }
        }
        let mut ready: Vec<_> =
            pipes.iter().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)).collect();
        let _ = poll(&mut ready, PollTimeout::try_from(INTERRUPT_PERIOD).unwrap_or(PollTimeout::MAX));
        pipes.retain(|pipe| is_open_after_reading(pipe, &mut log));
    };
    (String::from_utf8_lossy(&log).into_owned(), stopped)
}

/// What a build has spent of its time.
struct Spent {
    begin: Instant,
    checked: Instant,
    idle: Duration,
}

impl Spent {
    fn new() -> Self {
        let now = Instant::now();
        Self { begin: now, checked: now, idle: Duration::ZERO }
    }

    /// Which limit it has exceeded. Not at every output, so that a build does not choose the moments.
    fn check(&mut self, jail: &mut Jail, time: BuildTime) -> Option<String> {
        let now = Instant::now();
        let since = now - self.checked;
        if since < USAGE_PERIOD {
            return None;
        }
        self.checked = now;
        if !jail.wants_cpu() {
            self.idle += since;
        }
        let cpu = jail.whole_cpu().unwrap_or_default();
        let seconds = |limit: Duration| limit.as_secs_f64();
        if cpu >= time.cpu {
            return Some(format!("used {} s of CPU time", seconds(time.cpu)));
        }
        if self.idle >= time.idle {
            return Some(format!("computed nothing for {} s", seconds(time.idle)));
        }
        let has_time = now - self.begin < time.wall;
        let computed = cpu.as_secs();
        (!has_time).then(|| {
            format!("did not end within {} s, {computed} s of which it computed", seconds(time.wall))
        })
    }
}

/// Keep what fits into the log and drop the rest, so that the build never waits for us.
fn is_open_after_reading(pipe: &OwnedFd, log: &mut Vec<u8>) -> bool {
    let mut buffer = [0; 16 * 1024];
    match nix::unistd::read(pipe, &mut buffer) {
        Ok(0) => false,
        Ok(count) => {
            log.extend(&buffer[..count.min(LOG_BYTES_MAX - log.len())]);
            true
        }
        Err(error) => error == nix::Error::EAGAIN || error == nix::Error::EINTR,
    }
}
