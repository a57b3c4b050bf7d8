"""Games written in Python."""

import unbeatable as ub

COLUMNS = "abc"
SQUARES = [column + row for row in "321" for column in COLUMNS]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(ub.Rules):
    """Positions are the nine squares in one text, moves are squares as the program calls them."""

    sides = ("X", "O")
    title = "My tic-tac-toe"

    def start(self):
        return "........."

    def turn(self, position):
        return (9 - position.count(".")) % 2

    def outcome(self, position):
        for a, b, c in LINES:
            if position[a] != "." and position[a] == position[b] == position[c]:
                return 1 if position[a] == "X" else -1
        return None if "." in position else 0

    def moves(self, position):
        return [square for square, mark in zip(SQUARES, position) if mark == "."]

    def play(self, position, move):
        at = SQUARES.index(move)
        return position[:at] + "XO"[self.turn(position)] + position[at + 1 :]

    def text(self, position):
        return "/".join(position[i : i + 3] for i in (0, 3, 6))

    def parse(self, text):
        if len(text) != 11 or set(text) - set("XO./"):
            raise ValueError("expected three rows of three squares")
        return text.replace("/", "")

    def __eq__(self, other):
        return isinstance(other, TicTacToe)

    def __hash__(self):
        return 3


class Nim(ub.Rules):
    """Heaps; who takes the last stone wins. Positions are tuples."""

    def __init__(self, *heaps):
        self.heaps = heaps

    def start(self):
        return (tuple(sorted(self.heaps)), 0)

    def turn(self, position):
        return position[1]

    def outcome(self, position):
        heaps, turn = position
        return None if any(heaps) else (-1 if turn == 0 else 1)

    def moves(self, position):
        return [f"{heap}-{n}" for heap in sorted(set(position[0])) for n in range(1, heap + 1)]

    def play(self, position, move):
        heaps, turn = list(position[0]), position[1]
        heap, n = map(int, move.split("-"))
        heaps[heaps.index(heap)] -= n
        return (tuple(sorted(heaps)), 1 - turn)


class Coins(ub.Rules):
    """Players take a coin from either end of a row; whoever has more in the end wins by the difference."""

    sides = ("Ann", "Bob")
    is_scored = True

    def __init__(self, *coins):
        self.coins = coins

    def start(self):
        return (0, len(self.coins), 0)

    def turn(self, position):
        taken = len(self.coins) - (position[1] - position[0])
        return taken % 2

    def outcome(self, position):
        left, right, lead = position
        return lead if left == right else None

    def moves(self, position):
        return ["left", "right"]

    def play(self, position, move):
        left, right, lead = position
        coin = self.coins[left if move == "left" else right - 1]
        lead += coin if self.turn(position) == 0 else -coin
        return (left + 1, right, lead) if move == "left" else (left, right - 1, lead)


def minimax(rules, position):
    """What a position is worth to the first player, by the rules alone."""
    outcome = rules.outcome(position)
    if outcome is not None:
        return outcome
    values = [minimax(rules, rules.play(position, move)) for move in rules.moves(position)]
    return max(values) if rules.turn(position) == 0 else min(values)


def positions_of(rules):
    """All positions that can be reached."""
    found, left = set(), [rules.start()]
    while left:
        position = left.pop()
        if position in found:
            continue
        found.add(position)
        if rules.outcome(position) is None:
            left += [rules.play(position, move) for move in rules.moves(position)]
    return found
