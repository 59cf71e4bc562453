"""Plays Plantation and does nothing wrong; the same seed gives the same answers."""
import os
import random

rng = random.Random(int(os.environ["SKIRMISH_SEED"]))
rows = int(input().split()[1])
while (words := input().split())[0] != "end":
    if words[0] == "turn":
        board = [input().split() for _ in range(rows)]
        own = [(r, c) for r in range(rows) for c in range(len(board[r])) if board[r][c] != "0"]
        row, col = rng.choice(own or [(0, 0)])
        print("fertilise" if own else "scout", row, col, flush=True)
