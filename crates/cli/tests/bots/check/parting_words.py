"""Answers once more when its input ends, and ends badly."""
import sys

for line in sys.stdin:
    if line.startswith("turn"):
        print("scout 0 0", flush=True)
print("scout 0 0", flush=True)
sys.exit("good bye")
