"""Answers, and never flushes: what it prints comes when it ends."""
import sys

out = open(1, "w", buffering=1 << 16, closefd=False)
for line in sys.stdin:
    if line.startswith("turn"):
        out.write("scout 0 0\n")
out.close()
