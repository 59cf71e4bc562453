# attack: makes as many timers as it can, each as fast as it can
# needs: calls
import os
import signal
import sys

signal.alarm(20)


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


import ctypes
import select

libc = ctypes.CDLL(None, use_errno=True)
signal.signal(signal.SIGVTALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.0001, 0.0001)
event = (ctypes.c_int * 16)(0, 0, signal.SIGWINCH, 0)
often = (ctypes.c_long * 4)(0, 100_000, 0, 100_000)
made = 0
for _ in range(10_000):
    timer = ctypes.c_void_p()
    if libc.timer_create(1, event, ctypes.byref(timer)) != 0:
        break
    libc.timer_settime(timer, 0, often, None)
    made += 1
if made == 10_000:
    breach("ten thousand timers could be made")
poll = select.epoll()
try:
    for _ in range(10_000):
        timer = libc.timerfd_create(1, 0)
        if timer < 0:
            break
        libc.timerfd_settime(timer, 0, often, None)
        poll.register(timer, select.EPOLLIN)
    else:
        breach("ten thousand descriptors could be had")
except OSError:
    pass
os.closerange(3, 4096)
signal.setitimer(signal.ITIMER_VIRTUAL, 0)

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
