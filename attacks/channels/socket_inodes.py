"""The number of a new socket, from the same counter."""
import os
import socket

last = 0


def one():
    with socket.socket(socket.AF_UNIX) as made:
        return os.fstat(made.fileno()).st_ino


def send(bit):
    for _ in range(3000 if bit else 0):
        one()


def measure():
    global last
    number = one()
    grown, last = number - last, number
    return min(grown, 100000)
