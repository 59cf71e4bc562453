//! A stranger's build: run it within limits, and take out what it has made.

use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::{Jail, Sandbox};
use crate::{Build, BuildPlan, Ending, Error};

/// How much of what a build prints is kept: the beginning.
const LOG_BYTES_MAX: usize = 64 * 1024;

impl Sandbox {
    /// Build, and take the result out. A failure of the build's is told in [`Build::refused`]; an error is ours.
    pub fn build(&self, plan: &BuildPlan) -> Result<Build, Error> {
        let mut jail = self.spawn(&plan.limits, &plan.root.clone().with_writable_copy(), &plan.command)?;
        jail.stdin = None;
        let log = read_log(&mut jail, plan.wall);
        let refused = match jail.ending() {
            Some(Ending::Exited(0)) => match jail.collect(&plan.artefact, &plan.to, &plan.caps) {
                Err(Error::Artefact(why)) => Some(why),
                other => other.map(|()| None)?,
            },
            Some(ending) => Some(format!("the build {ending}")),
            None => Some(format!("the build took longer than {:?}", plan.wall)),
        };
        Ok(Build { refused, log, usage: jail.kill()? })
    }
}

/// Read what a build prints until it ends or the time is over.
fn read_log(jail: &mut Jail, wall: Duration) -> String {
    let end = Instant::now() + wall;
    let mut pipes: Vec<OwnedFd> = [jail.stdout.take(), jail.stderr.take()].into_iter().flatten().collect();
    let mut log = Vec::new();
    while !pipes.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let mut ready: Vec<_> =
            pipes.iter().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)).collect();
        let _ = poll(
            &mut ready,
            PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX),
        );
        pipes.retain(|pipe| is_open_after_reading(pipe, &mut log));
    }
    jail.wait(end.saturating_duration_since(Instant::now()));
    String::from_utf8_lossy(&log).into_owned()
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
