//! The machine that is attacked: what must stay unread, and what must stay as it was.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use skirmish_sandbox::{Command, Warden};
use tempfile::TempDir;

/// How long killed processes may take to be gone.
const BURIAL: Duration = Duration::from_secs(1);
/// How many jails a test's warden keeps ready.
const SPARES: usize = 1;
/// Where a host keeps what nobody else may read.
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

/// A host with canaries, listeners, and a memory of how it looked.
pub struct Host {
    place: TempDir,
    token: String,
    listener: TcpListener,
    abstract_name: String,
    _abstract_listener: UnixListener,
}

/// What must not change.
#[derive(Debug, PartialEq, Eq)]
pub struct Look {
    memory: u64,
    mounts: String,
    files: Vec<PathBuf>,
    shared_memory: Vec<PathBuf>,
}

impl Host {
    pub fn prepare() -> Self {
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let token = format!("CANARY-{:x}", std::process::id() as u64 * 0x9E37_79B9);
        for canary in CANARIES {
            let path = place.path().join(canary);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            // Readable to all, so that it is the jail that protects it and not the mode.
            fs::write(&path, &token).unwrap();
        }
        // SAFETY: no other thread of this test process reads the environment meanwhile; nextest runs one test a process.
        unsafe { std::env::set_var("SKIRMISH_SECRET", &token) };
        let abstract_name = format!("skirmish-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        Self {
            place,
            token,
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            abstract_name,
            _abstract_listener: UnixListener::bind_addr(&address).unwrap(),
        }
    }

    /// Tell an attack where to try.
    pub fn bait(&self, command: Command) -> Command {
        let canaries: Vec<_> =
            CANARIES.iter().map(|canary| self.place.path().join(canary).display().to_string()).collect();
        command
            .env("SKIRMISH_CANARIES", canaries.join(":"))
            .env(
                "SKIRMISH_STRANGERS",
                format!("{} {}", std::process::id(), std::os::unix::process::parent_id()),
            )
            .env("SKIRMISH_LISTENER", self.listener.local_addr().unwrap().port().to_string())
            .env("SKIRMISH_ABSTRACT", &self.abstract_name)
    }

    /// Nothing that an author can read may hold what a host keeps to itself: neither secrets nor where it keeps things.
    pub fn check_secrets(&self, text: &str, warden: &Warden) -> Result<(), String> {
        // Without a private root, a program is where it is.
        let place = if warden.tier().holds_strangers() { env!("CARGO_MANIFEST_DIR") } else { &self.token };
        match text.lines().find(|line| line.contains(&self.token) || line.contains(place)) {
            Some(line) => Err(format!("the host shows in what the author can read: {line}")),
            None => Ok(()),
        }
    }

    pub fn look(&self) -> Look {
        // So that the peak is that of the next attack alone.
        let _ = fs::write("/proc/self/clear_refs", "5");
        Look {
            memory: memory("VmRSS:"),
            mounts: fs::read_to_string("/proc/self/mountinfo").unwrap(),
            files: files(self.place.path()),
            shared_memory: files(Path::new("/dev/shm")),
        }
    }

    /// See that the host is as it was, at the latest after a second.
    pub fn compare(&self, warden: &Warden, before: &Look, growth_bytes_max: u64) -> Result<(), String> {
        let end = Instant::now() + BURIAL;
        while descendants(warden.helper_pid()).len() > SPARES || groups(warden).len() > SPARES {
            if Instant::now() > end {
                let left: Vec<_> = descendants(warden.helper_pid());
                return Err(format!(
                    "after a second, {} processes and {} groups are left: {left:?}",
                    left.len(),
                    groups(warden).len()
                ));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let grown = memory("VmHWM:").saturating_sub(before.memory);
        if grown > growth_bytes_max {
            return Err(format!("the referee's memory grew by {grown} bytes"));
        }
        if fs::read_to_string("/proc/self/mountinfo").unwrap() != before.mounts {
            return Err("the host's mounts have changed".into());
        }
        if files(self.place.path()) != before.files || files(Path::new("/dev/shm")) != before.shared_memory {
            return Err("the host's files have changed".into());
        }
        Ok(())
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

/// Names of this warden's control groups.
fn groups(warden: &Warden) -> BTreeSet<String> {
    let name = format!("skirmish-{}-*", warden.helper_pid());
    let found = std::process::Command::new("find")
        .args(["/sys/fs/cgroup", "-name", &name, "-printf", "%f\\n"])
        .output();
    String::from_utf8_lossy(&found.unwrap().stdout).lines().map(String::from).collect()
}

/// Processes that descend from one, with their names.
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

/// A figure of this process's memory.
fn memory(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}
