//! What one program may consume.

use serde::{Deserialize, Serialize};

/// The bounds within which one program, and everything it starts, must stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of all its processes together, its files in `/tmp` included.
    pub memory_bytes: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
    /// `RLIMIT_CPU` of each process; a backstop behind the caller's own clock, or behind [`BuildTime`](crate::BuildTime).
    pub cpu_seconds: u32,
    /// Share of the machine's CPU for all its processes, 100 being one core. Needs a control group.
    pub cpu_percent: u32,
    /// Bytes read from and written to each disk in a second. Needs a control group.
    pub io_bytes_per_second: u64,
    /// The same in requests.
    pub io_requests_per_second: u32,
    /// Size of `/tmp`, the one place it can write to.
    pub scratch_bytes: u64,
    /// Files and folders in `/tmp`.
    pub scratch_files: u32,
    /// The largest single file (`RLIMIT_FSIZE`).
    pub file_bytes: u64,
    /// Open descriptors of each process (`RLIMIT_NOFILE`).
    pub open_files: u32,
    /// The one core to run on (`sched_setaffinity`); `None` for any.
    pub core: Option<u16>,
    /// What it gets of the CPU while others want it, too.
    pub priority: Priority,
}

/// What a program gets of the CPU while others want it, too. A program cannot raise its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Priority {
    /// Its share.
    Normal,
    /// What others leave: the last nice value (19) and `SCHED_BATCH` for each process, and a small weight for its control
    /// group or else for its session (autogroup). Where others want every core it still gets a few hundredths, so that a
    /// build ends on a machine that is never idle.
    Background,
}

impl Limits {
    /// For a program that plays: as much memory as contest sites give, 64 threads, one core, 64 MiB to write.
    pub fn play() -> Self {
        Self {
            memory_bytes: 768 << 20,
            processes: 64,
            cpu_seconds: 600,
            cpu_percent: 100,
            io_bytes_per_second: 128 << 20,
            io_requests_per_second: 4000,
            scratch_bytes: 64 << 20,
            scratch_files: 4096,
            file_bytes: 64 << 20,
            open_files: 256,
            core: None,
            priority: Priority::Normal,
        }
    }

    /// For a compiler: more memory and disk than for playing, and two cores, but only what matches leave of them.
    pub fn build() -> Self {
        Self {
            memory_bytes: 2 << 30,
            processes: 256,
            cpu_seconds: 150,
            cpu_percent: 200,
            io_bytes_per_second: 256 << 20,
            io_requests_per_second: 8000,
            scratch_bytes: 512 << 20,
            scratch_files: 65_536,
            file_bytes: 256 << 20,
            open_files: 1024,
            core: None,
            priority: Priority::Background,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::play()
    }
}
