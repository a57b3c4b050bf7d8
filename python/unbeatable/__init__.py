"""Solves two-player games, proves what it found, and plays them perfectly.

>>> import unbeatable as ub
>>> g = ub.game("nim:3,4,5")
>>> g.start.solve().best
['3-2']

A game is named by a spec, as on the command line (`python -m unbeatable games` lists them), read from a file
of rules that ends in .kif, or written in Python (`Rules`). Its positions are asked: what they are worth
(`solve`), what each move is worth (`analyze`), how many there are (`count`). Answers have attributes, and
print as the program prints them. A budget that runs out is no error: the answer has what is proven by then.
"""

from ._unbeatable import VERSION as __version__
from ._unbeatable import AskError
from .database import Database
from .games import Game, Position, game, match, reproduce, verify
from .own import Rules
from .reports import (
    Analysis,
    Answer,
    Claim,
    Count,
    Match,
    Move,
    Outcome,
    Perft,
    Picture,
    Probe,
    Solution,
    Strategy,
    Strong,
    Verdict,
)

__all__ = [
    "Analysis",
    "Answer",
    "AskError",
    "Claim",
    "Count",
    "Database",
    "Game",
    "Match",
    "Move",
    "Outcome",
    "Perft",
    "Picture",
    "Position",
    "Probe",
    "Rules",
    "Solution",
    "Strategy",
    "Strong",
    "Verdict",
    "game",
    "match",
    "reproduce",
    "verify",
]
