"""How many pages of pipes the user has left (`fs.pipe-user-pages-soft`), by large pipes."""
import fcntl
import os

F_SETPIPE_SZ = 1031
held = []


def send(bit):
    while held:
        os.close(held.pop())
    while bit and len(held) < 200:
        ends = os.pipe()
        held.extend(ends)
        try:
            fcntl.fcntl(ends[0], F_SETPIPE_SZ, 1 << 20)
        except OSError:
            if len(held) > 150:
                break


def measure():
    """What a new pipe holds, which is less when there is little left."""
    ends = os.pipe()
    os.set_blocking(ends[1], False)
    written = 0
    try:
        while written < 65536:
            written += os.write(ends[1], bytes(4096))
    except BlockingIOError:
        pass
    for end in ends:
        os.close(end)
    return written
