//! Processes as `/proc` shows them.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, Uid, sysconf};

/// What is used of `/proc/<pid>/stat`.
pub struct ProcessStat {
    pub pid: Pid,
    pub parent: Pid,
    /// In clock ticks after boot. Unique together with the pid, which can be reused.
    pub start_time: u64,
    /// The state of its main thread, as the kernel's letter: `R`, `S`, `T`, `Z` …
    state: char,
    pub threads: u64,
    /// CPU time of children it has waited for.
    pub children_cpu: Duration,
}

/// Every process of this pid namespace.
pub fn all() -> impl Iterator<Item = ProcessStat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter_map(|entry| read_stat(&entry.path()))
}

/// The `stat` file of a process (`/proc/<pid>`) or of one of its threads (`/proc/<pid>/task/<tid>`).
fn read_stat(folder: &Path) -> Option<ProcessStat> {
    let text = fs::read_to_string(folder.join("stat")).ok()?;
    let pid = Pid::from_raw(folder.file_name()?.to_str()?.parse().ok()?);
    // The name, in brackets, may hold any byte: fields are counted from its closing bracket.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let ticks = sysconf(SysconfVar::CLK_TCK).ok()?? as u64;
    Some(ProcessStat {
        pid,
        parent: Pid::from_raw(number(4)? as i32),
        start_time: number(22)?,
        state: fields.first()?.chars().next()?,
        threads: number(20)?,
        children_cpu: Duration::from_millis((number(16)? + number(17)?) * 1000 / ticks),
    })
}

/// Every process that descends from `root`, without itself.
pub fn descendants(root: Pid) -> Vec<ProcessStat> {
    let mut unvisited: Vec<ProcessStat> = all().collect();
    let mut found: Vec<ProcessStat> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        let (children, rest): (Vec<_>, _) = unvisited.into_iter().partition(|stat| stat.parent == parent);
        unvisited = rest;
        parents.extend(children.iter().map(|stat| stat.pid));
        found.extend(children);
    }
    found
}

/// How many threads a user has.
pub fn threads_of(user: Uid) -> u64 {
    let owned = |stat: &ProcessStat| {
        fs::metadata(format!("/proc/{}", stat.pid)).is_ok_and(|meta| meta.uid() == user.as_raw())
    };
    all().filter(owned).map(|stat| stat.threads).sum()
}

/// What a process holds of the machine's memory, in bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// `RssAnon`: anonymous pages, those shared since a fork included.
    pub anon: u64,
    /// `RssFile`: pages of the page cache, which the kernel can reclaim.
    pub file: u64,
    /// `VmPTE`: page tables, which grow large for sparse mappings.
    pub page_tables: u64,
}

/// The memory of a process; zero if it has ended.
pub fn memory(pid: Pid) -> Memory {
    fs::read_to_string(format!("/proc/{pid}/status")).map(|text| read_memory(&text)).unwrap_or_default()
}

fn read_memory(status: &str) -> Memory {
    let mut memory = Memory::default();
    for line in status.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let slot = match name {
            "RssAnon" => &mut memory.anon,
            "RssFile" => &mut memory.file,
            "VmPTE" => &mut memory.page_tables,
            _ => continue,
        };
        *slot = value.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024;
    }
    memory
}

/// `Pss_Anon`: anonymous memory, with pages shared since a fork divided among the processes. Slow: walks the page tables.
pub fn pss_anon_bytes(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let kib: u64 = text
        .lines()
        .find_map(|line| line.strip_prefix("Pss_Anon:")?.split_whitespace().next()?.parse().ok())?;
    Some(kib * 1024)
}

impl ProcessStat {
    /// Whether its main thread runs or is runnable.
    pub fn is_running(&self) -> bool {
        self.state == 'R'
    }

    /// Whether all of its threads are stopped, or have ended.
    pub fn is_stopped(&self) -> bool {
        let is_at_rest = |state: char| matches!(state, 'T' | 't' | 'Z' | 'X');
        if !is_at_rest(self.state) || self.threads <= 1 {
            return is_at_rest(self.state);
        }
        let tasks = fs::read_dir(format!("/proc/{}/task", self.pid)).into_iter().flatten().flatten();
        tasks.filter_map(|task| read_stat(&task.path())).all(|task| is_at_rest(task.state))
    }
}

/// How long the main thread of a process was runnable and waited for a core; zero where the kernel does not count it
/// (`CONFIG_SCHED_INFO`).
pub fn run_delay(pid: Pid) -> Duration {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let delay = text.split_whitespace().nth(1).and_then(|ns| ns.parse().ok());
    delay.map_or(Duration::ZERO, Duration::from_nanos)
}

/// CPU time of one process, all its threads included.
pub fn cpu(pid: Pid) -> Option<Duration> {
    clock_getcpuclockid(pid).and_then(clock_gettime).ok().map(Duration::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_with_its_page_tables() {
        let status =
            "Name:\tbot\nVmPTE:\t     300 kB\nVmSwap:\t 0 kB\nRssAnon:\t    2000 kB\nRssFile:\t 10 kB\n";
        let expected = Memory { anon: 2000 << 10, file: 10 << 10, page_tables: 300 << 10 };
        assert_eq!(read_memory(status), expected);
        assert_eq!(read_memory("State:\tZ (zombie)\n"), Memory::default());
    }
}
