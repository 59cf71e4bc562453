# attack: stops all of its own processes
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
signal.pause()
