"""Databases: every position of a game, as solving it says."""

import pickle

import pytest
import unbeatable as ub
from walks import random_positions


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("databases") / "m333"
    ub.game("mnk:3x3x3").strong(path)
    return path


def reached(game):
    found, left = {}, [game.start]
    while left:
        position = left.pop()
        if position.text not in found:
            found[position.text] = position
            left += [position.play(move) for move in position.moves]
    return list(found.values())


def probe_alike(database, positions):
    for position in positions:
        probe = database.probe(position)
        solution = position.solve()
        assert probe.outcome == solution.outcome, position.text
        assert probe.position == position.text and probe.turn == position.turn
        assert {move.move for move in probe.moves} == set(position.moves)
        if not position.is_over:
            # Whoever moves gets what the best of the moves leads to.
            assert position.play(probe.moves[0].move).solve().outcome == probe.outcome
        for move in probe.moves[:2]:
            assert move.outcome == position.play(move.move).solve().outcome
    return len(positions)


def test_random_positions(folder):
    database = ub.Database(folder)
    assert probe_alike(database, random_positions(database.game, 150)) == 150


@pytest.mark.slow
def test_all_positions(folder):
    database = ub.Database(folder)
    assert probe_alike(database, reached(database.game)) == 5478


def test_a_position_is_named_in_several_ways(folder):
    database = ub.Database(str(folder))
    assert database.game == ub.game("mnk:3x3x3") and database.root == database.game.start
    assert database.path == str(folder)
    position = database.game.start.play("b2", "a1")
    expected = database.probe(position).to_dict()
    assert database.probe(position.text).to_dict() == expected
    assert database.probe(moves="b2 a1").to_dict() == expected
    assert database.probe(".../.X./...", ["a1"]).to_dict() == expected
    assert database.probe().position == database.root.text
    assert str(database.probe().outcome) == "draw"


def test_a_database_is_verified(folder, tmp_path):
    assert ub.verify(folder)


def test_a_changed_database_is_refused(tmp_path):
    path = tmp_path / "db"
    ub.game("ttt").strong(path)
    assert ub.verify(path)
    table = max((file for file in path.iterdir() if file.is_file()), key=lambda file: file.stat().st_size)
    whole = table.read_bytes()
    table.write_bytes(whole[:-9] + bytes([whole[-9] ^ 4]) + whole[-8:])
    try:
        assert not ub.verify(path)
    except ub.AskError:
        pass
    table.write_bytes(whole)
    assert ub.verify(path)


def test_wrong_positions_are_told(folder):
    database = ub.Database(folder)
    with pytest.raises(ub.AskError) as caught:
        database.probe("XXXX")
    assert caught.value.argument == "position"
    with pytest.raises(ub.AskError) as caught:
        database.probe(moves="zz")
    assert caught.value.argument == "moves"


def test_distances_are_kept_if_wanted(tmp_path):
    path = tmp_path / "c44"
    ub.game("connect:4x4").strong(path, distances=True)
    probe = ub.Database(path).probe("121212")
    assert probe.outcome.winner == "X" and probe.distance == 1
    assert probe.moves[0].move == "1"


def test_a_forecast_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "About" in str(ub.game("connect:4x4").strong())
    assert list(tmp_path.iterdir()) == []


def test_a_probe_is_pickled(folder):
    probe = ub.Database(folder).probe()
    assert pickle.loads(pickle.dumps(probe)) == probe


def test_a_position_of_another_game_is_refused(folder):
    with pytest.raises(ValueError):
        ub.Database(folder).probe(ub.game("ttt+misere").start)


def test_a_path_of_bytes_is_taken_or_refused_as_a_path(folder):
    database = ub.Database(bytes(folder))
    assert database.probe().position == database.root.text
