//! What to build, and how it went.

use std::path::PathBuf;
use std::time::Duration;

use crate::{Command, Limits, Root, Usage};

/// What to build, within what, and where to put it.
#[derive(Debug, Clone)]
pub struct BuildPlan {
    /// What the build may consume.
    pub limits: Limits,
    /// How long it may take.
    pub time: BuildTime,
    /// Its sources; they are copied, and the build may change the copy.
    pub root: Root,
    /// What to run.
    pub command: Command,
    /// What it makes: a file or folder among its sources.
    pub artefact: PathBuf,
    /// Where to put that; must not exist yet.
    pub to: PathBuf,
    /// How large it may be.
    pub caps: Caps,
}

/// How long a build may take. It runs with what others leave of the CPU, so on a busy machine the wall time of an honest
/// build says little: waiting for a core is limited by [`wall`](Self::wall) alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildTime {
    /// CPU time of all its processes together.
    pub cpu: Duration,
    /// Time in which it wants no CPU: none of its threads runs or is runnable. Looked at several times a second.
    pub idle: Duration,
    /// Wall time.
    pub wall: Duration,
}

impl BuildTime {
    /// For strangers' builds.
    pub const STRANGERS: Self = Self {
        cpu: Duration::from_secs(120),
        idle: Duration::from_secs(120),
        wall: Duration::from_secs(15 * 60),
    };
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// Why there is no result; `None` if there is one.
    pub refused: Option<String>,
    /// What it printed, up to 64 KiB.
    pub log: String,
    /// What it used.
    pub usage: Usage,
}

/// How much may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files and folders together.
    pub files: u32,
    /// Folders within folders.
    pub depth: u32,
}

impl Default for Caps {
    fn default() -> Self {
        Self { bytes: 64 << 20, files: 4096, depth: 16 }
    }
}
