# attack: fills what it can write to, with data and then with empty files
# needs: files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


written = 0
try:
    with open("/tmp/fill", "wb", buffering=0) as file:
        while written < 1 << 30:
            written += file.write(b"x" * (1 << 20))
    breach("one GiB could be written")
except OSError:
    pass
try:
    os.unlink("/tmp/fill")
except OSError:
    pass
try:
    for number in range(100_000):
        os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
    breach("a hundred thousand files could be made")
except OSError:
    pass
try:
    with open("/tmp/sparse", "wb") as file:
        file.truncate(1 << 40)
    breach("a file of one TiB could be made")
except OSError:
    pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
