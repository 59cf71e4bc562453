"""Which pages of a file that both can read are in memory, by reads that do not wait."""
import os

STRIDE = 1 << 20
file = os.open("shared", os.O_RDONLY)
turn = -1


def send(bit):
    global turn
    turn += 1
    if bit:
        os.pread(file, 1, turn * STRIDE)


def measure():
    global turn
    turn += 1
    try:
        return os.preadv(file, [bytearray(1)], turn * STRIDE, os.RWF_NOWAIT)
    except BlockingIOError:
        return 0
