//! The system calls on paths that a host may make on behalf of a bot, whatever the bot's text says.

use std::path::{Path, PathBuf};

use super::place::Place;
use super::trace::{Deed, Kind, Trace, is_below};

/// Whose bots a command plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Strangers,
    Own,
}

/// The paths that may be executed, read, changed and bind-mounted.
pub struct Allowed {
    skirmish: PathBuf,
    whose: Whose,
    execute: Vec<PathBuf>,
    read: Vec<PathBuf>,
    change: Vec<PathBuf>,
    bind: Vec<PathBuf>,
    /// The bots' own files: only `skirmish` itself may open them.
    bots: Vec<PathBuf>,
    canaries: PathBuf,
}

/// System folders that every jail has.
const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
/// What compilers and interpreters read elsewhere; all of it is named in the sandbox's own source.
const SETTINGS: &[&str] =
    &["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/mono", "/etc/R", "/var/lib/ghc"];
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Files that libraries and the operator's programs read.
const LOOKED_AT: &[&str] = &[
    "/proc",
    "/sys",
    "/dev/tty",
    "/dev/null",
    "/dev/urandom",
    "/etc/ld.so.preload",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/locale.alias",
    "/etc/ssl",
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/services",
];
/// Files of `/proc/<pid>` that are written to set up namespaces and limits.
const OF_A_PROCESS: &[&str] =
    &["uid_map", "gid_map", "setgroups", "oom_score_adj", "clear_refs", "timerslack_ns"];

impl Allowed {
    /// The rules for a command started in that folder with these bots.
    pub fn new(place: &Place, whose: Whose, from: &str, bots: &[PathBuf]) -> Self {
        let here = |part: &str| place.folder.join(part);
        let paths = |texts: &[&str]| texts.iter().map(PathBuf::from).collect::<Vec<_>>();
        let bots: Vec<PathBuf> = bots.iter().filter_map(|bot| bot.canonicalize().ok()).collect();
        let ours = vec![here("tmp"), here("home"), here(from).join("replays"), here("arena")];
        let system = [paths(SYSTEM), paths(SETTINGS)].concat();
        let skirmish = Path::new(env!("CARGO_BIN_EXE_skirmish")).canonicalize().unwrap();
        Self {
            whose,
            execute: [place.search_path(), vec![here("operator")], paths(&["/usr", "/lib"])].concat(),
            read: [
                &system,
                &paths(DEVICES),
                &paths(LOOKED_AT),
                &bots,
                &ours,
                &vec![here("operator"), here("arena.toml"), skirmish.clone()],
            ]
            .into_iter()
            .flatten()
            .cloned()
            .collect(),
            change: [ours.clone(), paths(&["/dev/null", "/dev/tty"])].concat(),
            bind: [system, paths(DEVICES), bots.clone(), ours, vec![here("operator")]].concat(),
            bots,
            canaries: here("canary"),
            skirmish,
        }
    }

    /// The system calls of a command that were not allowed.
    pub fn violations(&self, trace: &Trace) -> Vec<String> {
        trace
            .host
            .iter()
            .filter_map(|deed| Some(format!("{}: {}", self.violation(deed)?, deed.line)))
            .collect()
    }

    fn violation(&self, deed: &Deed) -> Option<&'static str> {
        let path = &deed.path;
        let is_ours = deed.by.as_os_str().is_empty()
            || deed.by == self.skirmish
            || deed.by == Path::new("/proc/self/exe");
        match deed.kind {
            Kind::Execute => {
                let is_skirmish = *path == self.skirmish || *path == Path::new("/proc/self/exe");
                let is_fine = is_skirmish || (is_below(path, &self.execute) && !is_below(path, &self.bots));
                (!is_fine).then_some("executed on the host")
            }
            Kind::Change => {
                let is_fine = is_below(path, &self.change) || is_set_up(path);
                (!is_fine || (is_ours && deed.goes_up)).then_some("changed on the host")
            }
            Kind::Bind if self.whose == Whose::Own => None,
            Kind::Bind => {
                let is_java = path.parent() == Some(Path::new("/etc"))
                    && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("java"));
                let is_fine = is_java || is_below(path, &self.bind);
                (!is_fine || deed.goes_up).then_some("bound into a jail")
            }
            Kind::Read if !is_ours && is_below(path, &self.bots) => {
                Some("a bot's file read by a program of the operator's")
            }
            Kind::Read if self.whose == Whose::Own => None,
            // What the operator's own programs read is the operator's choice.
            Kind::Read if !is_ours => path.starts_with(&self.canaries).then_some("opened on the host"),
            // Build artefacts are read relative to a descriptor of the folder in the jail.
            Kind::Read if deed.is_beneath && path.starts_with("/tmp") => None,
            Kind::Read => {
                // A failed lookup of a forbidden path counts, too: the text chose the path.
                // The mount point of a jail's stage.
                let is_place = path == Path::new("/tmp");
                let is_way = self.read.iter().any(|allowed| allowed.starts_with(path));
                let is_java = path.starts_with("/etc") && path.to_string_lossy().starts_with("/etc/java");
                let is_fine = is_place || is_way || is_java || is_below(path, &self.read);
                (!is_fine).then_some("opened on the host")
            }
        }
    }
}

/// Our own cgroups, and files that set up a namespace.
fn is_set_up(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_group = path.starts_with("/sys/fs/cgroup")
        && (path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("skirmish"))
            || name == "cgroup.subtree_control");
    let is_of_process =
        path.starts_with("/proc") && path.components().count() <= 6 && OF_A_PROCESS.contains(&name.as_str());
    is_group || is_of_process || path == Path::new("/proc/sys/user/max_user_namespaces")
}
