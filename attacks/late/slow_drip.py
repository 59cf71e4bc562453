# attack: sends a byte now and then, hoping that each one restarts the clock
import signal
import sys
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
while True:
    sys.stdout.write("o")
    sys.stdout.flush()
    time.sleep(0.05)
