# attack: starts programs with arguments and an environment as large as the kernel takes
# needs: pids
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import subprocess

word = "x" * 100_000
for count in (1, 10, 100):
    try:
        done = subprocess.run(["/bin/true"] + [word] * count, env={"LARGE": word}, timeout=3)
        print(count, "words were taken", file=sys.stderr)
    except (OSError, subprocess.TimeoutExpired):
        pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
