//! Reads [`ThreadSnapshot`]s from `/proc/<pid>/task/*/{stat,schedstat,status}`.

use std::collections::VecDeque;
use std::fs;
use std::time::{Duration, Instant};

use nix::unistd::{Pid, SysconfVar, sysconf};

use super::processes;
use crate::{Thread, ThreadSnapshot};

/// The most threads in a snapshot; a jail has fewer.
const THREADS_MAX: usize = 512;

/// The threads of a process and of all its descendants; `None` where the kernel does not count `run_delay`
/// (`CONFIG_SCHED_INFO`).
pub fn snapshot_process_tree(root: u32, is_detailed: bool) -> Option<ThreadSnapshot> {
    let mut reader = Reader::new(is_detailed)?;
    reader.read_tree(Pid::from_raw(i32::try_from(root).ok()?), true);
    reader.finish()
}

/// How long the calling thread was runnable and waited for a core so far; `None` where the kernel does not count it.
pub fn own_run_delay() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(schedstat(&text)?.1)
}

/// The threads of these processes.
pub fn of_processes(pids: &[Pid], is_detailed: bool) -> Option<ThreadSnapshot> {
    let mut reader = Reader::new(is_detailed)?;
    for &pid in pids {
        reader.read(pid, &mut |_| {});
    }
    reader.finish()
}

/// The threads of all descendants of a process.
pub fn of_descendants(root: Pid, is_detailed: bool) -> Option<ThreadSnapshot> {
    let mut reader = Reader::new(is_detailed)?;
    reader.read_tree(root, false);
    reader.finish()
}

struct Reader {
    is_detailed: bool,
    /// Our own nice value, with which programs are started.
    nice: i64,
    ticks: u64,
    snapshot: ThreadSnapshot,
}

/// What is used of a `stat` line.
struct Stat {
    is_ready: bool,
    nice: i64,
    policy: i64,
    children_ticks: u64,
}

impl Reader {
    fn new(is_detailed: bool) -> Option<Self> {
        let nice = stat(&fs::read_to_string("/proc/thread-self/stat").ok()?)?.nice;
        let ticks = sysconf(SysconfVar::CLK_TCK).ok()?? as u64;
        let snapshot = ThreadSnapshot {
            at: Instant::now(),
            threads: Vec::new(),
            live_cpu: Duration::ZERO,
            whole_cpu: None,
            throttled: Duration::ZERO,
        };
        Some(Self { is_detailed, nice, ticks, snapshot })
    }

    fn finish(self) -> Option<ThreadSnapshot> {
        Some(self.snapshot).filter(|snapshot| !snapshot.threads.is_empty())
    }

    fn read_tree(&mut self, root: Pid, with_root: bool) {
        let mut left = VecDeque::from([(root, with_root)]);
        while let Some((pid, is_read)) = left.pop_front() {
            let mut found = |child| left.push_back((child, true));
            match is_read {
                true => self.read(pid, &mut found),
                false => tasks(pid).for_each(|task| children(pid, task, &mut found)),
            }
        }
    }

    /// Read the threads of one process, and call `found` for each of its children.
    fn read(&mut self, pid: Pid, found: &mut dyn FnMut(Pid)) {
        for task in tasks(pid) {
            if self.snapshot.threads.len() >= THREADS_MAX {
                return;
            }
            children(pid, task, found);
            if let Some(thread) = self.thread(pid, task) {
                self.snapshot.threads.push(thread);
            }
        }
        self.snapshot.live_cpu += processes::cpu(pid).unwrap_or_default();
    }

    fn thread(&mut self, pid: Pid, number: i32) -> Option<Thread> {
        let file = |name: &str| fs::read_to_string(format!("/proc/{pid}/task/{number}/{name}")).ok();
        let stat = stat(&file("stat")?)?;
        let (cpu, run_delay, timeslices) = schedstat(&file("schedstat")?)?;
        let involuntary_switches =
            if self.is_detailed { involuntary_switches(&file("status")?) } else { None };
        if number == pid.as_raw() {
            self.snapshot.live_cpu += Duration::from_millis(stat.children_ticks * 1000 / self.ticks);
        }
        let is_low_priority = stat.nice > self.nice || stat.policy != 0;
        Some(Thread {
            number,
            cpu,
            run_delay,
            timeslices,
            is_ready: stat.is_ready,
            is_low_priority,
            involuntary_switches,
        })
    }
}

fn tasks(pid: Pid) -> impl Iterator<Item = i32> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn children(pid: Pid, task: i32, found: &mut dyn FnMut(Pid)) {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{task}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).for_each(found);
}

/// The three fields of `schedstat`: CPU time, run delay, number of timeslices.
fn schedstat(text: &str) -> Option<(Duration, Duration, u64)> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    let (ran, run_delay, timeslices) = (numbers.next()?, numbers.next()?, numbers.next()?);
    Some((Duration::from_nanos(ran), Duration::from_nanos(run_delay), timeslices))
}

/// Reads a `stat` line. The name, in brackets, may hold any byte: fields are counted from its closing bracket.
fn stat(text: &str) -> Option<Stat> {
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).copied();
    let ticks = |number| field(number)?.parse::<u64>().ok();
    Some(Stat {
        is_ready: field(3)? == "R",
        nice: field(19)?.parse().ok()?,
        policy: field(41)?.parse().ok()?,
        children_ticks: ticks(16)? + ticks(17)?,
    })
}

/// From a `status` file: how often a thread was switched out while runnable, by preemption or by `sched_yield`.
fn involuntary_switches(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"));
    line?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let line = format!("17 (a) S b) R 1 17 17 0 -1 64 93 0 0 0 1 2 3 4 25 5 1 {}3 0", "0 ".repeat(20));
        let read = stat(&line).unwrap();
        assert!(read.is_ready);
        assert_eq!((read.children_ticks, read.nice, read.policy), (7, 5, 3));
        assert_eq!(
            schedstat("1500 2500 7\n"),
            Some((Duration::from_nanos(1500), Duration::from_nanos(2500), 7))
        );
        assert_eq!(
            involuntary_switches("voluntary_ctxt_switches:\t3\nnonvoluntary_ctxt_switches:\t12\n"),
            Some(12)
        );
    }

    #[test]
    fn this_process_is_seen() {
        let snapshot = snapshot_process_tree(std::process::id(), true).unwrap();
        let running = snapshot.threads.iter().find(|thread| thread.is_ready).unwrap();
        assert!(!running.is_low_priority && running.involuntary_switches.is_some() && running.timeslices > 0);
        assert!(own_run_delay().is_some());
    }
}
