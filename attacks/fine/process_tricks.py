# attack: asks for privileges and for a view of the first process by the switches that a process has
# needs: processes calls files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes

libc = ctypes.CDLL(None, use_errno=True)
DUMPABLE, SECUREBITS, NO_NEW_PRIVS, AMBIENT, SUBREAPER, PTRACER, MM = 4, 28, 38, 47, 36, 0x59616D61, 35
first = os.getppid()
libc.prctl(PTRACER, -1, 0, 0, 0)
libc.prctl(SUBREAPER, 1, 0, 0, 0)
if libc.prctl(NO_NEW_PRIVS, 0, 0, 0, 0) == 0:
    breach("new privileges can be had again")
if libc.prctl(SECUREBITS, 0x2F, 0, 0, 0) == 0:
    breach("the rules of becoming root can be changed")
if libc.prctl(MM, 1, 4096, 0, 0) == 0:
    breach("its own memory map can be forged")
for capability in range(41):
    if libc.prctl(AMBIENT, 2, capability, 0, 0) == 0:
        breach(f"capability {capability} can be passed on")
for dumpable in (0, 1, 2):
    libc.prctl(DUMPABLE, dumpable, 0, 0, 0)
    for name in ("mem", "environ", "maps", "root", "cwd", "exe", "fd", "fd/3", "map_files", "auxv", "stack", "syscall", "io", "ns/user"):
        path = f"/proc/{first}/{name}"
        for attempt in (lambda: os.open(path, os.O_RDONLY | os.O_NONBLOCK), lambda: os.readlink(path), lambda: os.listdir(path)):
            try:
                if attempt():
                    breach(f"{path} can be looked into")
            except OSError:
                pass
for path in ("/proc/1/oom_score_adj", "/proc/1/timerslack_ns", "/proc/1/comm", "/proc/1/autogroup", "/proc/self/autogroup", "/proc/self/sched", "/proc/self/setgroups", "/proc/self/gid_map"):
    try:
        os.close(os.open(path, os.O_WRONLY))
        breach(f"{path} can be opened to write")
    except OSError:
        pass
libc.prctl(DUMPABLE, 1, 0, 0, 0)

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
