# attack: reads everything and says nothing
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
for line in sys.stdin:
    pass
signal.pause()
