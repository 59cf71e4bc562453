//! How much of its time a bot was denied the CPU: it was runnable, and others had its core (the kernel's `run_delay`).
//!
//! A bot is not charged for that. When its deadline is over, the counters of its threads are read, and it is late only
//! if it was not denied the CPU; otherwise the deadline moves by what it was denied. If that exceeds a bound, the match
//! is void, provided that the bot was denied at least half of the time that was added.

use std::time::{Duration, Instant};

use skirmish_sandbox::ThreadSnapshot;

use crate::launch::Process;
use crate::sys::CpuClock;

/// At most so many times the time granted may be added, for one answer and in the whole match: enough for a program that
/// gets a tenth of a core. With a smaller bound, a losing bot's author could make matches void by loading the machine.
const ADDED_TIMES: u32 = 9;

/// So much may be added in any case.
const ADDED_LEAST: Duration = Duration::from_secs(1);

/// The pause before the next snapshot while a thread is runnable: the kernel adds to `run_delay` when a wait ends, so a
/// shorter one would not see a change.
const STEP: Duration = Duration::from_millis(5);
/// The shortest time between two snapshots.
const LEAST: Duration = Duration::from_millis(1);

/// The snapshots of a program's threads during one answer.
pub(crate) struct Denial {
    /// Taken when the answer began to take long.
    base: ThreadSnapshot,
    /// Taken when the time granted was over.
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

/// How much longer than granted a program was waited for in a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddedTime {
    total: Duration,
    /// The most that it may be; `None` if its clock has no end.
    most: Option<Duration>,
}

impl AddedTime {
    /// Nothing yet, in a match whose clock grants a seat at most this much.
    pub(crate) fn new(seat_budget: Option<Duration>) -> Self {
        Self { total: Duration::ZERO, most: seat_budget.map(most_added) }
    }

    /// The most that may be added to one answer that has this long.
    pub(crate) fn most_for(allowed: Duration, limit: Duration) -> Duration {
        most_added(allowed).min(limit)
    }

    /// Whether this much for the answer at hand would be too much for the match.
    pub(crate) fn would_exceed(&self, more: Duration) -> bool {
        self.most.is_some_and(|most| self.total.saturating_add(more) > most)
    }

    /// So much was added to an answer.
    pub(crate) fn add(&mut self, more: Duration) {
        self.total = self.total.saturating_add(more);
    }
}

/// The most that may be added to so much time.
pub(crate) fn most_added(granted: Duration) -> Duration {
    granted.saturating_mul(ADDED_TIMES).max(ADDED_LEAST)
}

impl Denial {
    /// Takes the first snapshot; `None` where the kernel does not have the counters.
    pub(crate) fn begin(process: &mut dyn Process) -> Option<Self> {
        let base = process.thread_snapshot(false)?;
        let (referee_cpu, referee_waited) = (referee_cpu(), referee_waited());
        Some(Self { base, over: None, last: None, referee_cpu, referee_waited })
    }

    /// How much of this time is charged: neither what the program was denied nor the referee's own `run_delay` before
    /// it could read the answer, but at least the CPU time that the program used.
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
            // Snapshots before `over` may lack the CPU time of ended processes, so that a program could feign to be
            // denied the CPU. Since then they are detailed and have it.
            let is_denied = denied_since_over * 2 >= added && !added.is_zero();
            return if is_denied { Judgement::Denied(denied) } else { Judgement::Late };
        }
        if now < had.deadline + denied {
            return Judgement::Wait((had.deadline + denied).max(now + LEAST).min(end));
        }
        // The kernel adds to `run_delay` when a wait is over: a thread that is runnable now may have waited for all the
        // time that the program did not use.
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

    /// The referee's own CPU time is subtracted: it goes into reading what the bots print, so it is not others' load.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_answer_gets_nine_times_its_time_more_and_a_second_in_any_case() {
        for (allowed_ms, limit_ms, most_ms) in
            [(50, 60_000, 1000), (1000, 60_000, 9000), (20_000, 60_000, 60_000), (50, 100, 100)]
        {
            let [allowed, limit, most] = [allowed_ms, limit_ms, most_ms].map(Duration::from_millis);
            assert_eq!(AddedTime::most_for(allowed, limit), most);
        }
    }

    #[test]
    fn what_is_added_to_all_answers_of_a_match_has_an_end() {
        let mut added = AddedTime::new(Some(SECOND));
        for _ in 0..8 {
            assert!(!added.would_exceed(SECOND));
            added.add(SECOND);
        }
        assert!(!added.would_exceed(SECOND) && added.would_exceed(SECOND + Duration::from_micros(1)));
        let mut endless = AddedTime::new(None);
        endless.add(Duration::MAX);
        assert!(!endless.would_exceed(Duration::MAX));
    }
}
