# attack: becomes someone else, or more
# needs: calls files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes
import subprocess

libc = ctypes.CDLL(None, use_errno=True)
if os.getuid() == 0 or os.geteuid() == 0:
    breach("it is root")
for call in (os.setuid, os.seteuid, os.setgid, os.setegid):
    try:
        call(0)
        breach(f"{call.__name__}(0) works")
    except OSError:
        pass
try:
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("Cap") and int(line.split()[1], 16):
                breach(f"it has capabilities: {line.strip()}")
except OSError:
    pass
for program in ("/bin/su", "/usr/bin/sudo", "/usr/bin/newgrp", "/usr/bin/pkexec"):
    if os.path.exists(program):
        try:
            done = subprocess.run([program, "-c", "id -u"], capture_output=True, timeout=3, stdin=subprocess.DEVNULL)
            if done.stdout.strip() == b"0":
                breach(f"{program} made it root")
        except (OSError, subprocess.TimeoutExpired):
            pass
header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
if libc.capset(header, sets) == 0:
    breach("capabilities can be taken")
if libc.chroot(b"/tmp") == 0:
    breach("chroot works")

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
