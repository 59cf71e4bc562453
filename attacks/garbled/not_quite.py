# attack: a right answer with a mark in front that nobody sees
import os
import signal
import sys

signal.alarm(10)
sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
os.write(1, b"\xef\xbb\xbfok\n")
sys.stdin.read()
