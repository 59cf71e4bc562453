"""Plays Underworld, and puts a remark into the second line of its answers."""
import sys

for line in sys.stdin:
    if line.startswith("Who"):
        print("crayfish", flush=True)
    elif line == "end\n":
        print("build 0 0 F\nthinking hard\nend", flush=True)
    elif line == "gg\n":
        break
