//! Multiplexed calls (`ioctl`, `prctl`, `fcntl` …), and which of their commands are allowed.

use libc::c_long;

use super::bpf::Condition;

/// Whether a descriptor is a terminal (there is none inside), how much can be read, `O_NONBLOCK` and close-on-exec. Not
/// here: `TIOCSTI`, which pushes input into a terminal.
const IOCTL_REQUESTS: &[u32] = &[
    libc::TCGETS as u32,
    libc::TCGETS2 as u32,
    libc::TCSETS as u32,
    libc::TCSETSW as u32,
    libc::TCSETSF as u32,
    libc::TIOCGWINSZ as u32,
    libc::TIOCGPGRP as u32,
    libc::FIONREAD as u32,
    libc::FIONBIO as u32,
    libc::FIOCLEX as u32,
    libc::FIONCLEX as u32,
];

/// Not here, for instance: `PR_SET_PDEATHSIG`, which could send `SIGCONT` to a frozen process; `PR_SET_DUMPABLE`, which
/// would hide memory from the watchdog; `PR_SET_CHILD_SUBREAPER`; `PR_SET_SECCOMP`, whose filters share the machine's
/// quota of BPF memory (`net.core.bpf_jit_limit`); `PR_SET_MEMORY_MERGE`, by which pages are shared with others (KSM);
/// `PR_SCHED_CORE`, which keeps others off the sibling hyperthread.
const PRCTL_OPTIONS: &[u32] = &[
    libc::PR_SET_NAME as u32,
    libc::PR_GET_NAME as u32,
    libc::PR_GET_DUMPABLE as u32,
    libc::PR_SET_NO_NEW_PRIVS as u32,
    libc::PR_GET_NO_NEW_PRIVS as u32,
    libc::PR_CAPBSET_READ as u32,
    libc::PR_SET_THP_DISABLE as u32,
    libc::PR_GET_THP_DISABLE as u32,
    // PR_SET_VMA_ANON_NAME: names of mappings.
    libc::PR_SET_VMA as u32,
    PR_GET_AUXV,
    // PR_SVE_SET_VL, PR_SVE_GET_VL, PR_SET_TAGGED_ADDR_CTRL, PR_GET_TAGGED_ADDR_CTRL; Java asks.
    #[cfg(target_arch = "aarch64")]
    50,
    #[cfg(target_arch = "aarch64")]
    51,
    #[cfg(target_arch = "aarch64")]
    55,
    #[cfg(target_arch = "aarch64")]
    56,
];
const PR_GET_AUXV: u32 = 0x4155_5856;

/// Not here: leases, `F_NOTIFY` and `F_SETOWN`, which send signals; `F_SETPIPE_SZ`, because the kernel limits the size
/// of all pipes by user.
pub(super) const FCNTL_COMMANDS: &[u32] = &[
    libc::F_DUPFD as u32,
    libc::F_DUPFD_CLOEXEC as u32,
    libc::F_GETFD as u32,
    libc::F_SETFD as u32,
    libc::F_GETFL as u32,
    libc::F_SETFL as u32,
    libc::F_ADD_SEALS as u32,
    libc::F_GET_SEALS as u32,
];
pub(super) const FCNTL_LOCKS: &[u32] = &[
    libc::F_GETLK as u32,
    libc::F_SETLK as u32,
    libc::F_SETLKW as u32,
    libc::F_OFD_GETLK as u32,
    libc::F_OFD_SETLK as u32,
    libc::F_OFD_SETLKW as u32,
];

/// Not here: `SO_ATTACH_FILTER` and the like, whose filters share the machine's quota of BPF memory.
const SOCKET_OPTIONS: &[u32] = &[
    libc::SO_REUSEADDR as u32,
    libc::SO_REUSEPORT as u32,
    libc::SO_KEEPALIVE as u32,
    libc::SO_LINGER as u32,
    libc::SO_SNDBUF as u32,
    libc::SO_RCVBUF as u32,
    libc::SO_SNDTIMEO as u32,
    libc::SO_RCVTIMEO as u32,
    libc::SO_PASSCRED as u32,
];

/// Barriers among the threads of one process; the other commands interrupt or wait for all cores.
const MEMBARRIER_COMMANDS: &[u32] = &[
    libc::MEMBARRIER_CMD_QUERY as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ as u32,
];

/// Advice that affects other programs: pages are merged with theirs (KSM), or evicted from the page cache they share.
const MADVISE_REFUSED: &[u32] =
    &[libc::MADV_MERGEABLE as u32, libc::MADV_COLD as u32, libc::MADV_PAGEOUT as u32];

/// Every flag of `clone` for a new namespace, and the child's exit signal.
const CLONE_FLAGS_CHECKED: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP
    | libc::CSIGNAL) as u32;

/// Options that return values of counters that all programs of the machine share.
const SOCKET_COOKIES: &[u32] = &[libc::SO_COOKIE as u32, SO_NETNS_COOKIE];
/// The same number on every architecture that we run on.
const SO_NETNS_COOKIE: u32 = 71;

/// The conditions that are the same at every tier.
pub(super) fn conditions() -> [(c_long, Vec<Condition>); 13] {
    let no_flags = || vec![Condition::one_of(5, &[0]).or(libc::EOPNOTSUPP)];
    [
        (libc::SYS_ioctl, vec![Condition::one_of(1, IOCTL_REQUESTS)]),
        (libc::SYS_prctl, vec![Condition::one_of(0, PRCTL_OPTIONS)]),
        // No new namespace, and no exit signal but SIGCHLD: SIGCONT would resume a frozen parent.
        (libc::SYS_clone, vec![Condition::one_of(0, &[0, libc::SIGCHLD as u32]).masked(CLONE_FLAGS_CHECKED)]),
        (libc::SYS_socketpair, vec![unix_family()]),
        (
            libc::SYS_setsockopt,
            vec![Condition::one_of(1, &[libc::SOL_SOCKET as u32]), Condition::one_of(2, SOCKET_OPTIONS)],
        ),
        (libc::SYS_getsockopt, vec![Condition::none_of(2, SOCKET_COOKIES).or(libc::ENOPROTOOPT)]),
        // Only of the caller itself: the jail's init process is the same user, and its watchdog would fail or be slow
        // with other limits.
        (libc::SYS_prlimit64, vec![Condition::one_of(0, &[0])]),
        (libc::SYS_setpriority, vec![Condition::one_of(0, &[0]), Condition::one_of(1, &[0])]),
        (libc::SYS_madvise, vec![Condition::none_of(2, MADVISE_REFUSED).or(libc::EINVAL)]),
        // MS_SYNC, which writes to the disk, succeeds and does nothing; other flags are used to test whether memory is
        // mapped.
        (libc::SYS_msync, vec![Condition::one_of(2, &[0]).masked(libc::MS_SYNC as u32).or(0)]),
        (libc::SYS_membarrier, vec![Condition::one_of(0, MEMBARRIER_COMMANDS)]),
        // RWF_NOWAIT tells whether a file is in the page cache.
        (libc::SYS_preadv2, no_flags()),
        (libc::SYS_pwritev2, no_flags()),
    ]
}

/// Only `AF_UNIX`: its sockets stay within the jail.
pub(super) fn unix_family() -> Condition {
    Condition::one_of(0, &[libc::AF_UNIX as u32])
}

/// No shared anonymous mappings, which belong to no process and can be counted by a control group only, and no
/// `MAP_GROWSDOWN`, which `RLIMIT_DATA` does not count.
pub(super) fn countable_mappings() -> [Condition; 2] {
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    let growing = libc::MAP_GROWSDOWN as u32;
    [Condition::none_of(3, &[shared]).masked(shared), Condition::none_of(3, &[growing]).masked(growing)]
}
