import random

while input() != "end":
    pass
print("ready", flush=True)
while (words := input().split())[0] != "over":
    if words[0] == "act":
        kind, row, col = words[2], int(words[3]), int(words[4])
        verb = "CREATE_TROOP" if kind == "B" else random.choice(["MOVE", "MINE", "CLIMB"])
        print(verb, row + random.randint(-1, 1), col + random.randint(-1, 1), flush=True)
