"""Wrong questions: what is said of them, and that nothing else comes of them."""

import math

import pytest
import unbeatable as ub

TTT = ub.game("ttt")
P = TTT.start

#: A call with a bad value, and the argument that is named.
BAD_VALUES = [
    (lambda: ub.game("tt"), "game"),
    (lambda: ub.game(""), "game"),
    (lambda: ub.game("a\0b"), "game"),
    (lambda: ub.game("mnk:9x9x5"), "game"),
    (lambda: ub.game("no-such-file.kif"), "game"),
    (lambda: TTT.position("X"), "position"),
    (lambda: TTT.position("XXX/.../..."), "position"),
    (lambda: TTT.position(moves="a3 a3"), "moves"),
    (lambda: P.play("zz"), "moves"),
    (lambda: P.play("a3 b3"), "moves"),
    (lambda: P.solve(limit=-1), "limit"),
    (lambda: P.solve(limit=0), "limit"),
    (lambda: P.solve(limit=math.nan), "limit"),
    (lambda: P.solve(limit=math.inf), "limit"),
    (lambda: P.solve(limit=10**5000), "limit"),
    (lambda: P.solve(limit=1e300), "limit"),
    (lambda: P.solve(limit="soon"), "limit"),
    (lambda: P.solve(limit="\ud800"), "limit"),
    (lambda: P.solve(nodes=-1), "nodes"),
    (lambda: P.solve(nodes=10**30), "nodes"),
    (lambda: P.solve(memory=5), "memory"),
    (lambda: P.solve(memory="much"), "memory"),
    (lambda: P.solve(threads=0), "threads"),
    (lambda: P.solve(threads=2000), "threads"),
    (lambda: P.solve(at_least=2), "at_least"),
    (lambda: P.solve(at_least=math.nan), "at_least"),
    (lambda: P.solve(at_least="x"), "at_least"),
    (lambda: P.solve(within=-1), "within"),
    (lambda: P.solve(within=1.5), "within"),
    (lambda: P.solve(solver="x"), "solver"),
    (lambda: P.solve(order="x"), "order"),
    (lambda: P.solve(restrict="x"), "restrict"),
    (lambda: P.solve(fail="x"), "fail"),
    (lambda: P.solve(window="x"), "window"),
    (lambda: P.solve(certificate="a\0b"), "certificate"),
    (lambda: P.solve(certificate="no-such-folder/ttt.cert"), "certificate"),
    (lambda: P.solve(every="x", solver="df-pn"), "every"),
    (lambda: P.analyze(limit="x"), "limit"),
    (lambda: P.analyze(solver="x"), "solver"),
    (lambda: P.count("x"), "of"),
    (lambda: P.count(limit="x"), "limit"),
    (lambda: P.perft(-1), "depth"),
    (lambda: P.perft(10**30), "depth"),
    (lambda: P.strategy("x"), "role"),
    (lambda: P.strategy(open="zz"), "open"),
    (lambda: P.strategy(count="x"), "count"),
    (lambda: P.strategy(keep="x"), "keep"),
    (lambda: P.strategy(default="x"), "default"),
    (lambda: P.draw("x"), "of"),
    (lambda: P.draw(depth=-1), "depth"),
    (lambda: P.draw(boards=0), "boards"),
    (lambda: P.draw(format="x"), "format"),
    (lambda: P.match(games=0), "games"),
    (lambda: P.match(seed=-1), "seed"),
    (lambda: P.match(opening=-1), "opening"),
    (lambda: P.match(move_time="x"), "move_time"),
    (lambda: P.match(threads=0), "threads"),
    (lambda: ub.verify("a\0b"), "path"),
    (lambda: TTT.solve_many(["X"]), "position"),
    (lambda: TTT.solve_many([["zz"]]), "moves"),
    (lambda: TTT.solve_many([P], threads=0), "threads"),
    (lambda: TTT.analyze_many([P], limit=-1), "limit"),
]


@pytest.mark.parametrize("call, argument", BAD_VALUES)
def test_a_bad_value_is_told_with_its_argument(call, argument):
    with pytest.raises(ub.AskError) as caught:
        call()
    assert caught.value.argument == argument
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) > 10


#: A call with a value of a wrong type, and the argument that is named.
BAD_TYPES = [
    (lambda: ub.game(3), "game"),
    (lambda: ub.game(b"ttt"), "game"),
    (lambda: ub.game(None), "game"),
    (lambda: ub.Position("ttt"), "game"),
    (lambda: TTT.position(3), "position"),
    (lambda: TTT.position(moves=[1]), "moves"),
    (lambda: TTT.position(moves={"a3"}), "moves"),
    (lambda: P.play(3), "moves"),
    (lambda: P.solve(limit=True), "limit"),
    (lambda: P.solve(limit=[1]), "limit"),
    (lambda: P.solve(nodes=1.5), "nodes"),
    (lambda: P.solve(nodes=False), "nodes"),
    (lambda: P.solve(memory=1.5), "memory"),
    (lambda: P.solve(threads=b"1"), "threads"),
    (lambda: P.solve(at_least=[]), "at_least"),
    (lambda: P.solve(within=True), "within"),
    (lambda: P.solve(solver=3), "solver"),
    (lambda: P.solve(order=3), "order"),
    (lambda: P.solve(restrict=3), "restrict"),
    (lambda: P.solve(proof_size=1), "proof_size"),
    (lambda: P.solve(plain="yes"), "plain"),
    (lambda: P.solve(table=1), "table"),
    (lambda: P.solve(fail=1), "fail"),
    (lambda: P.solve(certificate=3), "certificate"),
    (lambda: P.solve(checkpoint=3), "checkpoint"),
    (lambda: P.solve(resume=3), "resume"),
    (lambda: P.solve(every=[]), "every"),
    (lambda: P.solve(nonsense=3), "nonsense"),
    (lambda: P.analyze(nonsense=3), "nonsense"),
    (lambda: TTT.solve_many([P], nonsense=3), "nonsense"),
    (lambda: P.count(3), "of"),
    (lambda: P.perft([]), "depth"),
    (lambda: P.strategy(3), "role"),
    (lambda: P.strategy(open=3), "open"),
    (lambda: P.strategy(all=1), "all"),
    (lambda: P.strategy(nonsense=1), "nonsense"),
    (lambda: P.draw(values=1), "values"),
    (lambda: P.draw(format=1), "format"),
    (lambda: P.match(3), "players"),
    (lambda: P.match([3, 4]), "players"),
    (lambda: P.match(swap=1), "swap"),
    (lambda: P.match(games=1.5), "games"),
    (lambda: ub.match(3), "game"),
    (lambda: ub.verify(3), "path"),
    (lambda: TTT.strong(distances=1), "distances"),
    (lambda: TTT.strong(folder=1), "folder"),
    (lambda: TTT.solve_many([3]), "positions"),
    (lambda: TTT.solve_many([[1]]), "positions"),
]


@pytest.mark.parametrize("call, argument", BAD_TYPES)
def test_a_wrong_type_is_told_with_its_argument(call, argument):
    with pytest.raises(TypeError) as caught:
        call()
    assert argument in str(caught.value)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(ValueError, match="nim:3"):
        TTT.solve_many([ub.game("nim:3").start])


def test_text_without_half_characters_is_expected_everywhere():
    for call in (
        lambda: ub.game("\ud800"),
        lambda: TTT.position("\ud800"),
        lambda: P.play("\ud800"),
        lambda: P.solve(solver="\ud800"),
        lambda: TTT.solve_many(["\ud800"]),
        lambda: ub.reproduce("\ud800"),
    ):
        with pytest.raises(ValueError):
            call()


UNKNOWN = [
    lambda: P.count(nonsense=1),
    lambda: P.perft(1, nonsense=1),
    lambda: P.draw(nonsense=1),
    lambda: P.match(games=1, nonsense=1),
    lambda: TTT.strong(nonsense=1),
    lambda: ub.verify("no-such-file", nonsense=1),
    lambda: TTT.verify("no-such-file", nonsense=1),
]


@pytest.mark.parametrize("call", UNKNOWN)
def test_an_unknown_argument_is_refused(call):
    with pytest.raises(TypeError):
        call()


OTHER_NAMES = [
    (lambda: P.match(["random"]), "players"),
    (lambda: P.match(["random", "nobody"]), "players"),
    (lambda: ub.verify("no-such-file"), "path"),
    (lambda: P.solve(resume="no-such-file"), "resume"),
    (lambda: ub.reproduce("no-such-claim"), "names"),
    (lambda: ub.Database("no-such-folder"), "path"),
    (lambda: P.draw("tree", boards=5), "boards"),
]


@pytest.mark.parametrize("call, argument", OTHER_NAMES)
def test_the_named_argument_is_one_of_the_call(call, argument):
    with pytest.raises(ub.AskError) as caught:
        call()
    assert caught.value.argument == argument


@pytest.mark.parametrize("asked", [{"at_least": 2}, {"within": 1.5}])
def test_messages_have_no_options_of_the_command_line(asked):
    with pytest.raises(ub.AskError) as caught:
        P.solve(**asked)
    assert "--" not in str(caught.value)


def test_a_number_of_games_is_written_as_on_the_command_line():
    assert P.match(["random", "random"], games="1k").played == 1000


@pytest.mark.parametrize(
    "call, argument",
    [
        (lambda: ub.reproduce(3), "names"),
        (lambda: ub.reproduce("mnk-3x3x3", all=3), "all"),
        (lambda: ub.Database(3), "path"),
        (lambda: TTT.solve_many(3), "positions"),
    ],
)
def test_a_wrong_type_names_its_argument_here_too(call, argument):
    with pytest.raises(TypeError) as caught:
        call()
    assert argument in str(caught.value)


@pytest.mark.parametrize("call", [lambda: P.perft(None), lambda: ub.verify(None)])
def test_none_is_not_enough_where_something_is_needed(call):
    with pytest.raises(TypeError):
        call()


def test_every_error_has_an_argument_or_none():
    assert ub.AskError("made by hand").argument is None


@pytest.mark.parametrize("ask", [P.count, lambda **asked: P.perft(1, **asked), P.draw, P.match])
def test_a_position_is_not_asked_about_another(ask):
    with pytest.raises(TypeError):
        ask(position="X../.../...")
