# attack: an answer that is none, and many more behind it
import sys

sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
print("\n" * 30000, flush=True)
sys.stdin.read()
