import random

input()
print("crayfish", flush=True)
me = input().split()[3]
while (line := input()) != "gg":
    if line.startswith("money"):
        orders = []
    elif line == "end":
        print(*orders, "end", sep="\n", flush=True)
    elif line.split()[2] == me:
        x, y, _, kind, _ = line.split()
        orders.append(f"{'spawn' if kind == 'B' else 'move'} {x} {y} {random.choice('NESW')}")
