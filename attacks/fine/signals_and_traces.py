# attack: signals and traces processes that are not its own
# needs: processes calls
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for pid in map(int, os.environ.get("SKIRMISH_STRANGERS", "").split()):
    try:
        os.kill(pid, 0)
        breach(f"process {pid} can be signalled")
    except OSError:
        pass
first = os.getppid()
for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV):
    try:
        os.kill(first, number)
    except OSError:
        pass
for request in (16, 0x4206):
    if libc.ptrace(request, first, None, None) == 0:
        breach("the first process can be traced")
buffer = ctypes.create_string_buffer(64)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


here, there = Vector(ctypes.addressof(buffer), 64), Vector(0x400000, 64)
for pid in (first, os.getpid()):
    if libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) >= 0:
        breach("another process's memory can be read")

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
