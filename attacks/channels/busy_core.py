"""How much of a core is left: the sender computes for a moment after its answer, which is below what is punished."""
import threading
import time


def burn(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def send(bit):
    if bit:
        threading.Thread(target=burn, args=(0.0015,), daemon=True).start()


def measure():
    """How long we were kept from computing."""
    begin, own = time.perf_counter_ns(), time.thread_time_ns()
    while time.thread_time_ns() - own < 2_000_000:
        pass
    return min(time.perf_counter_ns() - begin - 2_000_000, 10_000_000)
