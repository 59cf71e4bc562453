# attack: nests folders and names as deep as it can
# needs: files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


try:
    os.chdir("/tmp")
    for depth in range(20_000):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
    breach("twenty thousand folders could be nested")
except OSError:
    pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
