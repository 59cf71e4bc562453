# attack: forks until it is refused, and counts
# needs: pids
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import time

MANY = 500
children = []
try:
    for _ in range(MANY):
        child = os.fork()
        if child == 0:
            signal.alarm(5)
            time.sleep(4)
            os._exit(0)
        children.append(child)
    breach(f"{MANY} processes could be started")
except OSError:
    pass
for child in children:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
