# attack: answers, but for the end of the line, and waits for more
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
sys.stdout.write("ok\r")
sys.stdout.flush()
signal.pause()
