//! Snapshots of the scheduler's counters for a program's threads, and what two of them say of the time between: how
//! long the program was runnable while other programs had its core.
//!
//! The kernel counts for every thread how long it ran (`cpu`) and how long it was runnable and waited in a run queue
//! (`run_delay`). A thread also waits while the program's own other threads run, so their CPU time is subtracted: what
//! is left is a lower bound of what other programs took, which a program cannot increase by starting busy threads.

use std::time::{Duration, Instant};

/// A thread with this many involuntary switches, which ran for less than [`YIELD_SLICE_MAX`] before each, calls
/// `sched_yield`: the scheduler leaves one that computes running for a few milliseconds.
const YIELDS_MIN: u64 = 8;
/// See [`YIELDS_MIN`].
const YIELD_SLICE_MAX: Duration = Duration::from_micros(500);

/// The threads of a program at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadSnapshot {
    /// When it was taken.
    pub at: Instant,
    /// The living threads.
    pub threads: Vec<Thread>,
    /// CPU time of the living processes, with that of children they have waited for.
    pub live_cpu: Duration,
    /// CPU time of all processes, also of those that have ended; `None` where that is not known, or costs too much.
    pub whole_cpu: Option<Duration>,
    /// How long its control group was throttled because it had used up its CPU quota.
    pub throttled: Duration,
}

/// One thread at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thread {
    /// Its thread id on the host.
    pub number: i32,
    /// How long it ran on a core.
    pub cpu: Duration,
    /// How long it was runnable and waited for a core. The kernel adds a wait when it is over.
    pub run_delay: Duration,
    /// How often it was scheduled on a core.
    pub timeslices: u64,
    /// Whether it runs or is runnable (state `R`).
    pub is_ready: bool,
    /// Whether it has chosen a higher nice value than the referee's, or another policy than `SCHED_OTHER`.
    pub is_low_priority: bool,
    /// `nonvoluntary_ctxt_switches`: how often it was switched out while runnable, by preemption or by `sched_yield`;
    /// only in a detailed snapshot.
    pub involuntary_switches: Option<u64>,
}

impl ThreadSnapshot {
    /// CPU time that the program used since an earlier snapshot.
    pub fn used_since(&self, earlier: &Self) -> Duration {
        match (self.whole_cpu, earlier.whole_cpu) {
            (Some(now), Some(then)) => now.saturating_sub(then),
            _ => self.live_cpu.saturating_sub(earlier.live_cpu),
        }
    }

    /// A lower bound of how long one of its threads was runnable since an earlier snapshot while other programs had the
    /// core; the program `used` so much CPU time meanwhile. Threads of low priority do not count, nor do those that
    /// have yielded their core since the detailed snapshot `detailed`.
    pub fn denied_since(&self, earlier: &Self, used: Duration, detailed: Option<&Self>) -> Duration {
        let elapsed = self.at.saturating_duration_since(earlier.at);
        let throttled = self.throttled.saturating_sub(earlier.throttled);
        let denied = |now: &Thread| {
            let then = earlier.thread(now.number).unwrap_or_default();
            let cpu = now.cpu.saturating_sub(then.cpu);
            let run_delay = match now.is_waiting_since(&then) {
                true => elapsed,
                false => now.run_delay.saturating_sub(then.run_delay).min(elapsed),
            };
            run_delay.saturating_sub(used.saturating_sub(cpu))
        };
        let yields = |now: &Thread| {
            detailed
                .and_then(|detailed| detailed.thread(now.number))
                .is_some_and(|then| now.yields_since(&then))
        };
        let counts = |now: &&Thread| !now.is_low_priority && !yields(now);
        let most = self.threads.iter().filter(counts).map(denied).max();
        most.unwrap_or_default().saturating_sub(throttled)
    }

    /// Whether a thread has been runnable ever since an earlier snapshot without getting a core.
    pub fn is_waiting_since(&self, earlier: &Self) -> bool {
        let is_waiting =
            |now: &Thread| earlier.thread(now.number).is_some_and(|then| now.is_waiting_since(&then));
        self.threads.iter().filter(|now| !now.is_low_priority).any(is_waiting)
    }

    /// Whether a thread runs or is runnable.
    pub fn is_ready(&self) -> bool {
        self.threads.iter().any(|thread| thread.is_ready && !thread.is_low_priority)
    }

    /// A thread by its id. If the id was reused in between, differences of counters are too small, never too large.
    fn thread(&self, number: i32) -> Option<Thread> {
        self.threads.iter().find(|thread| thread.number == number).copied()
    }
}

impl Thread {
    fn is_waiting_since(&self, then: &Self) -> bool {
        self.is_ready && then.is_ready && self.timeslices == then.timeslices && self.cpu == then.cpu
    }

    fn yields_since(&self, then: &Self) -> bool {
        let (Some(now), Some(before)) = (self.involuntary_switches, then.involuntary_switches) else {
            return false;
        };
        let involuntary_switches = now.saturating_sub(before);
        let enough = YIELD_SLICE_MAX * u32::try_from(involuntary_switches).unwrap_or(u32::MAX);
        involuntary_switches >= YIELDS_MIN && self.cpu.saturating_sub(then.cpu) < enough
    }
}

impl Default for Thread {
    /// A thread that has not run yet.
    fn default() -> Self {
        let (cpu, run_delay) = (Duration::ZERO, Duration::ZERO);
        Self {
            number: 0,
            cpu,
            run_delay,
            timeslices: 0,
            is_ready: false,
            is_low_priority: false,
            involuntary_switches: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn thread(number: i32, cpu: u64, run_delay: u64) -> Thread {
        Thread {
            number,
            cpu: ms(cpu),
            run_delay: ms(run_delay),
            timeslices: cpu + run_delay,
            ..Thread::default()
        }
    }

    /// Two snapshots, 50 ms apart; all counters of the first one are zero.
    fn denied(threads: &[Thread], used: u64) -> Duration {
        let before: Vec<_> =
            threads.iter().map(|thread| Thread { number: thread.number, ..Thread::default() }).collect();
        let (before, after) = (snapshot(0, &before, 0), snapshot(50, threads, used));
        after.denied_since(&before, after.used_since(&before), None)
    }

    fn snapshot(at: u64, threads: &[Thread], used: u64) -> ThreadSnapshot {
        thread_local!(static BEGIN: Instant = Instant::now());
        let at = BEGIN.with(|begin| *begin + ms(at));
        ThreadSnapshot {
            at,
            threads: threads.to_vec(),
            live_cpu: ms(used),
            whole_cpu: None,
            throttled: Duration::ZERO,
        }
    }

    #[test]
    fn what_others_took_is_denied_and_sleep_is_not() {
        assert_eq!(denied(&[thread(1, 1, 45)], 1), ms(45));
        assert_eq!(denied(&[thread(1, 1, 0)], 1), ms(0), "it slept");
        assert_eq!(denied(&[thread(1, 49, 1)], 49), ms(1), "it computed");
        assert_eq!(denied(&[thread(1, 0, 0), thread(2, 1, 45)], 1), ms(45), "one that the first waits for");
    }

    #[test]
    fn own_threads_and_processes_feign_nothing() {
        let crowd: Vec<_> = (0..10).map(|number| thread(number, 5, 45)).collect();
        assert_eq!(denied(&crowd, 50), ms(0), "they waited for each other");
        assert_eq!(denied(&[thread(1, 0, 50)], 50), ms(0), "it waited for one that has ended");
        let half: Vec<_> = (0..5).map(|number| thread(number, 5, 45)).collect();
        assert_eq!(denied(&half, 25), ms(25), "half of the core was another's");
    }

    #[test]
    fn a_wait_that_is_not_over_counts() {
        let ready = Thread { is_ready: true, ..thread(1, 3, 2) };
        let (before, after) = (snapshot(0, &[ready], 3), snapshot(50, &[ready], 3));
        assert_eq!(after.denied_since(&before, ms(0), None), ms(50));
        assert!(after.is_waiting_since(&before));
        let after = snapshot(50, &[Thread { timeslices: ready.timeslices + 1, ..ready }], 3);
        assert!(!after.is_waiting_since(&before) && after.is_ready());
    }

    #[test]
    fn whoever_lets_others_go_first_is_not_denied() {
        let low = Thread { is_low_priority: true, ..thread(1, 1, 49) };
        assert_eq!(denied(&[low], 1), ms(0));
        for (cpu, involuntary_switches, counted) in [(0, 20, 0), (1, 20, 0), (20, 20, 30), (0, 3, 30)] {
            let before = snapshot(0, &[Thread { involuntary_switches: Some(7), ..thread(1, 0, 0) }], 0);
            let after = snapshot(
                50,
                &[Thread { involuntary_switches: Some(7 + involuntary_switches), ..thread(1, cpu, 30) }],
                cpu,
            );
            assert_eq!(
                after.denied_since(&before, ms(cpu), Some(&before)),
                ms(counted),
                "{involuntary_switches} times off after {cpu} ms"
            );
        }
    }

    #[test]
    fn being_stopped_for_its_own_use_is_not_denied() {
        let (before, mut after) = (snapshot(0, &[], 0), snapshot(50, &[thread(1, 5, 45)], 5));
        after.throttled = ms(40);
        assert_eq!(after.denied_since(&before, ms(5), None), ms(5));
    }
}
