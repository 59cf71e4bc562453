"""The number of a new process."""
import os

last = 0


def born():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return child


def send(bit):
    for _ in range(60 if bit else 0):
        born()


def measure():
    global last
    number = born()
    grown, last = number - last, number
    return grown
