# attack: changes the limits and the urgency of the process that watches it, and raises its own
# needs: processes calls
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes
import resource

libc = ctypes.CDLL(None, use_errno=True)
first = os.getppid()
for name in ("NOFILE", "CPU", "DATA", "NPROC", "FSIZE", "AS"):
    limit = getattr(resource, f"RLIMIT_{name}")
    try:
        resource.prlimit(first, limit, (1, 1))
        breach(f"the limit {name} of the first process could be changed")
    except OSError:
        pass
    _, hard = resource.getrlimit(limit)
    if hard == resource.RLIM_INFINITY:
        continue
    try:
        resource.setrlimit(limit, (hard + 1, hard + 1))
        breach(f"its own limit {name} could be raised")
    except (OSError, ValueError):
        pass
for which, who in ((0, first), (1, 0), (2, 0), (2, os.getuid())):
    if libc.setpriority(which, who, 19) == 0:
        breach(f"others could be made less urgent: {which} {who}")
if libc.setpriority(0, 0, -20) == 0:
    breach("it can be more urgent than all others")
if libc.syscall(251, 1, first, 3 << 13) == 0:
    breach("the first process's disk could be made slow")
if libc.mlockall(3) == 0:
    breach("all of its memory could be locked")
if libc.nice(19) == -1 and ctypes.get_errno():
    print("it may not even be less urgent", file=sys.stderr)

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
