# attack: none; a program that only plays must never be punished
import os
import sys

for line in sys.stdin:
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
