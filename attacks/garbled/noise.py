# attack: bytes that are no text
import os
import sys

sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
sys.stdout.buffer.write(bytes(range(11, 256)) + b"\x00\xff\xfe" + os.urandom(64).replace(b"\n", b" ") + b"\n")
sys.stdout.flush()
sys.stdin.read()
