# attack: as many threads as it can get, all busy
# needs: pids
import signal
import sys
import threading
import time

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
end = time.monotonic() + 8


def spin():
    while time.monotonic() < end:
        pass


while time.monotonic() < end:
    try:
        threading.Thread(target=spin, daemon=True).start()
    except RuntimeError:
        time.sleep(0.01)
