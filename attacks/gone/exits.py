# attack: leaves in the middle of an answer
import sys

sys.stdin.readline()
print("ok", flush=True)
sys.stdin.readline()
sys.stdout.write("o")
sys.stdout.flush()
