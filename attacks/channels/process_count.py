"""How many processes the user may still have."""
import os
import signal

children = []


def clear():
    while children:
        child = children.pop()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def fill(most):
    try:
        while len(children) < most:
            child = os.fork()
            if child == 0:
                signal.pause()
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    return len(children)


def send(bit):
    clear()
    fill(30 if bit else 0)


def measure():
    count = fill(30)
    clear()
    return count
