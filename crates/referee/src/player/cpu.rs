//! CPU time of a program, within its turns and outside of them (pondering).

use std::time::{Duration, Instant};

use crate::launch::Process;

/// CPU time between two turns that is not counted: a program has to return to its `read`.
const GAP: Duration = Duration::from_millis(2);

/// How often the CPU time of a program's other processes is read, as long as they are idle.
const OTHERS_GAP: Duration = Duration::from_millis(50);

/// A bot that computes more than this outside its turns, and more than a tenth of what it does within them, ponders.
const PONDER_NS: u64 = 50_000_000;

/// How long the program has computed, and when.
#[derive(Default)]
pub(super) struct Cpu {
    asked_ns: u64,
    answered: Option<(Instant, u64)>,
    inside_ns: u64,
    outside_ns: u64,
    /// The highest value that was read: the clock of an ended process cannot be read.
    known_ns: u64,
    pub(super) is_frozen_between: bool,
    others: Others,
}

impl Cpu {
    /// A turn begins: CPU time counts for it from here.
    pub(super) fn begin(&mut self, now: Instant, process: &mut dyn Process) {
        // Saves the system call after a short gap: what the program computed in it, which is little, counts for this
        // answer.
        match self.answered {
            Some((at, ns)) if now.saturating_duration_since(at) < GAP => self.asked_ns = ns,
            Some((_, ns)) => {
                self.asked_ns = process.cpu_ns().unwrap_or(ns);
                let others = self.others.begin(now, process);
                let outside = (self.asked_ns.saturating_sub(ns)).saturating_add(others);
                self.outside_ns += outside.saturating_sub(GAP.as_nanos() as u64);
            }
            None => self.asked_ns = process.cpu_ns().unwrap_or(0),
        }
    }

    /// A turn ends: how many nanoseconds of CPU time it took.
    pub(super) fn finish(&mut self, now: Instant, process: &mut dyn Process) -> u64 {
        let cpu_ns = process.cpu_ns().unwrap_or(self.asked_ns);
        self.known_ns = self.known_ns.max(cpu_ns);
        let used = cpu_ns.saturating_sub(self.asked_ns);
        self.answered = Some((now, cpu_ns));
        self.inside_ns += used;
        self.others.finish(process);
        used
    }

    /// CPU time since the question, without what other processes used.
    pub(super) fn used(&self, process: &dyn Process) -> Option<Duration> {
        Some(Duration::from_nanos(process.cpu_ns()?.saturating_sub(self.asked_ns)))
    }

    /// CPU time of the whole match so far.
    pub(super) fn total_ns(&self, process: &dyn Process) -> u64 {
        process.cpu_ns().unwrap_or(0).max(self.known_ns)
    }

    /// CPU time outside its turns, short gaps left aside.
    pub(super) fn outside_us(&self) -> u64 {
        self.outside_ns / 1000
    }

    /// Whether the program has been caught computing outside its turns just now.
    pub(super) fn is_caught_pondering(&self) -> bool {
        !self.is_frozen_between && self.outside_ns > PONDER_NS.max(self.inside_ns / 10)
    }
}

/// How long the program's other processes have computed. To know that takes longer than to know about the program's
/// own, so it is looked at now and then, and at every answer only from when there are some that do compute.
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
