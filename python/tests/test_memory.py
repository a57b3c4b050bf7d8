"""Memory: what is asked and answered leaves nothing behind."""

import gc
import os
from pathlib import Path

import pytest
import unbeatable as ub
from own_rules import Nim

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="resident sizes are read from /proc")

MIB = 1 << 20


def resident():
    """Bytes of this process that are in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(ask, warm, count):
    for number in range(warm):
        ask(number)
    before = resident()
    for number in range(count):
        ask(number)
    return (resident() - before) / MIB


GAMES = [ub.game(spec) for spec in ("ttt", "nim:3,4,5", "go:2x2", "hex:3x3")]


def solve(number):
    game = GAMES[number % len(GAMES)]
    answer = game.start.solve()
    assert answer.stopped is None and str(answer)


def refuse(number):
    try:
        GAMES[0].position("x" * (number % 100 + 10))
    except ub.AskError:
        pass


def many(number):
    GAMES[0].solve_many([[], ["a1"], ["b2"]], threads=2)


def own(number):
    ub.game(Nim(1, 2, 3)).start.solve()


def draw(number):
    GAMES[0].start.draw(values=False)._repr_html_()


def test_a_thousand_solves():
    assert growth(solve, 200, 1000) < 4


@pytest.mark.slow
def test_ten_thousand_solves():
    grown = growth(solve, 1000, 10_000)
    print(f"grown by {grown:.2f} MiB")
    assert grown < 4


@pytest.mark.parametrize("ask", [refuse, many, draw])
def test_other_calls(ask):
    assert growth(ask, 50, 200) < 4


@pytest.mark.slow
@pytest.mark.parametrize("ask", [refuse, many, draw])
def test_thousands_of_other_calls(ask):
    assert growth(ask, 1000, 5000) < 4


@pytest.mark.slow
def test_games_of_your_own_are_freed():
    grown = growth(own, 500, 3000)
    print(f"grown by {grown:.2f} MiB")
    assert grown < 6
