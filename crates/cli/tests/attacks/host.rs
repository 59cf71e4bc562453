//! The attacked machine: canaries that must stay unread, and state that must not change.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use skirmish_sandbox::Sandbox;
use tempfile::TempDir;

use super::battery;

/// How long killed processes may take to disappear.
const CLEANUP_LIMIT: Duration = Duration::from_secs(1);
/// The most that the referee's memory may grow, whatever a program does.
const GROWTH_BYTES_MAX: u64 = 8 << 20;
/// An environment variable of this process, set by cargo, which no jail may see.
const OWN_VARIABLE: &str = "CARGO_MANIFEST_DIR";
/// The number of spare jails of a test's sandbox.
pub const SPARES: usize = 1;
/// Paths of files that nobody else may read.
const CANARIES: &[&str] = &[
    "etc/shadow",
    "etc/passwd",
    "etc/skirmish.toml",
    "home/anna/.ssh/id_ed25519",
    "home/anna/.bash_history",
    "home/anna/bot.py",
    "bots/1/main.py",
    "bots/2/main.py",
    "bots/2/.env",
    "replays/1.skr",
    "replays/2.skr",
    "stderr/1-0.txt",
    "stderr/1-1.txt",
    "arena.sqlite",
    "arena.sqlite-wal",
    "uploads/17.zip",
    "sessions.key",
    "tokens.txt",
    "backup.tar",
    "var/log/arena.log",
];

/// A host with canaries and listening sockets, whose state is compared before and after an attack.
pub struct Host {
    helper_pid: u32,
    is_private: bool,
    place: TempDir,
    token: String,
    listener: TcpListener,
    abstract_name: String,
    _abstract_listener: UnixListener,
}

/// The state that must not change.
#[derive(Debug, PartialEq, Eq)]
pub struct HostSnapshot {
    memory: u64,
    mounts: String,
    files: Vec<FileStamp>,
    shared_memory: Vec<PathBuf>,
}

/// A file, its size, and its modification time.
type FileStamp = (PathBuf, u64, SystemTime);

impl Host {
    pub fn prepare(sandbox: &Sandbox) -> Self {
        assert!(std::env::var_os(OWN_VARIABLE).is_some(), "run by cargo, there is `{OWN_VARIABLE}`");
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let token = format!("CANARY-{:x}", std::process::id() as u64 * 0x9E37_79B9);
        for canary in CANARIES {
            let path = place.path().join(canary);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            // Readable by all, so that the jail protects it and not the mode.
            fs::write(&path, &token).unwrap();
        }
        let abstract_name = format!("skirmish-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        Self {
            helper_pid: sandbox.helper_pid(),
            is_private: sandbox.tier().holds_strangers(),
            place,
            token,
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            abstract_name,
            _abstract_listener: UnixListener::bind_addr(&address).unwrap(),
        }
    }

    /// Environment variables that tell an attack its targets.
    pub fn bait(&self) -> Vec<(String, String)> {
        let canaries: Vec<_> =
            CANARIES.iter().map(|canary| self.place.path().join(canary).display().to_string()).collect();
        let strangers = format!("{} {}", std::process::id(), std::os::unix::process::parent_id());
        let port = self.listener.local_addr().unwrap().port().to_string();
        vec![
            ("SKIRMISH_CANARIES".into(), canaries.join(":")),
            ("SKIRMISH_STRANGERS".into(), strangers),
            ("SKIRMISH_LISTENER".into(), port),
            ("SKIRMISH_ABSTRACT".into(), self.abstract_name.clone()),
        ]
    }

    /// The secret in the environment of the honest program.
    pub fn secret(&self) -> (String, String) {
        ("SKIRMISH_SECRET".into(), self.token.clone())
    }

    /// Asserts that text an author can read contains neither secrets nor paths of the host.
    pub fn check_secrets(&self, text: &str) -> Result<(), String> {
        // Without a private root, a program sees its real path.
        let place = self.is_private.then_some(env!("CARGO_MANIFEST_DIR"));
        let secrets: Vec<_> = [self.token.as_str(), OWN_VARIABLE].into_iter().chain(place).collect();
        match text.lines().find(|line| secrets.iter().any(|secret| line.contains(secret))) {
            Some(line) => Err(format!("the host shows in what the author can read: {line}")),
            None => Ok(()),
        }
    }

    pub fn snapshot(&self) -> HostSnapshot {
        // Resets the peak, so that it is that of the next attack alone.
        let _ = fs::write("/proc/self/clear_refs", "5");
        HostSnapshot {
            memory: memory("VmRSS:"),
            mounts: fs::read_to_string("/proc/self/mountinfo").unwrap(),
            files: self.file_stamps(),
            shared_memory: files(Path::new("/dev/shm")),
        }
    }

    /// Asserts that the host's state is restored, at the latest after a second.
    pub fn compare(&self, before: &HostSnapshot) -> Result<(), String> {
        self.wait_for_cleanup()?;
        let grown = memory("VmHWM:").saturating_sub(before.memory);
        if grown > GROWTH_BYTES_MAX {
            return Err(format!("the referee's memory grew by {grown} bytes"));
        }
        if fs::read_to_string("/proc/self/mountinfo").unwrap() != before.mounts {
            return Err("the host's mounts have changed".into());
        }
        self.compare_files(before)
    }

    /// Other processes use shared memory, too, for a moment: retries, because only files of an attack stay.
    fn compare_files(&self, before: &HostSnapshot) -> Result<(), String> {
        let end = Instant::now() + CLEANUP_LIMIT;
        loop {
            if self.file_stamps() != before.files {
                return Err("the host's files have changed".into());
            }
            let now = files(Path::new("/dev/shm"));
            if now.iter().all(|file| before.shared_memory.contains(file)) {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!("the host's shared memory has changed: {now:?}"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until no process and no cgroup is left except those of spare jails.
    fn wait_for_cleanup(&self) -> Result<(), String> {
        let end = Instant::now() + CLEANUP_LIMIT;
        loop {
            let (processes, groups) = (descendants(self.helper_pid), groups(self.helper_pid));
            if processes.len() <= SPARES && groups.len() <= SPARES {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!("after a second, there are left {processes:?} and {groups:?}"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The current state of the host's files and of the attacks' own.
    fn file_stamps(&self) -> Vec<FileStamp> {
        let paths = files(self.place.path()).into_iter().chain(files(&battery::folder("")));
        let file_stamp = |path: PathBuf| {
            let found = fs::symlink_metadata(&path).unwrap();
            (path, found.len(), found.modified().unwrap())
        };
        paths.map(file_stamp).collect()
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => found.extend(files(&entry.path())),
            _ => found.push(entry.path()),
        }
    }
    found.sort();
    found
}

/// Names of this sandbox's cgroups.
fn groups(helper_pid: u32) -> BTreeSet<String> {
    let name = format!("skirmish-{helper_pid}-*");
    let found = std::process::Command::new("find")
        .args(["/sys/fs/cgroup", "-name", &name, "-printf", "%f\\n"])
        .output();
    String::from_utf8_lossy(&found.unwrap().stdout).lines().map(String::from).collect()
}

/// The descendants of a process, with their names.
fn descendants(root: u32) -> Vec<(u32, String)> {
    let mut family = vec![(root, String::new())];
    let stats: Vec<_> = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| {
            let (head, tail) = stat.rsplit_once(')')?;
            let (pid, name) = head.split_once(" (")?;
            Some((pid.parse().ok()?, name.to_owned(), tail.split_whitespace().nth(1)?.parse::<u32>().ok()?))
        })
        .collect();
    let mut next = 0;
    while next < family.len() {
        let elder = family[next].0;
        family.extend(
            stats.iter().filter(|(_, _, parent)| *parent == elder).map(|(pid, name, _)| (*pid, name.clone())),
        );
        next += 1;
    }
    family.split_off(1)
}

/// A field of `/proc/self/status`, in bytes.
fn memory(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// The cores that this process may run on.
pub fn cores() -> Vec<usize> {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    let range = |range: &str| {
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        low.parse::<usize>().unwrap()..=high.parse().unwrap()
    };
    list.trim().split(',').flat_map(range).collect()
}
