"""Answers: attributes, `to_dict()`, and the program's text.

What an attribute means is written in the program's own reports; its name is that of the JSON field. What is
left out of the JSON is None here.
"""

from __future__ import annotations

import builtins
import json
from html import escape
from typing import Any, ClassVar, Dict, List, Optional

from . import _unbeatable
from .pictures import card

__all__ = [
    "Analysis",
    "Answer",
    "Claim",
    "Count",
    "Match",
    "Move",
    "Outcome",
    "Part",
    "Perft",
    "Picture",
    "Probe",
    "Solution",
    "Strategy",
    "Strong",
    "Verdict",
]


class Part:
    """A part of an answer, with attributes."""

    _parts: ClassVar[Dict[str, type]] = {}

    def __init__(self, fields: Dict[str, Any]) -> None:
        self._fields = fields

    @classmethod
    def _names(cls) -> List[str]:
        return [
            name
            for base in cls.__mro__
            for name in base.__dict__.get("__annotations__", {})
            if not name.startswith("_")
        ]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        fields = self._fields
        if name not in fields:
            if name in self._names():
                return None
            known = ", ".join(sorted(set(self._names()) | set(fields)))
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}: expected {known}")
        value, part = fields[name], self._parts.get(name, Part)
        if isinstance(value, dict):
            return value if part is dict else part(value)
        if isinstance(value, list):
            return [part(of) if isinstance(of, dict) and part is not dict else of for of in value]
        return value

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._names(), *self._fields]

    def to_dict(self) -> Dict[str, Any]:
        """All of it, as dictionaries and lists."""
        copy: Dict[str, Any] = json.loads(json.dumps(self._fields))
        return copy

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fields == other._fields

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._fields.items())
        return f"{type(self).__name__}({shown})"


class Outcome(Part):
    """How a game ends."""

    #: The winner's name; None for a draw.
    winner: Optional[str]
    #: The first player's points minus the second's; None where there are no points.
    margin: Optional[float]

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        by = "" if self.margin is None else f" by {abs(self.margin)}"
        return f"{self.winner} wins{by}"


class Bounds(Part):
    """What is proven, from the first player's side: -1, 0, 1 where there are no points."""

    lower: float
    upper: float


class Question(Part):
    """A yes/no question: what was asked, the answer (None while it is open), and the move that settles it."""

    points: Optional[float]
    plies: Optional[int]
    answer: Optional[bool]
    move: Optional[str]


class Certificate(Part):
    """A certificate that was written, or why it was not."""

    file: str
    bytes: Optional[int]
    sha256: Optional[str]
    answers: Optional[int]
    positions: Optional[int]
    #: What it proves of a table.
    at_least: Optional[int]
    seconds: float
    stopped: Optional[str]
    reason: Optional[str]


class Answer(Part):
    """What a question is answered. It prints as the program prints it."""

    _told: _unbeatable.Answer

    def __init__(self, told: _unbeatable.Answer) -> None:
        self._told = told

    @property
    def _fields(self) -> Dict[str, Any]:  # type: ignore[override]
        found = self.__dict__.get("_read")
        if found is None:
            found = self.__dict__["_read"] = json.loads(self._told.json)
        return found  # type: ignore[no-any-return]

    @property
    def is_complete(self) -> bool:
        """Whether the question is answered: no budget ran out before."""
        return self._fields.get("stopped") is None

    def to_json(self) -> str:
        """The program's JSON."""
        return self._told.json

    def __str__(self) -> str:
        return self._told.text().rstrip("\n")

    def __repr__(self) -> str:
        fields = self._fields
        shown = [f"{name}={fields[name]!r}" for name in ("game", "position") if name in fields]
        shown += [f"{name}={value}" for name, value in self._gist().items()]
        return f"<{type(self).__name__} {' '.join(shown)}>"

    def _gist(self) -> Dict[str, Any]:
        return {"stopped": self._fields["stopped"]} if self._fields.get("stopped") else {}

    def _repr_svg_(self) -> Optional[str]:
        picture = self._told.picture()
        return None if picture is None else picture.decode()

    def _repr_html_(self) -> str:
        return f'<pre style="font-family:monospace;line-height:1.25">{escape(str(self))}</pre>'

    def __reduce__(self) -> Any:
        return (_restored, (type(self), self._told.json, str(self), self._told.picture()))


class _Restored:
    """An answer that was pickled."""

    def __init__(self, written: str, text: str, picture: Optional[bytes]) -> None:
        self.json, self._text, self._picture = written, text, picture

    def text(self) -> str:
        return self._text

    def picture(self) -> Optional[bytes]:
        return self._picture


def _restored(kind: Any, written: str, text: str, picture: Optional[bytes]) -> Any:
    return kind(_Restored(written, text, picture))


class Report(Answer):
    """An answer whose fields have a version."""

    #: It grows when a field changes its meaning or goes away.
    schema: int


class Searched(Report):
    """An answer that took a search."""

    game: str
    position: str
    #: Who moves, by name.
    turn: str
    solver: str
    options: Dict[str, Any]
    #: What perfect play leads to; None while it is not proven.
    outcome: Optional[Outcome]
    #: All that is proven.
    bounds: Bounds
    #: Plies to the end under perfect play, where known.
    distance: Optional[int]
    distance_bounds: Optional[List[int]]
    nodes: int
    ends: int
    depth_max: int
    seconds: float
    table_bytes: int
    threads: int
    #: `exact`, or `hashed` where a step rests on a hash alone.
    evidence: str
    #: Why there is no complete answer: time, nodes, memory, depth, interrupted; None if there is.
    stopped: Optional[str]

    def _gist(self) -> Dict[str, Any]:
        outcome = self.outcome
        if outcome is not None:
            return {"outcome": f"{str(outcome)!r}"}
        return {"bounds": (self.bounds.lower, self.bounds.upper), "stopped": self.stopped}


class Solution(Searched):
    """What a position is worth."""

    _parts = {
        "outcome": Outcome,
        "bounds": Bounds,
        "at_least": Question,
        "within": Question,
        "options": dict,
        "certificate": Certificate,
    }

    at_least: Optional[Question]
    within: Optional[Question]
    restriction: Optional[str]
    proof_positions: Optional[int]
    #: Proven best moves.
    best: List[str]
    #: Whether `best` lists all of them.
    best_complete: bool
    #: A line of perfect play.
    line: List[str]
    checkpoint: Optional[Part]
    resumed: Optional[Part]
    certificate: Optional[Certificate]


class Move(Part):
    """A move, and what it is worth."""

    _parts = {"outcome": Outcome, "bounds": Bounds}

    move: str
    outcome: Optional[Outcome]
    distance: Optional[int]
    distance_bounds: Optional[List[int]]
    #: Why: a refutation, a line, or the rule that decided it.
    why: Optional[str]
    #: What is proven; a database proves all, and has none.
    bounds: Optional[Bounds]
    #: How good it looks to the player who makes it, while it is not decided: a guess.
    guess: Optional[float]


class Analysis(Searched):
    """What each move of a position is worth."""

    _parts = {"outcome": Outcome, "bounds": Bounds, "moves": Move, "options": dict}

    #: Every legal move, best first.
    moves: List[Move]
    forbidden: Optional[List[Part]]
    remarks: List[str]
    explanation: List[str]

    def rows(self) -> List[Dict[str, Any]]:
        """A dictionary for each move."""
        return [
            {
                "move": move.move,
                "outcome": None if move.outcome is None else str(move.outcome),
                "winner": None if move.outcome is None else move.outcome.winner,
                "margin": None if move.outcome is None else move.outcome.margin,
                "distance": move.distance,
                "lower": move.bounds and move.bounds.lower,
                "upper": move.bounds and move.bounds.upper,
                "why": move.why,
            }
            for move in self.moves
        ]

    def to_frame(self) -> Any:
        """A DataFrame of pandas, a row for each move."""
        return _frame(self.rows())

    def _repr_html_(self) -> str:
        rows = []
        for move in self.moves:
            sign = "?"
            if move.outcome is not None:
                winner = move.outcome.winner
                sign = "=" if winner is None else "+" if winner == self.turn else "−"
            cells = (f"{sign} {move.move}", _leads_to(move), move.why or "")
            rows.append(
                "<tr>"
                + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in cells)
                + "</tr>"
            )
        head = "".join(
            f'<th style="text-align:left">{name}</th>' for name in ("move", "leads to", "why")
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        svg = self._repr_svg_()
        return table if svg is None else card(svg) + table


class Count(Report):
    """How many there are."""

    _parts = {"by_outcome": dict}

    game: str
    position: str
    of: str
    #: None if the count was stopped.
    count: Optional[int]
    by_outcome: Optional[Dict[str, int]]
    by_depth: Optional[List[int]]
    examined: Optional[int]
    largest_hash: Optional[int]
    seconds: float
    stopped: Optional[str]

    def _gist(self) -> Dict[str, Any]:
        return {"of": self.of, "count": self.count}

    def __int__(self) -> int:
        if self.count is None:
            raise ValueError(f"the count was stopped: {self.stopped}")
        return self.count


class Perft(Report):
    """Move sequences by length."""

    game: str
    position: str
    depth: int
    sequences: List[int]
    ends: List[int]
    nodes: int
    seconds: float
    stopped: Optional[str]


class Strategy(Report):
    """A smallest table that plays as it should, or what is known of it."""

    _parts = {"outcome": Outcome, "certificate": Certificate}

    game: str
    position: str
    role: str
    open: List[str]
    count: str
    keep: str
    default: Optional[str]
    outcome: Optional[Outcome]
    #: How much is counted of a smallest table; None unless that is proven.
    size: Optional[int]
    lower: int
    upper: Optional[int]
    graph: List[Part]
    #: The table: `class`, `move` and `depth` of each row.
    rows: List[Part]
    chances: List[Part]
    all: Optional[Part]
    certificate: Optional[Certificate]
    nodes: int
    seconds: float
    stopped: Optional[str]

    def _gist(self) -> Dict[str, Any]:
        return {"role": self.role, "size": self.size}

    def to_frame(self) -> Any:
        """A DataFrame of pandas, a row for each row of the table."""
        return _frame([row.to_dict() for row in self.rows])

    def _repr_html_(self) -> str:
        svg = self._repr_svg_()
        return super()._repr_html_() if svg is None else card(svg)


class Strong(Report):
    """Every position, solved and kept; or a forecast of that."""

    game: str
    position: str
    turn: str
    #: The finished database.
    database: Optional[Part]
    #: What it would take, if no folder was named.
    forecast: Optional[Part]
    resumed: bool
    classes_found: int
    seconds: float
    threads: int
    stopped: Optional[str]


class Probe(Report):
    """What a database says of a position."""

    _parts = {"outcome": Outcome, "moves": Move}

    database: str
    game: str
    position: str
    turn: str
    outcome: Outcome
    distance: Optional[int]
    moves: List[Move]

    def _gist(self) -> Dict[str, Any]:
        return {"outcome": f"{str(self.outcome)!r}"}


class Match(Report):
    """A tournament."""

    game: str
    position: str
    first: Optional[str]
    second: Optional[str]
    games: int
    played: int
    seed: int
    first_wins: int
    second_wins: int
    draws: int
    forfeits: int
    given_away: List[Part]
    opening: int
    openings: int
    expected: Optional[Part]
    seatings: List[Part]
    pairs: List[Part]
    #: The players, best first.
    standings: List[Part]
    threads: int
    seconds: float
    stopped: Optional[str]

    def _gist(self) -> Dict[str, Any]:
        return {"wins": (self.first_wins, self.second_wins), "draws": self.draws}

    def to_frame(self) -> Any:
        """A DataFrame of pandas, a row for each player."""
        return _frame([standing.to_dict() for standing in self.standings])


class Verdict(Answer):
    """What came of checking a certificate, a database or a book."""

    _parts = {"outcome": Outcome, "bounds": Bounds}

    #: The certificate or the book; a database has a folder.
    file: Optional[str]
    folder: Optional[str]
    #: `accepted`, `refused`, or `open` if the check was stopped.
    verdict: str
    #: Why it was refused.
    reason: Optional[str]
    game: Optional[str]
    position: Optional[str]
    outcome: Optional[Outcome]
    bounds: Optional[Bounds]
    within: Optional[int]
    #: Answers of its strategies, or rows of its table.
    answers: Optional[int]
    positions: Optional[int]
    kept: Optional[int]
    classes: Optional[int]
    bytes: Optional[int]
    sha256: Optional[str]
    digest: Optional[str]
    digest_of_values: Optional[str]
    seconds: float
    stopped: Optional[str]

    def __bool__(self) -> bool:
        return self.verdict == "accepted"

    def _gist(self) -> Dict[str, Any]:
        return {"verdict": self.verdict}


class Claim(Answer):
    """A published number, beside the one that was measured."""

    _parts = {"published": dict, "measured": dict}

    id: str
    source: str
    claim: str
    published: Any
    measured: Any
    #: None if it was not measured to the end.
    agrees: Optional[bool]
    erratum: Optional[str]
    note: str
    seconds: float

    def _gist(self) -> Dict[str, Any]:
        return {"id": self.id, "agrees": self.agrees}


class Picture(Report):
    """A picture: a notebook shows it, and `save` writes it to a file."""

    game: str
    position: str
    of: str
    format: str
    file: Optional[str]
    bytes: Optional[int]
    boards: Optional[int]
    edges: Optional[int]
    by_depth: Optional[List[int]]
    by_outcome: Optional[Dict[str, int]]
    finished: Optional[int]
    seconds: float
    stopped: Optional[str]
    _parts = {"by_outcome": dict}

    @property
    def content(self) -> builtins.bytes:
        """The picture itself."""
        content = self._told.picture()
        if content is None:
            raise ValueError(f"there is no picture: stopped by {self.stopped}")
        return content

    def save(self, path: Any) -> None:
        """Writes it to a file."""
        with open(path, "wb") as file:
            file.write(self.content)

    def __str__(self) -> str:
        content = self._told.picture()
        return repr(self) if content is None or self.format == "png" else content.decode()

    def _repr_svg_(self) -> Optional[str]:
        return super()._repr_svg_() if self.format == "svg" else None

    def _repr_html_(self) -> Any:
        if self._told.picture() is None:
            return super()._repr_html_()
        svg = self._repr_svg_()
        return None if svg is None else card(svg)

    def _repr_png_(self) -> Optional[builtins.bytes]:
        return self._told.picture() if self.format == "png" else None


def _leads_to(move: Move) -> str:
    """What a move leads to, and how soon."""
    if move.outcome is None:
        if move.bounds is None:
            return "open"
        lower, upper = move.bounds.lower, move.bounds.upper
        return f"open: {lower} to {upper} for the first player"
    if move.distance is not None:
        soon = " at once" if move.distance == 1 else f" in {move.distance} plies"
    elif move.distance_bounds is not None:
        least, most = move.distance_bounds
        soon = f" in {least} to {most} plies"
    else:
        soon = ""
    return str(move.outcome) + soon


def _frame(rows: List[Dict[str, Any]]) -> Any:
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise ImportError("a DataFrame takes pandas: pip install pandas") from None
    # Numbers that may be missing stay whole numbers.
    return pandas.DataFrame(rows).convert_dtypes()
