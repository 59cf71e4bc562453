# attack: doubles itself for eight seconds
# needs: pids
import os
import signal
import sys
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
end = time.monotonic() + 8
while time.monotonic() < end:
    try:
        if os.fork() == 0:
            signal.alarm(9)
    except OSError:
        pass
