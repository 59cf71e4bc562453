"""The id of a new eventfd in /proc: the smallest that is free on the machine."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
held = []


def made():
    fd = libc.eventfd(0, 0)
    if fd < 0:
        raise OSError(ctypes.get_errno(), "eventfd")
    return fd


def send(bit):
    while held:
        os.close(held.pop())
    for _ in range(200 if bit else 0):
        held.append(made())


def measure():
    fd = made()
    with open(f"/proc/self/fdinfo/{fd}") as info:
        number = [int(line.split(":")[1]) for line in info if line.startswith("eventfd-id")][0]
    os.close(fd)
    return number
