# attack: turns its pipes round, resizes them, and makes them send signals
# needs: processes
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import fcntl

SETPIPE_SZ, SETSIG = 1031, 10
for number in (0, 1, 2):
    for size in (1, 4096, 1 << 20, 1 << 30):
        try:
            fcntl.fcntl(number, SETPIPE_SZ, size)
        except OSError:
            pass
    for owner in (1, -1, os.getppid()):
        try:
            fcntl.fcntl(number, fcntl.F_SETOWN, owner)
            fcntl.fcntl(number, fcntl.F_SETFL, fcntl.fcntl(number, fcntl.F_GETFL) | os.O_ASYNC)
            fcntl.fcntl(number, SETSIG, signal.SIGKILL)
        except OSError:
            pass
    flags = fcntl.fcntl(number, fcntl.F_GETFL)
    fcntl.fcntl(number, fcntl.F_SETFL, flags & ~os.O_ASYNC)
keep = []
for number, way in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
    try:
        keep.append(os.open(f"/proc/self/fd/{number}", way | os.O_NONBLOCK))
    except OSError:
        pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
