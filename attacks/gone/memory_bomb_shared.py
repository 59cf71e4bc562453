# attack: takes memory that belongs to no process, up to one GiB: shared maps, memory files, message queues of the kernel
# needs: memory
import mmap
import os
import signal
import socket
import sys

signal.alarm(20)
taken = 0
keep = []
STEP = 16 << 20


def shared_map():
    area = mmap.mmap(-1, STEP)
    for page in range(0, STEP, 4096):
        area[page] = 1
    keep.append(area)
    return STEP


def memory_file():
    fd = os.memfd_create("bomb")
    keep.append(fd)
    return sum(os.write(fd, b"x" * (1 << 20)) for _ in range(STEP >> 20))


def socket_buffer():
    ends = socket.socketpair()
    keep.append(ends)
    ends[0].setblocking(False)
    return sum(ends[0].send(b"x" * 65536) for _ in range(3))


for take in (shared_map, memory_file, socket_buffer):
    try:
        for _ in range(64):
            taken += take()
    except (OSError, ValueError) as error:
        print(take.__name__, "was refused:", error, file=sys.stderr)
if taken >= 1 << 30:
    print("BREACH: one GiB was there to take", file=sys.stderr)
