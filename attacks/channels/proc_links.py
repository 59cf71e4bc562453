"""How many processes the machine has, by the links of the folder that shows one's own."""
import os

held = []


def send(bit):
    while held:
        os.close(held.pop())
        os.wait()
    for _ in range(20 if bit else 0):
        end, other = os.pipe()
        if os.fork() == 0:
            os.close(other)
            os.read(end, 1)
            os._exit(0)
        os.close(end)
        held.append(other)


def measure():
    return os.stat("/proc").st_nlink
