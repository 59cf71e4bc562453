//! How much of its time a bot was denied: it was ready to run, and the machine was busy with others.
//!
//! A bot is charged for what it did with the machine it got. When its time is over, its threads are looked at, and it is
//! late only if it had the machine for as long as it was granted; otherwise it is waited for so much longer. A bot that
//! cannot be given its time within a bound makes the match void, if it was denied most of what was added.

use std::time::{Duration, Instant};

use skirmish_sandbox::ThreadSnapshot;

use crate::launch::Process;
use crate::sys::CpuClock;

/// How long a thread that is ready is waited for before it is looked at again: longer than the kernel takes to count.
const STEP: Duration = Duration::from_millis(5);
/// The shortest wait between two looks.
const LEAST: Duration = Duration::from_millis(1);

/// What was seen while an answer is waited for.
pub(crate) struct Denial {
    /// When it began to take long.
    base: ThreadSnapshot,
    /// When the time granted was over.
    over: Option<ThreadSnapshot>,
    last: Option<ThreadSnapshot>,
    referee_cpu: Duration,
    referee_waited: Duration,
}

/// What is to be done about a bot whose time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It had its time.
    Late,
    /// It may still have time: nothing is decided before then.
    Wait(Instant),
    /// It was denied this much, and could not be given it in the time that may be added.
    Denied(Duration),
}

/// What an answer had, by the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// When its time is over.
    pub(crate) deadline: Instant,
    /// How much may be added at most.
    pub(crate) most: Duration,
}

impl Denial {
    /// Begins to look; `None` where threads cannot be looked at.
    pub(crate) fn begin(process: &mut dyn Process) -> Option<Self> {
        let base = process.thread_snapshot(false)?;
        let (referee_cpu, referee_waited) = (referee_cpu(), referee_waited());
        Some(Self { base, over: None, last: None, referee_cpu, referee_waited })
    }

    /// How much of this time is charged: not what the program was denied, nor how long we waited for the CPU ourselves
    /// to read what it said, but at least what it used.
    pub(crate) fn charged(&self, process: &mut dyn Process, wall: Duration) -> Duration {
        let Some(now) = process.thread_snapshot(false) else { return wall };
        let ours = referee_waited().saturating_sub(self.referee_waited);
        wall.saturating_sub(self.denied(&now) + ours).max(self.used(&now)).min(wall)
    }

    /// CPU time that the program used, with all that it started; `None` where that cannot be known any more.
    pub(crate) fn used_so_far(&self, process: &mut dyn Process) -> Option<Duration> {
        process.thread_snapshot(false).map(|now| self.used(&now))
    }

    /// What is to be done now that its time is over, and there is no answer.
    pub(crate) fn judge(&mut self, process: &mut dyn Process, now: Instant, had: Allowance) -> Judgement {
        let Some(snapshot) = process.thread_snapshot(true) else { return Judgement::Late };
        let over = self.over.get_or_insert_with(|| snapshot.clone());
        let added = snapshot.at.saturating_duration_since(over.at);
        let denied_since_over = snapshot.denied_since(over, snapshot.used_since(over), Some(over));
        let denied = self.denied(&snapshot);
        let last = self.last.replace(snapshot.clone());
        let end = had.deadline + had.most;
        if now >= end {
            // What went before may be feigned where ended processes are not counted; this cannot.
            let is_denied = denied_since_over * 2 >= added && !added.is_zero();
            return if is_denied { Judgement::Denied(denied) } else { Judgement::Late };
        }
        if now < had.deadline + denied {
            return Judgement::Wait((had.deadline + denied).max(now + LEAST).min(end));
        }
        // A wait is counted when it is over: who is ready may have waited all the time that the program did not use.
        let is_waiting = last.map_or(snapshot.is_ready(), |last| snapshot.is_waiting_since(&last));
        let used = self.used(&snapshot);
        let possible = snapshot.at.saturating_duration_since(self.base.at).saturating_sub(used);
        if is_waiting && now + LEAST < had.deadline + possible {
            return Judgement::Wait((now + STEP).min(had.deadline + possible).min(end));
        }
        Judgement::Late
    }

    fn used(&self, now: &ThreadSnapshot) -> Duration {
        match &self.over {
            Some(over) => over.used_since(&self.base) + now.used_since(over),
            None => now.used_since(&self.base),
        }
    }

    /// What the referee does meanwhile is reading what the bots print: that is no other's work.
    fn denied(&self, now: &ThreadSnapshot) -> Duration {
        let ours = referee_cpu().saturating_sub(self.referee_cpu);
        now.denied_since(&self.base, self.used(now), self.over.as_ref()).saturating_sub(ours)
    }
}

fn referee_cpu() -> Duration {
    Duration::from_nanos(CpuClock::of_this_thread().now_ns().unwrap_or(0))
}

fn referee_waited() -> Duration {
    skirmish_sandbox::own_run_delay().unwrap_or_default()
}
