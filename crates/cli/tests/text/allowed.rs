//! What a host may do on behalf of a bot, whatever the bot's text says.

use std::path::{Path, PathBuf};

use super::place::Place;
use super::trace::{Deed, Kind, Trace, is_below};

/// Whose bots a command plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Strangers,
    Own,
}

/// What may be executed, read, changed and bound.
pub struct Allowed {
    skirmish: PathBuf,
    whose: Whose,
    execute: Vec<PathBuf>,
    read: Vec<PathBuf>,
    change: Vec<PathBuf>,
    bind: Vec<PathBuf>,
    /// What bots bring: nobody but `skirmish` itself opens anything of it.
    bots: Vec<PathBuf>,
    canaries: PathBuf,
}

/// What every jail has of the system.
const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
const SETTINGS: &[&str] = &["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/mono", "/etc/R"];
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// What libraries and the programs of an operator look at.
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
/// What is written to set up namespaces and limits; the folder is a process's.
const OF_A_PROCESS: &[&str] =
    &["uid_map", "gid_map", "setgroups", "oom_score_adj", "clear_refs", "timerslack_ns"];

impl Allowed {
    /// For a command in that place, started in that folder, that is given these bots.
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

    /// What a command did that it may not.
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
            // What an operator's own program looks at is the operator's choice.
            Kind::Read if !is_ours => path.starts_with(&self.canaries).then_some("opened on the host"),
            // What a build left is read from a descriptor of the folder in the jail where it was made.
            Kind::Read if deed.is_beneath && path.starts_with("/tmp") => None,
            Kind::Read => {
                // Whoever looks where it may not and finds nothing has still looked where a text said.
                // Where the stage of a jail is attached.
                let is_place = path == Path::new("/tmp");
                let is_way = self.read.iter().any(|allowed| allowed.starts_with(path));
                let is_java = path.starts_with("/etc") && path.to_string_lossy().starts_with("/etc/java");
                let is_fine = is_place || is_way || is_java || is_below(path, &self.read);
                (!is_fine).then_some("opened on the host")
            }
        }
    }
}

/// Control groups of ours, and what sets up a namespace.
fn is_set_up(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_group = path.starts_with("/sys/fs/cgroup")
        && (path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("skirmish"))
            || name == "cgroup.subtree_control");
    let is_of_process =
        path.starts_with("/proc") && path.components().count() <= 6 && OF_A_PROCESS.contains(&name.as_str());
    is_group || is_of_process || path == Path::new("/proc/sys/user/max_user_namespaces")
}
