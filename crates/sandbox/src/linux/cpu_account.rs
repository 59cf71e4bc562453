//! CPU time of everything in a jail, where no control group counts it.
//!
//! The CPU time of a process that has ended is added to the parent that waits for it (`cutime` and `cstime`). Where the
//! parent ignores `SIGCHLD`, the kernel reaps the process itself and drops its time. So we sample all processes often
//! and compare what vanished processes had used with what was added to their parents: the difference was dropped.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::processes::{self, ProcessStat};

/// The most that a process is assumed to have computed after its last sample.
const UNSEEN_MAX: Duration = Duration::from_millis(20);
/// How far the two may differ without being counted as dropped: `cutime` and `cstime` are both rounded to ticks of 10
/// ms.
const SLACK_NS: i64 = 30_000_000;

/// A process's counters in its last sample.
#[derive(Default)]
struct LastSeen {
    cpu: Duration,
    /// Its `run_delay`: how long it was runnable and waited for a core.
    delay: Duration,
    is_running: bool,
}

/// Adds up the CPU time of all processes of a jail, from one sample to the next.
pub struct CpuAccount {
    updated: Instant,
    /// By pid and start time, which together are unique.
    living: HashMap<(Pid, u64), LastSeen>,
    /// Of processes that init has reaped, with the children that they had waited for.
    reaped: Duration,
    /// Of ended processes, as of the last sample: `reaped`, and what living parents have waited for.
    collected: Duration,
    /// What was collected less half of what vanished, clamped to the slack. Half, because what vanished is an estimate.
    balance_ns: i64,
    /// An estimate of the time that the kernel has dropped.
    uncollected: Duration,
}

impl CpuAccount {
    pub fn new(now: Instant) -> Self {
        Self {
            updated: now,
            living: HashMap::new(),
            reaped: Duration::ZERO,
            collected: Duration::ZERO,
            balance_ns: 0,
            uncollected: Duration::ZERO,
        }
    }

    /// Add the CPU time of a process that init has reaped.
    pub fn add_reaped(&mut self, cpu: Duration) {
        self.reaped += cpu;
    }

    /// Take a sample of all processes of the jail; returns the CPU time of the jail so far, ended processes included.
    pub fn update(&mut self, now: Instant, processes: &[ProcessStat]) -> Duration {
        let own = |stat: &ProcessStat| {
            let cpu = processes::cpu(stat.pid).unwrap_or_default();
            let is_running = stat.is_running();
            let delay = if is_running { processes::run_delay(stat.pid) } else { Duration::ZERO };
            ((stat.pid, stat.start_time), LastSeen { cpu, delay, is_running })
        };
        let children_cpu = processes.iter().map(|stat| stat.children_cpu).sum();
        self.add(now, processes.iter().map(own).collect(), children_cpu)
    }

    fn add(
        &mut self,
        now: Instant,
        living: HashMap<(Pid, u64), LastSeen>,
        children_cpu: Duration,
    ) -> Duration {
        // A process that was running in one sample and is gone in the next may have run until then. This overestimates
        // the few that are sampled, and so makes up for the many that end between two samples.
        let unseen = now.saturating_duration_since(self.updated).min(UNSEEN_MAX);
        let vanished = self.living.iter().filter(|(name, _)| !living.contains_key(name));
        let vanished: Duration = vanished.map(|(_, last)| last.cpu_after(unseen)).sum();
        let collected = self.reaped + children_cpu;
        self.balance_ns += nanos(collected) - nanos(self.collected) - nanos(vanished) / 2;
        let missing = (-SLACK_NS - self.balance_ns).max(0) as u64;
        self.uncollected += Duration::from_nanos(missing * 2);
        self.balance_ns = self.balance_ns.clamp(-SLACK_NS, SLACK_NS);
        (self.updated, self.collected, self.living) = (now, collected, living);
        collected + self.uncollected + self.living.values().map(|last| last.cpu).sum::<Duration>()
    }
}

impl LastSeen {
    /// Its CPU time after another `unseen`, if it gets the same share of a core as before.
    fn cpu_after(&self, unseen: Duration) -> Duration {
        let ready = self.cpu + self.delay;
        if !self.is_running || ready.is_zero() {
            return self.cpu;
        }
        self.cpu + unseen.mul_f64(self.cpu.as_secs_f64() / ready.as_secs_f64())
    }
}

fn nanos(duration: Duration) -> i64 {
    duration.as_nanos().try_into().unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// One parent and its children, one after another, each computing for so long; a sample every 10 ms. The time that
    /// is counted in the end, beside what they did use.
    fn check(child_ms: u32, count: u32, are_waited_for: bool) -> (Duration, Duration) {
        let start = Instant::now();
        let mut account = CpuAccount::new(start);
        let all_ms = child_ms * count;
        let mut known = Duration::ZERO;
        for at in (0..=all_ms).step_by(10) {
            let ended = at / child_ms;
            // In ticks of 10 ms, as the kernel tells it.
            let children_cpu =
                if are_waited_for { MS * (ended * child_ms / 10 * 10) } else { Duration::ZERO };
            // Right after its birth it has computed for a moment, too.
            let cpu = (MS * (at % child_ms)).max(MS / 10);
            let child = LastSeen { cpu, is_running: true, ..LastSeen::default() };
            let parent = LastSeen::default();
            let living = [((Pid::from_raw(2), 0), parent), ((Pid::from_raw(3), ended.into()), child)];
            known = account.add(start + MS * at, living.into(), children_cpu);
        }
        (known, MS * all_ms)
    }

    #[test]
    fn children_that_somebody_waits_for_are_counted_once() {
        for child_ms in [1, 3, 5, 7, 12, 35, 400] {
            let (known, used) = check(child_ms, 2000 / child_ms, true);
            assert!(known <= used + MS && known + MS * 20 >= used, "{child_ms} ms: {known:?} of {used:?}");
        }
    }

    #[test]
    fn children_that_nobody_waits_for_are_counted_roughly() {
        for child_ms in [1, 3, 5, 7, 12, 35, 400] {
            let (known, used) = check(child_ms, 2000 / child_ms, false);
            assert!(known >= used * 3 / 4 && known <= used * 5 / 3, "{child_ms} ms: {known:?} of {used:?}");
        }
    }

    #[test]
    fn waiting_for_a_core_is_not_computing() {
        let last = LastSeen { cpu: MS, delay: MS * 3, is_running: true };
        assert_eq!(last.cpu_after(MS * 8), MS * 3);
        assert_eq!(LastSeen { is_running: false, ..last }.cpu_after(MS * 8), MS);
    }

    #[test]
    fn those_that_we_wait_for_are_counted_exactly() {
        let start = Instant::now();
        let mut account = CpuAccount::new(start);
        let program = LastSeen { cpu: MS * 100, is_running: true, ..LastSeen::default() };
        assert_eq!(account.add(start, [((Pid::from_raw(2), 7), program)].into(), MS * 30), MS * 130);
        account.add_reaped(MS * 135);
        assert_eq!(account.add(start + MS, HashMap::new(), Duration::ZERO), MS * 135);
    }
}
