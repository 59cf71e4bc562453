"""How much memory the machine has left."""
import mmap

from sysinfo_threads import ask

held = []


def send(bit):
    while held:
        held.pop().close()
    if bit:
        memory = mmap.mmap(-1, 96 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        for at in range(0, len(memory), 4096):
            memory[at] = 1
        held.append(memory)


def measure():
    return int.from_bytes(ask()[40:48], "little")
