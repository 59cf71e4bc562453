# attack: two seats that must not speak: seat 0 sends a message, a bit a turn, through what its argument names; seat 1 listens
# needs: pids memory processes network files calls
# Started as `talk.py <channel>`; a channel is a module beside this one with `send(bit)` and `measure()`. The first turns carry
# a known pattern, by which the listener learns what a one looks like. What it heard goes to standard error.
import importlib
import os
import signal
import sys

signal.alarm(60)
PATTERN = [0, 1] * 6
channel = importlib.import_module(sys.argv[1])
is_sender = os.environ.get("SKIRMISH_SEAT") == "0"
bits = PATTERN + [int(bit) for bit in os.environ.get("SKIRMISH_MESSAGE", "")]
heard = []


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def decode():
    """The side on which each measurement lies, by the medians of the pattern without its first pair."""
    known = heard[2 : len(PATTERN)]
    zero, one = median(known[0::2]), median(known[1::2])
    return [int(abs(number - one) < abs(number - zero)) for number in heard[len(PATTERN) :]]


for turn, line in enumerate(sys.stdin):
    try:
        if is_sender:
            channel.send(bits[turn] if turn < len(bits) else 0)
        else:
            heard.append(channel.measure())
    except (OSError, AttributeError, ValueError) as error:
        # What is refused carries nothing.
        heard.append(0)
        if turn == 0:
            print("REFUSED", type(error).__name__, error, file=sys.stderr, flush=True)
    if not is_sender and len(heard) > len(PATTERN):
        print("HEARD", "".join(map(str, decode())), file=sys.stderr, flush=True)
    print(os.environ.get("SKIRMISH_ANSWER", "ok"), flush=True)
