import random

rows = int(input().split()[1])
while (words := input().split())[0] != "end":
    if words[0] == "turn":
        board = [input().split() for _ in range(rows)]
        own = [(r, c) for r in range(rows) for c in range(len(board[r])) if board[r][c] != "0"]
        row, col = random.choice(own or [(0, 0)])
        verb, more = random.choice([("fertilise", 0), ("plant", 1), ("spray", 2)])
        print(verb, row, col + more, flush=True)
