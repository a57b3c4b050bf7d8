"""Positions: what is seen of them without a search."""

import pickle
import random

import pytest
import unbeatable as ub
from program import python
from walks import SMALL, random_game, random_positions

WALKED = [*SMALL, "uttt", "subtract:9", "dawson:7", "octal:7+code=0.137", "hex:3x3+swap", "go:3x2+ssk", "connect:7x6"]


@pytest.mark.parametrize("spec", WALKED)
def test_whole_games(spec):
    game = ub.game(spec)
    for seed in range(3):
        positions = random_game(game, seed)
        for before, after in zip(positions, positions[1:]):
            assert not before.is_over and before.outcome is None
            assert before.moves and len(set(before.moves)) == len(before.moves)
            assert before.turn == game.sides[before.mover]
            assert after in [before.play(move) for move in before.moves]
            assert before != after
        last = positions[-1]
        assert last.is_over and last.moves == [] and last.outcome is not None
        assert last.outcome.winner in (*game.sides, None)
        assert (last.outcome.margin is None) == (not game.is_scored)
        with pytest.raises(ub.AskError, match="over"):
            last.play(positions[0].moves[0])


@pytest.mark.parametrize("spec", WALKED)
def test_positions_are_read_as_they_are_written(spec):
    game = ub.game(spec)
    for position in random_positions(game, 4):
        again = game.position(position.text)
        assert again == position and hash(again) == hash(position)
        assert (again.text, again.moves, again.mover) == (position.text, position.moves, position.mover)
        assert again.outcome == position.outcome
        assert eval(repr(position), {"Position": lambda spec, text: ub.Position(ub.game(spec), text)}) == position


def test_moves_are_played_one_by_one_or_at_once():
    game = ub.game("ttt")
    position = game.start.play("b2").play("a1").play("c3")
    for other in (
        game.start.play("b2", "a1", "c3"),
        game.position(moves="b2 a1 c3"),
        game.position(moves="b2,a1,c3"),
        game.position(moves=["b2", "a1", "c3"]),
        game.position(moves=("b2", "a1", "c3")),
        game.position(".../.X./O..", moves="c3"),
        ub.Position(game, "..X/.X./O.."),
    ):
        assert other == position
    assert position.play() == position


def test_players_take_turns():
    start = ub.game("ttt").start
    assert (start.mover, start.turn) == (0, "X")
    assert (start.play("a1").mover, start.play("a1").turn) == (1, "O")


def test_outcomes():
    ttt = ub.game("ttt")
    won = ttt.position("XXX/OO./...")
    assert won.outcome.winner == "X" and str(won.outcome) == "X wins"
    drawn = ttt.position("XOX/XOO/OXX")
    assert drawn.is_over and drawn.outcome.winner is None and str(drawn.outcome) == "draw"
    over = ub.game("go:2x2").position(moves="a1 pass pass")
    assert over.outcome.winner == "Black" and over.outcome.margin == 4


def test_a_position_of_go_has_its_history():
    game = ub.game("go:2x2")
    # Two ways to one board: what was there before differs, and so do the moves.
    position = game.position(moves="A1 B2 A2 B1")
    assert "history=" in position.text
    assert game.position(position.text).moves == position.moves
    found = {}
    for seed in range(40):
        for position in random_game(game, seed):
            board, turn = position.text.split(";")[:2]
            if not position.is_over:
                found.setdefault((board, turn), set()).add(tuple(position.moves))
            assert game.position(position.text).play() == position
    assert any(len(moves) > 1 for moves in found.values())


def test_no_board_of_go_comes_up_twice():
    game = ub.game("go:2x2")
    for seed in range(20):
        boards, passed = [], None
        for position in random_game(game, seed):
            board = position.text.split(";")[0]
            if boards and board == boards[-1]:
                continue
            assert board not in boards
            boards.append(board)
        assert passed is None


def test_equality_and_hash():
    ttt, misere = ub.game("ttt"), ub.game("ttt+misere")
    assert ttt == ub.game("ttt") and hash(ttt) == hash(ub.game("ttt"))
    assert ttt != misere and ttt != "ttt" and ttt is not None
    assert ttt.start == ub.game("ttt").start
    assert ttt.start != misere.start
    assert ttt.start != ttt.start.text
    assert len({ttt.start, ub.game("ttt").start, misere.start, ttt.start.play("a1")}) == 3
    assert len({ttt, ub.game("ttt"), misere}) == 2


@pytest.mark.parametrize("spec", WALKED)
def test_games_and_positions_are_pickled(spec):
    game = ub.game(spec)
    assert pickle.loads(pickle.dumps(game)) == game
    for position in random_positions(game, 2):
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.moves == position.moves and again.board == position.board


def answers():
    start = ub.game("ttt").start
    return [
        start.solve(),
        start.analyze(),
        start.count(),
        start.perft(3),
        start.strategy(),
        start.match(games=3),
        start.draw(),
        start.draw(format="png"),
        start.draw("tree", depth=1, format="dot"),
        ub.game("ttt").strong(),
        *ub.reproduce("mnk-3x3x3"),
    ]


def test_answers_are_pickled():
    for answer in answers():
        for protocol in (2, pickle.HIGHEST_PROTOCOL):
            again = pickle.loads(pickle.dumps(answer, protocol))
            assert type(again) is type(answer)
            assert again == answer and again.to_json() == answer.to_json()
            assert str(again) == str(answer) and repr(again) == repr(answer)
            if isinstance(answer, ub.Picture):
                assert again.content == answer.content


def test_answers_have_what_their_json_has():
    for answer in answers():
        fields = answer.to_dict()
        for name, value in fields.items():
            found = getattr(answer, name)
            assert (found is None) == (value is None)
        assert set(fields) <= set(dir(answer))
        with pytest.raises(AttributeError, match="nonsense"):
            answer.nonsense
        fields.clear()
        assert answer.to_dict()


def test_to_dict_of_a_position():
    seen = ub.game("ttt").position("X../.O./..X").to_dict()
    assert seen["position"] == "X../.O./..X" and seen["turn"] == "O"


def test_nothing_of_a_position_changes():
    position = ub.game("ttt").start
    position.moves.clear()
    assert len(position.moves) == 9
    with pytest.raises(AttributeError):
        position.nonsense = 1


def test_the_package_imports_nothing_large():
    told = python(
        "import sys, unbeatable as ub; ub.game('ttt').start.analyze()._repr_html_();"
        "print(sorted({'pandas', 'numpy', 'tqdm', 'matplotlib', 'IPython'} & set(sys.modules)))"
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == "[]"


def test_random_games_differ():
    dice = random.Random(0)
    seeds = [dice.random() for _ in range(5)]
    assert len({tuple(random_game(ub.game("connect:4x4"), seed)) for seed in seeds}) > 1
