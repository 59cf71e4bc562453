"""The number of a file in /proc that was not looked at before."""
import os

last, seen = 0, 0


def fresh(count):
    """Processes that are new have files that are new."""
    numbers = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        for name in ("stat", "status", "maps", "fd", "task", "ns", "limits", "cmdline"):
            try:
                numbers.append(os.stat(f"/proc/{child}/{name}").st_ino)
            except OSError:
                pass
        os.waitpid(child, 0)
    return numbers


def send(bit):
    fresh(40 if bit else 0)


def measure():
    global last
    number = fresh(1)[0]
    grown, last = number - last, number
    return min(grown, 100000)
