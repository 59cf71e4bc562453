# attack: looks through /proc for other processes
# needs: processes
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


own = {os.getpid(), os.getppid()}
for name in os.listdir("/proc"):
    if name.isdigit() and int(name) not in own:
        breach(f"process {name} can be seen")
for name in ("environ", "mem", "maps", "root/etc", "cwd", "fd", "exe", "stack", "auxv"):
    path = f"/proc/{os.getppid()}/{name}"
    try:
        if os.path.isdir(path):
            found = os.listdir(path)
        else:
            with open(path, "rb") as file:
                found = file.read(64)
        if found:
            breach(f"{path} can be read: {found[:64]}")
    except OSError:
        pass
for path in ("/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/self/uid_map", "/proc/self/oom_score_adj"):
    try:
        os.close(os.open(path, os.O_WRONLY))
        breach(f"{path} can be opened to write")
    except OSError:
        pass

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
