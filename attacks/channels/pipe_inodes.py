"""The number of a new pipe, from a counter that all of the machine shares."""
import os

last = 0


def one():
    ends = os.pipe()
    number = os.fstat(ends[0]).st_ino
    for end in ends:
        os.close(end)
    return number


def send(bit):
    for _ in range(3000 if bit else 0):
        one()


def measure():
    global last
    number = one()
    grown, last = number - last, number
    return min(grown, 100000)
