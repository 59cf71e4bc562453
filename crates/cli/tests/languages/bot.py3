# Fertilises the first of its own tiles, and looks around if there is none.
import sys

rows = int(input().split()[1])
for line in sys.stdin:
    if line.startswith("turn "):
        board = [sys.stdin.readline().split() for _ in range(rows)]
        own = [(row, col) for row in range(rows) for col, score in enumerate(board[row]) if score != "0"]
        print("fertilise %d %d" % own[0] if own else "scout 5 5")
