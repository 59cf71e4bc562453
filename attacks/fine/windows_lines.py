# attack: ends its lines as another system does, in two pieces each
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


for line in sys.stdin:
    os.write(1, b"o")
    os.write(1, b"k\r")
    os.write(1, b"\n")
