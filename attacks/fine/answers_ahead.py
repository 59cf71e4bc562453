# attack: answers a thousand times before it is asked
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


print("ok\n" * 1000, end="", flush=True)
sys.stdin.read()
