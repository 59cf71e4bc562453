"""The same by how long a read takes."""
import os
import time

from page_cache_nowait import STRIDE, file, send  # noqa: F401

turn = -1


def measure():
    global turn
    turn += 1
    begin = time.perf_counter_ns()
    os.pread(file, 1, turn * STRIDE)
    return min(time.perf_counter_ns() - begin, 10**7)
