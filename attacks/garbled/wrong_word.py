# attack: text that means nothing, just short of the cap
import sys

sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
print("9" * 60000, flush=True)
sys.stdin.read()
