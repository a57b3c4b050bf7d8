"""Databases: every position of a game, solved."""

from __future__ import annotations

import os
from typing import List, Optional, Union

from . import _unbeatable
from .games import Game, Position, game
from .reports import Probe

__all__ = ["Database"]


class Database:
    """A folder that `Game.strong` or `unbeatable strong` made.

    >>> import tempfile, unbeatable as ub
    >>> folder = tempfile.mkdtemp() + "/ttt"
    >>> _ = ub.game("ttt").strong(folder)
    >>> database = ub.Database(folder)
    >>> database.probe("X../.../...").outcome.winner is None
    True
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise TypeError(f"path: expected a path, found {type(path).__name__}")
        self.path = os.fsdecode(path)
        spec, root = _unbeatable.database({"path": self.path})
        #: The game that it is of.
        self.game: Game = game(spec)
        #: The position from which it reaches all others.
        self.root: Position = self.game.position(root)

    def probe(
        self, position: Union[str, Position, None] = None, moves: Union[str, List[str], None] = None
    ) -> Probe:
        """What it says of a position; of its first one, if none is named."""
        if isinstance(position, Position):
            if position.game != self.game:
                raise ValueError(
                    f"position: expected one of {self.game.spec}, found one of {position.game.spec}"
                )
            position = position.text
        asked = {"folder": self.path, "position": position or self.root.text, "moves": moves}
        return Probe(self.game._game.probe(asked))

    def __repr__(self) -> str:
        return f"Database({self.path!r})"
