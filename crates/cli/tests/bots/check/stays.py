"""Does not notice that its input has ended, and has not finished speaking."""
import sys
import time

for line in sys.stdin:
    if line.startswith("turn"):
        print("scout 0 0", flush=True)
time.sleep(600)
