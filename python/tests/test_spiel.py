"""OpenSpiel's games beside ours: moves and outcomes along random games, values, and a player."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

from unbeatable import spiel  # noqa: E402

#: Games, each with how many random games of it are played in the ordinary tests, and in the slow ones.
GAMES = [
    ("tic_tac_toe", 20, 2500),
    ("connect_four", 10, 1500),
    ("connect_four(rows=4,columns=5)", 10, 1000),
    ("nim", 20, 1000),
    ("nim(pile_sizes=3;3;5,is_misere=false)", 20, 1000),
    ("hex(board_size=5)", 10, 1000),
    ("hex(num_cols=4,num_rows=3)", 10, 1000),
    ("go(board_size=3,komi=0.5)", 5, 500),
    ("go(board_size=4,komi=2.5)", 5, 500),
]


def sign(position):
    """What a finished position is worth to the first player: 1, 0 or -1."""
    winner = position.outcome.winner
    return 0 if winner is None else 1 if winner == position.game.sides[0] else -1


def is_cut_off(game, state):
    """Whether a game of Go ends there, or with the next move, because it is as long as it may be."""
    is_go = game.get_type().short_name == "go"
    return is_go and len(state.history()) >= game.max_game_length() - 1


def compare(name, games, seed):
    """Plays random games in both, and returns how many positions were compared."""
    chance = random.Random(seed)
    game = pyspiel.load_game(name)
    compared = 0
    for _ in range(games):
        state = game.new_initial_state()
        ours = spiel.game(game).start
        while not state.is_terminal():
            assert ours.outcome is None
            assert ours.mover == state.current_player()
            legal = state.legal_actions()
            theirs = {spiel.move(state, action) for action in legal}
            repeats = {
                spiel.move(state, action) for action in legal if is_superko(game, state, action)
            }
            assert set(ours.moves) == theirs - repeats, str(state)
            action = chance.choice([a for a in legal if spiel.move(state, a) not in repeats])
            ours = ours.play(spiel.move(state, action))
            state.apply_action(action)
            compared += 1
            if is_cut_off(game, state):
                break
        else:
            assert ours.outcome is not None
            assert sign(ours) == state.returns()[0], str(state)
    return compared


def is_superko(game, state, action):
    """Whether an action of Go brings a board back."""
    if game.get_type().short_name != "go" or action == game.num_distinct_actions() - 1:
        return False
    return state.child(action).is_terminal()


@pytest.mark.parametrize(("name", "games", "_"), GAMES)
def test_moves_and_outcomes_along_random_games(name, games, _):
    assert compare(name, games, seed=1) > games


@pytest.mark.slow
@pytest.mark.parametrize(("name", "_", "games"), GAMES)
def test_moves_and_outcomes_along_ten_thousand_games(name, _, games):
    assert compare(name, games, seed=2) > games


def test_values_are_those_of_its_alpha_beta():
    algorithms = pytest.importorskip("open_spiel.python.algorithms.minimax")
    chance = random.Random(3)
    for name, plies in [("tic_tac_toe", 4), ("nim", 3), ("hex(board_size=3)", 4)]:
        game = pyspiel.load_game(name)
        for _ in range(10):
            state = game.new_initial_state()
            for _ in range(plies):
                state.apply_action(chance.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            first = state.current_player() == 0
            value, _ = algorithms.alpha_beta_search(game, state=state, maximizing_player_id=0)
            outcome = spiel.position(state).solve().outcome
            sides = spiel.game(game).sides
            ours = 0 if outcome.winner is None else 1 if outcome.winner == sides[0] else -1
            assert ours == value, (str(state), first)


def test_a_player_for_it_never_loses():
    game = pyspiel.load_game("tic_tac_toe")
    chance = random.Random(4)
    bot = spiel.Bot("perfect")
    for seat in (0, 1) * 5:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        assert state.returns()[seat] >= 0


def test_what_is_not_known_is_refused():
    with pytest.raises(ValueError, match="expected connect_four, go, hex, nim or tic_tac_toe"):
        spiel.game("chess")
    with pytest.raises(ValueError, match="expected four in a row"):
        spiel.game("connect_four(x_in_row=3)")
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    with pytest.raises(ValueError, match="expected one of this state"):
        spiel.action(state, "z9")
