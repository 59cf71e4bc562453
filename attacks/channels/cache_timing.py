"""How warm the processor's caches are: the sender fills them with its own."""
import time

own = bytearray(32 << 20)
small = bytearray(512 << 10)


def send(bit):
    if bit:
        own[:] = bytes(len(own))


def measure():
    begin = time.perf_counter_ns()
    total = small.count(b"\1")
    took = time.perf_counter_ns() - begin
    return min(took + total, 10**6)
