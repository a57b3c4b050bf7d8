"""Random games, and the files of rules that come with the program."""

import random
from pathlib import Path

import unbeatable as ub

FILES = Path(__file__).resolve().parents[2] / "games"

#: Games whose positions are solved in no time, however early they are.
SMALL = [
    "ttt",
    "ttt+misere",
    "mnk:4x3x3",
    "connect:4x4",
    "connect:5x4",
    "nim:3,4,5",
    "kayles:7",
    "go:2x2",
    "hex:3x3",
    "gale:3",
    str(FILES / "tic-tac-toe.kif"),
    str(FILES / "chomp-4x3.kif"),
]


def random_game(game, seed):
    """All positions of a game in which every legal move is as likely as another."""
    dice = random.Random(f"{game.spec} {seed}")
    positions = [game.start]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(dice.choice(positions[-1].moves)))
    return positions


def random_positions(game, count, seed=0, last=None):
    """Positions of random games, one from each: anywhere, or among the last so many plies."""
    dice = random.Random(f"{game.spec} {count} {seed}")
    found = []
    for number in range(count):
        positions = random_game(game, f"{seed} {number}")
        found.append(dice.choice(positions if last is None else positions[-last - 1 :]))
    return found
