# attack: many processes, each within what one may have, up to one GiB together
# needs: memory pids
# says: used more memory than it may
import os
import signal
import sys
import time

signal.alarm(20)
ready, tell = os.pipe()
for _ in range(16):
    if os.fork() == 0:
        signal.alarm(15)
        held = b"x" * (64 << 20)
        os.write(tell, b"x")
        time.sleep(12)
        os._exit(0)
os.close(tell)
up = 0
while up < 16 and os.read(ready, 1):
    up += 1
if up == 16:
    print("BREACH: sixteen processes held one GiB at the same time", file=sys.stderr)
