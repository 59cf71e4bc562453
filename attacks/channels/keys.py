"""How many keys the user may still have."""
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
ADD_KEY, KEYCTL = 248, 250


def send(bit):
    for number in range(150 if bit else 0):
        libc.syscall(ADD_KEY, b"user", b"k%d" % number, b"x" * 100, 100, -2)


def measure():
    key = libc.syscall(ADD_KEY, b"user", b"probe", b"x" * 100, 100, -2)
    if key < 0:
        raise OSError(ctypes.get_errno(), "add_key")
    return key
