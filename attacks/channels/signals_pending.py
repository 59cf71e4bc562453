"""How many signals the user may still have pending."""
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
KIND = signal.SIGRTMIN + 1
signal.pthread_sigmask(signal.SIG_BLOCK, {KIND})


def queue(most):
    count = 0
    while count < most and libc.sigqueue(os.getpid(), int(KIND), ctypes.c_void_p(0)) == 0:
        count += 1
    return count


def clear():
    while signal.sigtimedwait({KIND}, 0):
        pass


def send(bit):
    clear()
    queue(240 if bit else 0)


def measure():
    count = queue(250)
    clear()
    return count
