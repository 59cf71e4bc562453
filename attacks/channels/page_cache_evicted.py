"""One page again and again: evicted for a nought, by advice that it is not needed."""
import os

from page_cache_nowait import file


def send(bit):
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    if bit:
        os.pread(file, 1, 0)


def measure():
    try:
        return os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    except BlockingIOError:
        return 0
