# attack: a right answer with a zero byte behind it
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
os.write(1, b"ok\0\n")
sys.stdin.read()
