//! What the tests of the sandbox share.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use skirmish_sandbox::{Jail, Sandbox, SandboxOptions, Tier};

/// The tiers that this machine has, strongest first, each with its sandbox.
pub fn sandboxes() -> Vec<Sandbox> {
    let tiers = [Tier::Full, Tier::Namespaces, Tier::Landlock, Tier::Bare];
    let sandboxes = tiers.map(sandbox);
    tiers
        .into_iter()
        .zip(sandboxes)
        .filter(|(tier, sandbox)| sandbox.tier() == *tier)
        .map(|(_, sandbox)| sandbox)
        .collect()
}

/// A sandbox of at most this tier.
pub fn sandbox(at_most: Tier) -> Sandbox {
    let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish-sandbox-helper")));
    let options =
        SandboxOptions { at_most, spares: 1, programs: programs(), helper, ..SandboxOptions::default() };
    Sandbox::start(&options).expect("the helper starts")
}

/// Programs of the tests that need not lie in the system's folders.
pub fn programs() -> Vec<String> {
    ["python3", "node", "rustc"].map(String::from).into()
}

/// Everything a program prints until both of its pipes close or the time is over.
pub fn read_all(jail: &mut Jail, patience: Duration) -> String {
    let end = Instant::now() + patience;
    let mut text = Vec::new();
    for fd in [jail.stdout.take(), jail.stderr.take()].into_iter().flatten() {
        while let Some(bytes) = read_some(&fd, end) {
            text.extend(bytes);
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The next bytes; `None` at the end of the stream or of the time.
pub fn read_some(fd: &OwnedFd, end: Instant) -> Option<Vec<u8>> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match nix::unistd::read(fd, &mut buffer) {
            Ok(0) => return None,
            Ok(count) => return Some(buffer[..count].to_vec()),
            Err(nix::Error::EAGAIN) if left.is_zero() => return None,
            Err(nix::Error::EAGAIN) => {}
            Err(error) => panic!("{}", io::Error::from(error)),
        }
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        let _ = poll(&mut [PollFd::new(fd.as_fd(), PollFlags::POLLIN)], timeout);
    }
}
