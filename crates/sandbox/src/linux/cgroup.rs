//! Control groups, version 2 or 1: limits and counters for all processes of a jail together.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::eventfd::{EfdFlags, EventFd};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use crate::{Layer, Limits, Priority};

/// The period over which CPU shares are counted, in microseconds.
const CPU_PERIOD_US: u64 = 100_000;
/// The weight of a group in the background, in hundredths of the usual one: what it gets of a core that one other group
/// wants, too. Not less (`cpu.idle`): on a machine that is never idle a build would not end.
const BACKGROUND_PERCENT: u32 = 5;
/// The init process counts in `pids.max`, too.
const OWN_PROCESSES: u32 = 1;
/// The beginning of our groups' names; the helper's pid and the jail's number follow.
const NAME_PREFIX: &str = "skirmish-";

/// The layers that a report has for control groups.
pub const LAYERS: [&str; 5] = ["cgroup-memory", "cgroup-pids", "cgroup-cpu", "cgroup-freezer", "cgroup-io"];
/// What each of them does, and what does it in its absence.
const WORDS: [(&str, &str); 5] = [
    ("limits the memory of all processes together", "a watchdog looks every 10 ms instead"),
    ("limits how many processes there are", "a resource limit does instead"),
    ("limits the share of the cores", "only the core that a match is pinned to does"),
    ("freezes bots that think outside their turns", "they are stopped by a signal instead"),
    ("limits how fast disks are read", "only a low priority does, where the disk's scheduler heeds it"),
];
/// How to get them.
pub const ADVICE: &str = "run as root, or under `systemd-run --user --scope -p Delegate=yes`";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Version {
    V1,
    V2,
}

/// A folder of a cgroup file system in which one controller is available.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ControllerDir {
    version: Version,
    folder: PathBuf,
}

/// Where this machine lets us create groups, by controller.
#[derive(Debug, Default)]
pub struct Cgroups {
    memory: Option<ControllerDir>,
    pids: Option<ControllerDir>,
    cpu: Option<ControllerDir>,
    /// With version 2 also for `cgroup.kill` and `cpu.stat`, which need no controller.
    freezer: Option<ControllerDir>,
    /// Counting CPU time.
    cpuacct: Option<ControllerDir>,
    io: Option<ControllerDir>,
    /// The disks that can be limited, as `major:minor`.
    disks: Vec<String>,
}

/// One jail's group in each of the controllers' folders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JailCgroup {
    memory: Option<ControllerDir>,
    pids: Option<ControllerDir>,
    cpu: Option<ControllerDir>,
    freezer: Option<ControllerDir>,
    cpuacct: Option<ControllerDir>,
    io: Option<ControllerDir>,
    disks: Vec<String>,
}

impl Cgroups {
    /// Find where groups can be created, by creating one.
    pub fn find() -> Self {
        let own_cgroups = own_cgroups();
        own_cgroups.iter().for_each(|(_, _, folder)| remove_stale(folder));
        let mut found = Self::default();
        for (controller, version, folder) in &own_cgroups {
            let dir = || Some(ControllerDir { version: *version, folder: folder.clone() });
            let slot = match controller.as_str() {
                "memory" => &mut found.memory,
                "pids" => &mut found.pids,
                "cpu" => &mut found.cpu,
                "freezer" => &mut found.freezer,
                "cpuacct" => &mut found.cpuacct,
                "blkio" | "io" => &mut found.io,
                _ => continue,
            };
            // Version 2 comes first in the list, and is preferred.
            if slot.is_none() && has_controller(folder, controller, *version) {
                *slot = dir();
            }
        }
        found.disks = found.io.as_ref().map(disks_to_limit).unwrap_or_default();
        found.io = found.io.filter(|_| !found.disks.is_empty());
        found
    }

    /// Whether both memory and the number of processes are limited (fork bombs).
    pub fn limits_memory_and_pids(&self) -> bool {
        self.memory.is_some() && self.pids.is_some()
    }

    /// Whether memory is counted.
    pub fn counts_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Whether CPU time is counted.
    pub fn counts_cpu(&self) -> bool {
        self.cpuacct.is_some()
    }

    /// Whether CPU time is shared by weight.
    pub fn weighs_cpu(&self) -> bool {
        self.cpu.is_some()
    }

    /// Whether programs can be frozen.
    pub fn can_freeze(&self) -> bool {
        self.freezer.is_some()
    }

    /// For `skirmish doctor`.
    pub fn layers(&self) -> Vec<Layer> {
        let dirs = [&self.memory, &self.pids, &self.cpu, &self.freezer, &self.io];
        let layers = LAYERS.iter().zip(WORDS).zip(dirs);
        let layer =
            |((name, (does, instead)), dir): ((&&str, (&str, &str)), &Option<ControllerDir>)| match dir {
                Some(ControllerDir { version: Version::V1, .. }) => {
                    Layer::on(name, format!("{does} (version 1)"))
                }
                Some(ControllerDir { version: Version::V2, .. }) => {
                    Layer::on(name, format!("{does} (version 2)"))
                }
                None => Layer::off(name, format!("no control group that we may write to: {instead}"), ADVICE),
            };
        layers.map(layer).collect()
    }

    /// Create the group of a jail in each folder; `None` if there is no controller.
    pub fn create(&self, number: u64) -> io::Result<Option<JailCgroup>> {
        let make = |dir: &Option<ControllerDir>| -> io::Result<Option<ControllerDir>> {
            let Some(ControllerDir { version, folder }) = dir else { return Ok(None) };
            let folder = folder.join(format!("{NAME_PREFIX}{}-{number}", Pid::this()));
            match fs::create_dir(&folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => Ok(Some(ControllerDir { version: *version, folder })),
            }
        };
        let group = JailCgroup {
            memory: make(&self.memory)?,
            pids: make(&self.pids)?,
            cpu: make(&self.cpu)?,
            freezer: make(&self.freezer)?,
            cpuacct: make(&self.cpuacct)?,
            io: make(&self.io)?,
            disks: self.disks.clone(),
        };
        Ok(Some(group).filter(|group| !group.folders().is_empty()))
    }
}

impl JailCgroup {
    /// Move a process into the group; its later children are in it, too.
    pub fn add_process(&self, pid: Pid) -> io::Result<()> {
        self.folders().iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), pid.to_string()))
    }

    /// Set the limits.
    pub fn set_limits(&self, limits: &Limits) -> io::Result<()> {
        let write = |dir: &ControllerDir, file: &str, value: String| fs::write(dir.folder.join(file), value);
        if let Some(dir) = &self.memory {
            match dir.version {
                Version::V1 => write(dir, "memory.limit_in_bytes", limits.memory_bytes.to_string())?,
                Version::V2 => {
                    write(dir, "memory.max", limits.memory_bytes.to_string())?;
                    // Not every kernel has these: no swap, and the OOM killer kills the whole group.
                    let _ = write(dir, "memory.swap.max", "0".into());
                    let _ = write(dir, "memory.oom.group", "1".into());
                }
            }
        }
        if let Some(dir) = &self.pids {
            write(dir, "pids.max", (limits.processes + OWN_PROCESSES).to_string())?;
        }
        if let Some(dir) = &self.cpu {
            let quota = CPU_PERIOD_US * u64::from(limits.cpu_percent) / 100;
            match dir.version {
                Version::V1 => write(dir, "cpu.cfs_quota_us", quota.to_string())?,
                Version::V2 => write(dir, "cpu.max", format!("{quota} {CPU_PERIOD_US}"))?,
            }
        }
        if let Some(dir) = &self.io {
            let (bytes, requests) = (limits.io_bytes_per_second, limits.io_requests_per_second);
            self.disks.iter().try_for_each(|disk| limit_disk(dir, disk, bytes, requests))?;
        }
        Ok(())
    }

    /// Give all processes of the group together what others leave of the CPU, or their share again.
    pub fn set_priority(&self, priority: Priority) -> io::Result<()> {
        let Some(dir) = &self.cpu else { return Ok(()) };
        let (file, usual) = match dir.version {
            Version::V1 => ("cpu.shares", 1024),
            Version::V2 => ("cpu.weight", 100),
        };
        let weight = match priority {
            Priority::Normal => usual,
            Priority::Background => usual * BACKGROUND_PERCENT / 100,
        };
        fs::write(dir.folder.join(file), weight.to_string())
    }

    /// Whether [`freeze`](Self::freeze) can work.
    pub fn can_freeze(&self) -> bool {
        self.freezer.is_some()
    }

    /// Freeze or thaw all processes of the group.
    pub fn freeze(&self, is_frozen: bool) -> io::Result<()> {
        let Some(dir) = &self.freezer else { return Err(io::ErrorKind::Unsupported.into()) };
        let (file, value) = match (dir.version, is_frozen) {
            (Version::V1, true) => ("freezer.state", "FROZEN"),
            (Version::V1, false) => ("freezer.state", "THAWED"),
            (Version::V2, true) => ("cgroup.freeze", "1"),
            (Version::V2, false) => ("cgroup.freeze", "0"),
        };
        fs::write(dir.folder.join(file), value)
    }

    /// Kill every process in the group by `cgroup.kill`; `false` where there is none (version 1, before Linux 5.14).
    pub fn kill(&self) -> bool {
        let dir = self.freezer.as_ref().filter(|dir| dir.version == Version::V2);
        dir.is_some_and(|dir| fs::write(dir.folder.join("cgroup.kill"), "1").is_ok())
    }

    /// CPU time of all processes, those that have ended included.
    pub fn cpu(&self) -> Option<Duration> {
        let dir = self
            .freezer
            .iter()
            .chain(&self.cpuacct)
            .find(|dir| dir.version == Version::V2 || dir.folder.join("cpuacct.usage").exists())?;
        match dir.version {
            Version::V1 => number(&dir.folder.join("cpuacct.usage")).map(Duration::from_nanos),
            Version::V2 => keyed(&dir.folder.join("cpu.stat"), "usage_usec").map(Duration::from_micros),
        }
    }

    /// How long the group was throttled because it had used up its CPU quota.
    pub fn throttled(&self) -> Option<Duration> {
        let dir = self.cpu.as_ref()?;
        let file = dir.folder.join("cpu.stat");
        match dir.version {
            Version::V1 => keyed(&file, "throttled_time").map(Duration::from_nanos),
            Version::V2 => keyed(&file, "throttled_usec").map(Duration::from_micros),
        }
    }

    /// The most memory at one time.
    pub fn memory_peak_bytes(&self) -> Option<u64> {
        let dir = self.memory.as_ref()?;
        match dir.version {
            Version::V1 => number(&dir.folder.join("memory.max_usage_in_bytes")),
            Version::V2 => number(&dir.folder.join("memory.peak")),
        }
    }

    /// Whether the OOM killer has killed a process; `None` when the group is removed.
    pub fn is_out_of_memory(&self) -> Option<bool> {
        let Some(dir) = &self.memory else { return Some(false) };
        let file = match dir.version {
            Version::V1 => "memory.oom_control",
            Version::V2 => "memory.events",
        };
        keyed(&dir.folder.join(file), "oom_kill ").map(|kills| kills > 0)
    }

    /// An eventfd for the group's OOM notifications, for version 1 only.
    ///
    /// Version 2 kills the whole group (`memory.oom.group`). Version 1 kills one process after another, and a program
    /// that starts new ones would continue.
    pub fn oom_eventfd(&self) -> Option<EventFd> {
        let dir = self.memory.as_ref().filter(|dir| dir.version == Version::V1)?;
        let eventfd = EventFd::from_flags(EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK).ok()?;
        let watched = fs::File::open(dir.folder.join("memory.oom_control")).ok()?;
        let command = format!("{} {}", eventfd.as_fd().as_raw_fd(), watched.as_raw_fd());
        fs::write(dir.folder.join("cgroup.event_control"), command).ok()?;
        Some(eventfd)
    }

    /// Remove the groups; an error while a process is still in one of them.
    pub fn remove(&self) -> io::Result<()> {
        for folder in self.folders() {
            match fs::remove_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Processes that are still in one of the groups.
    pub fn members(&self) -> Vec<Pid> {
        let texts = self
            .folders()
            .into_iter()
            .filter_map(|folder| fs::read_to_string(folder.join("cgroup.procs")).ok());
        texts
            .flat_map(|text| text.lines().filter_map(|line| line.parse().ok()).collect::<Vec<_>>())
            .map(Pid::from_raw)
            .collect()
    }

    /// The jail's processes: those of one of the groups, because every process is in each.
    pub fn processes(&self) -> Option<Vec<Pid>> {
        let folder = self.folders().into_iter().next()?;
        let text = fs::read_to_string(folder.join("cgroup.procs")).ok()?;
        Some(text.lines().filter_map(|line| line.parse().ok()).map(Pid::from_raw).collect())
    }

    fn folders(&self) -> BTreeSet<&Path> {
        let dirs = [&self.memory, &self.pids, &self.cpu, &self.freezer, &self.cpuacct, &self.io];
        dirs.into_iter().flatten().map(|dir| dir.folder.as_path()).collect()
    }
}

/// Every controller with the folder of our own group, version 2 first.
fn own_cgroups() -> Vec<(String, Version, PathBuf)> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut own_cgroups = Vec::new();
    for (kind, options, root, point) in mounts.lines().filter_map(cgroup_mount) {
        for (controllers, path) in own.lines().filter_map(own_group) {
            let folder = point.join(path.strip_prefix(root).unwrap_or(path).trim_start_matches('/'));
            if kind == "cgroup2" && controllers.is_empty() {
                own_cgroups
                    .extend(version_2(&folder).into_iter().map(|name| (name, Version::V2, folder.clone())));
            } else if kind == "cgroup" && !controllers.is_empty() {
                let names =
                    controllers.split(',').filter(|name| options.split(',').any(|option| option == *name));
                own_cgroups.extend(names.map(|name| (name.to_owned(), Version::V1, folder.clone())));
            }
        }
    }
    own_cgroups.sort_by_key(|(_, version, _)| *version == Version::V1);
    own_cgroups
}

/// Remove groups whose helper was killed before it could.
fn remove_stale(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let helper = name
            .to_str()
            .and_then(|name| name.strip_prefix(NAME_PREFIX)?.split('-').next()?.parse::<u32>().ok());
        // A zombie has no `exe` any more, though its pid is still in use.
        let is_gone = |pid| {
            fs::read_link(format!("/proc/{pid}/exe")).is_err_and(|e| e.kind() == io::ErrorKind::NotFound)
        };
        if helper.is_some_and(is_gone) {
            // Only an empty group can be removed.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Type, options, root and mount point of a control group file system.
fn cgroup_mount(line: &str) -> Option<(&str, &str, &str, PathBuf)> {
    let (mount, kind) = line.split_once(" - ")?;
    let mut mount = mount.split(' ').skip(3);
    let (root, point) = (mount.next()?, mount.next()?);
    let mut kind = kind.split(' ');
    let (kind, options) = (kind.next()?, kind.nth(1)?);
    kind.starts_with("cgroup").then(|| (kind, options, if root == "/" { "" } else { root }, point.into()))
}

/// The controllers of a line of `/proc/self/cgroup` (none for version 2), and our group's path.
fn own_group(line: &str) -> Option<(&str, &str)> {
    let mut parts = line.splitn(3, ':').skip(1);
    Some((parts.next()?, parts.next()?))
}

/// The controllers for children of a version 2 group, enabled in `cgroup.subtree_control`. Freezing and `cpu.stat` need
/// none.
fn version_2(folder: &Path) -> Vec<String> {
    let offered = fs::read_to_string(folder.join("cgroup.controllers")).unwrap_or_default();
    let wanted: Vec<_> = ["memory", "pids", "cpu", "io"]
        .into_iter()
        .filter(|name| offered.split_whitespace().any(|o| o == *name))
        .collect();
    let enable = || {
        wanted
            .iter()
            .try_for_each(|name| fs::write(folder.join("cgroup.subtree_control"), format!("+{name}")))
    };
    if !wanted.is_empty() && enable().is_err() && move_to_leaf(folder).is_ok() {
        // Controllers that are still not enabled are found by `has_controller`.
        let _ = enable();
    }
    wanted.into_iter().chain(["freezer", "cpuacct"]).map(String::from).collect()
}

/// A version 2 group that enables controllers for its children must not have processes itself (the "no internal
/// processes" rule): move ourselves into a leaf, and our parent if it is in the group, too.
///
/// Fails, and changes nothing, where the group was not delegated to us.
fn move_to_leaf(folder: &Path) -> io::Result<()> {
    let leaf = folder.join("skirmish-self");
    match fs::create_dir(&leaf) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let members = fs::read_to_string(folder.join("cgroup.procs"))?;
    let is_here = |pid: &Pid| members.lines().any(|line| line == pid.to_string());
    [Pid::parent(), Pid::this()]
        .iter()
        .filter(|pid| is_here(pid))
        .try_for_each(|pid| fs::write(leaf.join("cgroup.procs"), pid.to_string()))
}

/// Whether a group that is created in this folder has the controller's files, and we may move processes into it.
fn has_controller(folder: &Path, controller: &str, version: Version) -> bool {
    let file = match (controller, version) {
        ("memory", Version::V1) => "memory.limit_in_bytes",
        ("memory", Version::V2) => "memory.max",
        ("pids", _) => "pids.max",
        ("cpu", Version::V1) => "cpu.cfs_quota_us",
        ("cpu", Version::V2) => "cpu.max",
        ("freezer", Version::V1) => "freezer.state",
        ("freezer", Version::V2) => "cgroup.freeze",
        ("cpuacct", Version::V1) => "cpuacct.usage",
        ("blkio", _) => "blkio.throttle.read_bps_device",
        ("io", _) => "io.max",
        _ => "cpu.stat",
    };
    let trial = folder.join(trial_name());
    let made = fs::create_dir(&trial).is_ok();
    let fits = trial.join(file).exists();
    // Root may move processes there, and so may the owner of a delegated group.
    let is_ours = nix::unistd::access(&trial.join("cgroup.procs"), nix::unistd::AccessFlags::W_OK).is_ok();
    let _ = fs::remove_dir(&trial);
    made && fits && is_ours
}

/// The machine's disks that a trial group lets us limit. All of them, because a bot's folder may lie on any.
fn disks_to_limit(dir: &ControllerDir) -> Vec<String> {
    let trial = ControllerDir { version: dir.version, folder: dir.folder.join(trial_name()) };
    if fs::create_dir(&trial.folder).is_err() {
        return Vec::new();
    }
    let mut disks: Vec<String> = fs::read_dir("/sys/block")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|disk| !disk.file_name().to_str().is_none_or(is_made_of_memory_or_files))
        .filter_map(|disk| Some(fs::read_to_string(disk.path().join("dev")).ok()?.trim().to_string()))
        .filter(|disk| limit_disk(&trial, disk, u64::MAX >> 1, u32::MAX).is_ok())
        .collect();
    disks.sort();
    let _ = fs::remove_dir(&trial.folder);
    disks
}

/// These are backed by memory, or by a file on another disk.
fn is_made_of_memory_or_files(disk: &str) -> bool {
    ["ram", "zram", "loop"].iter().any(|kind| disk.starts_with(kind))
}

fn limit_disk(dir: &ControllerDir, disk: &str, bytes: u64, requests: u32) -> io::Result<()> {
    let write = |file: &str, value: String| fs::write(dir.folder.join(file), value);
    match dir.version {
        Version::V1 => ["read", "write"].iter().try_for_each(|way| {
            write(&format!("blkio.throttle.{way}_bps_device"), format!("{disk} {bytes}"))?;
            write(&format!("blkio.throttle.{way}_iops_device"), format!("{disk} {requests}"))
        }),
        Version::V2 => {
            let limits = format!("{disk} rbps={bytes} wbps={bytes} riops={requests} wiops={requests}");
            write("io.max", limits)
        }
    }
}

fn trial_name() -> String {
    format!("skirmish-trial-{}", Pid::this())
}

fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

fn keyed(file: &Path, key: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_lines_are_read() {
        let line = "42 32 0:29 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory";
        assert_eq!(cgroup_mount(line), Some(("cgroup", "rw,memory", "", "/sys/fs/cgroup/memory".into())));
        let line = "30 23 0:26 /docker/x /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
        assert_eq!(
            cgroup_mount(line),
            Some(("cgroup2", "rw,nsdelegate", "/docker/x", "/sys/fs/cgroup".into()))
        );
        assert_eq!(cgroup_mount("22 1 0:21 / /proc rw - proc proc rw"), None);
    }

    #[test]
    fn own_group_lines_are_read() {
        assert_eq!(own_group("0::/user.slice"), Some(("", "/user.slice")));
        assert_eq!(own_group("4:memory:/a:b"), Some(("memory", "/a:b")));
    }
}
