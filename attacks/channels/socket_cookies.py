"""The cookie of a new socket, from a counter that all of the machine shares."""
import socket

SO_COOKIE = 57
last = 0


def one():
    with socket.socket(socket.AF_UNIX) as made:
        return int.from_bytes(made.getsockopt(socket.SOL_SOCKET, SO_COOKIE, 8), "little")


def send(bit):
    for _ in range(6000 if bit else 0):
        one()


def measure():
    global last
    number = one()
    grown, last = number - last, number
    return min(grown, 100000)
