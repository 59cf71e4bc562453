# attack: takes from the process that watches its memory what that needs to look, then uses up one GiB with its children
# needs: memory pids
# says: used more memory than it may
import os
import resource
import signal
import sys
import time

signal.alarm(20)
for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_DATA):
    try:
        resource.prlimit(os.getppid(), limit, (0, 0))
        print("BREACH: the first process has other limits now", file=sys.stderr, flush=True)
    except OSError:
        pass
ready, tell = os.pipe()
for _ in range(16):
    if os.fork() == 0:
        signal.alarm(15)
        held = b"x" * (64 << 20)
        os.write(tell, b"x")
        time.sleep(12)
        os._exit(0)
os.close(tell)
up = 0
while up < 16 and os.read(ready, 1):
    up += 1
if up == 16:
    print("BREACH: sixteen processes held one GiB at the same time", file=sys.stderr)
