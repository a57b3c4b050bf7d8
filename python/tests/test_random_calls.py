"""Calls with anything for an argument: an answer, or an exception that says why."""

import faulthandler
import math
import os
import pickle
import random
from pathlib import Path

import pytest
import unbeatable as ub

EXPECTED = (ub.AskError, TypeError, ValueError, OverflowError, OSError)


class Raises:
    """An object that can do nothing."""

    def fail(self, *_):
        raise ValueError("odd")

    __str__ = __repr__ = __hash__ = __iter__ = __eq__ = fail
    __len__ = __bool__ = __index__ = __float__ = __fspath__ = __getitem__ = fail


class Silly(ub.Rules):
    """Rules of no game."""

    def start(self):
        return 0

    def turn(self, position):
        return "x"


class Text(str):
    """A text of a class of its own."""


class Whole(int):
    """A number of a class of its own."""


#: Values that no argument expects, or few.
ODD = [
    lambda: True,
    lambda: False,
    lambda: 0,
    lambda: -1,
    lambda: 1,
    lambda: 7,
    lambda: 2**31,
    lambda: 2**63,
    lambda: 2**64,
    lambda: -(2**200),
    lambda: 10**5000,
    lambda: 0.5,
    lambda: -0.0,
    lambda: math.nan,
    lambda: math.inf,
    lambda: 1e308,
    lambda: 1j,
    lambda: b"ttt",
    lambda: bytearray(b"a3"),
    lambda: [],
    lambda: [1, None],
    lambda: ["a3", "b3"],
    lambda: ("a3",),
    lambda: {"a3": 1},
    lambda: {"a3"},
    lambda: object(),
    lambda: Raises(),
    lambda: [Raises()],
    lambda: Text("a3"),
    lambda: Whole(3),
    lambda: "",
    lambda: " ",
    lambda: "\ud800",
    lambda: ["\udfff"],
    lambda: "a\0b",
    lambda: "x" * 5_000,
    lambda: "é😀\u202e\u0301",
    lambda: "\n\t\r",
    lambda: "-1",
    lambda: "1e9",
    lambda: "NaN",
    lambda: "../..",
    lambda: Path("x"),
    lambda: type,
    lambda: lambda *_: 3,
    lambda: iter(["a3"]),
    lambda: Silly(),
    lambda: ub.game("nim:3").start,
    lambda: ub.game("nim:3"),
]

SPECS = ["ttt", "nim:2,1", "go:2x2", "mnk:3x3x3", "hex:2x2", "kayles:4", "connect:3x3+k=3", "gale:3", "ttt+misere"]
NODES, TIMES = [1, 50, "100", "1k"], ["5ms", 0.005, "0.01s"]

#: Texts of specs, some of games and some nearly so.
NEARLY = [
    "tt",
    "mnk",
    "mnk:0x0x0",
    "mnk:999999999999999999999x3x3",
    "mnk:8x8x9",
    "connect:1x1",
    "connect:7x6+k=0",
    "nim:",
    "nim:" + "1," * 5000,
    "nim:1,1",
    "octal:3+code=0.7",
    "go:19x19+komi=nan",
    "go:1x1",
    "hex:0x9",
    "gale:200",
    "uttt:play-on+majority",
    "ttt" + "+misere" * 50,
    "python:X",
    ".kif",
    "/.kif",
]


class Asker:
    """Asks at random, in a folder of its own."""

    def __init__(self, dice, folder):
        self.dice, self.folder = dice, folder
        self.games = [ub.game(spec) for spec in SPECS]
        self.written = folder / "ttt.cert"
        ub.game("ttt").start.solve(certificate=self.written)
        ub.game("ttt").strong(folder / "ttt")
        self.database = ub.Database(folder / "ttt")
        (folder / "noise").write_bytes(bytes(range(256)))
        self.answers = []

    def odd(self):
        value = self.dice.choice(ODD)()
        # A name that means a folder above this one is left out.
        return "." if value == "../.." and isinstance(value, str) else value

    def one_of(self, *fine):
        """One of some values that are right, or anything."""
        return self.odd() if self.dice.random() < 0.15 else self.dice.choice(fine)

    def path(self):
        """A path in this folder, or no path at all."""
        inside = ["new", "noise", "ttt", "ttt.cert", "none/new", "é"]
        return self.one_of(*(self.folder / name for name in inside), "new.cert")

    def time(self):
        """A short time, or none that is taken for one."""
        return self.dice.choice([*TIMES * 4, -1, 0, True, math.nan, [], b"5ms", "\ud800", 10**5000, Raises()])

    def limits(self):
        asked = {"limit": self.time()}
        self.add(asked, nodes=NODES, memory=["64MiB", 2**26], threads=[1, 2])
        return asked

    def add(self, asked, **named):
        for name, fine in named.items():
            if self.dice.random() < 0.12:
                asked[name] = self.one_of(*fine)

    def position(self):
        game = self.dice.choice(self.games)
        position = game.start
        for _ in range(self.dice.randrange(6)):
            if not position.is_over:
                position = position.play(self.dice.choice(position.moves))
        return position

    def method(self, asked):
        on = [True, False]
        self.add(
            asked,
            solver=["minimax", "alpha-beta", "soonest", "pn", "df-pn", "backward", "formula"],
            order=["natural", "best", "open-lines"],
            plain=on,
            table=on,
            symmetry=on,
            analysis=on,
            scout=on,
            deepen=on,
            fail=["soft", "hard"],
            window=["open", "closed"],
        )

    def call(self):
        """One call."""
        what = self.dice.choice(CALLS)
        answer = getattr(self, what)()
        if isinstance(answer, ub.Answer):
            answer.to_dict()
            if self.dice.random() < 0.1:
                assert repr(answer)
                if not isinstance(answer, ub.Picture) or answer.is_complete:
                    str(answer)
                answer._repr_html_() if answer.is_complete else None
                pickle.loads(pickle.dumps(answer))

    def ask_game(self):
        asked = {}
        if self.dice.random() < 0.2:
            asked["database"] = self.path()
        if self.dice.random() < 0.2:
            asked["book"] = self.dice.choice([self.path(), "none"])
        ub.game(self.one_of(*SPECS, *NEARLY), **asked)

    def ask_position(self):
        self.position().game.position(self.one_of(None, "X../.../...", "2,1"), self.one_of(None, "a3", ["b3"], "1"))

    def ask_play(self):
        position = self.position()
        position.play(*(self.one_of(*position.moves, "a1") for _ in range(self.dice.randrange(4))))

    def ask_look(self):
        position = self.position()
        assert position == pickle.loads(pickle.dumps(position))
        assert hash(position) == hash(position.play())
        position == self.odd() if self.dice.random() < 0.5 else None
        return position.to_dict()

    def ask_solve(self):
        asked = self.limits()
        self.method(asked)
        self.add(asked, at_least=[0, 1, "0.5"], within=[0, 3, "9"], restrict=["none"], proof_size=[True])
        if self.dice.random() < 0.1:
            asked["certificate"] = self.path()
        if self.dice.random() < 0.1:
            asked["checkpoint"] = self.path()
            self.add(asked, every=["1s", 1], resume=["noise", "new"])
        return self.position().solve(**asked)

    def ask_analyze(self):
        asked = self.limits()
        self.method(asked)
        return self.position().analyze(**asked)

    def ask_many(self):
        asked = self.limits()
        self.method(asked)
        position = self.position()
        many = [self.one_of(position, position.text, []) for _ in range(self.dice.randrange(5))]
        asked["progress"] = self.dice.choice([False, lambda *_: None, None, 0])
        what = self.dice.choice([position.game.solve_many, position.game.analyze_many])
        for answer in what(self.odd() if self.dice.random() < 0.1 else many, **asked):
            answer is None or answer.to_dict()

    def ask_count(self):
        position = self.position()
        return position.count(self.one_of("positions", "classes", "games", "tree"), **self.limits())

    def ask_perft(self):
        return self.position().perft(self.one_of(0, 1, 3, "2"), **self.limits())

    def ask_strategy(self):
        asked = self.limits()
        del asked["limit"]
        asked.pop("threads", None)
        self.add(
            asked,
            role=["first", "second", "both"],
            open=["a1", ["a3"]],
            count=["full", "turns", "rows"],
            keep=["value", "any"],
            default=["first"],
            all=[True, False],
        )
        if self.dice.random() < 0.1:
            asked["certificate"] = self.path()
        return self.position().strategy(limit=self.time(), **asked)

    def ask_draw(self):
        asked = self.limits()
        self.add(asked, depth=[0, 1], values=[False, True], format=["svg", "png", "dot"])
        # Pixels of many boards take long.
        asked["boards"] = self.dice.choice([5, 50, "20", 0, -1, None if "format" not in asked else 1, math.nan])
        return self.position().draw(self.one_of("board", "tree", "graph", "classes", "positions"), **asked)

    def ask_match(self):
        asked = {**self.limits(), "games": self.one_of(1, 3, "2")}
        self.add(asked, seed=[1, 2**64 - 1], opening=[0, 2], swap=[True], move_time=["5ms"])
        players = self.one_of(["perfect", "random"], ["random", "mcts:10", "perfect:first"], "random random")
        return ub.match(self.one_of("ttt", self.games[1]), players, **asked)

    def ask_choose(self):
        players = ["perfect", "random", "mcts:10", "alpha-beta:nodes=50", "human", "table:noise", "perfect:teach"]
        asked = {}
        self.add(asked, seed=[1, 2**64 - 1], memory=["64MiB"])
        self.position().choose(self.one_of(*players), **asked)

    def ask_verify(self):
        asked = {"limit": self.time()}
        self.add(asked, memory=["64MiB"])
        return self.dice.choice([ub.verify, self.games[0].verify])(self.path(), **asked)

    def ask_strong(self):
        asked = {"limit": self.time()}
        self.add(asked, memory=["64MiB"], threads=[1, 2], distances=[True], archive=[True], folder=["db", "ttt"])
        return self.dice.choice(self.games).strong(**asked)

    def ask_database(self):
        ub.Database(self.path())

    def ask_probe(self):
        return self.database.probe(self.one_of(None, "X../.../..."), self.one_of(None, "b2", ["a1"]))

    def ask_reproduce(self):
        # With a name that all claims begin with, all are measured.
        names = [name for name in (self.odd(), "mnk-3x3x3") if name != "" or not isinstance(name, str)]
        ub.reproduce(*names, all=self.dice.choice([False, False, 3, None]))


CALLS = [name for name in vars(Asker) if name.startswith("ask_")]


def ask_often(count, seed, folder, monkeypatch):
    monkeypatch.chdir(folder)
    asker = Asker(random.Random(seed), folder)
    refused = 0
    for number in range(count):
        if number % 100 == 0:
            faulthandler.dump_traceback_later(60, exit=True)
        state = asker.dice.getstate()
        try:
            asker.call()
        except EXPECTED:
            refused += 1
        except BaseException as error:
            asker.dice.setstate(state)
            raise AssertionError(f"call {number} of seed {seed}: {type(error).__mro__}: {error}") from error
    faulthandler.cancel_dump_traceback_later()
    return refused


def listed(folder):
    return {str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_random_calls(tmp_path, monkeypatch):
    package, before = Path(ub.__file__).parent.parent, listed(Path(ub.__file__).parent.parent)
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    refused = ask_often(3_000, 1, inside, monkeypatch)
    assert 500 < refused < 2_900
    # Nothing is written but below the folder that was given.
    assert set(os.listdir(tmp_path)) == {"a"} and set(os.listdir(tmp_path / "a")) == {"b"}
    assert listed(package) == before


@pytest.mark.slow
def test_a_hundred_thousand_random_calls(tmp_path, monkeypatch):
    refused = ask_often(100_000, 2, tmp_path, monkeypatch)
    assert 10_000 < refused < 95_000
