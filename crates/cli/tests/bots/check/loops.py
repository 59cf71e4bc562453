# Loops at its first question.
input()
while True:
    pass
