//! CPU time of everything in a jail, where no control group counts it.
//!
//! A process that has ended leaves its time to whoever waits for it. Where a parent ignores `SIGCHLD`, nobody does, and the
//! kernel drops it: so we look often, remember what we saw, and compare what vanished with what was left behind.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::processes::{self, ProcessStat};

/// The most that a process may have computed since it was last seen: where we look seldom, we do not guess.
const UNSEEN_MAX: Duration = Duration::from_millis(20);
/// How far what vanished and what was left behind may differ: the kernel tells the latter in ticks of 10 ms, one count for
/// a program's own code and one for the system's.
const SLACK_NS: i64 = 30_000_000;

/// What a process had used when it was seen last.
#[derive(Default)]
struct LastSeen {
    cpu: Duration,
    /// How long it had waited for a core.
    delay: Duration,
    is_running: bool,
}

/// Adds up what all processes of a jail have used, from one look to the next.
pub struct CpuAccount {
    updated: Instant,
    /// By number and birth.
    living: HashMap<(Pid, u64), LastSeen>,
    /// Of those we have waited for ourselves, with all that they had waited for.
    reaped: Duration,
    /// Left behind by the dead, as of the last look: to us, or to parents that live.
    collected: Duration,
    /// What was left behind less half of what vanished, kept within the slack. Half, because what vanished is a guess.
    balance_ns: i64,
    /// Of those that nobody waited for.
    uncollected: Duration,
}

impl CpuAccount {
    /// An account of a jail that is empty yet.
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

    /// Note what a process had used that we have waited for.
    pub fn add_reaped(&mut self, cpu: Duration) {
        self.reaped += cpu;
    }

    /// Look at all processes of the jail: what has been used in all, those included that have ended.
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
        // Whoever is seen computing and gone at the next look may have computed until then. Many that live too shortly to
        // be seen are so made up for by the few that are.
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
    /// What it will have used if it goes on for so long as it did so far: on a busy machine, it mostly waits.
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

    /// One parent and its children, one after another, each computing for so long; somebody looks every 10 ms. What is known
    /// in the end, beside what they did use.
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
