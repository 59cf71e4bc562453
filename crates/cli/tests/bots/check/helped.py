"""Flushes only because it is told not to buffer: `print` alone does not."""
import sys

for line in sys.stdin:
    if line.startswith("turn"):
        print("scout 0 0")
