"""How many bytes of message queues the user may still have, and what is in them."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
held = []


def fill(most):
    for number in range(most):
        fd = libc.mq_open(b"/q%d" % number, os.O_CREAT | os.O_RDWR, 0o600, None)
        if fd < 0:
            return number
        held.append((fd, b"/q%d" % number))
    return most


def clear():
    while held:
        fd, name = held.pop()
        libc.mq_close(fd)
        libc.mq_unlink(name)


def send(bit):
    clear()
    fill(8 if bit else 0)


def measure():
    count = fill(8)
    clear()
    return count
