"""Uses most of the memory it may use."""
import sys

hoard = bytearray(680 << 20)
hoard[::4096] = b"x" * len(hoard[::4096])
for line in sys.stdin:
    if line.startswith("turn"):
        print("scout 0 0", flush=True)
