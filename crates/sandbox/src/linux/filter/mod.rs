//! The seccomp filter: which system calls a program may make.
//!
//! A list of what is allowed, as broad as those of container engines: any language must run, and each runtime
//! has its own habits. On it is what works on the program's own processes, memory, files and sockets. What
//! has many meanings (`ioctl`, `prctl`, `fcntl`) is allowed by argument.
//!
//! Whatever is not on the list answers in one of three ways:
//! - `ENOSYS` is the rule: kernels without the call exist, so libraries that try it know what to do instead.
//!   Calls of newer kernels, of which we know nothing, get it too.
//! - `EPERM` where there never was a kernel without the call, or where a fallback would hide the reason: a program
//!   that wants to mount, trace or choose cores should report that it is forbidden.
//! - Success, where doing nothing is right: `fadvise64`, and `fsync` of files that are in a tmpfs anyway.
//!
//! An argument that is refused gets `EPERM`, or the error of a file type without the feature (`EOPNOTSUPP`, `EINVAL`)
//! where callers have a fallback for it.

mod arguments;
mod bpf;
mod calls;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;

use arguments::{FCNTL_COMMANDS, FCNTL_LOCKS, conditions, countable_mappings, unix_family};
use bpf::{Condition, Verdict};
use calls::*;
use libc::c_long;
use seccompiler::BpfProgram;

/// What else isolates the program; where less does, the filter allows less.
#[derive(Debug, Clone, Copy)]
pub struct Protections {
    /// Memory is counted by a control group.
    pub memory_is_counted: bool,
    /// The network and other programs' sockets are out of reach.
    pub network_is_private: bool,
    /// Other programs' processes cannot be signalled.
    pub signals_are_confined: bool,
    /// The program has a user id outside that no other program has, so the kernel's quotas by user are not shared.
    pub has_own_user: bool,
    /// It plays against others, with which shared locks would be a channel. Builds do not, and compilers need locks.
    pub has_opponents: bool,
    /// A control group weighs its CPU time. Else the kernel may give every session a share of its own (autogroups).
    pub has_cpu_group: bool,
    /// Programs are frozen by `SIGSTOP`, because there is no cgroup freezer.
    pub freezes_by_signal: bool,
}

/// The program for the kernel.
pub fn compile(protections: Protections) -> io::Result<BpfProgram> {
    let Some(architecture) = ARCHITECTURE else {
        return Err(io::Error::other("there is no list of system calls for this kind of processor"));
    };
    Ok(bpf::program(architecture, &verdicts(protections)))
}

/// `AUDIT_ARCH_X86_64` or `AUDIT_ARCH_AARCH64`.
const ARCHITECTURE: Option<u32> = match std::env::consts::ARCH.as_bytes() {
    b"x86_64" => Some(0xC000_003E),
    b"aarch64" => Some(0xC000_00B7),
    _ => None,
};

/// The verdict for each call; calls that are not in it get `ENOSYS`.
fn verdicts(protections: Protections) -> BTreeMap<u32, Verdict> {
    let mut verdicts = BTreeMap::new();
    let mut put = |calls: &[c_long], verdict: Verdict| {
        for &call in calls {
            let earlier = verdicts.insert(call as u32, verdict.clone());
            debug_assert!(earlier.is_none(), "system call {call} has two verdicts");
        }
    };
    let allowed_if = |is_allowed: bool| match is_allowed {
        true => Verdict::Allow,
        false => Verdict::Errno(libc::EPERM),
    };
    for calls in [FILES, MEMORY, PROCESSES, WAITING, TIME, SOCKETS, LEGACY_NAMES] {
        put(calls, Verdict::Allow);
    }
    put(FORBIDDEN, Verdict::Errno(libc::EPERM));
    put(NO_OPS, Verdict::Errno(0));
    put(SPLICE_CALLS, Verdict::Errno(libc::EINVAL));
    for (call, conditions) in conditions() {
        put(&[call], Verdict::Check(conditions));
    }
    put(SIGNALS, allowed_if(protections.signals_are_confined));
    put(CONNECTING, allowed_if(protections.network_is_private));
    put(
        SENDMSG_CALLS,
        allowed_if(
            protections.network_is_private && (protections.has_own_user || !protections.has_opponents),
        ),
    );
    put(
        &[libc::SYS_socket],
        if protections.network_is_private {
            Verdict::Check(vec![unix_family()])
        } else {
            Verdict::Errno(libc::EPERM)
        },
    );
    put(
        &[libc::SYS_sendto],
        if protections.network_is_private {
            Verdict::Allow
        } else {
            Verdict::Check(Condition::null(4).into())
        },
    );
    put(
        &[libc::SYS_mmap],
        if protections.memory_is_counted {
            Verdict::Allow
        } else {
            Verdict::Check(countable_mappings().into())
        },
    );
    put(&[libc::SYS_memfd_create], allowed_if(protections.memory_is_counted));
    // SIGCONT would resume a program that is frozen by SIGSTOP. POSIX timers can send it, and so does the
    // kernel to a process group that becomes orphaned.
    let may_receive_sigcont = !(protections.has_opponents && protections.freezes_by_signal);
    put(&[libc::SYS_timer_create, libc::SYS_setpgid], allowed_if(may_receive_sigcont));
    // A build has a low priority, which a session of its own would not have.
    put(&[libc::SYS_setsid], allowed_if(protections.has_opponents || protections.has_cpu_group));
    let fcntl_commands = if protections.has_opponents {
        FCNTL_COMMANDS.to_vec()
    } else {
        [FCNTL_COMMANDS, FCNTL_LOCKS].concat()
    };
    put(&[libc::SYS_fcntl], Verdict::Check(vec![Condition::one_of(1, &fcntl_commands)]));
    if protections.has_opponents {
        // Succeeds and does nothing: on failure Java prints a warning to stdout, among its answers.
        put(&[libc::SYS_flock], Verdict::Errno(0));
    } else {
        put(&[libc::SYS_flock], Verdict::Allow);
        put(INOTIFY, Verdict::Allow);
    }
    verdicts
}
