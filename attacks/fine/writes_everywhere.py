# attack: writes where it must not
# needs: files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


for folder, folders, _ in os.walk("/"):
    if folder.count("/") > 2 or folder.startswith(("/tmp", "/proc", "/dev/shm")):
        folders.clear()
        continue
    path = os.path.join(folder, "skirmish-attack")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        breach(f"{path} could be made")
    except OSError:
        pass
for path in (sys.argv[0], sys.executable, "/etc/passwd", "/bin/sh"):
    for attempt in (lambda: open(path, "ab").close(), lambda: os.unlink(path), lambda: os.chmod(path, 0o777), lambda: os.rename(path, path + "x")):
        try:
            attempt()
            breach(f"{path} could be changed")
        except OSError:
            pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
