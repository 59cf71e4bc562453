"""Forgets its words on turn 2."""
import sys

for line in sys.stdin:
    if line.startswith("turn"):
        print("water the flowers" if line.startswith("turn 2 ") else "scout 0 0", flush=True)
