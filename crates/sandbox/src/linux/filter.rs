//! Which system calls a program may not make.
//!
//! A list of what is denied, not of what is allowed: any language must run, and each runtime has its own habits. What
//! is denied is what reaches beyond the program's own processes, files and sockets, what programs never need, and
//! every call that is newer than this list.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

/// The last system call that was looked at for this list (`mseal`, Linux 6.10). Later ones do not exist inside.
const LAST_KNOWN_CALL: u32 = 462;

/// Calls that are refused whatever their arguments.
const DENIED: &[libc::c_long] = &[
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

/// Calls that look as if the kernel did not have them, so that libraries fall back to what can be checked.
const MISSING: &[libc::c_long] = &[
    // Its flags lie in memory, where a filter cannot look; `clone` has them in a register.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Memory that belongs to no process: only a control group can count it.
const UNCOUNTED: &[libc::c_long] = &[libc::SYS_memfd_create, libc::SYS_shmget];

/// Two programs see the same files of the system, so locks on them and watching them would be a line between the two.
const MEETING_POINTS: &[libc::c_long] = &[
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    CACHESTAT,
];
/// Tells what of a file somebody has read lately. The same number on every architecture.
const CACHESTAT: libc::c_long = 451;
/// The same by `fcntl`: locks of records, leases, and news of folders.
const MEETING_POINTS_OF_FCNTL: &[i32] = &[
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_SETLEASE,
    libc::F_NOTIFY,
    // Not a meeting point, but an alarm clock as those below.
    F_SETSIG,
];
/// Chooses the signal that tells of news on a descriptor. The same number on every architecture.
const F_SETSIG: i32 = 10;

/// Ways to be sent a signal by the kernel itself. One that lets go on would undo being stopped.
const ALARM_CLOCKS: &[libc::c_long] = &[libc::SYS_timer_create, libc::SYS_mq_notify];

/// All ways to send a signal. Without them `abort` still ends a program, by an illegal instruction.
const SIGNALS: &[libc::c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// What else protects the program's surroundings; where less does, the filter denies more.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// Memory is counted by a control group.
    pub memory_is_counted: bool,
    /// The network and other programs' sockets are out of reach.
    pub network_is_private: bool,
    /// Other programs' processes cannot be signalled.
    pub signals_are_confined: bool,
    /// An opponent may be there to meet. Builds have none, and compilers need locks.
    pub has_opponents: bool,
    /// Programs are frozen by stopping them, because there is no control group that freezes.
    pub freezes_by_signal: bool,
}

/// The programs for the kernel, in the order in which to install them: by number, then by argument.
pub fn compile(around: Surroundings) -> Result<Vec<BpfProgram>, seccompiler::Error> {
    let mut numbers: BTreeMap<_, _> = DENIED.iter().map(|&call| (call, libc::EPERM)).collect();
    numbers.extend(MISSING.iter().map(|&call| (call, libc::ENOSYS)));
    let mut arguments = BTreeMap::from([
        (libc::SYS_clone, clone_rules()?),
        (libc::SYS_socketpair, foreign_socket_rules()?),
        (libc::SYS_ioctl, vec![when(1, SeccompCmpOp::Eq, libc::TIOCSTI)?]),
        (libc::SYS_prctl, vec![when(0, SeccompCmpOp::Eq, libc::PR_SET_MM as u64)?]),
        // The jail's first process is the same user, and would be blind or slow with other limits.
        (libc::SYS_prlimit64, vec![when(0, SeccompCmpOp::Ne, 0)?]),
        (libc::SYS_setpriority, vec![when(0, SeccompCmpOp::Ne, 0)?, when(1, SeccompCmpOp::Ne, 0)?]),
    ]);
    match around.network_is_private {
        true => drop(arguments.insert(libc::SYS_socket, foreign_socket_rules()?)),
        false => drop(numbers.insert(libc::SYS_socket, libc::EPERM)),
    }
    if !around.memory_is_counted {
        numbers.extend(UNCOUNTED.iter().map(|&call| (call, libc::EPERM)));
        let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
        arguments.insert(libc::SYS_mmap, vec![when(3, SeccompCmpOp::MaskedEq(shared), shared)?]);
    }
    if around.has_opponents {
        numbers.extend(MEETING_POINTS.iter().map(|&call| (call, libc::ENOSYS)));
        // Pretended to work: Java would print a warning among its answers if it did not.
        numbers.insert(libc::SYS_flock, 0);
        let refused = MEETING_POINTS_OF_FCNTL.iter().map(|&order| when(1, SeccompCmpOp::Eq, order as u64));
        arguments.insert(libc::SYS_fcntl, refused.collect::<Result<_, _>>()?);
    }
    if around.has_opponents && around.freezes_by_signal {
        numbers.extend(ALARM_CLOCKS.iter().map(|&call| (call, libc::EPERM)));
    }
    if !around.signals_are_confined {
        numbers.extend(SIGNALS.iter().map(|&call| (call, libc::EPERM)));
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    // This one also kills on any system call of another architecture.
    let by_argument = SeccompFilter::new(arguments, SeccompAction::Allow, refuse, arch)?;
    Ok(vec![by_number(&numbers.into_iter().collect::<Vec<_>>()), by_argument.try_into()?])
}

/// No new namespace, whichever of the flags asks for it.
fn clone_rules() -> Result<Vec<SeccompRule>, seccompiler::Error> {
    let flags = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    flags
        .into_iter()
        .map(|flag| flag as u64)
        .map(|flag| when(0, SeccompCmpOp::MaskedEq(flag), flag))
        .collect()
}

/// Sockets within the jail are useful; those of every other family lead out of it.
fn foreign_socket_rules() -> Result<Vec<SeccompRule>, seccompiler::Error> {
    Ok(vec![when(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?])
}

fn when(argument: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::Error> {
    Ok(SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)?])?)
}

/// Refuse calls by their number, and every number above those we know: calls of newer kernels, and on x86-64 the second
/// numbering (x32), with which each call could be made under another number.
///
/// By hand, because a library's chain of comparisons costs a third of a millisecond at every start: the kernel runs a new
/// filter once for each of its calls. A binary search does not.
fn by_number(refused: &[(libc::c_long, i32)]) -> BpfProgram {
    let mut program = vec![
        say(LOAD_WORD, 0, 0, CALL_NUMBER_OFFSET),
        say(JUMP_IF_GREATER, 0, 1, LAST_KNOWN_CALL),
        say(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ];
    program.extend(search(refused));
    program
}

fn search(refused: &[(libc::c_long, i32)]) -> BpfProgram {
    match refused {
        [] => vec![say(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW)],
        [(call, errno)] => vec![
            say(JUMP_IF_EQUAL, 0, 1, *call as u32),
            say(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | *errno as u32),
            say(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
        ],
        _ => {
            let (lower, upper) = refused.split_at(refused.len() / 2);
            let (low, high) = (search(lower), search(upper));
            let over_low = u8::try_from(low.len()).expect("half of the list is short enough for a jump");
            let fork = say(JUMP_IF_AT_LEAST, over_low, 0, upper[0].0 as u32);
            std::iter::once(fork).chain(low).chain(high).collect()
        }
    }
}

const LOAD_WORD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const JUMP_IF_GREATER: u16 = (libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K) as u16;
const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
/// Where in what the kernel shows to a filter the call's number is.
const CALL_NUMBER_OFFSET: u32 = 0;

fn say(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would do with the number, by running the program as it does.
    fn verdict(program: &[sock_filter], number: u32) -> u32 {
        let mut at = 1;
        loop {
            let step = &program[at];
            let holds = match step.code {
                JUMP_IF_EQUAL => number == step.k,
                JUMP_IF_GREATER => number > step.k,
                JUMP_IF_AT_LEAST => number >= step.k,
                RETURN => return step.k,
                code => panic!("unknown instruction {code}"),
            };
            at += 1 + usize::from(if holds { step.jt } else { step.jf });
        }
    }

    #[test]
    fn every_number_gets_the_verdict_of_its_list() {
        let numbers: BTreeMap<_, _> = DENIED.iter().map(|&call| (call, libc::EPERM)).collect();
        let program = by_number(&numbers.iter().map(|(&call, &errno)| (call, errno)).collect::<Vec<_>>());
        for number in 0..2 * LAST_KNOWN_CALL {
            let expected = match numbers.get(&number.into()) {
                _ if number > LAST_KNOWN_CALL => libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32,
                Some(&errno) => libc::SECCOMP_RET_ERRNO | errno as u32,
                None => libc::SECCOMP_RET_ALLOW,
            };
            assert_eq!(verdict(&program, number), expected, "call {number}");
        }
        let x32 = 0x4000_0000 | libc::SYS_ptrace as u32;
        assert_eq!(verdict(&program, x32), libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
    }
}
