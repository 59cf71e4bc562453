import random

height = int(input().split()[2])
for _ in range(height):
    input()
while (words := input().split())[0] != "over":
    if words[0] == "turn":
        moves = []
    elif words[0] == "u" and words[3] == "0":
        x, y, units = words[1], words[2], int(words[4])
        moves.append(random.choice([f"mine {x} {y} {units}", f"move {x} {y} {random.choice('NESW')} {units}", f"build {x} {y} SE {units}"]))
    elif words[0] == "end":
        print(*moves, "end", sep="\n", flush=True)
