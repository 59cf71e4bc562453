# The shape in which programs for the 2019 contest begin.
import sys

number_mine_spots = int(input())
for i in range(number_mine_spots):
    x, y = [int(j) for j in input().split()]

while True:
    gold = int(input())
    income = int(input())
    opponent_gold = int(input())
    opponent_income = int(input())
    for i in range(12):
        line = input()
    building_count = int(input())
    for i in range(building_count):
        owner, building_type, x, y = [int(j) for j in input().split()]
    unit_count = int(input())
    for i in range(unit_count):
        owner, unit_id, level, x, y = [int(j) for j in input().split()]
    print("turn", gold, income, file=sys.stderr)
    print("TRAIN 1 0 1;MSG hello" if gold >= 10 else "WAIT")
