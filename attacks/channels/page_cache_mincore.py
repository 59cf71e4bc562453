"""The same by asking which pages of a map are in memory."""
import ctypes
import mmap
import os

from page_cache_nowait import STRIDE, file, send  # noqa: F401

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
size = os.fstat(file).st_size
start = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file, 0)
turn = -1


def measure():
    global turn
    turn += 1
    found = ctypes.create_string_buffer(1)
    if libc.mincore(start + turn * STRIDE, 4096, found) != 0:
        raise OSError(ctypes.get_errno(), "mincore")
    return found.raw[0] & 1
