//! Looking at processes through `/proc`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, Uid, sysconf};

/// One process, as its `stat` line shows it.
pub struct Seen {
    pub pid: Pid,
    pub parent: Pid,
    pub threads: u64,
    /// CPU time of children it has waited for.
    pub children_cpu: Duration,
}

/// Every process in sight.
pub fn all() -> impl Iterator<Item = Seen> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid| look(Pid::from_raw(pid)))
}

fn look(pid: Pid) -> Option<Seen> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in brackets, may hold anything: count from behind it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let ticks = sysconf(SysconfVar::CLK_TCK).ok()?? as u64;
    Some(Seen {
        pid,
        parent: Pid::from_raw(number(4)? as i32),
        threads: number(20)?,
        children_cpu: Duration::from_millis((number(16)? + number(17)?) * 1000 / ticks),
    })
}

/// Every process that descends from `root`, without itself.
pub fn descendants(root: Pid) -> Vec<Seen> {
    let mut strangers: Vec<Seen> = all().collect();
    let mut family: Vec<Seen> = Vec::new();
    let mut elders = vec![root];
    while let Some(elder) = elders.pop() {
        let (children, rest): (Vec<_>, _) = strangers.into_iter().partition(|seen| seen.parent == elder);
        strangers = rest;
        elders.extend(children.iter().map(|seen| seen.pid));
        family.extend(children);
    }
    family
}

/// How many threads a user has.
pub fn threads_of(user: Uid) -> u64 {
    let owned = |seen: &Seen| {
        fs::metadata(format!("/proc/{}", seen.pid)).is_ok_and(|meta| meta.uid() == user.as_raw())
    };
    all().filter(owned).map(|seen| seen.threads).sum()
}

/// Memory that belongs to a process alone, in bytes.
pub fn private_bytes(pid: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let mut pages = text.split(' ').skip(1).map(|field| field.parse().unwrap_or(0));
    let (resident, shared): (u64, u64) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(shared) * page_bytes()
}

/// The same, but what several processes share since a fork is divided among them: exact, and slow.
pub fn fair_share_bytes(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let kib: u64 = text
        .lines()
        .find_map(|line| line.strip_prefix("Pss_Anon:")?.split_whitespace().next()?.parse().ok())?;
    Some(kib * 1024)
}

fn page_bytes() -> u64 {
    sysconf(SysconfVar::PAGE_SIZE).ok().flatten().map_or(4096, |bytes| bytes as u64)
}

impl Seen {
    /// CPU time, with that of children it has waited for.
    pub fn family_cpu(&self) -> Duration {
        cpu(self.pid).unwrap_or_default() + self.children_cpu
    }
}

/// CPU time of one process, all its threads included.
pub fn cpu(pid: Pid) -> Option<Duration> {
    clock_getcpuclockid(pid).and_then(clock_gettime).ok().map(Duration::from)
}
