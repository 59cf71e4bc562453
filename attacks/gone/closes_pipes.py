# attack: closes all its pipes and stays
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
for fd in (0, 1, 2):
    os.close(fd)
signal.pause()
