"""Prints more on stderr than is kept of a turn."""
import sys

for line in sys.stdin:
    if line.startswith("turn"):
        print("thinking " * 4000, file=sys.stderr, flush=True)
        print("scout 0 0", flush=True)
