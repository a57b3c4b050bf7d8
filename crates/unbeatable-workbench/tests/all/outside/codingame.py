"""A bot for CodinGame's ultimate tic-tac-toe that plays at random, and misbehaves if told to.

codingame.py TAG HOW TURN: in that turn, from 1, it does what HOW says. The tag is for those who look for it.
"""

import random
import sys

from trouble import misbehave

how, turn_of_trouble = sys.argv[2], int(sys.argv[3])
turn = 0
while True:
    opponent = sys.stdin.readline().split()
    if not opponent:
        break
    turn += 1
    assert len(opponent) == 2 and (turn > 1) <= (opponent[0] != "-1"), opponent
    valid = [sys.stdin.readline().strip() for _ in range(int(sys.stdin.readline()))]
    answer = random.choice(valid)
    if turn == turn_of_trouble:
        if how == "illegal":
            answer = next(s for s in ("0 0", "4 4") if s not in valid) if turn > 1 else "9 9"
        elif how == "more":
            answer += " and a remark"
        else:
            misbehave(how)
    sys.stdout.write(answer + ("\r\n" if how == "crlf" else "\n"))
    sys.stdout.flush()
