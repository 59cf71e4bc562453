"""The same by many pipes of the usual size, in many processes: nothing but `pipe` and `fork`."""
import os
import signal

from pipe_pages import measure  # noqa: F401

CHILDREN, PIPES = 12, 115
children = []


def send(bit):
    while children:
        child = children.pop()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    for _ in range(CHILDREN if bit else 0):
        ready, tell = os.pipe()
        child = os.fork()
        if child == 0:
            held = []
            try:
                for _ in range(PIPES):
                    held.append(os.pipe())
            except OSError:
                pass
            os.write(tell, b"x")
            signal.pause()
        os.read(ready, 1)
        os.close(ready)
        os.close(tell)
        children.append(child)
