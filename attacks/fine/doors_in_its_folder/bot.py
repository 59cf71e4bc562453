import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


def attempt(action):
    try:
        return action()
    except OSError:
        return None


seat = os.environ.get("SKIRMISH_SEAT", "0")
for path in ("shadow", "up/etc/shadow", "up/root/.bash_history", "loop"):
    if attempt(lambda: open(path).read(1)):
        breach(f"{path} could be read")
for path in os.environ.get("SKIRMISH_CANARIES", "").split(":"):
    if attempt(lambda: open("up" + path).read(1)):
        breach(f"{path} could be read")
ear = attempt(lambda: os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)) if seat == "1" else None
for turn, line in enumerate(sys.stdin):
    if seat == "0":
        mouth = attempt(lambda: os.open("pipe", os.O_WRONLY | os.O_NONBLOCK))
        if mouth is not None:
            attempt(lambda: os.write(mouth, b"mark"))
        both = attempt(lambda: os.open("pipe", os.O_RDWR | os.O_NONBLOCK))
        if both is not None:
            breach("the pipe could be opened to write")
    elif ear is not None and attempt(lambda: os.read(ear, 64)):
        breach("the other was heard through a pipe")
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
