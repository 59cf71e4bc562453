"""The number of a descriptor of a process, which counts the processes of all of the machine."""
import os

last = 0


def one():
    made = os.pidfd_open(os.getpid())
    number = os.fstat(made).st_ino
    os.close(made)
    return number


def born():
    child = os.fork()
    if child == 0:
        os._exit(0)
    return child


def send(bit):
    for _ in range(60 if bit else 0):
        os.waitpid(born(), 0)


def measure():
    global last
    child = born()
    made = os.pidfd_open(child)
    number = os.fstat(made).st_ino
    os.close(made)
    os.waitpid(child, 0)
    grown, last = number - last, number
    return min(grown, 100000)
