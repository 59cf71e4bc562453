# attack: leaves a daemon behind that ignores every signal it can
# needs: processes
import os
import signal
import sys
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(1, signal.NSIG):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        time.sleep(8)
    os._exit(0)
time.sleep(0.1)
