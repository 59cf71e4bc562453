//! How the helper is started: directly, or in a control group that the user's systemd delegates to it (`Delegate=yes`).
//!
//! An ordinary user may not create control groups, but most desktops run a systemd instance for the user, which
//! delegates one on request. The helper then is in a group of its own, below which it may create others, as root may.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use nix::unistd::{AccessFlags, Uid, access};

use crate::Tier;

/// A fixed path: the search path is not used.
const SYSTEMD_RUN: &str = "/usr/bin/systemd-run";
/// Started in a scope as a trial.
const TRIAL_PROGRAM: &str = "/usr/bin/true";
/// The mount point of version 2 where it has all controllers (the unified hierarchy).
const CGROUP_ROOT: &str = "/sys/fs/cgroup";
/// How long a trial may take; with systemd it takes some 10 ms.
const TRIAL_MAX: Duration = Duration::from_secs(2);
/// Arguments with which `systemd-run` creates a scope, moves itself there and executes the program named after them.
const SCOPE_ARGS: [&str; 7] = ["--user", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--"];

/// The user's systemd instance, if it runs.
struct UserSystemd {
    systemd_run: PathBuf,
    /// The socket of the user's D-Bus.
    bus: Option<PathBuf>,
    timeout: Duration,
}

/// The command that starts this binary as the helper; its arguments and pipes are still to be added.
pub fn command(binary: &Path, at_most: Tier) -> Process {
    let needs_delegation =
        at_most == Tier::Full && !Uid::effective().is_root() && lacks_writable_cgroup(Path::new(CGROUP_ROOT));
    let systemd = needs_delegation.then(UserSystemd::of_this_user);
    systemd.and_then(|systemd| systemd.delegated(binary)).unwrap_or_else(|| plain(binary))
}

fn plain(binary: &Path) -> Process {
    let mut command = Process::new(binary);
    command.arg0("skirmish-sandbox").env_clear();
    command
}

/// Whether version 2 has the controllers we need, and we may not write to our own group.
fn lacks_writable_cgroup(root: &Path) -> bool {
    let offered = fs::read_to_string(root.join("cgroup.controllers")).unwrap_or_default();
    let has_all = ["memory", "pids"].iter().all(|name| offered.split_whitespace().any(|o| o == *name));
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::/"));
    has_all && own.is_some_and(|own| access(&root.join(own).join("cgroup.procs"), AccessFlags::W_OK).is_err())
}

impl UserSystemd {
    fn of_this_user() -> Self {
        let bus = std::env::var_os("XDG_RUNTIME_DIR").map(|folder| Path::new(&folder).join("bus"));
        Self { systemd_run: SYSTEMD_RUN.into(), bus, timeout: TRIAL_MAX }
    }

    /// The command by which systemd starts the helper, if a trial shows that it does.
    fn delegated(&self, binary: &Path) -> Option<Process> {
        let is_program = fs::metadata(&self.systemd_run).is_ok_and(|meta| meta.is_file());
        let bus = self.bus.as_deref().filter(|bus| {
            let found = fs::symlink_metadata(bus);
            found.is_ok_and(|meta| meta.file_type().is_socket() && meta.uid() == Uid::effective().as_raw())
        })?;
        if !is_program || !succeeds_within(self.scope(bus, Path::new(TRIAL_PROGRAM)), self.timeout) {
            return None;
        }
        // `/proc/self` would be resolved by systemd-run, to itself.
        let own = Path::new("/proc").join(std::process::id().to_string());
        let binary = binary.strip_prefix("/proc/self").map_or(binary.to_path_buf(), |rest| own.join(rest));
        Some(self.scope(bus, &binary))
    }

    fn scope(&self, bus: &Path, program: &Path) -> Process {
        let mut command = Process::new(&self.systemd_run);
        command
            .args(SCOPE_ARGS)
            .arg(program)
            .env_clear()
            .env("XDG_RUNTIME_DIR", bus.parent().unwrap_or(Path::new("/")))
            .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", bus.display()));
        command
    }
}

/// Whether a command succeeds within the timeout, after which it is killed.
fn succeeds_within(mut command: Process, timeout: Duration) -> bool {
    let end = Instant::now() + timeout;
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = silent.spawn() else { return false };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixListener;

    use super::*;

    /// What the helper's command prints when this script plays systemd-run; `None` if it is started plainly.
    fn check(script: &str, has_bus: bool) -> Option<String> {
        let place = tempfile::tempdir().expect("a folder");
        let systemd_run = place.path().join("systemd-run");
        fs::write(&systemd_run, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(&systemd_run, fs::Permissions::from_mode(0o755)).expect("a program");
        let bus = place.path().join("bus");
        let _listener = has_bus.then(|| UnixListener::bind(&bus).expect("a bus"));
        let timeout = Duration::from_millis(if script.contains("sleep") { 50 } else { 10_000 });
        let systemd = UserSystemd { systemd_run, bus: Some(bus), timeout };
        let output = systemd.delegated(Path::new("/bin/echo"))?.arg("role").output().expect("it starts");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Does as systemd-run does: checks what it was given, and becomes the program behind the dashes.
    const OBEYS: &str = r#"
        [ "$1 $2" = "--user --scope" ] && [ -S "$XDG_RUNTIME_DIR/bus" ] && [ -z "$HOME" ] || exit 1
        [ "$DBUS_SESSION_BUS_ADDRESS" = "unix:path=$XDG_RUNTIME_DIR/bus" ] || exit 1
        while [ "$1" != -- ]; do [ "$1" = Delegate=yes ] && delegates=1; shift; done
        [ "$delegates" ] || exit 1
        shift; exec "$@""#;

    #[test]
    fn helper_is_started_by_a_systemd_that_obeys() {
        assert_eq!(check(OBEYS, true).as_deref(), Some("role\n"));
    }

    #[test]
    fn helper_is_started_plainly_otherwise() {
        assert_eq!(check(OBEYS, false), None, "there is no bus");
        assert_eq!(check("exit 1", true), None, "it refuses");
        assert_eq!(check("exec sleep 60", true), None, "it hangs");
        let systemd = UserSystemd { systemd_run: "/nonexistent".into(), bus: None, timeout: TRIAL_MAX };
        assert!(systemd.delegated(Path::new("/bin/echo")).is_none(), "it is missing");
    }

    #[test]
    fn own_binary_is_named_so_that_another_process_finds_it() {
        let place = tempfile::tempdir().expect("a folder");
        let bus = place.path().join("bus");
        let _listener = UnixListener::bind(&bus).expect("a bus");
        let systemd = UserSystemd { systemd_run: "/bin/true".into(), bus: Some(bus), timeout: TRIAL_MAX * 5 };
        let command = systemd.delegated(Path::new("/proc/self/exe")).expect("`true` always succeeds");
        let own = format!("/proc/{}/exe", std::process::id());
        assert_eq!(command.get_args().last(), Some(std::ffi::OsStr::new(&own)));
    }

    #[test]
    fn groups_are_asked_for_where_they_would_help() {
        let place = tempfile::tempdir().expect("a folder");
        assert!(!lacks_writable_cgroup(place.path()), "without version 2 there is nothing to delegate");
        fs::write(place.path().join("cgroup.controllers"), "cpuset cpu io memory pids\n").expect("a file");
        assert!(lacks_writable_cgroup(place.path()), "there is no group here that we may change");
    }
}
