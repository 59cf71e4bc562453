# attack: complains without end, and answers all the same
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import threading
import time


def complain():
    end = time.monotonic() + 8
    while time.monotonic() < end:
        os.write(2, b"x" * 65536)


threading.Thread(target=complain, daemon=True).start()

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
