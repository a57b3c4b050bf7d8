"""Tournaments, and published numbers."""

import pytest
import unbeatable as ub


def test_perfect_never_loses():
    match = ub.match("ttt", ["perfect", "random"], games=100, seed=1)
    assert (match.played, match.second_wins, match.stopped) == (100, 0, None)
    assert match.first_wins + match.draws == 100
    assert match.first_wins > 50


def test_the_seed_decides():
    one, two, other = (ub.match("ttt", games=60, seed=seed).to_dict() for seed in (5, 5, 6))
    one.pop("seconds"), two.pop("seconds"), other.pop("seconds")
    assert one == two
    assert one != other


def test_threads_change_nothing():
    one, two = (ub.match("ttt", games=60, seed=5, threads=n).to_dict() for n in (1, 2))
    for match in (one, two):
        match.pop("seconds"), match.pop("threads")
    assert one == two


def test_swapped_seats():
    match = ub.game("ttt").match(["random", "perfect"], games=40, swap=True, opening=1)
    assert [one.player for one in match.standings][0] == "perfect"
    # So many games with each of them as the first player.
    assert match.opening == 1 and match.played == 80


def test_games_begin_at_the_position():
    won = ub.game("ttt").position("XX./OO./...")
    match = won.match(["perfect", "random"], games=10, seed=1)
    assert match.position == won.text and match.first_wins == 10


def test_three_players():
    match = ub.match(ub.game("nim:2,3"), ["perfect", "random", "mcts:20"], games=6)
    assert len(match.standings) == 3


def test_a_tournament_can_be_stopped():
    match = ub.match("connect:7x6", ["random", "random"], games=10**9, limit="500ms")
    assert match.stopped == "time" and 0 <= match.played < 10**9


def test_a_claim_agrees():
    (claim,) = ub.reproduce("lomont-2024-tree-leaves")
    assert claim.agrees is True and claim.id == "lomont-2024-tree-leaves"
    assert "255,168" in str(claim)
    assert claim.published == claim.measured
    assert len(ub.reproduce("mnk-3x3x3", "lecture-nim")) == 5


def test_a_player_chooses_a_move():
    start = ub.game("ttt").position("XX./OO./...")
    assert start.choose("perfect") == start.choose() == "c3"
    assert start.choose("random", seed=1) in start.moves
    with pytest.raises(ub.AskError, match="over"):
        start.play("c3").choose("random")
    with pytest.raises(ub.AskError):
        start.choose("nobody")
