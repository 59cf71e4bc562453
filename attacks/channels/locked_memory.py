"""How much memory the user may still lock."""
import ctypes
import mmap

libc = ctypes.CDLL(None, use_errno=True)
memory = mmap.mmap(-1, 128 << 10, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
libc.mlock.argtypes = libc.munlock.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


def lock(pages):
    count = 0
    while count < pages and libc.mlock(start + count * 4096, 4096) == 0:
        count += 1
    return count


def send(bit):
    libc.munlock(start, len(memory))
    lock(15 if bit else 0)


def measure():
    count = lock(16)
    libc.munlock(start, len(memory))
    return count
