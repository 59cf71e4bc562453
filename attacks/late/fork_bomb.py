# attack: doubles itself for four seconds
# needs: pids
import os
import signal
import sys
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
end = time.monotonic() + 4
while time.monotonic() < end:
    try:
        if os.fork() == 0:
            signal.alarm(5)
    except OSError:
        pass
