# attack: asks the kernel for what leads out of a jail
# needs: calls
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes
import platform

libc = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_ROOT = 0x10000000, 0x00020000
X86 = {
    "ptrace": 101, "add_key": 248, "request_key": 249, "keyctl": 250, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "bpf": 321, "userfaultfd": 323, "perf_event_open": 298, "mount": 165, "umount2": 166,
    "pivot_root": 155, "setns": 308, "unshare": 272, "fsopen": 430, "open_tree": 428, "move_mount": 429,
    "mount_setattr": 442, "init_module": 175, "finit_module": 313, "kexec_load": 246, "syslog": 103,
    "open_by_handle_at": 304, "name_to_handle_at": 303, "fanotify_init": 300, "personality": 135, "quotactl": 179,
    "clone3": 435, "process_vm_writev": 311, "pidfd_getfd": 438, "memfd_secret": 447, "kcmp": 312, "acct": 163,
    "swapon": 167, "settimeofday": 164, "sethostname": 170, "iopl": 172, "modify_ldt": 154, "sched_setaffinity": 203,
    "sched_setscheduler": 144, "mbind": 237, "move_pages": 279, "inotify_init1": 294, "cachestat": 451,
    "ioprio_set": 251, "future": 500, "x32": 0x40000000 | 39,
}
if platform.machine() == "x86_64":
    for name, number in X86.items():
        ctypes.set_errno(0)
        # Arguments that are wrong for most calls: one that is let through fails otherwise than by EPERM or ENOSYS.
        result = libc.syscall(number, -1, -1, -1, -1, -1)
        if ctypes.get_errno() not in (1, 38):
            breach(f"{name} is let through: {result}, errno {ctypes.get_errno()}")
for flag in (NEW_USER, NEW_ROOT, NEW_USER | NEW_ROOT, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000):
    if libc.unshare(flag) == 0:
        breach(f"a new namespace was made: {flag:x}")
    if platform.machine() == "x86_64":
        child = libc.syscall(56, flag | signal.SIGCHLD, 0, 0, 0, 0)
        if child == 0:
            os._exit(0)
        if child > 0:
            breach(f"a process in a new namespace was made: {flag:x}")
try:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    breach("it can choose its cores")
except OSError:
    pass
try:
    os.nice(-5)
    breach("it can be more urgent than others")
except OSError:
    pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
