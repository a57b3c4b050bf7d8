"""Games that are written in Python."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Optional, Tuple, Union

__all__ = ["Rules"]


class Rules:
    """The rules of a game of your own: five methods say all there is to know.

    Positions are objects that can be hashed and compared, and never change: tuples, strings, frozen
    dataclasses. Two positions that are equal have the same moves and the same value. The first player moves
    in the first position, players take turns, and no position may come up twice in a game. What breaks a
    promise is a ValueError that says which.

    >>> import unbeatable as ub
    >>> class TakeOneOrTwo(ub.Rules):
    ...     "Who takes the last of seven stones wins."
    ...     def start(self):
    ...         return (7, 0)                                   # stones, and whose turn it is
    ...     def turn(self, position):
    ...         return position[1]
    ...     def outcome(self, position):
    ...         stones, turn = position
    ...         if stones > 0:
    ...             return None                                 # it goes on
    ...         return 1 if turn == 1 else -1                   # who moved last has won
    ...     def moves(self, position):
    ...         return [n for n in (1, 2) if n <= position[0]]
    ...     def play(self, position, move):
    ...         return (position[0] - move, 1 - position[1])
    >>> g = ub.game(TakeOneOrTwo())
    >>> print(g.start.solve().best)
    ['1']

    Slow, because every position is asked about in Python, but whole: it is solved, analyzed, counted, and
    its certificates are checked by these very rules (`g.verify`).
    """

    #: What the players are called, the first one first.
    sides: Tuple[str, str] = ("First", "Second")
    #: Whether games end with points, instead of a win, a draw or a loss.
    is_scored: bool = False

    @property
    def name(self) -> str:
        """A word for the game, which certificates bear: letters, digits, - and _."""
        return type(self).__name__

    @property
    def title(self) -> str:
        """What people call the game."""
        return type(self).__name__

    def start(self) -> Hashable:
        """The first position."""
        raise NotImplementedError(f"{type(self).__name__}.start: expected the first position")

    def turn(self, position: Any) -> int:
        """Whose turn it is: 0 for the first player, 1 for the second. Told also where the game is over."""
        raise NotImplementedError(f"{type(self).__name__}.turn: expected 0 or 1")

    def outcome(self, position: Any) -> Optional[Union[int, float]]:
        """None while the game goes on; then 1 if the first player has won, -1 if the second has, 0 for a draw.
        Where games end with points, the first player's minus the second's."""
        raise NotImplementedError(f"{type(self).__name__}.outcome: expected None, 1, 0 or -1")

    def moves(self, position: Any) -> Iterable[Any]:
        """The legal moves of a position that is not over, at least one, written by `str` without spaces."""
        raise NotImplementedError(f"{type(self).__name__}.moves: expected the legal moves")

    def play(self, position: Any, move: Any) -> Hashable:
        """The position after one of these moves."""
        raise NotImplementedError(f"{type(self).__name__}.play: expected the position after the move")

    def text(self, position: Any) -> str:
        """A position on one line, as `parse` reads it. If a position is made of numbers, texts and tuples,
        nothing need be done."""
        return repr(position)

    def parse(self, text: str) -> Hashable:
        """The position of a text that `text` wrote."""
        import ast

        try:
            position: Hashable = ast.literal_eval(text)
            hash(position)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise ValueError(f"expected what {type(self).__name__}.text writes") from None
        return position

    def board(self, position: Any) -> str:
        """A position as people like to see it, over several lines."""
        return self.text(position)
