"""Believes that there is always a second row."""
import sys

greeting = input().split()
for line in sys.stdin:
    if line.startswith("turn"):
        rows = [input() for _ in range(int(greeting[1]))]
        print("scout", 0, len(rows[1]) % 2, flush=True)
