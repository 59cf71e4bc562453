//! Jails on Linux.
//!
//! Three kinds of process take part. The *parent* (a referee, an arena's worker) holds a [`Sandbox`] and its [`Jail`]s.
//! The *helper*, one small process per sandbox, forks jails: the parent never forks, because copying the page tables of
//! a large process takes long. A jail's *init process*, process 1 of its pid namespace, builds the root, starts the
//! program, reaps orphans, and kills all processes that are left when the program ends.

mod build;
mod cgroup;
mod cpu_account;
mod delegation;
mod filter;
mod helper_process;
mod idmap;
mod init;
mod jail;
mod landlock;
mod message;
mod mounts;
mod new_root;
mod processes;
mod program;
mod sandbox;
mod sys;
mod threads;

use std::path::{Path, PathBuf};

use seccompiler::BpfProgram;
use serde::{Deserialize, Serialize};

pub use helper_process::serve_if_helper;
pub use jail::Jail;
pub use sandbox::{Sandbox, SandboxOptions};
pub use sys::{let_others_go_first, limit_heaps};
pub use threads::{own_run_delay, snapshot_process_tree};

use crate::root::Content;
use crate::{Limits, Root};

/// Where the program's files are found in a private root.
const BOT_FOLDER: &str = "/bot";
/// Where a private root can be written to.
const SCRATCH_FOLDER: &str = "/tmp";
/// Where a build finds a copy of the program's files that it may change.
const WORK_FOLDER: &str = "/tmp/work";

/// All that a jail's init process needs to know to start a program.
#[derive(Debug, Serialize, Deserialize)]
struct Spec {
    limits: Limits,
    root: Root,
    /// A path, or a name to be searched for inside.
    program: String,
    args: Vec<String>,
    env: Vec<String>,
    /// The words that run the program, unless its own first line names something else.
    interpreter: Vec<String>,
    /// The search path inside.
    search_path: String,
    /// Bind mounts of the host's files, besides those that every jail has.
    binds: Vec<Bind>,
    /// Whether the helper has cloned these mounts (`open_tree`) and sent their descriptors; else init opens the paths
    /// itself.
    has_bind_fds: bool,
    /// Do everything but `execve`: a trial of this tier.
    is_trial: bool,
}

/// A file or folder of the host's, and its path inside the jail.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Bind {
    from: PathBuf,
    at: PathBuf,
}

/// What every jail of one helper is made of.
struct Setup {
    has_namespaces: bool,
    has_landlock: bool,
    /// A control group counts and limits memory; else a watchdog in the init process does.
    counts_memory: bool,
    /// Files and folders of the operator's toolchains.
    toolchains: Vec<PathBuf>,
    /// A control group counts CPU time; else the init process does.
    counts_cpu: bool,
    /// For programs that play; none at tier `bare`.
    play_filter: Option<BpfProgram>,
    /// For builds.
    build_filter: Option<BpfProgram>,
}

impl Spec {
    /// The working directory: inside a private root, or at its own place.
    fn folder(&self, has_private_root: bool) -> PathBuf {
        match (&self.root.content, has_private_root) {
            (Content::Nothing, _) => "/".into(),
            (_, true) if self.root.has_writable_copy => WORK_FOLDER.into(),
            (_, true) => BOT_FOLDER.into(),
            (Content::File(file), false) => file.parent().unwrap_or(Path::new("/")).into(),
            (Content::Folder(folder), false) => folder.clone(),
        }
    }
}
