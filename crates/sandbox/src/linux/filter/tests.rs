//! The program as the kernel runs it, for every surrounding.

use super::*;

const X86_64: u32 = 0xC000_003E;
const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
/// Above all calls that any kernel has.
const NUMBERS: u32 = 1024;

const fn errno(number: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | number as u32
}

/// A program that plays at tier `full`, as root.
const PLAY: Protections = Protections {
    memory_is_counted: true,
    network_is_private: true,
    signals_are_confined: true,
    has_own_user: true,
    has_opponents: true,
    has_cpu_group: true,
    freezes_by_signal: false,
};
const BUILD: Protections = Protections { has_opponents: false, ..PLAY };
/// A program that plays at tier `namespaces`, as an ordinary user.
const WATCHED: Protections =
    Protections { memory_is_counted: false, has_own_user: false, freezes_by_signal: true, ..PLAY };
/// The same at tier `landlock`, where the kernel does not confine signals.
const OPEN: Protections = Protections { network_is_private: false, signals_are_confined: false, ..WATCHED };

/// Every combination, because each has its program.
fn everywhere() -> impl Iterator<Item = Protections> {
    (0..128).map(|bits: u32| {
        let is_set = |bit: u32| bits & (1 << bit) != 0;
        Protections {
            memory_is_counted: is_set(0),
            network_is_private: is_set(1),
            signals_are_confined: is_set(2),
            has_own_user: is_set(3),
            has_opponents: is_set(4),
            freezes_by_signal: is_set(5),
            has_cpu_group: is_set(6),
        }
    })
}

fn run(protections: Protections, call: c_long, arguments: &[u64]) -> u32 {
    let mut all = [0; 6];
    all[..arguments.len()].copy_from_slice(arguments);
    bpf::run(&bpf::program(X86_64, &verdicts(protections)), X86_64, call as u32, all)
}

fn check(protections: Protections, cases: &[(c_long, &[u64], u32)]) {
    for (call, arguments, expected) in cases {
        let verdict = run(protections, *call, arguments);
        assert_eq!(verdict, *expected, "call {call} with {arguments:x?}, {protections:?}");
    }
}

#[test]
fn every_number_gets_the_verdict_of_its_list() {
    for protections in everywhere() {
        let verdicts = verdicts(protections);
        let program = bpf::program(X86_64, &verdicts);
        for number in (0..NUMBERS).filter(|number| !matches!(verdicts.get(number), Some(Verdict::Check(_)))) {
            let expected = match verdicts.get(&number) {
                Some(Verdict::Allow) => ALLOW,
                Some(Verdict::Errno(error)) => errno(*error),
                _ => errno(libc::ENOSYS),
            };
            assert_eq!(
                bpf::run(&program, X86_64, number, [!0; 6]),
                expected,
                "call {number}, {protections:?}"
            );
        }
    }
}

#[test]
fn program_is_short_enough_for_the_kernel_and_for_a_quick_start() {
    for protections in everywhere() {
        let length = bpf::program(X86_64, &verdicts(protections)).len();
        assert!(length < 640, "{length} instructions, {protections:?}");
    }
}

#[test]
fn other_numberings_and_later_calls_do_not_exist() {
    for protections in [PLAY, BUILD, WATCHED, OPEN] {
        let program = bpf::program(X86_64, &verdicts(protections));
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
    for protections in everywhere() {
        check(
            protections,
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
                (libc::SYS_setsockopt, &[0, libc::SOL_SOCKET as u64, libc::SO_ATTACH_FILTER as u64], refused),
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
    for protections in everywhere() {
        for call in [libc::SYS_ptrace, libc::SYS_mount, libc::SYS_personality, libc::SYS_sched_setaffinity] {
            check(protections, &[(call, &[], errno(libc::EPERM))]);
        }
        let io_uring = [libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register];
        let queues = [libc::SYS_io_setup, libc::SYS_io_submit, libc::SYS_mq_open, libc::SYS_mq_notify];
        let of_system_v = [libc::SYS_shmget, libc::SYS_semget, libc::SYS_msgget];
        let of_processes = [libc::SYS_clone3, libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal];
        let others = [libc::SYS_seccomp, libc::SYS_mincore, STATMOUNT, STATMOUNT + 1, CACHESTAT];
        for call in [&io_uring[..], &queues, &of_system_v, &of_processes, &others].concat() {
            check(protections, &[(call, &[], errno(libc::ENOSYS))]);
        }
        for call in NO_OPS {
            check(protections, &[(*call, &[], errno(0))]);
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
    let play =
        [(libc::SYS_flock, &[][..], errno(0)), (libc::SYS_fcntl, lock, refused), (INOTIFY[0], &[], missing)];
    let build = [(libc::SYS_flock, &[][..], ALLOW), (libc::SYS_fcntl, lock, ALLOW), (INOTIFY[0], &[], ALLOW)];
    check(PLAY, &play);
    check(WATCHED, &play);
    check(BUILD, &build);
    check(Protections { has_opponents: false, ..WATCHED }, &build);
}

#[test]
fn build_has_no_session_of_its_own_where_sessions_share_the_cpu() {
    let session = |verdict| [(libc::SYS_setsid, &[][..], verdict)];
    for protections in everywhere() {
        let is_raised = !protections.has_opponents && !protections.has_cpu_group;
        check(protections, &session(if is_raised { errno(libc::EPERM) } else { ALLOW }));
    }
}

#[test]
fn less_is_allowed_where_less_protects() {
    let refused = errno(libc::EPERM);
    let shared: &[u64] = &[0, 0, 0, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64];
    let growing: &[u64] = &[0, 0, 0, (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_GROWSDOWN) as u64];
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
        for (protections, expected) in verdicts {
            check(protections, &[(call, arguments, expected)]);
        }
    }
}
