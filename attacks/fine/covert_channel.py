# attack: one seat leaves marks wherever two programs might meet, the other looks for them
# needs: processes network files calls
# seats: 2
import ctypes
import fcntl
import mmap
import os
import signal
import socket
import struct
import sys

signal.alarm(20)
libc = ctypes.CDLL(None, use_errno=True)
KEY = 0x5EED
SHARED = "/usr/bin/env"
seat = os.environ.get("SKIRMISH_SEAT", "0")
keep = []


def breach(what):
    print("BREACH:", what, file=sys.stderr, flush=True)


def attempt(action):
    try:
        return action()
    except OSError:
        return None


def leave_abstract_socket():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0skirmish-covert")
    listener.listen()
    keep.append(listener)


def leave_file(path):
    with open(path, "w") as file:
        file.write("mark")


def leave_lock():
    file = open(SHARED, "rb")
    keep.append(file)
    fcntl.flock(file, fcntl.LOCK_SH)


def leave_record_lock():
    file = open(SHARED, "rb")
    keep.append(file)
    fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def leave():
    attempt(leave_abstract_socket)
    for path in ("/tmp/mark", "/dev/shm/mark", "/var/tmp/mark", "/run/mark"):
        attempt(lambda: leave_file(path))
    libc.shmget(KEY, 4096, 0o1666)
    libc.semget(KEY, 1, 0o1666)
    libc.msgget(KEY, 0o1666)
    attempt(lambda: libc.mq_open(b"/skirmish-covert", os.O_CREAT | os.O_RDWR, 0o666, None))
    attempt(lambda: os.mkfifo("/tmp/pipe", 0o666))
    attempt(leave_lock)
    attempt(leave_record_lock)


def find_lock():
    with open(SHARED, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            breach("a lock on a shared file was seen")
        try:
            answer = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
            if struct.unpack("hhqqi4x", answer)[0] != fcntl.F_UNLCK:
                breach("a record lock on a shared file was seen")
        except OSError:
            pass


def watch():
    inotify = libc.inotify_init1(os.O_NONBLOCK)
    if inotify >= 0 and libc.inotify_add_watch(inotify, SHARED.encode(), 0xFFF) >= 0:
        keep.append(inotify)
        return inotify
    return None


def find():
    if attempt(lambda: socket.socket(socket.AF_UNIX).connect("\0skirmish-covert") or True):
        breach("an abstract socket was reached")
    for path in ("/tmp/mark", "/tmp/pipe", "/dev/shm/mark", "/var/tmp/mark", "/run/mark"):
        if os.path.exists(path):
            breach(f"{path} was found")
    for name in ("shmget", "semget", "msgget"):
        args = {"shmget": (KEY, 4096, 0), "semget": (KEY, 1, 0), "msgget": (KEY, 0)}[name]
        if getattr(libc, name)(*args) >= 0:
            breach(f"{name} found the other's")
    if libc.mq_open(b"/skirmish-covert", os.O_RDONLY) >= 0:
        breach("a message queue was found")
    attempt(find_lock)


watching = watch() if seat == "1" else None
for turn, line in enumerate(sys.stdin):
    if seat == "0" and turn == 1:
        leave()
    if seat == "1" and turn == 3:
        find()
        if watching is not None and attempt(lambda: os.read(watching, 4096)):
            breach("the other was seen opening a file")
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
