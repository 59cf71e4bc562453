//! Calls of many meanings, and which of these are allowed: decided by an argument.

use libc::c_long;

use super::bpf::Condition;

/// What may be asked of a descriptor: whether it is a terminal, how much can be read, whether it blocks and
/// survives `execve`. No terminal is inside, so what terminals do otherwise (typing for their user) is asked
/// in vain.
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

/// What a process may switch and ask of itself. Not here, for instance: the signal at a parent's death, which
/// would undo being stopped; hiding from whoever counts its memory; adopting other's children; filters, for
/// which all users share memory; sharing equal pages with others; keeping a core's other half free of others.
const PRCTL_OPTIONS: &[u32] = &[
    libc::PR_SET_NAME as u32,
    libc::PR_GET_NAME as u32,
    libc::PR_GET_DUMPABLE as u32,
    libc::PR_SET_NO_NEW_PRIVS as u32,
    libc::PR_GET_NO_NEW_PRIVS as u32,
    libc::PR_CAPBSET_READ as u32,
    libc::PR_SET_THP_DISABLE as u32,
    libc::PR_GET_THP_DISABLE as u32,
    // Names of maps.
    libc::PR_SET_VMA as u32,
    PR_GET_AUXV,
    // The length of vectors and the use of pointers' upper bits; Java asks.
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

/// What may be done to a descriptor: nothing that tells others of it or sends signals. A pipe keeps its size,
/// because the kernel counts these for each user.
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

/// Options of sockets. Not here: filters, for which all users share memory.
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

/// Barriers among its own threads; the other ones interrupt or wait for all cores.
const MEMBARRIER_COMMANDS: &[u32] = &[
    libc::MEMBARRIER_CMD_QUERY as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE as u32,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ as u32,
    libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ as u32,
];

/// Advice about memory that reaches what others have: equal pages are shared with them, and files that they
/// read leave it.
const MADVISE_REFUSED: &[u32] =
    &[libc::MADV_MERGEABLE as u32, libc::MADV_COLD as u32, libc::MADV_PAGEOUT as u32];

/// Every flag of `clone` for a new namespace, and the signal at the child's end.
const CLONE_FLAGS_CHECKED: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP
    | libc::CSIGNAL) as u32;

/// Options of sockets that tell a number of the machine's: of the socket, and of its network.
const SOCKET_COOKIES: &[u32] = &[libc::SO_COOKIE as u32, SO_NETNS_COOKIE];
/// The same number on every architecture that we run on.
const SO_NETNS_COOKIE: u32 = 71;

/// The calls that are allowed by argument, wherever they are made.
pub(super) fn conditions() -> [(c_long, Vec<Condition>); 13] {
    let no_flags = || vec![Condition::one_of(5, &[0]).or(libc::EOPNOTSUPP)];
    [
        (libc::SYS_ioctl, vec![Condition::one_of(1, IOCTL_REQUESTS)]),
        (libc::SYS_prctl, vec![Condition::one_of(0, PRCTL_OPTIONS)]),
        // No new namespace, and no signal at the child's end but the usual one: another could undo being
        // stopped.
        (libc::SYS_clone, vec![Condition::one_of(0, &[0, libc::SIGCHLD as u32]).masked(CLONE_FLAGS_CHECKED)]),
        (libc::SYS_socketpair, vec![unix_family()]),
        (
            libc::SYS_setsockopt,
            vec![Condition::one_of(1, &[libc::SOL_SOCKET as u32]), Condition::one_of(2, SOCKET_OPTIONS)],
        ),
        // Cookies are numbers of one counter that the whole machine shares.
        (libc::SYS_getsockopt, vec![Condition::none_of(2, SOCKET_COOKIES).or(libc::ENOPROTOOPT)]),
        // Its own only: the jail's first process is the same user, and would be blind or slow with other
        // limits.
        (libc::SYS_prlimit64, vec![Condition::one_of(0, &[0])]),
        (libc::SYS_setpriority, vec![Condition::one_of(0, &[0]), Condition::one_of(1, &[0])]),
        (libc::SYS_madvise, vec![Condition::none_of(2, MADVISE_REFUSED).or(libc::EINVAL)]),
        // Pretended where the disk would write; otherwise it tells whether the memory is there.
        (libc::SYS_msync, vec![Condition::one_of(2, &[0]).masked(libc::MS_SYNC as u32).or(0)]),
        (libc::SYS_membarrier, vec![Condition::one_of(0, MEMBARRIER_COMMANDS)]),
        // One of the flags tells whether a file is in memory already.
        (libc::SYS_preadv2, no_flags()),
        (libc::SYS_pwritev2, no_flags()),
    ]
}

/// Sockets within the jail are useful; those of every other family lead out of it.
pub(super) fn unix_family() -> Condition {
    Condition::one_of(0, &[libc::AF_UNIX as u32])
}

/// Memory that belongs to no process can be counted by a control group only, and a resource limit does not
/// count what grows downwards.
pub(super) fn countable_mappings() -> [Condition; 2] {
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    let growing = libc::MAP_GROWSDOWN as u32;
    [Condition::none_of(3, &[shared]).masked(shared), Condition::none_of(3, &[growing]).masked(growing)]
}
