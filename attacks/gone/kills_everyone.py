# attack: kills every process it can see, itself last
# needs: processes
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
for target in (1, -1, 0):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError:
        pass
os.kill(os.getpid(), signal.SIGKILL)
