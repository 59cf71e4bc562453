# attack: opens sockets of every family, and tries the way to this machine
# needs: network
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import socket

allowed = set()
for family in range(1, 46):
    for kind in (1, 2, 3, 4, 5):
        for protocol in (0, 1, 255):
            try:
                socket.socket(family, kind, protocol).close()
                allowed.add(family)
            except OSError:
                pass
if allowed - {socket.AF_UNIX}:
    breach(f"socket families {sorted(allowed)} are open")
port = int(os.environ.get("SKIRMISH_LISTENER", "0"))
if port:
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            socket.socket(family).connect((address, port))
            breach("a listener on this machine was reached")
        except OSError:
            pass
name = os.environ.get("SKIRMISH_ABSTRACT", "")
if name:
    try:
        socket.socket(socket.AF_UNIX).connect("\0" + name)
        breach("an abstract socket of this machine was reached")
    except OSError:
        pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
