"""Computes all the time."""
import sys
import threading


def ponder():
    while True:
        pass


threading.Thread(target=ponder, daemon=True).start()
for line in sys.stdin:
    if line.startswith("turn"):
        print("scout 0 0", flush=True)
