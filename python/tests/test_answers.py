"""Answers are the program's, field by field and word by word."""

import json
import random

import pytest
import unbeatable as ub
from program import batch, program
from walks import SMALL, random_positions

#: A spec, and how many plies before the end its positions may be at most.
GAMES = [(spec, None) for spec in SMALL] + [("uttt", 8)]


def without_time(fields):
    return {name: value for name, value in fields.items() if name != "seconds"}


def answer_or_error(ask):
    try:
        return without_time(ask().to_dict())
    except ub.AskError as error:
        return {"schema": 1, "error": str(error)}


def compare(command, spec, positions, *options, **asked):
    """Asks the program and the package about the same positions."""
    expected = batch(command, spec, [position.text for position in positions], *options)
    for position, answer in zip(positions, expected):
        found = answer_or_error(lambda: getattr(position, command)(**asked))
        assert found == without_time(answer), f"{position!r}"
    return len(positions)


@pytest.mark.parametrize("spec, last", GAMES)
def test_solve(spec, last):
    positions = random_positions(ub.game(spec), 12, last=last)
    assert compare("solve", spec, positions) == 12


@pytest.mark.slow
def test_solve_a_thousand():
    compared = 0
    for spec, last in GAMES:
        positions = random_positions(ub.game(spec), 80, seed=1, last=last)
        compared += compare("solve", spec, positions)
    assert compared >= 1000


@pytest.mark.parametrize("spec, last", GAMES)
def test_analyze(spec, last):
    positions = random_positions(ub.game(spec), 5, seed=2, last=last or 8)
    assert compare("analyze", spec, positions) == 5


@pytest.mark.slow
def test_analyze_hundreds():
    for spec, last in GAMES:
        compare("analyze", spec, random_positions(ub.game(spec), 40, seed=3, last=last or 9))


@pytest.mark.parametrize(
    "spec, options, asked",
    [
        ("ttt", ["--solver", "minimax"], {"solver": "minimax"}),
        ("ttt", ["--solver", "pn"], {"solver": "pn"}),
        ("ttt", ["--solver", "df-pn"], {"solver": "df-pn"}),
        ("ttt", ["--solver", "backward"], {"solver": "backward"}),
        ("ttt", ["--plain", "--order", "natural"], {"plain": True, "order": "natural"}),
        ("ttt", ["--table", "off", "--symmetry", "off"], {"table": False, "symmetry": False}),
        ("ttt", ["--at-least", "0"], {"at_least": 0}),
        ("ttt", ["--at-least", "1"], {"at_least": "1"}),
        ("go:2x2", ["--at-least", "0.5"], {"at_least": 0.5}),
        ("mnk:4x3x3", ["--within", "5"], {"within": 5}),
        ("mnk:4x3x3", ["--deepen", "on", "--fail", "hard"], {"deepen": True, "fail": "hard"}),
        ("mnk:4x3x3", ["--window", "open", "--analysis", "off"], {"window": "open", "analysis": False}),
        ("mnk:4x4x4", ["--nodes", "50"], {"nodes": 50}),
        ("connect:4x4", ["--solver", "alpha-beta", "--scout", "off"], {"solver": "alpha-beta", "scout": False}),
        ("connect:4x4", ["--memory", "64MiB"], {"memory": 64 << 20}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_solve_with_options(spec, options, asked):
    positions = random_positions(ub.game(spec), 4, seed=4)
    compare("solve", spec, positions, *options, **asked)


def count_alike(spec, position, of):
    told = program("count", spec, position.text, "--of", of, "--json")
    expected = without_time(json.loads(told.stdout))
    assert without_time(position.count(of).to_dict()) == expected


@pytest.mark.parametrize("of", ["positions", "classes", "games", "tree"])
@pytest.mark.parametrize("spec", ["ttt", "connect:4x4", "hex:3x3"])
def test_count(spec, of):
    (position,) = random_positions(ub.game(spec), 1, seed=of, last=6)
    count_alike(spec, position, of)


@pytest.mark.slow
def test_count_everywhere():
    for spec, _ in GAMES:
        # There are too many games of go, even of these.
        for of in ("positions",) if spec == "go:2x2" else ("positions", "games", "tree"):
            for position in random_positions(ub.game(spec), 2, seed=of, last=6):
                count_alike(spec, position, of)


def printed(text):
    """The words, without those that tell times."""
    kept, is_left_out = [], False
    for line in text.splitlines():
        # What does not fit on a line goes on below it, far from the margin.
        if not line.startswith(" " * 14):
            is_left_out = line.split()[:1] in (["effort"], ["time"], ["would"])
        if not is_left_out:
            kept += line.split()
    return kept


@pytest.mark.parametrize(
    "arguments, ask",
    [
        (["solve", "ttt"], lambda: ub.game("ttt").start.solve()),
        (["solve", "go:2x2"], lambda: ub.game("go:2x2").start.solve()),
        (["solve", "uttt", "--nodes", "1000"], lambda: ub.game("uttt").start.solve(nodes=1000)),
        (["solve", "ttt", "--at-least", "1"], lambda: ub.game("ttt").start.solve(at_least=1)),
        (
            ["analyze", "ttt", "X../.O./..X"],
            lambda: ub.game("ttt").position("X../.O./..X").analyze(),
        ),
        (["analyze", "nim:3,5,7"], lambda: ub.game("nim:3,5,7").start.analyze()),
        (["analyze", "hex:3x3"], lambda: ub.game("hex:3x3").start.analyze()),
        (["count", "ttt", "--of", "games"], lambda: ub.game("ttt").count("games")),
        (["perft", "ttt", "5"], lambda: ub.game("ttt").perft(5)),
        (["strategy", "ttt", "--role", "second"], lambda: ub.game("ttt").strategy("second")),
        (
            ["match", "ttt", "--games", "20", "--seed", "3", "--threads", "1", "--swap"],
            lambda: ub.game("ttt").match(games=20, seed=3, swap=True),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_str_is_what_the_program_prints(arguments, ask):
    told = program(*arguments)
    assert told.returncode in (0, 3), told.stderr
    assert printed(str(ask())) == printed(told.stdout)


def test_reproduce():
    told = json.loads(program("reproduce", "mnk-3x3x3", "lecture-nim-1", "--json").stdout)
    answers = ub.reproduce("mnk-3x3x3", "lecture-nim-1")
    assert len(answers) >= 2
    assert all(answer.agrees for answer in answers)
    listed = told if isinstance(told, list) else told["claims"]
    assert [without_time(answer.to_dict()) for answer in answers] == [without_time(one) for one in listed]


def test_str_of_random_positions():
    dice = random.Random(5)
    for spec in dice.sample(SMALL, 5):
        (position,) = random_positions(ub.game(spec), 1, seed=5)
        told = program("solve", spec, position.text)
        assert printed(str(position.solve())) == printed(told.stdout)
        assert printed(position.board)[-1] in told.stdout
