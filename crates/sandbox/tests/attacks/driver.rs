//! The smallest referee: sends a line, waits for a line, once per turn, with one deadline and one cap.

use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use skirmish_sandbox::Jail;

/// How long the first answer may take: interpreters need time to start, and this machine may be busy.
pub const FIRST: Duration = Duration::from_secs(15);
/// How long every further answer may take.
pub const TURN: Duration = Duration::from_millis(1500);
const TURNS: usize = 5;
/// The longest answer.
const LINE_BYTES_MAX: usize = 64 * 1024;
/// How much is kept of what a program complains about.
const STDERR_BYTES_MAX: usize = 64 * 1024;
/// What is sent from the third turn on: more than a pipe holds.
const PAGE_BYTES: usize = 256 * 1024;

/// How a program did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Fine,
    Late,
    Gone,
    Flooded,
    Garbled,
    BuildRefused,
}

/// One program at the table.
pub struct Player {
    pub jail: Jail,
    input: Option<OwnedFd>,
    output: OwnedFd,
    error: Option<OwnedFd>,
    line: Vec<u8>,
    pub complaints: Vec<u8>,
    pub verdict: Verdict,
    /// By how much the worst answer, or its absence, came after its deadline.
    pub overrun: Duration,
}

impl Player {
    pub fn new(mut jail: Jail) -> Self {
        let (input, output, error) = (jail.stdin.take(), jail.stdout.take(), jail.stderr.take());
        Self {
            jail,
            input,
            output: output.expect("a pipe"),
            error,
            line: Vec::new(),
            complaints: Vec::new(),
            verdict: Verdict::Fine,
            overrun: Duration::ZERO,
        }
    }

    /// One turn, unless the program is out already.
    fn turn(&mut self, number: usize) {
        if self.verdict != Verdict::Fine {
            return;
        }
        let budget = if number == 0 { FIRST } else { TURN };
        let page = if number < 2 { 16 } else { PAGE_BYTES };
        let mut page = format!("turn {number} {}\n", "x".repeat(page)).into_bytes();
        let end = Instant::now() + budget;
        self.verdict = self.ask(&mut page, end);
        self.overrun = self.overrun.max(Instant::now().saturating_duration_since(end));
    }

    fn ask(&mut self, page: &mut Vec<u8>, end: Instant) -> Verdict {
        loop {
            if let Some(length) = self.line.iter().position(|&byte| byte == b'\n') {
                let line: Vec<_> = self.line.drain(..=length).collect();
                // A program that answers ahead is not to be drowned in what it has not read.
                return if line == b"ok\n" { Verdict::Fine } else { Verdict::Garbled };
            }
            if self.line.len() > LINE_BYTES_MAX {
                return Verdict::Flooded;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Verdict::Late;
            }
            self.wait(page, left);
            self.write(page);
            self.listen();
            if let Some(verdict) = self.read() {
                return verdict;
            }
        }
    }

    fn wait(&self, page: &[u8], left: Duration) {
        let mut fds = vec![PollFd::new(self.output.as_fd(), PollFlags::POLLIN)];
        fds.extend(self.error.as_ref().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        fds.extend(
            self.input
                .as_ref()
                .filter(|_| !page.is_empty())
                .map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLOUT)),
        );
        let left = PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX);
        let _ = poll(&mut fds, left);
    }

    fn write(&mut self, page: &mut Vec<u8>) {
        let Some(input) = &self.input else { return };
        if page.is_empty() {
            return;
        }
        match nix::unistd::write(input, page) {
            Ok(count) => drop(page.drain(..count)),
            Err(nix::Error::EAGAIN) => {}
            Err(_) => self.input = None,
        }
    }

    /// Keep the beginning of what it complains about, and throw away the rest: a full pipe must not stop it.
    fn listen(&mut self) {
        let Some(error) = &self.error else { return };
        let mut buffer = [0; 64 * 1024];
        match nix::unistd::read(error, &mut buffer) {
            Ok(0) => self.error = None,
            Ok(count) => {
                let room = STDERR_BYTES_MAX - self.complaints.len();
                self.complaints.extend(&buffer[..count.min(room)]);
            }
            Err(_) => {}
        }
    }

    fn read(&mut self) -> Option<Verdict> {
        let mut buffer = [0; 4096];
        match nix::unistd::read(&self.output, &mut buffer) {
            Ok(0) => Some(Verdict::Gone),
            Ok(count) => {
                self.line.extend(&buffer[..count]);
                None
            }
            Err(nix::Error::EAGAIN) => None,
            Err(_) => Some(Verdict::Gone),
        }
    }

    /// What is left in the pipe of complaints.
    pub fn hear_out(&mut self) {
        for _ in 0..64 {
            self.listen();
        }
    }
}

/// A whole match: every player is asked once a turn, one after another.
pub fn play(players: &mut [&mut Player]) {
    for turn in 0..TURNS {
        for player in players.iter_mut() {
            player.turn(turn);
        }
    }
}
