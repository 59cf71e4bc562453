//! The system calls that no crate wraps safely: one function each.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal};
use nix::unistd::Pid;

/// The highest capability number that a kernel may have. `EINVAL` for one that it does not have ends the loop.
const LAST_CAPABILITY: libc::c_int = 63;

/// Which side of [`fork_into`] this is.
pub enum Side {
    /// The new process.
    Child,
    /// The caller, with the child's pid and pidfd.
    Parent(Pid, OwnedFd),
}

/// What a process and its reaped children consumed.
#[derive(Debug, Clone, Copy)]
pub struct Reaped {
    pub pid: Pid,
    /// The raw status word.
    pub status: i32,
    pub cpu: Duration,
    /// Of the largest single process.
    pub resident_peak_bytes: u64,
}

/// Turn the return value of a raw system call into a result.
fn check(value: libc::c_long) -> io::Result<libc::c_long> {
    if value < 0 { Err(io::Error::last_os_error()) } else { Ok(value) }
}

/// Fork, with the child in new namespaces as `flags` say.
///
/// Only for single-threaded processes: the helper and what it forks never start a thread.
pub fn fork_into(flags: libc::c_int) -> io::Result<Side> {
    let mut pidfd: libc::c_int = -1;
    // SAFETY: an all-zero `clone_args` is valid: no stack, no thread-local storage, no signal.
    let mut args: libc::clone_args = unsafe { std::mem::zeroed() };
    args.flags = flags as u64 | libc::CLONE_PIDFD as u64;
    args.pidfd = &raw mut pidfd as u64;
    args.exit_signal = libc::SIGCHLD as u64;
    // SAFETY: without CLONE_VM this behaves as fork: the child gets its own copy of this only thread's memory
    // and stack, so no lock can be held by a thread that is missing there. `args` and `pidfd` outlive the call.
    let pid = check(unsafe { libc::syscall(libc::SYS_clone3, &raw mut args, size_of_val(&args)) })?;
    Ok(if pid == 0 { Side::Child } else { Side::Parent(Pid::from_raw(pid as i32), own(pidfd)) })
}

/// Lets all threads of this process share so many of the C library's heaps, where it has several. Each thread that
/// allocates beside others gets a heap otherwise, and what was freed in one is of no use to the others. Before the first
/// thread starts.
pub fn limit_heaps(most: libc::c_int) {
    #[cfg(target_env = "gnu")]
    // SAFETY: `mallopt` changes a number of the allocator's own, under its lock.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, most);
    }
    #[cfg(not(target_env = "gnu"))]
    let _ = most;
}

/// `_exit`, without destructors: for forked children.
pub fn leave(code: i32) -> ! {
    // SAFETY: `_exit` touches no memory of ours.
    unsafe { libc::_exit(code) }
}

/// Own a descriptor that a system call has just returned.
pub fn own(fd: RawFd) -> OwnedFd {
    // SAFETY: only called with descriptors fresh from the kernel, which nobody else owns.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// The helper's socket to its parent, which was passed as standard input.
pub fn own_standard_input() -> OwnedFd {
    // SAFETY: called once, first thing in the helper, which never reads standard input otherwise.
    unsafe { OwnedFd::from_raw_fd(0) }
}

/// Close everything a forked child has inherited, but for one descriptor, which moves to 3.
///
/// Without this a jail would hold copies of other jails' sockets, whose peers would never see the end of the stream.
pub fn keep_only(fd: OwnedFd) -> io::Result<OwnedFd> {
    const KEPT: RawFd = 3;
    let null = std::os::fd::IntoRawFd::into_raw_fd(std::fs::File::open("/dev/null")?);
    // SAFETY: numbers only. The owners of what is closed here are values of the process we were forked from; this one
    // never returns to the code that would drop them.
    unsafe {
        if fd.as_raw_fd() != KEPT {
            check(libc::dup3(fd.as_raw_fd(), KEPT, libc::O_CLOEXEC).into())?;
        }
        for standard in 0..3 {
            check(libc::dup2(null, standard).into())?;
        }
        check(libc::syscall(libc::SYS_close_range, KEPT + 1, libc::c_uint::MAX, 0))?;
    }
    // They are closed; closing them again would be an error.
    std::mem::forget(fd);
    Ok(own(KEPT))
}

/// `pidfd_send_signal`; `ESRCH`, when the process has ended, is no error.
pub fn signal_by_fd(pidfd: BorrowedFd, signal: Signal) -> io::Result<()> {
    // SAFETY: a null siginfo is allowed; the descriptor is borrowed for the call.
    let sent = unsafe {
        libc::syscall(
            libc::SYS_pidfd_send_signal,
            pidfd.as_raw_fd(),
            signal as libc::c_int,
            std::ptr::null::<libc::siginfo_t>(),
            0,
        )
    };
    match check(sent) {
        Err(error) if error.raw_os_error() != Some(libc::ESRCH) => Err(error),
        _ => Ok(()),
    }
}

/// Reap one ended child, if there is one; `None` when children live on, an error when there are none.
pub fn reap_any() -> Result<Option<Reaped>, Errno> {
    let mut status = 0;
    // SAFETY: an all-zero `rusage` is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals.
    let pid = unsafe { libc::wait4(-1, &raw mut status, libc::WNOHANG | libc::__WALL, &raw mut usage) };
    match Errno::result(pid)? {
        0 => Ok(None),
        pid => Ok(Some(Reaped {
            pid: Pid::from_raw(pid),
            status,
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            resident_peak_bytes: usage.ru_maxrss as u64 * 1024,
        })),
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

/// `open_tree`: a detached clone of the mount at a descriptor, with those below it if `recursive`.
pub fn clone_tree(place: BorrowedFd, recursive: bool) -> io::Result<OwnedFd> {
    let deep = if recursive { libc::AT_RECURSIVE as libc::c_uint } else { 0 };
    let flags = libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | libc::AT_EMPTY_PATH as libc::c_uint | deep;
    // SAFETY: the path is empty, so the descriptor counts.
    let fd = check(unsafe { libc::syscall(libc::SYS_open_tree, place.as_raw_fd(), c"".as_ptr(), flags) })?;
    Ok(own(fd as RawFd))
}

/// `fsopen`, `fsconfig`, `fsmount`: a new, detached file system of that type.
pub fn new_mount(kind: &CStr, options: &[(&CStr, &CStr)], attributes: u64) -> io::Result<OwnedFd> {
    const SET_STRING: libc::c_uint = 1;
    const CREATE: libc::c_uint = 6;
    const CLOSE_ON_EXEC: libc::c_uint = 1;
    // SAFETY: `kind` is a valid C string.
    let context =
        own(check(unsafe { libc::syscall(libc::SYS_fsopen, kind.as_ptr(), CLOSE_ON_EXEC) })? as RawFd);
    let configure = |command: libc::c_uint, key: *const libc::c_char, value: *const libc::c_char| {
        // SAFETY: `key` and `value` are valid C strings, or both null where the command takes none.
        check(unsafe { libc::syscall(libc::SYS_fsconfig, context.as_raw_fd(), command, key, value, 0) })
    };
    for (key, value) in options {
        configure(SET_STRING, key.as_ptr(), value.as_ptr())?;
    }
    configure(CREATE, std::ptr::null(), std::ptr::null())?;
    // SAFETY: numbers only.
    let made = unsafe { libc::syscall(libc::SYS_fsmount, context.as_raw_fd(), CLOSE_ON_EXEC, attributes) };
    Ok(own(check(made)? as RawFd))
}

/// Make a detached mount an idmapped one (`MOUNT_ATTR_IDMAP`), by the maps of a user namespace.
pub fn map_mount(mount: BorrowedFd, users: BorrowedFd, recursive: bool) -> io::Result<()> {
    // SAFETY: an all-zero `mount_attr` is valid: it changes nothing.
    let mut change: libc::mount_attr = unsafe { std::mem::zeroed() };
    change.attr_set = libc::MOUNT_ATTR_IDMAP;
    change.userns_fd = users.as_raw_fd() as u64;
    set_attributes(mount, &change, recursive)
}

/// Add attributes to a mount, or to all mounts of a tree.
pub fn restrict_mount(mount: BorrowedFd, attributes: u64, recursive: bool) -> io::Result<()> {
    // SAFETY: an all-zero `mount_attr` is valid: it changes nothing.
    let mut change: libc::mount_attr = unsafe { std::mem::zeroed() };
    change.attr_set = attributes;
    set_attributes(mount, &change, recursive)
}

fn set_attributes(mount: BorrowedFd, change: &libc::mount_attr, recursive: bool) -> io::Result<()> {
    let deep = if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is empty, so the descriptor counts; `change` lives through the call.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | deep,
            change as *const libc::mount_attr,
            size_of_val(change),
        )
    })?;
    Ok(())
}

/// `move_mount`: attach a detached mount to the file or folder at a descriptor.
pub fn attach_tree(tree: BorrowedFd, target: BorrowedFd) -> io::Result<()> {
    // SAFETY: both paths are empty, so the descriptors count.
    check(unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            target.as_raw_fd(),
            c"".as_ptr(),
            libc::MOVE_MOUNT_F_EMPTY_PATH | libc::MOVE_MOUNT_T_EMPTY_PATH,
        )
    })?;
    Ok(())
}

/// Set close-on-exec for every descriptor from 3 on.
pub fn close_rest_on_exec() -> io::Result<()> {
    // SAFETY: closes nothing now, so no owner of a descriptor in this process is surprised.
    let done =
        unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    check(done).map(drop)
}

/// `ioprio_set` to the lowest priority of the best-effort class, which is the default class. The idle class might never
/// get to read.
pub fn lower_io_priority() -> io::Result<()> {
    const WHO_PROCESS: libc::c_int = 1;
    const BEST_EFFORT: libc::c_int = 2;
    const CLASS_SHIFT: libc::c_int = 13;
    const LAST: libc::c_int = 7;
    // SAFETY: plain numbers go in; process 0 is the caller.
    check(unsafe { libc::syscall(libc::SYS_ioprio_set, WHO_PROCESS, 0, BEST_EFFORT << CLASS_SHIFT | LAST) })
        .map(drop)
}

/// The nice value by which a thread takes what others leave of the CPU.
pub const LAST_NICE: libc::c_int = 19;

/// `setpriority` of the calling thread. Children inherit it.
pub fn set_nice_value(nice: libc::c_int) -> io::Result<()> {
    // SAFETY: plain numbers go in; process 0 is the caller.
    check(unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, nice) }.into()).map(drop)
}

/// This thread lets others go first, from now on to its end: by a nice value from 1, a little, to 19, by which it takes
/// what they leave of the CPU. Where that cannot be said, it is as before.
pub fn let_others_go_first(nice: i32) {
    let _ = set_nice_value(nice);
}

/// `sched_setscheduler` to `SCHED_BATCH`: when it wakes, it preempts nobody. Children inherit it.
pub fn set_batch_policy() -> io::Result<()> {
    let parameters = libc::sched_param { sched_priority: 0 };
    // SAFETY: the parameters outlive the call; process 0 is the caller. By number, because the function of musl refuses.
    check(unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_BATCH, &raw const parameters) })
        .map(drop)
}

/// Empty the capability bounding set, so that no `execve` can give capabilities back; those that are held stay.
pub fn bound_capabilities() {
    for capability in 0..=LAST_CAPABILITY {
        // SAFETY: a plain number goes in. Fails where the kernel knows no such capability, or where the caller may
        // not change its bounds; the second is harmless, because no_new_privs makes the bounds irrelevant.
        if unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } != 0 {
            break;
        }
    }
}

/// `capset`: drop all effective, permitted and inheritable capabilities, and with them the ambient ones.
pub fn drop_capabilities() -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    let header: [u32; 2] = [VERSION_3, 0];
    let sets = [0u32; 6];
    // SAFETY: version 3 reads two words of header and six of sets.
    check(unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), sets.as_ptr()) })?;
    Ok(())
}

/// Reset all signals to `SIG_DFL`: an ignored signal would stay ignored in the programs we start.
pub fn reset_signals() -> io::Result<()> {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    for signal in Signal::iterator().filter(|signal| !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP)) {
        // SAFETY: the default action runs no code of ours.
        unsafe { nix::sys::signal::sigaction(signal, &default) }?;
    }
    Ok(())
}

/// The Landlock ABI version of this kernel; 0 without Landlock.
pub fn landlock_version() -> i32 {
    const ASK_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel wants a null pointer and no size, and creates nothing.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<libc::c_void>(),
            0usize,
            ASK_VERSION,
        )
    };
    version.max(0) as i32
}

/// Close every descriptor from 3 on: for the helper, which was just started and owns none of them.
pub fn close_rest() -> io::Result<()> {
    // SAFETY: called before the helper opens anything; what is open was left by whoever started it.
    check(unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) }).map(drop)
}
