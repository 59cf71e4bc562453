//! Which system calls a program may make.
//!
//! A list of what is allowed, as broad as those of container engines: any language must run, and each runtime
//! has its own habits. On it is what works on the program's own processes, memory, files and sockets. What
//! has many meanings (`ioctl`, `prctl`, `fcntl`) is allowed by argument.
//!
//! Whatever is not on the list answers in one of three ways:
//! - `ENOSYS` is the rule: kernels without the call exist, so libraries that try it know what to do instead.
//!   Calls of newer kernels, of which we know nothing, get it too.
//! - `EPERM` where there never was a kernel without the call, or where going on without it would be a
//!   misunderstanding: whoever wants to mount, trace or choose cores should learn that it is forbidden.
//! - Success, where doing nothing is right: advice about the disk, and writing to a disk what lies in memory
//!   anyway.
//!
//! A wrong argument gets `EPERM`, or what the kernel says of a kind of file without the feature where callers
//! then do without.

mod bpf;

use std::collections::BTreeMap;
use std::io;

use bpf::{Condition, Verdict};
use libc::c_long;
use seccompiler::BpfProgram;

/// Files that it can reach, and descriptors that it holds.
const FILES: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_lseek,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_unlinkat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_truncate,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_umask,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];
/// The same number on every architecture.
const FCHMODAT2: c_long = 452;

/// Its own memory.
const MEMORY: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mlockall,
    libc::SYS_munlock,
    libc::SYS_munlockall,
    libc::SYS_pkey_mprotect,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_get_mempolicy,
];

/// Its own processes and threads: who they are, what they use, how they wait for each other.
const PROCESSES: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_restart_syscall,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_setsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getresuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    // Nobody but itself is there to become.
    libc::SYS_setuid,
    libc::SYS_setreuid,
    libc::SYS_setresuid,
    libc::SYS_setfsuid,
    libc::SYS_setgid,
    libc::SYS_setregid,
    libc::SYS_setresgid,
    libc::SYS_setfsgid,
    libc::SYS_setgroups,
    libc::SYS_capget,
    libc::SYS_capset,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_getrusage,
    libc::SYS_getpriority,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getattr,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_getcpu,
    libc::SYS_getrandom,
    libc::SYS_uname,
    // Tells of the whole machine, also how many threads it has. But the C library does not look whether it
    // failed, and makes up how much memory there is: Java would choose its heap by chance.
    libc::SYS_sysinfo,
];

/// What it does with signals that come, and waiting for news of descriptors.
const WAITING: &[c_long] = &[
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_signalfd4,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
];

/// Reading clocks, and timers that end in a descriptor or in `SIGALRM` and the like.
const TIME: &[c_long] = &[
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
];

/// What a socket can do that is connected already.
const SOCKETS: &[c_long] = &[
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_recvmmsg,
    libc::SYS_shutdown,
];

/// What leads from a socket to others. Even a pair's end can turn to another one, if datagrams go through it.
const CONNECTIONS: &[c_long] =
    &[libc::SYS_bind, libc::SYS_connect, libc::SYS_listen, libc::SYS_accept, libc::SYS_accept4];

/// Older names of the above, which newer architectures do not have.
#[cfg(target_arch = "x86_64")]
const OLDER_NAMES: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_rename,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_mknod,
    libc::SYS_unlink,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_pause,
    libc::SYS_alarm,
    libc::SYS_time,
    // Not older, but of this architecture alone: where thread-local variables are.
    libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_NAMES: &[c_long] = &[];

/// Two programs see the same files of the system, so watching them would be a line between the two; likewise
/// locks.
const WATCHES: &[c_long] = &[
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
];

/// All ways to send a signal. Without them `abort` still ends a program, by an illegal instruction.
const SIGNALS: &[c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// Messages with something beside the bytes, as descriptors. The kernel limits for each user how many of
/// these are under way, so programs of the same user would see each other's.
const MESSAGES: &[c_long] = &[libc::SYS_sendmsg, libc::SYS_sendmmsg];

/// Nothing is done, and that is right: what a program may write to lies in memory. The disk would be
/// disturbed by those that force it to write, and what is kept of the shared files in memory by the advice.
const PRETENDED: &[c_long] = &[
    libc::SYS_sync,
    libc::SYS_syncfs,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
];

/// Pages that go from file to file without a copy have been ways to write where one may only read. As if the
/// descriptors were of the wrong kind: then everyone copies.
const UNFIT: &[c_long] = &[libc::SYS_splice, libc::SYS_tee];

/// What leads out of the jail, or is the host's to say: a program should learn that it is forbidden.
const FORBIDDEN: &[c_long] = &[
    // Other processes' memory, descriptors and secrets.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Large pieces of kernel that have been ways out of a jail before.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_memfd_secret,
    libc::SYS_vmsplice,
    // Mounts, roots, namespaces, and files by number instead of by path.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // The machine itself.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_vhangup,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_personality,
    libc::SYS_nfsservctl,
    libc::SYS_lookup_dcookie,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    // Where and how urgently it runs: that is the host's to say.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_ioprio_set,
    libc::SYS_mbind,
    libc::SYS_set_mempolicy,
    libc::SYS_set_mempolicy_home_node,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
];

/// What may be asked of a descriptor: whether it is a terminal, how much can be read, whether it blocks and
/// survives `execve`. No terminal is inside, so what terminals do otherwise (typing for their user) is asked
/// in vain.
const REQUESTS: &[u32] = &[
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
const SWITCHES: &[u32] = &[
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
const ORDERS: &[u32] = &[
    libc::F_DUPFD as u32,
    libc::F_DUPFD_CLOEXEC as u32,
    libc::F_GETFD as u32,
    libc::F_SETFD as u32,
    libc::F_GETFL as u32,
    libc::F_SETFL as u32,
    libc::F_ADD_SEALS as u32,
    libc::F_GET_SEALS as u32,
];
const LOCKS: &[u32] = &[
    libc::F_GETLK as u32,
    libc::F_SETLK as u32,
    libc::F_SETLKW as u32,
    libc::F_OFD_GETLK as u32,
    libc::F_OFD_SETLK as u32,
    libc::F_OFD_SETLKW as u32,
];

/// Options of sockets. Not here: filters, for which all users share memory.
const OPTIONS: &[u32] = &[
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
const BARRIERS: &[u32] = &[
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
const FOREIGN_ADVICE: &[u32] =
    &[libc::MADV_MERGEABLE as u32, libc::MADV_COLD as u32, libc::MADV_PAGEOUT as u32];

/// Every flag of `clone` for a new namespace, and the signal at the child's end.
const CLONE_MASK: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP
    | libc::CSIGNAL) as u32;

/// What else protects the program's surroundings; where less does, the filter allows less.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// Memory is counted by a control group.
    pub memory_is_counted: bool,
    /// The network and other programs' sockets are out of reach.
    pub network_is_private: bool,
    /// Other programs' processes cannot be signalled.
    pub signals_are_confined: bool,
    /// Outside, no other program is the same user.
    pub has_own_user: bool,
    /// An opponent may be there to meet. Builds have none, and compilers need locks.
    pub has_opponents: bool,
    /// Programs are frozen by stopping them, because there is no control group that freezes.
    pub freezes_by_signal: bool,
}

/// The program for the kernel.
pub fn compile(around: Surroundings) -> io::Result<BpfProgram> {
    let Some(architecture) = ARCHITECTURE else {
        return Err(io::Error::other("there is no list of system calls for this kind of processor"));
    };
    Ok(bpf::program(architecture, &verdicts(around)))
}

/// What the kernel calls this architecture.
const ARCHITECTURE: Option<u32> = match std::env::consts::ARCH.as_bytes() {
    b"x86_64" => Some(0xC000_003E),
    b"aarch64" => Some(0xC000_00B7),
    _ => None,
};

/// What happens to each call; those that are not in it do not exist inside.
fn verdicts(around: Surroundings) -> BTreeMap<u32, Verdict> {
    let mut verdicts = BTreeMap::new();
    let mut put = |calls: &[c_long], verdict: Verdict| {
        for &call in calls {
            let earlier = verdicts.insert(call as u32, verdict.clone());
            debug_assert!(earlier.is_none(), "system call {call} has two verdicts");
        }
    };
    let allowed_if = |is_allowed: bool| match is_allowed {
        true => Verdict::Allow,
        false => Verdict::Answer(libc::EPERM),
    };
    for calls in [FILES, MEMORY, PROCESSES, WAITING, TIME, SOCKETS, OLDER_NAMES] {
        put(calls, Verdict::Allow);
    }
    put(FORBIDDEN, Verdict::Answer(libc::EPERM));
    put(PRETENDED, Verdict::Answer(0));
    put(UNFIT, Verdict::Answer(libc::EINVAL));
    for (call, conditions) in conditions() {
        put(&[call], Verdict::Check(conditions));
    }
    put(SIGNALS, allowed_if(around.signals_are_confined));
    put(CONNECTIONS, allowed_if(around.network_is_private));
    put(MESSAGES, allowed_if(around.network_is_private && (around.has_own_user || !around.has_opponents)));
    put(
        &[libc::SYS_socket],
        if around.network_is_private {
            Verdict::Check(vec![own_family()])
        } else {
            Verdict::Answer(libc::EPERM)
        },
    );
    put(
        &[libc::SYS_sendto],
        if around.network_is_private { Verdict::Allow } else { Verdict::Check(Condition::null(4).into()) },
    );
    put(
        &[libc::SYS_mmap],
        if around.memory_is_counted { Verdict::Allow } else { Verdict::Check(countable_maps().into()) },
    );
    put(&[libc::SYS_memfd_create], allowed_if(around.memory_is_counted));
    // A signal that lets go on would undo being stopped. Timers can send it, and so does the kernel to a
    // group of processes that a late end makes an orphan.
    let may_be_woken = !(around.has_opponents && around.freezes_by_signal);
    put(&[libc::SYS_timer_create, libc::SYS_setpgid], allowed_if(may_be_woken));
    let orders = if around.has_opponents { ORDERS.to_vec() } else { [ORDERS, LOCKS].concat() };
    put(&[libc::SYS_fcntl], Verdict::Check(vec![Condition::one_of(1, &orders)]));
    if around.has_opponents {
        // Pretended to work: Java would print a warning among its answers if it did not.
        put(&[libc::SYS_flock], Verdict::Answer(0));
    } else {
        put(&[libc::SYS_flock], Verdict::Allow);
        put(WATCHES, Verdict::Allow);
    }
    verdicts
}

/// Options of sockets that tell a number of the machine's: of the socket, and of its network.
const COOKIES: &[u32] = &[libc::SO_COOKIE as u32, SO_NETNS_COOKIE];
/// The same number on every architecture that we run on.
const SO_NETNS_COOKIE: u32 = 71;

/// The calls that are allowed by argument, wherever they are made.
fn conditions() -> [(c_long, Vec<Condition>); 13] {
    let no_flags = || vec![Condition::one_of(5, &[0]).or(libc::EOPNOTSUPP)];
    [
        (libc::SYS_ioctl, vec![Condition::one_of(1, REQUESTS)]),
        (libc::SYS_prctl, vec![Condition::one_of(0, SWITCHES)]),
        // No new namespace, and no signal at the child's end but the usual one: another could undo being
        // stopped.
        (libc::SYS_clone, vec![Condition::one_of(0, &[0, libc::SIGCHLD as u32]).masked(CLONE_MASK)]),
        (libc::SYS_socketpair, vec![own_family()]),
        (
            libc::SYS_setsockopt,
            vec![Condition::one_of(1, &[libc::SOL_SOCKET as u32]), Condition::one_of(2, OPTIONS)],
        ),
        // Cookies are numbers of one counter that the whole machine shares.
        (libc::SYS_getsockopt, vec![Condition::none_of(2, COOKIES).or(libc::ENOPROTOOPT)]),
        // Its own only: the jail's first process is the same user, and would be blind or slow with other
        // limits.
        (libc::SYS_prlimit64, vec![Condition::one_of(0, &[0])]),
        (libc::SYS_setpriority, vec![Condition::one_of(0, &[0]), Condition::one_of(1, &[0])]),
        (libc::SYS_madvise, vec![Condition::none_of(2, FOREIGN_ADVICE).or(libc::EINVAL)]),
        // Pretended where the disk would write; otherwise it tells whether the memory is there.
        (libc::SYS_msync, vec![Condition::one_of(2, &[0]).masked(libc::MS_SYNC as u32).or(0)]),
        (libc::SYS_membarrier, vec![Condition::one_of(0, BARRIERS)]),
        // One of the flags tells whether a file is in memory already.
        (libc::SYS_preadv2, no_flags()),
        (libc::SYS_pwritev2, no_flags()),
    ]
}

/// Sockets within the jail are useful; those of every other family lead out of it.
fn own_family() -> Condition {
    Condition::one_of(0, &[libc::AF_UNIX as u32])
}

/// Memory that belongs to no process can be counted by a control group only, and a resource limit does not
/// count what grows downwards.
fn countable_maps() -> [Condition; 2] {
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    let growing = libc::MAP_GROWSDOWN as u32;
    [Condition::none_of(3, &[shared]).masked(shared), Condition::none_of(3, &[growing]).masked(growing)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86_64: u32 = 0xC000_003E;
    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
    /// Above all calls that any kernel has.
    const NUMBERS: u32 = 1024;

    const fn errno(number: i32) -> u32 {
        libc::SECCOMP_RET_ERRNO | number as u32
    }

    /// A program that plays at tier `full`, as root.
    const PLAY: Surroundings = Surroundings {
        memory_is_counted: true,
        network_is_private: true,
        signals_are_confined: true,
        has_own_user: true,
        has_opponents: true,
        freezes_by_signal: false,
    };
    const BUILD: Surroundings = Surroundings { has_opponents: false, ..PLAY };
    /// A program that plays at tier `namespaces`, as an ordinary user.
    const WATCHED: Surroundings =
        Surroundings { memory_is_counted: false, has_own_user: false, freezes_by_signal: true, ..PLAY };
    /// The same at tier `landlock`, where the kernel does not confine signals.
    const OPEN: Surroundings =
        Surroundings { network_is_private: false, signals_are_confined: false, ..WATCHED };

    /// Every combination, because each has its program.
    fn everywhere() -> impl Iterator<Item = Surroundings> {
        (0..64).map(|bits: u32| {
            let is_set = |bit: u32| bits & (1 << bit) != 0;
            Surroundings {
                memory_is_counted: is_set(0),
                network_is_private: is_set(1),
                signals_are_confined: is_set(2),
                has_own_user: is_set(3),
                has_opponents: is_set(4),
                freezes_by_signal: is_set(5),
            }
        })
    }

    fn run(around: Surroundings, call: c_long, arguments: &[u64]) -> u32 {
        let mut all = [0; 6];
        all[..arguments.len()].copy_from_slice(arguments);
        bpf::run(&bpf::program(X86_64, &verdicts(around)), X86_64, call as u32, all)
    }

    fn check(around: Surroundings, cases: &[(c_long, &[u64], u32)]) {
        for (call, arguments, expected) in cases {
            let verdict = run(around, *call, arguments);
            assert_eq!(verdict, *expected, "call {call} with {arguments:x?}, {around:?}");
        }
    }

    #[test]
    fn every_number_gets_the_verdict_of_its_list() {
        for around in everywhere() {
            let verdicts = verdicts(around);
            let program = bpf::program(X86_64, &verdicts);
            for number in
                (0..NUMBERS).filter(|number| !matches!(verdicts.get(number), Some(Verdict::Check(_))))
            {
                let expected = match verdicts.get(&number) {
                    Some(Verdict::Allow) => ALLOW,
                    Some(Verdict::Answer(error)) => errno(*error),
                    _ => errno(libc::ENOSYS),
                };
                assert_eq!(
                    bpf::run(&program, X86_64, number, [!0; 6]),
                    expected,
                    "call {number}, {around:?}"
                );
            }
        }
    }

    #[test]
    fn program_is_short_enough_for_the_kernel_and_for_a_quick_start() {
        for around in everywhere() {
            let length = bpf::program(X86_64, &verdicts(around)).len();
            assert!(length < 640, "{length} instructions, {around:?}");
        }
    }

    #[test]
    fn other_numberings_and_later_calls_do_not_exist() {
        for around in [PLAY, BUILD, WATCHED, OPEN] {
            let program = bpf::program(X86_64, &verdicts(around));
            for number in [libc::SYS_getpid, libc::SYS_ptrace, libc::SYS_ioctl] {
                let x32 = 0x4000_0000 | number as u32;
                assert_eq!(bpf::run(&program, X86_64, x32, [0; 6]), errno(libc::ENOSYS));
                let i386 = 0x4000_0003;
                let killed = libc::SECCOMP_RET_KILL_PROCESS;
                assert_eq!(bpf::run(&program, i386, number as u32, [0; 6]), killed);
            }
            assert_eq!(bpf::run(&program, X86_64, u32::MAX, [0; 6]), errno(libc::ENOSYS));
        }
    }

    #[test]
    fn calls_of_many_meanings_are_allowed_by_argument() {
        let refused = errno(libc::EPERM);
        let (read, write) = (libc::SYS_preadv2, libc::SYS_pwritev2);
        for around in everywhere() {
            check(
                around,
                &[
                    (libc::SYS_ioctl, &[0, libc::TCGETS], ALLOW),
                    (libc::SYS_ioctl, &[0, libc::FIONREAD], ALLOW),
                    (libc::SYS_ioctl, &[0, libc::TIOCSTI], refused),
                    // The kernel looks at the lower half only.
                    (libc::SYS_ioctl, &[0, 1 << 32 | libc::TIOCSTI], refused),
                    (libc::SYS_ioctl, &[0, libc::FIOASYNC], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_NAME as u64], ALLOW),
                    (libc::SYS_prctl, &[libc::PR_SET_VMA as u64], ALLOW),
                    (libc::SYS_prctl, &[libc::PR_SET_PDEATHSIG as u64], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_DUMPABLE as u64], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_MM as u64], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_PTRACER as u64], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_SECCOMP as u64], refused),
                    (libc::SYS_prctl, &[libc::PR_SET_CHILD_SUBREAPER as u64], refused),
                    (libc::SYS_clone, &[libc::CLONE_VM as u64 | libc::SIGCHLD as u64], ALLOW),
                    (libc::SYS_clone, &[libc::CLONE_VM as u64 | libc::CLONE_THREAD as u64], ALLOW),
                    (libc::SYS_clone, &[libc::CLONE_NEWUSER as u64 | libc::SIGCHLD as u64], refused),
                    (libc::SYS_clone, &[libc::CLONE_NEWNS as u64], refused),
                    (libc::SYS_clone, &[libc::SIGCONT as u64], refused),
                    (libc::SYS_socketpair, &[libc::AF_UNIX as u64], ALLOW),
                    (libc::SYS_socketpair, &[libc::AF_TIPC as u64], refused),
                    (libc::SYS_setsockopt, &[0, libc::SOL_SOCKET as u64, libc::SO_SNDBUF as u64], ALLOW),
                    (
                        libc::SYS_setsockopt,
                        &[0, libc::SOL_SOCKET as u64, libc::SO_ATTACH_FILTER as u64],
                        refused,
                    ),
                    (libc::SYS_setsockopt, &[0, libc::IPPROTO_TCP as u64, libc::SO_SNDBUF as u64], refused),
                    (libc::SYS_getsockopt, &[0, libc::SOL_SOCKET as u64, libc::SO_ERROR as u64], ALLOW),
                    (
                        libc::SYS_getsockopt,
                        &[0, libc::SOL_SOCKET as u64, libc::SO_COOKIE as u64],
                        errno(libc::ENOPROTOOPT),
                    ),
                    (libc::SYS_prlimit64, &[0], ALLOW),
                    (libc::SYS_prlimit64, &[1], refused),
                    (libc::SYS_setpriority, &[0, 0], ALLOW),
                    (libc::SYS_setpriority, &[0, 1], refused),
                    (libc::SYS_setpriority, &[1, 0], refused),
                    (libc::SYS_madvise, &[0, 0, libc::MADV_DONTNEED as u64], ALLOW),
                    (libc::SYS_madvise, &[0, 0, libc::MADV_MERGEABLE as u64], errno(libc::EINVAL)),
                    (libc::SYS_msync, &[0, 0, libc::MS_ASYNC as u64], ALLOW),
                    (libc::SYS_msync, &[0, 0, libc::MS_SYNC as u64 | libc::MS_INVALIDATE as u64], errno(0)),
                    (libc::SYS_membarrier, &[libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED as u64], ALLOW),
                    (libc::SYS_membarrier, &[libc::MEMBARRIER_CMD_GLOBAL_EXPEDITED as u64], refused),
                    (read, &[0, 0, 0, 0, 0, 0], ALLOW),
                    (read, &[0, 0, 0, 0, 0, libc::RWF_NOWAIT as u64], errno(libc::EOPNOTSUPP)),
                    (write, &[0, 0, 0, 0, 0, libc::RWF_DSYNC as u64], errno(libc::EOPNOTSUPP)),
                    (libc::SYS_fcntl, &[0, libc::F_SETFL as u64], ALLOW),
                    (libc::SYS_fcntl, &[0, libc::F_SETPIPE_SZ as u64], refused),
                    (libc::SYS_fcntl, &[0, libc::F_SETLEASE as u64], refused),
                    (libc::SYS_fcntl, &[0, libc::F_SETOWN as u64], refused),
                ],
            );
        }
    }

    #[test]
    fn what_is_closed_answers_so_that_others_know_what_to_do() {
        for around in everywhere() {
            for call in
                [libc::SYS_ptrace, libc::SYS_mount, libc::SYS_personality, libc::SYS_sched_setaffinity]
            {
                check(around, &[(call, &[], errno(libc::EPERM))]);
            }
            let io_uring = [libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register];
            let queues = [libc::SYS_io_setup, libc::SYS_io_submit, libc::SYS_mq_open, libc::SYS_mq_notify];
            let of_system_v = [libc::SYS_shmget, libc::SYS_semget, libc::SYS_msgget];
            let of_processes = [libc::SYS_clone3, libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal];
            let others = [libc::SYS_seccomp, libc::SYS_mincore, STATMOUNT, STATMOUNT + 1, CACHESTAT];
            for call in [&io_uring[..], &queues, &of_system_v, &of_processes, &others].concat() {
                check(around, &[(call, &[], errno(libc::ENOSYS))]);
            }
            for call in PRETENDED {
                check(around, &[(*call, &[], errno(0))]);
            }
        }
    }
    /// The same numbers on every architecture.
    const STATMOUNT: c_long = 457;
    const CACHESTAT: c_long = 451;

    #[test]
    fn locks_and_watches_are_for_builds() {
        let lock: &[u64] = &[0, libc::F_SETLK as u64];
        let (refused, missing) = (errno(libc::EPERM), errno(libc::ENOSYS));
        let play = [
            (libc::SYS_flock, &[][..], errno(0)),
            (libc::SYS_fcntl, lock, refused),
            (WATCHES[0], &[], missing),
        ];
        let build =
            [(libc::SYS_flock, &[][..], ALLOW), (libc::SYS_fcntl, lock, ALLOW), (WATCHES[0], &[], ALLOW)];
        check(PLAY, &play);
        check(WATCHED, &play);
        check(BUILD, &build);
        check(Surroundings { has_opponents: false, ..WATCHED }, &build);
    }

    #[test]
    fn less_is_allowed_where_less_protects() {
        let refused = errno(libc::EPERM);
        let shared: &[u64] = &[0, 0, 0, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64];
        let growing: &[u64] =
            &[0, 0, 0, (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_GROWSDOWN) as u64];
        let private: &[u64] = &[0, 0, 0, (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS) as u64];
        let to_somewhere: &[u64] = &[0, 0, 0, 0, 1 << 40];
        let unix: &[u64] = &[libc::AF_UNIX as u64];
        let cases = |in_full: u32, in_namespaces: u32, in_landlock: u32| {
            [(PLAY, in_full), (WATCHED, in_namespaces), (OPEN, in_landlock)]
        };
        for (call, arguments, verdicts) in [
            (libc::SYS_mmap, private, cases(ALLOW, ALLOW, ALLOW)),
            (libc::SYS_mmap, shared, cases(ALLOW, refused, refused)),
            (libc::SYS_mmap, growing, cases(ALLOW, refused, refused)),
            (libc::SYS_memfd_create, &[], cases(ALLOW, refused, refused)),
            (libc::SYS_timer_create, &[], cases(ALLOW, refused, refused)),
            (libc::SYS_setpgid, &[], cases(ALLOW, refused, refused)),
            (libc::SYS_sendmsg, &[], cases(ALLOW, refused, refused)),
            (libc::SYS_socket, unix, cases(ALLOW, ALLOW, refused)),
            (libc::SYS_socket, &[libc::AF_INET as u64], cases(refused, refused, refused)),
            (libc::SYS_connect, &[], cases(ALLOW, ALLOW, refused)),
            (libc::SYS_sendto, &[], cases(ALLOW, ALLOW, ALLOW)),
            (libc::SYS_sendto, to_somewhere, cases(ALLOW, ALLOW, refused)),
            (libc::SYS_kill, &[], cases(ALLOW, ALLOW, refused)),
            (libc::SYS_tgkill, &[], cases(ALLOW, ALLOW, refused)),
        ] {
            for (around, expected) in verdicts {
                check(around, &[(call, arguments, expected)]);
            }
        }
    }
}
