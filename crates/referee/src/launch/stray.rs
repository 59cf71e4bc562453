//! Orphans that bots leave, also in sessions of their own (`setsid`).
//!
//! They are reparented to this process, which is a subreaper. It recognizes them among its children by their session or
//! by the mark in their environment, kills and reaps them.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getsid};

use crate::sys::Backoff;

/// Bots that are playing, here or in other threads: never to be taken for strays.
static PLAYING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Become a subreaper: from now on, the bots' orphans are reparented to this process.
pub(super) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // If that fails, orphans are reparented to init, which reaps them when they end.
        let _ = nix::sys::prctl::set_child_subreaper(true);
    });
}

/// Starts a bot while no other thread looks for orphans, which would take it for one before it is in the list.
pub(super) fn register<E>(start: impl FnOnce() -> Result<Pid, E>) -> Result<Pid, E> {
    let mut playing = PLAYING.lock().unwrap_or_else(PoisonError::into_inner);
    let pid = start()?;
    playing.insert(pid.as_raw());
    Ok(pid)
}

/// A bot has ended.
pub(super) fn unregister(pid: Pid) {
    PLAYING.lock().unwrap_or_else(PoisonError::into_inner).remove(&pid.as_raw());
}

/// Ends every process that the bot with this session and mark has left, until there is none.
pub(super) fn end_all(session: Pid, mark: &str, most: Duration) {
    let mut backoff = Backoff::within(most);
    let mut dying = Vec::new();
    let mut quiet_looks = 0;
    loop {
        for child in children() {
            if !dying.contains(&child) && is_stray(child, session, mark) {
                let _ = kill(child, Signal::SIGKILL);
                dying.push(child);
            }
        }
        // The children of those that die are reparented to us, so the search is repeated while any of them dies. A
        // read of /proc may miss a process while the list changes, so one search without result is not enough.
        quiet_looks = if dying.is_empty() { quiet_looks + 1 } else { 0 };
        dying.retain(|&child| waitpid(child, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive));
        if quiet_looks >= 2 || !backoff.wait() {
            return;
        }
    }
}

fn is_stray(child: Pid, session: Pid, mark: &str) -> bool {
    if PLAYING.lock().unwrap_or_else(PoisonError::into_inner).contains(&child.as_raw()) {
        return false;
    }
    let Some(state) = state(child) else { return false };
    // A dead orphan in a session of its own cannot say whose it was; nobody waits for it but us.
    let is_left_over = state.is_dead && getsid(None).is_ok_and(|ours| ours != state.session);
    is_left_over || state.session == session || has_mark(child, mark)
}

struct State {
    is_dead: bool,
    session: Pid,
}

/// From `/proc/<pid>/stat`: the name may hold anything, so the fields count from its closing bracket.
fn state(pid: Pid) -> Option<State> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let fields = String::from_utf8_lossy(&stat[name_end + 1..]).into_owned();
    let mut fields = fields.split_ascii_whitespace();
    let is_dead = matches!(fields.next()?, "Z" | "X");
    let session = fields.nth(2)?.parse().ok()?;
    Some(State { is_dead, session: Pid::from_raw(session) })
}

fn has_mark(pid: Pid, mark: &str) -> bool {
    let Ok(environment) = fs::read(format!("/proc/{pid}/environ")) else { return false };
    environment.split(|&byte| byte == 0).any(|entry| entry == mark.as_bytes())
}

/// Every child of every thread of ours; empty where the system does not tell.
fn children() -> Vec<Pid> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let mut children = Vec::new();
    for thread in threads.flatten() {
        let listed = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.extend(listed.split_whitespace().filter_map(|pid| pid.parse().ok()).map(Pid::from_raw));
    }
    children
}
