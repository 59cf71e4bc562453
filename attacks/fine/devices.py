# attack: opens and makes devices, and looks for a terminal
# needs: files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import stat

KNOWN = {"null", "zero", "full", "random", "urandom", "fd", "stdin", "stdout", "stderr", "shm"}
try:
    seen = set(os.listdir("/dev"))
except OSError:
    seen = set()
if seen - KNOWN:
    for name in sorted(seen - KNOWN):
        try:
            os.close(os.open(f"/dev/{name}", os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
            breach(f"/dev/{name} can be opened")
        except OSError:
            pass
for name in ("tty", "console", "ptmx", "pts/ptmx", "mem", "kmsg", "fuse", "kvm", "net/tun", "vhost-vsock", "loop-control"):
    try:
        os.close(os.open(f"/dev/{name}", os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
        breach(f"/dev/{name} can be opened")
    except OSError:
        pass
for folder in ("/tmp", "/dev/shm", "/dev"):
    for kind, device in ((stat.S_IFCHR, (1, 1)), (stat.S_IFCHR, (1, 3)), (stat.S_IFBLK, (254, 0)), (stat.S_IFBLK, (8, 0))):
        try:
            os.mknod(f"{folder}/skirmish-device", kind | 0o666, os.makedev(*device))
            breach(f"a device could be made in {folder}")
        except OSError:
            pass
try:
    os.openpty()
    breach("a terminal could be made")
except OSError:
    pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
