"""Thinks for ever about its third turn."""
import sys
import time

for line in sys.stdin:
    if line.startswith("turn 3 "):
        time.sleep(600)
    if line.startswith("turn"):
        print("scout 0 0", flush=True)
