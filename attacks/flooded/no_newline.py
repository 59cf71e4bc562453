# attack: an answer without end
import signal
import sys
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
end = time.monotonic() + 5
while time.monotonic() < end:
    sys.stdout.write("x" * 65536)
