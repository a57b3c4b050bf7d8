"""Rules that raise, and rules that break a promise."""

import pytest
import unbeatable as ub
from own_rules import Nim, TicTacToe


class Odd(Exception):
    """Nobody else raises this."""


def stones(first=7):
    """One or two of some stones are taken; a class for its methods to be replaced."""

    class Stones(ub.Rules):
        def start(self):
            return (first, 0)

        def turn(self, position):
            return position[1]

        def outcome(self, position):
            return None if position[0] else (1 if position[1] else -1)

        def moves(self, position):
            return [n for n in (1, 2) if n <= position[0]]

        def play(self, position, move):
            return (position[0] - move, 1 - position[1])

    return Stones


ASKED = {
    "solve": lambda game: game.start.solve(),
    "solve by df-pn": lambda game: game.start.solve(solver="df-pn"),
    "solve on two threads": lambda game: game.start.solve(solver="df-pn", threads=2),
    "solve by backward": lambda game: game.start.solve(solver="backward"),
    "analyze": lambda game: game.start.analyze(),
    "count": lambda game: game.count(),
    "games": lambda game: game.count("games"),
    "perft": lambda game: game.perft(7),
    "strategy": lambda game: game.strategy(),
    "many": lambda game: game.solve_many([[], ["1"]], threads=2),
    "match": lambda game: game.match(["random", "random"], games=20),
}


@pytest.mark.parametrize("method", ["turn", "outcome", "moves", "play", "text"])
@pytest.mark.parametrize("asked", ASKED)
def test_what_rules_raise_comes_out_and_the_game_goes_on(asked, method):
    rules = stones()()
    game = ub.game(rules)
    fine = getattr(rules, method)
    raised = []

    def fail(position, *more):
        if position[0] <= 3:
            raised.append(Odd(f"{method} at {position}"))
            raise raised[-1]
        return fine(position, *more)

    setattr(rules, method, fail)
    if method == "text" and asked not in ("analyze", "solve"):
        # Texts of few positions are asked for.
        try:
            ASKED[asked](game)
        except Odd:
            pass
    elif method == "text":
        game.start.solve()
        with pytest.raises(Odd):
            game.start.play("2", "2")
    else:
        with pytest.raises(Odd) as caught:
            ASKED[asked](game)
        assert caught.value in raised
    setattr(rules, method, fine)
    assert ASKED[asked](game)
    assert game.start.solve().outcome.winner == "First"
    assert int(game.count()) == int(ub.game(stones()()).count())


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError, RecursionError, StopIteration])
def test_exceptions_of_any_kind_come_out(error):
    class Raising(stones()):
        def moves(self, position):
            if position[0] < 4:
                raise error("here")
            return super().moves(position)

    with pytest.raises(error, match="here"):
        ub.game(Raising()).start.solve()


def test_what_parse_raises_is_told_of_the_position():
    with pytest.raises(ub.AskError, match="three rows") as caught:
        ub.game(TicTacToe()).position("nonsense")
    assert caught.value.argument == "position"
    with pytest.raises(ub.AskError) as caught:
        ub.game(Nim(1)).position("[")
    assert caught.value.argument == "position"


def test_rules_that_say_nothing_say_what_is_missing():
    with pytest.raises(NotImplementedError, match="start"):
        ub.game(ub.Rules())


def broken(**methods):
    return type("Broken", (stones(),), methods)()


BROKEN = [
    ("turn", "expected 0 or 1", broken(turn=lambda self, p: 2 if p[0] < 5 else p[1])),
    ("turn", "expected 0 or 1", broken(turn=lambda self, p: "0" if p[0] < 5 else p[1])),
    ("turn", "expected 0 or 1", broken(turn=lambda self, p: None)),
    ("turn", "expected 0 or 1", broken(turn=lambda self, p: -1)),
    ("outcome", "expected 1, 0 or -1", broken(outcome=lambda self, p: None if p[0] else 2)),
    ("outcome", "expected 1, 0 or -1", broken(outcome=lambda self, p: None if p[0] else 0.5)),
    ("outcome", "expected 1, 0 or -1", broken(outcome=lambda self, p: None if p[0] else "X")),
    ("outcome", "expected 1, 0 or -1", broken(outcome=lambda self, p: None if p[0] else float("nan"))),
    ("outcome", "expected the first player's points", broken(is_scored=True, outcome=lambda self, p: "x")),
    ("outcome", "expected the first player's points", broken(is_scored=True, outcome=lambda self, p: 1e30)),
    ("outcome", "expected the first player's points", broken(is_scored=True, outcome=lambda self, p: float("inf"))),
    ("moves", "expected a move", broken(moves=lambda self, p: [])),
    ("moves", "expected a move", broken(moves=lambda self, p: [1] if p[0] > 3 else iter(()))),
    ("moves", "once", broken(moves=lambda self, p: [1, "1"])),
    ("moves", "without spaces", broken(moves=lambda self, p: ["1 2"])),
    ("moves", "without spaces", broken(moves=lambda self, p: ["1,2"])),
    ("moves", "without spaces", broken(moves=lambda self, p: [""])),
    ("moves", "without spaces", broken(moves=lambda self, p: ["a\tb"])),
    ("moves", "without spaces", broken(moves=lambda self, p: ["a\0"])),
    ("play", "other player's turn", broken(play=lambda self, p, m: (p[0] - m, p[1]))),
    ("play", "come up again", broken(play=lambda self, p, m: (p[0], 1 - p[1]))),
    ("start", "first player moves", broken(start=lambda self: (7, 1))),
]


@pytest.mark.parametrize("method, why, rules", BROKEN)
@pytest.mark.parametrize("asked", ["solve", "solve by df-pn", "analyze", "count"])
def test_a_broken_promise_is_told(method, why, rules, asked):
    with pytest.raises(ValueError, match=why) as caught:
        ASKED[asked](ub.game(rules))
    assert str(caught.value).startswith(method)


@pytest.mark.parametrize("method", ["start", "play"])
def test_positions_must_be_hashable(method):
    rules = broken(**{method: lambda self, *_: [7, 0]})
    with pytest.raises(TypeError, match="hash"):
        ub.game(rules).start.solve()


def test_what_moves_gives_must_be_a_list():
    with pytest.raises(TypeError):
        ub.game(broken(moves=lambda self, p: 3)).start.solve()


@pytest.mark.parametrize("asked", [name for name in ASKED if name != "match"])
def test_a_walk_on_a_ring_is_refused(asked):
    class Ring(ub.Rules):
        """Players walk on around a ring of eight places, by one or three, and it never ends."""

        def start(self):
            return (0, 0)

        def turn(self, position):
            return position[1]

        def outcome(self, position):
            return None

        def moves(self, position):
            return [1, 3]

        def play(self, position, move):
            return ((position[0] + move) % 8, 1 - position[1])

    with pytest.raises(ValueError, match="come up again"):
        ASKED[asked](ub.game(Ring()))


def test_a_ring_behind_a_long_way_is_refused():
    class Late(stones(40)):
        """From one stone the way leads back to nine."""

        def play(self, position, move):
            return (9, 1 - position[1]) if position[0] == 2 and move == 1 else super().play(position, move)

    for asked in ("count", "games"):
        with pytest.raises(ValueError, match="come up again"):
            ASKED[asked](ub.game(Late()))


@pytest.mark.parametrize(
    "attributes, error, why",
    [
        ({"name": "two words"}, ValueError, "name"),
        ({"name": ""}, ValueError, "name"),
        ({"name": "é"}, ValueError, "name"),
        ({"name": 3}, TypeError, "name"),
        ({"title": 3}, TypeError, "title"),
        ({"sides": ("A",)}, TypeError, "sides"),
        ({"sides": ("A", 3)}, TypeError, "sides"),
        ({"sides": None}, TypeError, "sides"),
        ({"sides": ("A", "A")}, ValueError, "sides"),
        ({"is_scored": 1}, TypeError, "is_scored"),
    ],
)
def test_wrong_attributes_are_told(attributes, error, why):
    with pytest.raises(error) as caught:
        ub.game(broken(**attributes))
    assert why in str(caught.value)


def test_text_and_board_must_be_texts():
    with pytest.raises(TypeError):
        ub.game(broken(text=lambda self, p: 3)).start
    with pytest.raises(TypeError, match="board"):
        ub.game(broken(board=lambda self, p: 3)).start.board


def test_a_deep_game_is_solved():
    assert ub.game(stones(3000)()).start.solve(limit="60s").outcome is not None


def countdown(moves):
    """A game of so many moves, one at a time, without a choice."""

    class Countdown(stones(moves)):
        def moves(self, position):
            return [1]

    return ub.game(Countdown())


@pytest.mark.parametrize("solver", ["alpha-beta", "minimax", "df-pn", "backward"])
def test_games_that_last_too_long_are_refused_before_the_stack_ends(solver):
    with pytest.raises(ValueError, match="games of at most 20000 moves"):
        countdown(100_000).start.solve(solver=solver)
    long = countdown(19_999).start.solve(solver=solver)
    assert long.outcome is None or long.outcome.winner == "First"
    assert long.outcome is not None or long.stopped == "depth"
