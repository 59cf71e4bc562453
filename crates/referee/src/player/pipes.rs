//! A running program: its three pipes, its CPU time, and whether it is denied the CPU.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use nix::poll::PollFd;
use skirmish_core::game::Framing;
use skirmish_core::info::Caps;

use super::cpu::Cpu;
use super::denial::{Allowance, Denial, Judgement};
use crate::conduct::{Conduct, LeftOver, MemoryCourse};
use crate::launch::{Exit, Process, Started};
use crate::options::SplitWrites;
use crate::splitter::{Cut, Splitter};
use crate::stderr::{StderrCaps, StderrLog};
use crate::stderr_notices::StderrNotices;
use crate::sys::{self, Flow};

/// How many bytes may wait for a bot that does not read. Beyond it the bot is not sent anything any more.
const MOST_UNREAD: usize = 1024 * 1024;

/// A program and its three pipes.
pub(crate) struct Pipes {
    process: Box<dyn Process>,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    unsent: Vec<u8>,
    sent: usize,
    has_stopped_reading: bool,
    splitter: Splitter,
    stderr_log: StderrLog,
    stderr_notices: StderrNotices,
    cpu: Cpu,
    memory_peak_bytes: Option<u64>,
    memory_course: MemoryCourse,
    /// Since an answer takes long.
    denial: Option<Denial>,
    /// Stopped so that it does not disturb another's turn.
    is_held: bool,
}

impl Pipes {
    pub(crate) fn new(
        started: Started,
        caps: Caps,
        stderr_log: StderrCaps,
        stderr_notices: StderrNotices,
    ) -> Self {
        Self {
            process: started.process,
            stdin: Some(started.stdin),
            stdout: Some(started.stdout),
            stderr: Some(started.stderr),
            unsent: Vec::new(),
            sent: 0,
            has_stopped_reading: false,
            splitter: Splitter::new(caps),
            stderr_log: StderrLog::new(stderr_log),
            stderr_notices,
            cpu: Cpu::default(),
            memory_peak_bytes: None,
            memory_course: MemoryCourse::default(),
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
        self.cpu.begin(now, &mut *self.process);
    }

    /// Ends an answer at that moment: how much CPU time it took, in microseconds.
    pub(crate) fn finish(&mut self, now: Instant) -> u64 {
        let used = self.cpu.finish(now, &mut *self.process);
        if self.cpu.is_frozen_between {
            self.process.freeze();
        }
        used / 1000
    }

    /// Whether the program has been caught computing outside its turns just now.
    pub(crate) fn is_caught_pondering(&self) -> bool {
        self.cpu.is_caught_pondering()
    }

    /// From now on the program only runs in its turns; false if that cannot be done.
    pub(crate) fn freeze_between_turns(&mut self) -> bool {
        self.cpu.is_frozen_between = self.process.freeze();
        self.cpu.is_frozen_between
    }

    /// Begins to track whether the program is denied the CPU; false where the kernel does not have the counters.
    pub(crate) fn track_denial(&mut self) -> bool {
        if self.denial.is_none() {
            self.denial = Denial::begin(&mut *self.process);
        }
        self.denial.is_some()
    }

    /// Whether it is tracked that the program is denied the CPU.
    pub(crate) fn tracks_denial(&self) -> bool {
        self.denial.is_some()
    }

    /// How much of this time is charged.
    pub(crate) fn charged(&mut self, wall: Duration) -> Duration {
        let Self { denial, process, .. } = self;
        denial.as_ref().map_or(wall, |denial| denial.charged(&mut **process, wall))
    }

    /// CPU time that the program has used for this answer, as far as it is known.
    pub(crate) fn used(&mut self) -> Option<Duration> {
        let Self { denial, process, cpu, .. } = self;
        let own = cpu.used(&**process);
        denial.as_ref().and_then(|denial| denial.used_so_far(&mut **process)).max(own)
    }

    /// Whether it is late, now that its time is over.
    pub(crate) fn judge(&mut self, now: Instant, had: Allowance) -> Judgement {
        let Self { denial, process, .. } = self;
        denial.as_mut().map_or(Judgement::Late, |denial| denial.judge(&mut **process, now, had))
    }

    /// Freezes the program until its next turn, because another one is denied the CPU in its own.
    pub(crate) fn hold(&mut self) {
        if !self.cpu.is_frozen_between && !self.is_held {
            self.is_held = self.process.freeze();
        }
    }

    /// Adds to what the program is to read.
    pub(crate) fn send(&mut self, text: &[u8]) {
        if self.stdin.is_none() || self.has_stopped_reading {
            return;
        }
        if self.unsent.len() - self.sent + text.len() > MOST_UNREAD {
            self.has_stopped_reading = true;
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
    pub(crate) fn split_writes(&mut self, split_writes: SplitWrites) -> io::Result<()> {
        let piece = self.unread().div_ceil(split_writes.pieces.max(1)).max(1);
        while self.sent < self.unsent.len() {
            let Some(stdin) = &self.stdin else { break };
            let end = (self.sent + piece).min(self.unsent.len());
            match sys::write(stdin, &self.unsent[self.sent..end])? {
                Flow::Bytes(count) => self.sent += count,
                Flow::Later => break,
                Flow::Closed => self.hang_up(),
            }
            if self.sent < self.unsent.len() {
                std::thread::sleep(split_writes.pause);
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

    /// How many bytes are not written yet, because the pipe is full.
    pub(crate) fn unread(&self) -> usize {
        self.unsent.len() - self.sent
    }

    /// Whether the program left so much unread that nothing more is sent.
    pub(crate) fn has_stopped_reading(&self) -> bool {
        self.has_stopped_reading
    }

    /// Reads what the program has said.
    pub(crate) fn read_stdout(&mut self, chunk: &mut [u8]) -> io::Result<()> {
        let Some(stdout) = &self.stdout else { return Ok(()) };
        match sys::read(stdout, chunk)? {
            Flow::Bytes(count) => self.splitter.feed(&chunk[..count]),
            Flow::Later => {}
            Flow::Closed => self.stdout = None,
        }
        Ok(())
    }

    /// Reads what the program prints after it was dismissed into `left_over`; false when there is nothing now.
    pub(crate) fn drain_stdout(&mut self, chunk: &mut [u8], left_over: &mut LeftOver) -> io::Result<bool> {
        let Some(stdout) = &self.stdout else { return Ok(false) };
        match sys::read(stdout, chunk)? {
            Flow::Bytes(count) => left_over.add(&chunk[..count]),
            Flow::Later => return Ok(false),
            Flow::Closed => self.stdout = None,
        }
        Ok(self.stdout.is_some())
    }

    /// Output that was there before the question, read when the program is about to be asked.
    pub(crate) fn said_unasked(&mut self, chunk: &mut [u8]) -> io::Result<Option<&[u8]>> {
        if self.splitter.is_owed() {
            return Ok(None);
        }
        // Reads only if nothing is buffered: otherwise a bot that floods its output would fill our memory.
        if self.splitter.unfinished().is_empty() {
            self.read_stdout(chunk)?;
        }
        Ok(Some(self.splitter.unfinished()).filter(|text| !text.is_empty()))
    }

    /// Reads the output after the last answer, at most what a pipe holds.
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
            if !self.drain_stdout(chunk, left_over).unwrap_or(false) {
                break;
            }
        }
    }

    /// Notes how the memory that the program has used grows from answer to answer.
    pub(crate) fn note_memory(&mut self) {
        if self.memory_course.is_due() {
            self.measure();
        }
        self.memory_course.add(self.memory_peak_bytes);
    }

    /// Notes how much memory the program has used so far.
    pub(crate) fn measure(&mut self) {
        self.memory_peak_bytes = self.memory_peak_bytes.max(self.process.memory_peak_bytes());
    }

    /// Reads what the program has printed on stderr; what its runtime printed about our variables is left out.
    pub(crate) fn read_stderr(&mut self, decision: u64, chunk: &mut [u8]) -> io::Result<Vec<u8>> {
        let Some(stderr) = &self.stderr else { return Ok(Vec::new()) };
        let printed = match sys::read(stderr, chunk)? {
            Flow::Bytes(count) => self.stderr_notices.without(&chunk[..count]),
            Flow::Later => Vec::new(),
            Flow::Closed => {
                self.stderr = None;
                self.stderr_notices.rest()
            }
        };
        if !printed.is_empty() {
            self.stderr_log.add(decision, &printed);
        }
        Ok(printed)
    }

    /// The next answer. An answer counts once its page has been handed over.
    pub(crate) fn take(&mut self, framing: Framing) -> Cut {
        if self.unread() > 0 { Cut::More } else { self.splitter.take(framing) }
    }

    /// The answer was missed.
    pub(crate) fn owe(&mut self, framing: Framing) {
        self.splitter.owe(framing);
    }

    /// What has been said of an answer that is not whole.
    pub(crate) fn unfinished(&self) -> &[u8] {
        self.splitter.unfinished()
    }

    /// Whether nothing more can be said.
    pub(crate) fn has_hung_up(&self) -> bool {
        self.stdout.is_none()
    }

    /// Whether nothing more can be printed.
    pub(crate) fn is_silent(&self) -> bool {
        self.stdout.is_none() && self.stderr.is_none()
    }

    pub(crate) fn stderr_log(&self) -> &StderrLog {
        &self.stderr_log
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
        let mut backoff = sys::Backoff::within(most);
        loop {
            let exit = self.exit();
            if exit.is_some() || !backoff.wait() {
                return exit;
            }
        }
    }

    /// CPU time of the whole match so far, in microseconds.
    pub(crate) fn cpu_us(&self) -> u64 {
        self.cpu.total_ns(&*self.process) / 1000
    }

    /// Ends the program, notes what it used, and hands over what it printed on stderr.
    pub(crate) fn end(mut self, decision: u64, conduct: &mut Conduct) -> StderrLog {
        self.process.end();
        let held = self.stderr_notices.rest();
        if !held.is_empty() {
            self.stderr_log.add(decision, &held);
        }
        self.measure();
        conduct.memory_peak_bytes = self.memory_peak_bytes;
        conduct.memory_course = std::mem::take(&mut self.memory_course);
        conduct.outside_cpu_us = self.cpu.outside_us();
        self.stderr_log
    }

    /// Polls the pipes of this program alone for a short time: whether (stderr, stdout) can be read. `None` if its
    /// stdin has to be polled, too, or a pipe is closed.
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
