# attack: lets much wait in sockets, which belongs to no process, up to one GiB
# needs: memory pids
# says: used more memory than it may
import os
import signal
import socket
import sys
import time

signal.alarm(20)
ready, tell = os.pipe()
chunk = b"x" * 65536
for _ in range(24):
    if os.fork() == 0:
        signal.alarm(15)
        keep, taken = [], 0
        try:
            while True:
                keep.extend(socket.socketpair())
        except OSError:
            pass
        for end in keep:
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            try:
                while True:
                    taken += end.send(chunk)
            except BlockingIOError:
                pass
        os.write(tell, taken.to_bytes(8, "little"))
        time.sleep(12)
        os._exit(0)
os.close(tell)
taken = 0
while report := os.read(ready, 8):
    taken += int.from_bytes(report, "little")
    if taken >= 1 << 30:
        print("BREACH: one GiB waited in sockets", file=sys.stderr)
        break
