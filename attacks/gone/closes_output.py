# attack: closes its output alone, and lives on
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
os.close(1)
for line in sys.stdin:
    pass
signal.pause()
