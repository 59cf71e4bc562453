//! A program at a seat: what it is sent, what it says, what it mumbles, and how long it computes.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use nix::poll::PollFd;
use skirmish_core::{Caps, Frame};

use crate::conduct::{Conduct, LeftOver};
use crate::denial::{Allowance, Denial, Judgement};
use crate::frame::{Cut, Splitter};
use crate::launch::{Exit, Process, Started};
use crate::noise::{Noise, NoiseCaps};
use crate::options::Drip;
use crate::sys::{self, Flow};

/// How many bytes are read at once.
pub(crate) const CHUNK: usize = 64 * 1024;

/// How many bytes may wait for a bot that does not read. Beyond it the bot is not sent anything any more.
const MOST_UNREAD: usize = 1024 * 1024;

/// Computing between two turns is not counted up to here: a program has to get back to reading.
const GAP: Duration = Duration::from_millis(2);

/// How often other processes of a program are looked at, as long as they do nothing.
const OTHERS_GAP: Duration = Duration::from_millis(50);

/// A bot that computes more than this outside its turns, and more than a tenth of what it does within them, ponders.
const PONDER_NS: u64 = 50_000_000;

/// A program and its three pipes.
pub(crate) struct Wired {
    process: Box<dyn Process>,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    unsent: Vec<u8>,
    sent: usize,
    is_deaf: bool,
    splitter: Splitter,
    noise: Noise,
    cpu: Cpu,
    memory_peak_bytes: Option<u64>,
    /// Since an answer takes long.
    denial: Option<Denial>,
    /// Stopped so that it does not disturb another's turn.
    is_held: bool,
}

/// How long the program has computed, and when.
#[derive(Default)]
struct Cpu {
    asked_ns: u64,
    answered: Option<(Instant, u64)>,
    inside_ns: u64,
    outside_ns: u64,
    /// The most that was ever read: a process that has ended can be asked no more.
    known_ns: u64,
    is_frozen_between: bool,
    others: Others,
}

/// How long the program's other processes have computed. To know that takes longer than to know about the program's own,
/// so it is looked at now and then, and at every answer only from when there are some that do compute.
#[derive(Default)]
struct Others {
    looked: Option<Instant>,
    seen_ns: u64,
    /// What it was at the last answer.
    answered_ns: Option<u64>,
    are_busy: bool,
}

impl Others {
    /// Looks again before a turn: how long they have computed since the last answer, where that is known.
    fn begin(&mut self, now: Instant, process: &mut dyn Process) -> u64 {
        let is_recent = |at: Instant| now.saturating_duration_since(at) < OTHERS_GAP;
        if !self.are_busy && self.looked.is_some_and(is_recent) {
            return 0;
        }
        let is_first = self.looked.replace(now).is_none();
        let Some(ns) = process.others_cpu_ns() else { return 0 };
        let since_looked = ns.saturating_sub(std::mem::replace(&mut self.seen_ns, ns));
        self.are_busy |= !is_first && since_looked > GAP.as_nanos() as u64;
        self.answered_ns.take().map_or(0, |answered| ns.saturating_sub(answered))
    }

    /// Notes how long they have computed when an answer is there.
    fn finish(&mut self, process: &mut dyn Process) {
        if self.are_busy {
            self.answered_ns = process.others_cpu_ns();
        }
    }
}

impl Wired {
    pub(crate) fn new(started: Started, caps: Caps, noise: NoiseCaps) -> Self {
        Self {
            process: started.process,
            stdin: Some(started.stdin),
            stdout: Some(started.stdout),
            stderr: Some(started.stderr),
            unsent: Vec::new(),
            sent: 0,
            is_deaf: false,
            splitter: Splitter::new(caps),
            noise: Noise::new(noise),
            cpu: Cpu::default(),
            memory_peak_bytes: None,
            denial: None,
            is_held: false,
        }
    }

    /// Begins an answer at that moment: the program may compute, and its CPU time counts from here.
    pub(crate) fn begin(&mut self, now: Instant) {
        if self.cpu.is_frozen_between || self.is_held {
            self.process.thaw();
            self.is_held = false;
        }
        self.denial = None;
        let cpu = &mut self.cpu;
        // Reading the clock is a call to the system. After a short gap it is spared: the program can hardly have
        // computed in it, and what it did counts for this answer.
        match cpu.answered {
            Some((at, ns)) if now.saturating_duration_since(at) < GAP => cpu.asked_ns = ns,
            Some((_, ns)) => {
                cpu.asked_ns = self.process.cpu_ns().unwrap_or(ns);
                let others = cpu.others.begin(now, &mut *self.process);
                let outside = (cpu.asked_ns.saturating_sub(ns)).saturating_add(others);
                cpu.outside_ns += outside.saturating_sub(GAP.as_nanos() as u64);
            }
            None => cpu.asked_ns = self.process.cpu_ns().unwrap_or(0),
        }
    }

    /// Ends an answer at that moment: how much CPU time it took, in microseconds.
    pub(crate) fn finish(&mut self, now: Instant) -> u64 {
        let cpu_ns = self.process.cpu_ns().unwrap_or(self.cpu.asked_ns);
        self.cpu.known_ns = self.cpu.known_ns.max(cpu_ns);
        let used = cpu_ns.saturating_sub(self.cpu.asked_ns);
        self.cpu.answered = Some((now, cpu_ns));
        self.cpu.inside_ns += used;
        self.cpu.others.finish(&mut *self.process);
        if self.cpu.is_frozen_between {
            self.process.freeze();
        }
        used / 1000
    }

    /// Whether the program has been caught computing outside its turns just now.
    pub(crate) fn is_caught_pondering(&self) -> bool {
        let cpu = &self.cpu;
        !cpu.is_frozen_between && cpu.outside_ns > PONDER_NS.max(cpu.inside_ns / 10)
    }

    /// From now on the program only runs in its turns; false if that cannot be done.
    pub(crate) fn freeze_between_turns(&mut self) -> bool {
        self.cpu.is_frozen_between = self.process.freeze();
        self.cpu.is_frozen_between
    }

    /// From now on it counts whether the program gets the machine; false where that cannot be seen.
    pub(crate) fn attend(&mut self) -> bool {
        if self.denial.is_none() {
            self.denial = Denial::begin(&mut *self.process);
        }
        self.denial.is_some()
    }

    /// Whether it is looked whether the program gets the machine.
    pub(crate) fn is_attended(&self) -> bool {
        self.denial.is_some()
    }

    /// How much of this time is charged.
    pub(crate) fn charged(&mut self, wall: Duration) -> Duration {
        let Self { denial, process, .. } = self;
        denial.as_ref().map_or(wall, |denial| denial.charged(&mut **process, wall))
    }

    /// CPU time that the program has used for this answer, as far as it is known.
    pub(crate) fn used(&mut self) -> Option<Duration> {
        let Self { denial, process, .. } = self;
        let own = || Some(Duration::from_nanos(process.cpu_ns()?.saturating_sub(self.cpu.asked_ns)));
        let own = own();
        denial.as_ref().and_then(|denial| denial.used_so_far(&mut **process)).max(own)
    }

    /// Whether it is late, now that its time is over.
    pub(crate) fn judge(&mut self, now: Instant, had: Allowance) -> Judgement {
        let Self { denial, process, .. } = self;
        denial.as_mut().map_or(Judgement::Late, |denial| denial.judge(&mut **process, now, had))
    }

    /// Stops the program until its next turn, because another one does not get the machine in its own.
    pub(crate) fn hold(&mut self) {
        if !self.cpu.is_frozen_between && !self.is_held {
            self.is_held = self.process.freeze();
        }
    }

    /// Adds to what the program is to read.
    pub(crate) fn send(&mut self, text: &[u8]) {
        if self.stdin.is_none() || self.is_deaf {
            return;
        }
        if self.unsent.len() - self.sent + text.len() > MOST_UNREAD {
            self.is_deaf = true;
            return;
        }
        if self.sent == self.unsent.len() {
            self.unsent.clear();
            self.sent = 0;
        }
        self.unsent.extend_from_slice(text);
    }

    /// Writes as much as the pipe takes.
    pub(crate) fn push(&mut self) -> io::Result<()> {
        while self.sent < self.unsent.len() {
            let Some(stdin) = &self.stdin else { break };
            match sys::write(stdin, &self.unsent[self.sent..])? {
                Flow::Bytes(count) => self.sent += count,
                Flow::Later => break,
                Flow::Closed => self.hang_up(),
            }
        }
        Ok(())
    }

    /// Writes what waits in pieces, with pauses; what the pipe does not take then is written when it does.
    pub(crate) fn drip(&mut self, drip: Drip) -> io::Result<()> {
        let piece = self.unread().div_ceil(drip.pieces.max(1)).max(1);
        while self.sent < self.unsent.len() {
            let Some(stdin) = &self.stdin else { break };
            let end = (self.sent + piece).min(self.unsent.len());
            match sys::write(stdin, &self.unsent[self.sent..end])? {
                Flow::Bytes(count) => self.sent += count,
                Flow::Later => break,
                Flow::Closed => self.hang_up(),
            }
            if self.sent < self.unsent.len() {
                std::thread::sleep(drip.pause);
            }
        }
        Ok(())
    }

    /// Closes the program's input.
    pub(crate) fn hang_up(&mut self) {
        self.stdin = None;
        self.unsent.clear();
        self.sent = 0;
    }

    /// Closes the program's input once it has been handed everything.
    pub(crate) fn hang_up_when_sent(&mut self) {
        if self.unread() == 0 {
            self.hang_up();
        }
    }

    /// The program may run from now on, whatever it did before.
    pub(crate) fn let_go(&mut self) {
        if self.cpu.is_frozen_between || self.is_held {
            self.process.thaw();
            self.cpu.is_frozen_between = false;
            self.is_held = false;
        }
    }

    /// How many bytes the program has not let us hand over.
    pub(crate) fn unread(&self) -> usize {
        self.unsent.len() - self.sent
    }

    /// Whether the program left so much unread that nothing more is sent.
    pub(crate) fn is_deaf(&self) -> bool {
        self.is_deaf
    }

    /// Reads what the program has said.
    pub(crate) fn listen(&mut self, chunk: &mut [u8]) -> io::Result<()> {
        let Some(stdout) = &self.stdout else { return Ok(()) };
        match sys::read(stdout, chunk)? {
            Flow::Bytes(count) => self.splitter.feed(&chunk[..count]),
            Flow::Later => {}
            Flow::Closed => self.stdout = None,
        }
        Ok(())
    }

    /// Reads what the program says when nobody listens any more; false when there is nothing now.
    pub(crate) fn ignore(&mut self, chunk: &mut [u8], left_over: &mut LeftOver) -> io::Result<bool> {
        let Some(stdout) = &self.stdout else { return Ok(false) };
        match sys::read(stdout, chunk)? {
            Flow::Bytes(count) => left_over.add(&chunk[..count]),
            Flow::Later => return Ok(false),
            Flow::Closed => self.stdout = None,
        }
        Ok(self.stdout.is_some())
    }

    /// What the program has said that nobody asked for, when it is about to be asked.
    pub(crate) fn said_unasked(&mut self, chunk: &mut [u8]) -> io::Result<Option<&[u8]>> {
        if self.splitter.is_owed() {
            return Ok(None);
        }
        // What waits already is enough; reading on would let a bot that floods us fill our memory.
        if self.splitter.unfinished().is_empty() {
            self.listen(chunk)?;
        }
        Ok(Some(self.splitter.unfinished()).filter(|text| !text.is_empty()))
    }

    /// Takes in what the program has said after its last answer, in all that a pipe holds.
    pub(crate) fn hear_out(&mut self, chunk: &mut [u8], left_over: &mut LeftOver) {
        const MOST_READS: usize = 16;
        left_over.is_owed = self.splitter.is_owed();
        let waited = self.splitter.unfinished().to_vec();
        if !waited.is_empty() {
            let came_later = std::mem::take(left_over);
            left_over.is_owed = came_later.is_owed;
            left_over.add(&waited);
            left_over.add(&came_later.text);
            left_over.bytes += came_later.bytes - came_later.text.len() as u64;
        }
        // What cannot be read any more is lost; the program is about to be ended.
        for _ in 0..MOST_READS {
            if !self.ignore(chunk, left_over).unwrap_or(false) {
                break;
            }
        }
    }

    /// Notes how much memory the program has used so far.
    pub(crate) fn measure(&mut self) {
        self.memory_peak_bytes = self.memory_peak_bytes.max(self.process.memory_peak_bytes());
    }

    /// Reads what the program has mumbled; the bytes stand at the beginning of the chunk.
    pub(crate) fn overhear(&mut self, decision: u64, chunk: &mut [u8]) -> io::Result<usize> {
        let Some(stderr) = &self.stderr else { return Ok(0) };
        match sys::read(stderr, chunk)? {
            Flow::Bytes(count) => {
                self.noise.add(decision, &chunk[..count]);
                Ok(count)
            }
            Flow::Later => Ok(0),
            Flow::Closed => {
                self.stderr = None;
                Ok(0)
            }
        }
    }

    /// The next answer. An answer counts once its page has been handed over.
    pub(crate) fn take(&mut self, frame: Frame) -> Cut {
        if self.unread() > 0 { Cut::More } else { self.splitter.take(frame) }
    }

    /// The answer was missed.
    pub(crate) fn owe(&mut self, frame: Frame) {
        self.splitter.owe(frame);
    }

    /// What has been said of an answer that is not whole.
    pub(crate) fn unfinished(&self) -> &[u8] {
        self.splitter.unfinished()
    }

    /// Whether nothing more can be said.
    pub(crate) fn has_hung_up(&self) -> bool {
        self.stdout.is_none()
    }

    /// Whether nothing more can be said or mumbled.
    pub(crate) fn is_silent(&self) -> bool {
        self.stdout.is_none() && self.stderr.is_none()
    }

    pub(crate) fn noise(&self) -> &Noise {
        &self.noise
    }

    pub(crate) fn exit(&mut self) -> Option<Exit> {
        self.process.exit()
    }

    /// Ends the program: whether it was on its way out because it had used up its memory. Else it is we who ended it.
    pub(crate) fn exit_when_ended(&mut self) -> Option<Exit> {
        self.process.end();
        self.exit().filter(|exit| matches!(exit, Exit::OutOfMemory))
    }

    /// How the program ended, as soon as it shows; `None` if it does not in that time.
    pub(crate) fn exit_within(&mut self, most: Duration) -> Option<Exit> {
        let until = Instant::now() + most;
        let mut nap = Duration::from_micros(20);
        loop {
            let exit = self.exit();
            if exit.is_some() || Instant::now() >= until {
                return exit;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        }
    }

    /// CPU time of the whole match so far, in microseconds.
    pub(crate) fn cpu_us(&self) -> u64 {
        self.process.cpu_ns().unwrap_or(0).max(self.cpu.known_ns) / 1000
    }

    /// Ends the program, notes what it used, and hands over what it mumbled.
    pub(crate) fn end(mut self, conduct: &mut Conduct) -> Noise {
        self.process.end();
        self.measure();
        conduct.memory_peak_bytes = self.memory_peak_bytes;
        conduct.outside_cpu_us = self.cpu.outside_ns / 1000;
        self.noise
    }

    /// Waits a moment for this program alone: whether it has (mumbled, said) something. `None` if more has to be watched.
    pub(crate) fn wait_briefly(&self) -> io::Result<Option<(bool, bool)>> {
        let (Some(stderr), Some(stdout), 0) = (&self.stderr, &self.stdout, self.unread()) else {
            return Ok(None);
        };
        let mut fds = [sys::to_read(stderr), sys::to_read(stdout)];
        sys::wait_briefly(&mut fds)?;
        Ok(Some((sys::is_ready(&fds[0]), sys::is_ready(&fds[1]))))
    }

    pub(crate) fn stdin_ready(&self) -> Option<PollFd<'_>> {
        self.stdin.as_ref().filter(|_| self.unread() > 0).map(sys::to_write)
    }

    pub(crate) fn stdout_ready(&self) -> Option<PollFd<'_>> {
        self.stdout.as_ref().map(sys::to_read)
    }

    pub(crate) fn stderr_ready(&self) -> Option<PollFd<'_>> {
        self.stderr.as_ref().map(sys::to_read)
    }
}
