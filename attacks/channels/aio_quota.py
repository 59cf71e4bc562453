"""How many asynchronous requests the whole machine has left (`fs.aio-max-nr`)."""
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
IO_SETUP, IO_DESTROY = 206, 207
held = []


def take(count):
    context = ctypes.c_ulong(0)
    return context if libc.syscall(IO_SETUP, count, ctypes.byref(context)) == 0 else None


def free():
    while held:
        libc.syscall(IO_DESTROY, held.pop())


def send(bit):
    free()
    count = 16384
    while bit and count >= 16:
        context = take(count)
        if context is None:
            count //= 2
        else:
            held.append(context)


def measure():
    count = 4096
    context = take(count)
    if context is not None:
        libc.syscall(IO_DESTROY, context)
    return int(context is not None)
