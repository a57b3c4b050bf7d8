"""Games whose rules are written in Python."""

import pickle
import random

import pytest
import unbeatable as ub
from own_rules import Coins, Nim, TicTacToe, minimax, positions_of
from walks import random_positions

OWN, NATIVE = ub.game(TicTacToe()), ub.game("ttt")


def test_spec_title_and_sides():
    assert OWN.spec == "python:TicTacToe"
    assert OWN.title == "My tic-tac-toe"
    assert OWN.sides == ("X", "O")
    assert not OWN.is_scored
    assert ub.game(Coins(1, 2)).is_scored
    assert ub.game(Nim(1)).sides == ("First", "Second")


def test_counts_of_tic_tac_toe():
    assert int(OWN.count()) == 5478
    games = OWN.count("games")
    assert int(games) == 255168
    assert games.by_outcome == {"X": 131184, "O": 77904, "draw": 46080}
    assert OWN.perft(4).sequences == NATIVE.perft(4).sequences


def test_tic_tac_toe_is_a_draw():
    solution = OWN.start.solve()
    assert str(solution.outcome) == "draw"
    assert (solution.bounds.lower, solution.bounds.upper) == (0, 0)
    assert solution.position == ".../.../..."
    assert OWN.start.solve(at_least=1).at_least.answer is False
    assert OWN.start.solve(at_least=0).at_least.answer is True


def values(analysis):
    return {move.move: (str(move.outcome), move.bounds.to_dict()) for move in analysis.moves}


def same_values(count, seed):
    for position in random_positions(NATIVE, count, seed):
        own = OWN.position(position.text)
        assert own.text == position.text
        assert own.turn == position.turn
        assert own.moves == position.moves
        assert own.outcome == position.outcome
        if not position.is_over:
            assert values(own.analyze()) == values(position.analyze())
            assert own.solve().outcome == position.solve().outcome


def test_every_move_is_worth_what_it_is_worth_in_the_program():
    same_values(40, 1)
    assert values(OWN.start.analyze()) == values(NATIVE.start.analyze())


@pytest.mark.slow
def test_a_thousand_positions_are_worth_what_they_are_worth_in_the_program():
    same_values(1000, 2)


@pytest.mark.parametrize("heaps", [(1,), (1, 1), (1, 2), (2, 3), (1, 2, 3), (2, 2, 3), (0, 1)])
def test_nim_is_worth_what_minimax_says(heaps):
    rules = Nim(*heaps)
    game = ub.game(rules)
    reached = positions_of(rules)
    assert int(game.count()) == len(reached)
    for position in reached:
        asked = game.position(rules.text(position))
        value = minimax(rules, position)
        assert asked.solve().bounds.lower == asked.solve().bounds.upper == value
        outcome = rules.outcome(position)
        assert asked.is_over == (outcome is not None)
        if outcome is None:
            for move in asked.analyze().moves:
                worth = minimax(rules, rules.play(position, move.move))
                assert move.outcome.winner == ("First" if worth == 1 else "Second")


@pytest.mark.parametrize("seed", range(6))
def test_a_scored_game_is_worth_what_minimax_says(seed):
    dice = random.Random(seed)
    rules = Coins(*(dice.randrange(1, 9) for _ in range(dice.randrange(1, 8))))
    game = ub.game(rules)
    solution = game.start.solve()
    value = minimax(rules, rules.start())
    assert (solution.bounds.lower, solution.bounds.upper) == (value, value)
    assert solution.outcome.margin == value
    expected = None if value == 0 else game.sides[value < 0]
    assert solution.outcome.winner == expected
    for move in game.start.analyze().moves:
        assert move.outcome.margin == minimax(rules, rules.play(rules.start(), move.move))
    assert game.start.solve(at_least=value).at_least.answer is True
    assert game.start.solve(at_least=value + 1).at_least.answer is False


@pytest.mark.parametrize("solver, threads", [("df-pn", 1), ("df-pn", 2), ("alpha-beta", 1), ("alpha-beta", 2)])
def test_solvers_agree_on_any_number_of_threads(solver, threads):
    for rules, value in ((TicTacToe(), 0), (Nim(2, 3, 4), 1), (Nim(1, 2, 3), -1)):
        asked = {"solver": solver, "threads": threads}
        start = ub.game(rules).start
        assert start.solve(**asked, at_least=value).at_least.answer is True
        if value < 1:
            assert start.solve(**asked, at_least=value + 1).at_least.answer is False


def test_many_positions_on_two_threads():
    positions = [p.text for p in random_positions(NATIVE, 30, seed=3)]
    together = ub.game(TicTacToe()).solve_many(positions, threads=2)
    assert [str(s.outcome) for s in together] == [str(NATIVE.position(p).solve().outcome) for p in positions]


def test_a_certificate_is_verified_by_the_rules(tmp_path):
    file = tmp_path / "own.cert"
    OWN.start.solve(certificate=file)
    verdict = OWN.verify(file)
    assert verdict and verdict.verdict == "accepted"
    assert str(verdict.outcome) == "draw"


def test_a_changed_certificate_is_refused(tmp_path):
    file, changed = tmp_path / "own.cert", tmp_path / "changed.cert"
    OWN.start.solve(certificate=file)
    whole = file.read_bytes()
    dice = random.Random(1)
    for at in dice.sample(range(len(whole)), min(25, len(whole))):
        changed.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1 :])
        try:
            assert not OWN.verify(changed), f"byte {at} of {len(whole)}"
        except ub.AskError:
            pass
    assert OWN.verify(file)


def test_a_certificate_of_other_rules_is_refused(tmp_path):
    file = tmp_path / "nim.cert"
    ub.game(Nim(1, 2)).start.solve(certificate=file)
    assert ub.game(Nim(1, 2)).verify(file)
    for refused in (OWN.verify(file), NATIVE.verify(file)):
        assert not refused and refused.verdict == "refused"
        assert refused.reason
    try:
        assert not ub.verify(file)
    except ub.AskError as error:
        assert "verify" in str(error)

    class Misere(Nim):
        name = "Nim"

        def outcome(self, position):
            outcome = super().outcome(position)
            return None if outcome is None else -outcome

    assert "worse than claimed" in ub.game(Misere(1, 2)).verify(file).reason


def test_games_positions_and_answers_are_pickled():
    for thing in (ub.game(TicTacToe()), ub.game(TicTacToe()).start.play("b2")):
        assert pickle.loads(pickle.dumps(thing)) == thing
    solution = OWN.start.solve()
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and str(again) == str(solution)
    nim = pickle.loads(pickle.dumps(ub.game(Nim(1, 2)))).start
    assert nim.solve().best == ["2-1"]


def test_games_with_other_rules_are_others():
    assert ub.game(Nim(1)) != ub.game(Nim(1))
    rules = Nim(1)
    assert ub.game(rules) == ub.game(rules)
    assert ub.game(TicTacToe()) == OWN
    assert OWN != NATIVE


def test_a_line_is_a_legal_game():
    solution = OWN.start.solve()
    assert str(OWN.start.play(*solution.line).outcome) == "draw"


def test_a_match_and_a_strategy():
    match = OWN.match(["perfect", "random"], games=10, seed=1)
    assert match.played == 10 and match.second_wins == 0
    table = ub.game(Nim(1, 2)).strategy("first")
    assert table.size >= 1 and table.rows[0].move == "2-1"


def test_boards():
    assert OWN.start.board == ".../.../..."
    assert "<pre" in OWN.start._repr_html_()

    class Seen(TicTacToe):
        def board(self, position):
            return "<" + position + ">"

    assert ub.game(Seen()).start.board == "<.........>"
    assert "&lt;........." in ub.game(Seen()).start._repr_html_()
