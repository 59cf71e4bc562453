"""The number of a new file in memory."""
import os

last = 0


def one():
    made = os.memfd_create("x")
    number = os.fstat(made).st_ino
    os.close(made)
    return number


def send(bit):
    for _ in range(3000 if bit else 0):
        one()


def measure():
    global last
    number = one()
    grown, last = number - last, number
    return min(grown, 100000)
