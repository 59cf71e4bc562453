# attack: lets its input pile up, so that whoever writes to it waits
import signal
import time

signal.alarm(10)
print("ok", flush=True)
while True:
    time.sleep(1)
