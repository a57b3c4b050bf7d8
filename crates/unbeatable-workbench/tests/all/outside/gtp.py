"""A Go engine that plays at random by GTP 2, and misbehaves if told to.

gtp.py TAG HOW MOVE [LOG]: when it is asked for its move of that number, from 1, it does what HOW says. All
that it hears is written to the log, behind the number of its process. The tag is for those who look for it.
"""

import os
import random
import sys

from trouble import misbehave

how, move_of_trouble = sys.argv[2], int(sys.argv[3])
log = open(sys.argv[4], "a") if len(sys.argv) > 4 else None
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
size, stones, before, asked = (19, 19), {}, set(), 0


def beside(x, y):
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [(a, b) for a, b in around if 0 <= a < size[0] and 0 <= b < size[1]]


def chain(board, point):
    """The stones of a chain, none if it has a liberty."""
    found, todo = {point}, [point]
    while todo:
        for near in beside(*todo.pop()):
            if near not in board:
                return set()
            if board[near] == board[point] and near not in found:
                found.add(near)
                todo.append(near)
    return found


def after(colour, point):
    """The board after a move, None if it is illegal."""
    if point in stones:
        return None
    board = {**stones, point: colour}
    for near in beside(*point):
        if near in board and board[near] != colour:
            for dead in chain(board, near):
                del board[dead]
    return None if chain(board, point) else board


def put(board):
    global stones
    stones = board
    before.add(frozenset(board.items()))


def name(point):
    return LETTERS[point[0]] + str(point[1] + 1)


def genmove(colour):
    global asked
    asked += 1
    if asked == move_of_trouble:
        if how == "resign":
            return "resign"
        if how == "illegal":
            return name(next(iter(stones)))
        if how == "superko":
            return next(m for m in moves(colour, False) if m not in moves(colour, True))
        if how == "off":
            return "Z99"
        misbehave(how)
    # To pass ends the game sooner or later.
    choices = moves(colour, True)
    if not choices or random.random() < 0.1:
        return "pass"
    chosen = random.choice(choices)
    play(colour, chosen)
    return chosen


def moves(colour, obeys_superko):
    points = [(x, y) for x in range(size[0]) for y in range(size[1])]
    boards = [(point, after(colour, point)) for point in points]
    boards = [(p, b) for p, b in boards if b is not None]
    return [name(p) for p, b in boards if not obeys_superko or frozenset(b.items()) not in before]


def play(colour, text):
    if text.upper() != "PASS":
        put(after(colour, (LETTERS.index(text[0].upper()), int(text[1:]) - 1)))


for line in sys.stdin:
    if log:
        log.write(f"{os.getpid()}: {line}")
        log.flush()
    number, command, *arguments = line.split()
    answer = ""
    if command in ("boardsize", "rectangular_boardsize"):
        size = (int(arguments[0]), int(arguments[-1]))
        if how == "small" and size != (3, 3):
            print(f"?{number} unacceptable size\n", flush=True)
            continue
        stones, before = {}, set()
    elif command == "clear_board":
        stones, before, asked = {}, set(), 0
        put({})
    elif command == "play":
        play(arguments[0], arguments[1])
    elif command == "genmove":
        answer = genmove(arguments[0])
        if asked == move_of_trouble and how == "id":
            number = int(number) - 1
        if asked == move_of_trouble and how == "refuse":
            print(f"?{number} no idea\n", flush=True)
            continue
        if asked == move_of_trouble and how == "long":
            answer = "\n".join([answer] + ["x" * 1000] * 100)
    end = "\r\n" if how == "crlf" else "\n"
    sys.stdout.write(f"={number} {answer}{end}{end}" + (end if how == "crlf" else ""))
    sys.stdout.flush()
