# attack: closes its input and answers all the same
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


os.close(0)
print("ok\n" * 5, end="", flush=True)
signal.pause()
