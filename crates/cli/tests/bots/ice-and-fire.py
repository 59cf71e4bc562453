import random

for _ in range(int(input())):
    input()
while True:
    gold, _income, _gold2, _income2 = (int(input()) for _ in range(4))
    board = [input() for _ in range(12)]
    _buildings = [input() for _ in range(int(input()))]
    units = [input().split() for _ in range(int(input()))]
    orders = [f"MOVE {u[1]} {random.randrange(12)} {random.randrange(12)}" for u in units if u[0] == "0"]
    near = [(x, y) for y in range(12) for x in range(12) if board[y][x] == "." and "O" in (board[y][max(x - 1, 0)], board[max(y - 1, 0)][x])]
    print(";".join(orders + [f"TRAIN 1 {x} {y}" for x, y in near[: gold // 10]]) or "WAIT", flush=True)
