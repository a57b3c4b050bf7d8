"""Games and their positions."""

from __future__ import annotations

import os
import sys
from html import escape
from collections.abc import Iterable
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _unbeatable
from .own import Rules
from .pictures import card
from .reports import (
    Analysis,
    Claim,
    Count,
    Match,
    Outcome,
    Perft,
    Picture,
    Solution,
    Strategy,
    Strong,
    Verdict,
)

__all__ = ["Game", "Position", "game", "match", "reproduce", "verify"]

Path = Union[str, "os.PathLike[str]"]
Time = Union[str, int, float]
Size = Union[str, int]
Moves = Union[str, Sequence[str], None]
Progress = Union[bool, Callable[[int, int], object]]


def game(
    spec: Union[str, Rules, "os.PathLike[str]"],
    *,
    database: Optional[Path] = None,
    book: Optional[Path] = None,
) -> "Game":
    """The game of that name (`"connect:7x6"`), of a file of rules (`"games/chomp-4x3.kif"`), or of your own
    `Rules`. A `database` is asked before any search, and a `book` (a file, or `"none"`) looked into.

    >>> game("ttt")
    Game('ttt')
    >>> game("tt")
    Traceback (most recent call last):
    unbeatable.AskError: unknown game 'tt': did you mean tic-tac-toe, such as ttt?
    """
    return Game(spec, database=database, book=book)


class Game:
    """A game, ready to be asked. Nothing of it changes."""

    def __init__(
        self,
        spec: Union[str, Rules, "os.PathLike[str]"],
        *,
        database: Optional[Path] = None,
        book: Optional[Path] = None,
    ) -> None:
        self._rules: Optional[Rules] = None
        if isinstance(spec, str):
            self._game = _unbeatable.Game(spec)
        elif isinstance(spec, os.PathLike):
            self._game = _unbeatable.Game(os.fspath(spec))
        elif isinstance(spec, Rules):
            self._rules = spec
            self._game = _unbeatable.Game.own(spec)
        else:
            found = type(spec).__name__
            raise TypeError(f"game: expected a spec, a path or Rules, found {found}")
        self._consulted = (database, book)
        self._game.consult({"database": database, "book": book})
        #: The complete spec of the rules.
        self.spec: str = self._game.spec
        self._identity = self._game.identity

    @property
    def title(self) -> str:
        """What people call it."""
        return self._game.title

    @property
    def sides(self) -> Tuple[str, str]:
        """What the players are called, the first one first."""
        first, second = self._game.sides
        return (first, second)

    @property
    def is_scored(self) -> bool:
        """Whether games end with points, or just with a win, a draw or a loss."""
        return self._game.is_scored

    @property
    def start(self) -> "Position":
        """The first position.

        >>> game("ttt").start.moves
        ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1']
        """
        return Position(self)

    def position(self, text: Optional[str] = None, moves: Moves = None) -> "Position":
        """A position by its text, and moves that are played from there.

        >>> game("connect:7x6").position(moves="4 4 3").turn
        'O'
        """
        return Position(self, text, moves)

    def solve_many(
        self,
        positions: Iterable[Union["Position", str, Sequence[str]]],
        *,
        threads: Optional[int] = None,
        progress: Progress = False,
        limit: Optional[Time] = None,
        nodes: Optional[Size] = None,
        memory: Optional[Size] = None,
        solver: Optional[str] = None,
        **method: Any,
    ) -> List[Optional[Solution]]:
        """What each of many positions is worth, so many at a time, without the interpreter's lock.

        A position is a `Position`, its text, or a list of moves from the start. Limits are for each of them,
        memory is for all together. With `progress=True` a bar is shown, by tqdm if it is there. After Ctrl-C
        answers that were under way have what is proven, and those that were not begun are None.

        >>> [s.outcome.winner for s in game("nim:3,3").solve_many(["3,3", "3,2", "0,0"], threads=2)]
        ['Second', 'First', 'Second']
        """
        return self._many(
            Solution,
            "solve",
            positions,
            progress,
            {"threads": threads, "limit": limit, "nodes": nodes, "memory": memory, "solver": solver}
            | _named(method),
        )

    def analyze_many(
        self,
        positions: Iterable[Union["Position", str, Sequence[str]]],
        *,
        threads: Optional[int] = None,
        progress: Progress = False,
        limit: Optional[Time] = None,
        nodes: Optional[Size] = None,
        memory: Optional[Size] = None,
        solver: Optional[str] = None,
        **method: Any,
    ) -> List[Optional[Analysis]]:
        """What each move of many positions is worth; as `solve_many`."""
        return self._many(
            Analysis,
            "analyze",
            positions,
            progress,
            {"threads": threads, "limit": limit, "nodes": nodes, "memory": memory, "solver": solver}
            | _named(method),
        )

    def _many(
        self, kind: Any, what: str, positions: Iterable[Any], progress: Progress, asked: Dict[str, Any]
    ) -> List[Any]:
        setups: List[Tuple[Optional[str], List[str]]] = []
        if not isinstance(positions, Iterable):
            raise TypeError(f"positions: expected many, found {type(positions).__name__}")
        for position in positions:
            if isinstance(position, Position):
                if position.game != self:
                    error = _unbeatable.AskError(
                        f"positions: expected positions of {self.spec}, found one of {position.game.spec}"
                    )
                    error.argument = "positions"
                    raise error
                setups.append((position.text, []))
            elif isinstance(position, str):
                setups.append((position, []))
            elif isinstance(position, (list, tuple)) and all(isinstance(m, str) for m in position):
                setups.append((None, list(position)))
            else:
                found = type(position).__name__
                raise TypeError(
                    f"positions: expected positions, texts or lists of moves, found {found}"
                )
        if asked["threads"] is None:
            asked["threads"] = os.cpu_count() or 1
        # What cannot be asked is told before anybody searches.
        for number, (text, moves) in enumerate(setups, 1):
            try:
                self._game.look(text, moves)
            except _unbeatable.AskError as error:
                error.args = (f"number {number}: {error}",)
                raise
        with _Bar(progress, len(setups)) as bar:
            answers = self._game.many(what, setups, asked, bar)
        return [None if answer is None else kind(answer) for answer in answers]

    def count(self, of: str = "positions", **asked: Any) -> Count:
        """How many there are from the start: `positions`, `classes`, `games` or `tree`.

        >>> int(game("ttt").count("games"))
        255168
        """
        return self.start.count(of, **asked)

    def perft(self, depth: int, **asked: Any) -> Perft:
        """How many move sequences there are of each length.

        >>> game("ttt").perft(3).sequences
        [1, 9, 72, 504]
        """
        return self.start.perft(depth, **asked)

    def strategy(self, role: str = "first", **asked: Any) -> Strategy:
        """The smallest table that plays as it should, and the proof that there is no smaller one.

        >>> game("nim:3,4,5").strategy("first").size
        23
        """
        return self.start.strategy(role, **asked)

    def strong(self, folder: Optional[Path] = None, **asked: Any) -> Strong:
        """Solves every position, and keeps them in a folder (see `Database`); without one, a forecast."""
        return Strong(self._game.strong({"folder": folder, **asked}))

    def match(
        self,
        players: Sequence[str] = ("perfect", "random"),
        games: Size = 100,
        **asked: Any,
    ) -> Match:
        """A tournament.

        >>> game("ttt").match(["perfect", "random"], games=50, seed=7).second_wins
        0
        """
        return Match(self._game.play_match({"players": players, "games": games, **asked}))

    def verify(self, path: Path, **limits: Any) -> Verdict:
        """Checks a certificate of this game: the way to check those of your own `Rules`."""
        return Verdict(self._game.verify({"path": path, **limits}))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity == other._identity and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"Game({self.spec!r})"

    def __reduce__(self) -> Any:
        return (_restored, (self._rules if self._rules is not None else self.spec, *self._consulted))


def _restored(spec: Any, database: Optional[Path], book: Optional[Path]) -> Game:
    return Game(spec, database=database, book=book)


class Position:
    """A position, with its history where that matters. Nothing of it changes: `play` makes another one.

    >>> p = game("ttt").start.play("b2", "a1")
    >>> print(p)
         a   b   c
       ┌───┬───┬───┐
     3 │   │   │   │
       ├───┼───┼───┤
     2 │   │ X │   │
       ├───┼───┼───┤
     1 │ O │   │   │
       └───┴───┴───┘
    >>> p.turn, len(p.moves), p.outcome
    ('X', 7, None)
    """

    __slots__ = ("game", "text", "mover", "outcome", "_moves")

    #: The game that it is a position of.
    game: Game
    #: How it is written.
    text: str
    #: Who moves: 0 for the first player.
    mover: int
    #: How the game ended; None while it goes on.
    outcome: Optional[Outcome]

    def __init__(self, game: Game, text: Optional[str] = None, moves: Moves = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game: expected a Game, found {type(game).__name__}")
        if text is not None and not isinstance(text, str):
            raise TypeError(f"position: expected a text, found {type(text).__name__}")
        looked = game._game.look(text, _moves(moves))
        self.game = game
        self.text, self.mover, outcome, self._moves = looked
        self.outcome = None
        if outcome is not None:
            winner, margin = outcome
            self.outcome = Outcome({"winner": winner, **({} if margin is None else {"margin": margin})})

    @property
    def turn(self) -> str:
        """Who moves, by name."""
        return self.game.sides[self.mover]

    @property
    def moves(self) -> List[str]:
        """The legal moves in board order; none if the game is over."""
        return list(self._moves)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def play(self, *moves: str) -> "Position":
        """The position after these moves."""
        return Position(self.game, self.text, list(moves))

    def solve(
        self,
        *,
        limit: Optional[Time] = None,
        nodes: Optional[Size] = None,
        memory: Optional[Size] = None,
        threads: Optional[int] = None,
        at_least: Union[str, int, float, None] = None,
        within: Union[str, int, None] = None,
        certificate: Optional[Path] = None,
        solver: Optional[str] = None,
        order: Optional[str] = None,
        restrict: Optional[str] = None,
        proof_size: bool = False,
        checkpoint: Optional[Path] = None,
        every: Optional[Time] = None,
        resume: Optional[Path] = None,
        **method: Any,
    ) -> Solution:
        """What the position is worth under perfect play.

        Limits: `limit` is a time (`"10s"`, or seconds), `nodes` a number of positions (`"10M"`), `memory` a
        size (`"1GiB"`). What runs out, or Ctrl-C, is told by `stopped`, and `bounds` has what is proven by
        then. `at_least` asks only whether the first player gets so much, `within` whether he wins within so
        many plies. `certificate` writes a proof to that file. How to search: `solver`, `order`, and `plain`,
        `table`, `symmetry`, `analysis`, `scout`, `deepen` (True or False), `fail`, `window`.

        >>> s = game("ttt").start.solve()
        >>> print(s.outcome, s.best_complete)
        draw False
        >>> s = game("mnk:6x6x5").start.solve(nodes=1000)
        >>> s.outcome is None, s.stopped
        (True, 'nodes')
        """
        return Solution(
            self.game._game.solve(
                {
                    "position": self.text,
                    "limit": limit,
                    "nodes": nodes,
                    "memory": memory,
                    "threads": threads,
                    "at_least": at_least,
                    "within": within,
                    "certificate": certificate,
                    "solver": solver,
                    "order": order,
                    "restrict": restrict,
                    "proof_size": proof_size,
                    "checkpoint": checkpoint,
                    "every": every,
                    "resume": resume,
                }
                | _named(method)
            )
        )

    def analyze(
        self,
        *,
        limit: Optional[Time] = None,
        nodes: Optional[Size] = None,
        memory: Optional[Size] = None,
        threads: Optional[int] = None,
        solver: Optional[str] = None,
        **method: Any,
    ) -> Analysis:
        """What each move is worth, best first, and why.

        >>> a = game("ttt").position("X../.O./..X").analyze()
        >>> [(m.move, str(m.outcome)) for m in a.moves][:2]
        [('b3', 'draw'), ('a2', 'draw')]
        """
        asked = {
            "position": self.text,
            "limit": limit,
            "nodes": nodes,
            "memory": memory,
            "threads": threads,
            "solver": solver,
        }
        return Analysis(self.game._game.analyze(asked | _named(method)))

    def count(self, of: str = "positions", **limits: Any) -> Count:
        """How many there are from here on: `positions`, `classes`, `games` or `tree`."""
        return Count(self.game._game.count(self._asked({"of": of}, limits)))

    def perft(self, depth: int, **limits: Any) -> Perft:
        """How many move sequences there are of each length up to `depth`."""
        return Perft(self.game._game.perft(self._asked({"depth": depth}, limits)))

    def strategy(
        self,
        role: str = "first",
        *,
        open: Moves = None,
        count: Optional[str] = None,
        keep: Optional[str] = None,
        default: Optional[str] = None,
        all: bool = False,
        certificate: Optional[Path] = None,
        limit: Optional[Time] = None,
        nodes: Optional[Size] = None,
        memory: Optional[Size] = None,
    ) -> Strategy:
        """The smallest table that plays as it should from here on."""
        asked = {
            "position": self.text,
            "role": role,
            "open": open,
            "count": count,
            "keep": keep,
            "default": default,
            "all": all,
            "certificate": certificate,
            "limit": limit,
            "nodes": nodes,
            "memory": memory,
        }
        return Strategy(self.game._game.strategy(asked))

    def draw(
        self,
        of: str = "board",
        *,
        depth: Optional[int] = None,
        values: Optional[bool] = None,
        boards: Optional[int] = None,
        format: str = "svg",
        **limits: Any,
    ) -> Picture:
        """A picture: `board`, `tree`, `graph`, `classes` or `positions`, as `svg`, `png` or `dot`. With
        `values`, of what boards are worth, which takes a solution of the game."""
        asked = {"of": of, "depth": depth, "values": values, "boards": boards, "format": format}
        return Picture(self.game._game.draw(self._asked(asked, limits)))

    def match(self, players: Sequence[str] = ("perfect", "random"), **asked: Any) -> Match:
        """A tournament whose games begin here."""
        return Match(self.game._game.play_match(self._asked({"players": players}, asked)))

    def choose(
        self, player: str = "best", *, seed: Optional[int] = None, memory: Optional[Size] = None
    ) -> str:
        """The move of a player: `best`, `perfect`, `random`, `alpha-beta:1s`, `mcts:10000`, and the other names
        that matches take. Ctrl-C ends it with KeyboardInterrupt.

        >>> game("nim:3,4,5").start.choose("perfect")
        '3-2'
        """
        asked = {"position": self.text, "player": player, "seed": seed, "memory": memory}
        move = self.game._game.choose(asked)
        if move is None:
            raise KeyboardInterrupt
        return move

    def _asked(self, named: Dict[str, Any], others: Dict[str, Any]) -> Dict[str, Any]:
        """A question about this position, and no other."""
        for name in ("position", "moves"):
            if name in others:
                raise TypeError(f"unexpected argument {name!r}: the question is about this position")
        return {"position": self.text, **named, **others}

    def to_dict(self) -> Dict[str, Any]:
        """All there is to see without a search: the program's JSON."""
        import json

        seen: Dict[str, Any] = json.loads(self._seen().json)
        return seen

    @property
    def board(self) -> str:
        """The position over several lines."""
        text = self._seen().text()
        return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n"))

    def _seen(self) -> _unbeatable.Answer:
        return self.game._game.position({"position": self.text})

    def __str__(self) -> str:
        return self.board

    def __repr__(self) -> str:
        return f"Position({self.game.spec!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.text == other.text and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __reduce__(self) -> Any:
        return (Position, (self.game, self.text))

    def _repr_svg_(self) -> Optional[str]:
        if self.to_dict()["diagram"] is None:
            return None
        return self.draw(values=False).content.decode()

    def _repr_html_(self) -> str:
        svg = self._repr_svg_()
        if svg is None:
            return f'<pre style="font-family:monospace;line-height:1.25">{escape(self.board)}</pre>'
        return card(svg)


def match(game: Union[str, Game], players: Sequence[str] = ("perfect", "random"), **asked: Any) -> Match:
    """A tournament: `players` by their names, `games`, `seed`, `opening`, `swap`, `threads`.

    >>> match("ttt", ["perfect", "random"], games=20, swap=True).standings[0].player
    'perfect'
    """
    if not isinstance(game, Game):
        game = Game(game)
    return game.match(players, **asked)


def verify(path: Path, **limits: Any) -> Verdict:
    """Checks a certificate, a database or a book. It is true if it was accepted.

    >>> import tempfile
    >>> file = tempfile.mkdtemp() + "/ttt.cert"
    >>> _ = game("ttt").start.solve(certificate=file)
    >>> bool(verify(file))
    True
    """
    verdict = Verdict(_unbeatable.verify({"path": path, **limits}))
    if "unknown game 'python'" in (verdict.reason or ""):
        raise _unbeatable.AskError(
            f"path: {os.fspath(path)} is about a game that is written in Python: expected that game's own `verify`"
        )
    return verdict


def reproduce(*names: str, all: bool = False) -> List[Claim]:
    """Measures published numbers: those whose ids begin so, or all that are not slow.

    >>> [claim.agrees for claim in reproduce("lomont-2024-tree-n")]
    [True]
    """
    return [Claim(answer) for answer in _unbeatable.reproduce({"names": names, "all": all})]


#: What says how to search, beside `solver` and `order`.
_METHOD = frozenset(
    ["order", "plain", "table", "symmetry", "analysis", "scout", "deepen", "fail", "window"]
)


def _named(method: Dict[str, Any]) -> Dict[str, Any]:
    for name in method:
        if name not in _METHOD:
            known = ", ".join(sorted(_METHOD))
            raise TypeError(f"unexpected argument {name!r}: expected a limit, or one of {known}")
    return method


def _moves(moves: Moves) -> List[str]:
    if moves is None:
        return []
    if isinstance(moves, str):
        return moves.replace(",", " ").split()
    if isinstance(moves, (list, tuple)) and all(isinstance(m, str) for m in moves):
        return list(moves)
    raise TypeError("moves: expected a list of texts, or a text with spaces")


class _Bar:
    """Shows how many of many are done."""

    def __init__(self, progress: Progress, total: int) -> None:
        if not isinstance(progress, bool) and not callable(progress):
            found = type(progress).__name__
            raise TypeError(f"progress: expected True, False or a function, found {found}")
        self._progress, self._total, self._bar = progress, total, None  # type: Any, int, Any

    def __enter__(self) -> Optional[Callable[[int], object]]:
        if callable(self._progress):
            call, total = self._progress, self._total
            return lambda done: call(done, total)
        if not self._progress:
            return None
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            return self._line
        self._bar = bar = tqdm(total=self._total)
        return lambda done: bar.update(done - bar.n)

    def _line(self, done: int) -> None:
        sys.stderr.write(f"\r{done} of {self._total}")
        sys.stderr.flush()

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._progress is True:
            sys.stderr.write("\n")
