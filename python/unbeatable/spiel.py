"""Games of OpenSpiel that are played here too: positions of the one for states of the other, and a player.

It takes `pyspiel` (`pip install open_spiel`). Tic-tac-toe, Connect Four, Nim, Hex and Go are known.

>>> import pytest; pyspiel = pytest.importorskip("pyspiel")
>>> from unbeatable import spiel
>>> state = pyspiel.load_game("tic_tac_toe").new_initial_state()
>>> for action in (4, 1, 0):
...     state.apply_action(action)
>>> spiel.position(state)
Position('ttt', 'XO./.X./...')
>>> state.action_to_string(spiel.action(state, "c1"))
'o(2,2)'

In Go a move that repeats a board is illegal here, and ends the game there as a draw; and games there end
after so many moves. Margins are points here, and a win or a loss there.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple, Union

import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]

from .games import Game, Position, Size

__all__ = ["Bot", "action", "game", "move", "position"]

#: The move of an action in a state.
_Written = Callable[[Any, int], str]


def game(of: Union[str, "pyspiel.Game"]) -> Game:
    """The game with the rules of one of OpenSpiel's, which is named or loaded.

    >>> game("connect_four(rows=4,columns=5)")
    Game('connect:5x4')
    >>> game("chess")
    Traceback (most recent call last):
    ValueError: chess: expected connect_four, go, hex, nim or tic_tac_toe
    """
    return _game(pyspiel.load_game(of) if isinstance(of, str) else of)[0]


def position(state: "pyspiel.State") -> Position:
    """The position of a state, with its history."""
    rules, written = _game(state.get_game())
    replayed = state.get_game().new_initial_state()
    moves: List[str] = []
    for taken in state.history():
        moves.append(written(replayed, taken))
        replayed.apply_action(taken)
    return rules.position(moves=moves)


def move(state: "pyspiel.State", action: int) -> str:
    """How an action of a state is written here."""
    return _game(state.get_game())[1](state, action)


def action(state: "pyspiel.State", move: str) -> int:
    """The action of a state that a move is. Of equal heaps it is the first."""
    written = _game(state.get_game())[1]
    legal: List[int] = state.legal_actions()
    for one in legal:
        if written(state, one) == move:
            return one
    raise ValueError(f"move: expected one of this state, found {move!r}")


class Bot(pyspiel.Bot):  # type: ignore[misc,unused-ignore]
    """A player for OpenSpiel: the one of that name here."""

    def __init__(self, player: str = "best", *, seed: int = 1, memory: Size = "256MiB") -> None:
        super().__init__()
        self._player, self._seed, self._memory = player, seed, memory

    def restart_at(self, state: "pyspiel.State") -> None:
        """Nothing is kept from move to move."""

    def step(self, state: "pyspiel.State") -> int:
        """Its action."""
        here = position(state)
        return action(state, here.choose(self._player, seed=self._seed, memory=self._memory))


_GAMES: Dict[Tuple[str, str], Tuple[Game, _Written]] = {}


def _game(of: "pyspiel.Game") -> Tuple[Game, _Written]:
    """The game, and how its moves are written. Each is made once."""
    name, parameters = of.get_type().short_name, of.get_parameters()
    key = (name, repr(sorted(parameters.items())))
    if key not in _GAMES:
        if name not in _RULES:
            *known, last = sorted(_RULES)
            raise ValueError(f"{name}: expected {', '.join(known)} or {last}")
        spec, written = _RULES[name](parameters)
        _GAMES[key] = (Game(spec), written)
    return _GAMES[key]


_Rules = Tuple[str, _Written]


def _tic_tac_toe(_: Dict[str, Any]) -> _Rules:
    return "ttt", lambda _, action: f"{'abc'[action % 3]}{3 - action // 3}"


def _connect_four(parameters: Dict[str, Any]) -> _Rules:
    if parameters.get("x_in_row", 4) != 4:
        raise ValueError(f"connect_four: expected four in a row, found {parameters['x_in_row']}")
    size = f"{parameters['columns']}x{parameters['rows']}"
    return f"connect:{size}", lambda _, action: str(action + 1)


def _nim(parameters: Dict[str, Any]) -> _Rules:
    heaps = [int(heap) for heap in parameters["pile_sizes"].split(";")]
    misere = "+misere" if parameters["is_misere"] else ""

    def written(state: Any, action: int) -> str:
        # The state prints its heaps behind a colon.
        left = [int(heap) for heap in str(state).split(":")[1].split()]
        return f"{left[action % len(heaps)]}-{action // len(heaps) + 1}"

    return f"nim:{','.join(map(str, heaps))}{misere}", written


def _hex(parameters: Dict[str, Any]) -> _Rules:
    columns, rows = (parameters.get(of) or parameters["board_size"] for of in ("num_cols", "num_rows"))
    swap = "+swap" if parameters.get("swap") else ""
    if swap:
        raise ValueError("hex: expected a game without the swap rule")
    return (
        f"hex:{columns}x{rows}",
        lambda _, action: f"{chr(ord('a') + action % columns)}{action // columns + 1}",
    )


def _go(parameters: Dict[str, Any]) -> _Rules:
    size = parameters["board_size"]
    if parameters.get("handicap"):
        raise ValueError("go: expected a game without handicap")
    letters = "ABCDEFGHJKLMNOPQRST"

    def written(_: Any, action: int) -> str:
        return "pass" if action == size * size else f"{letters[action % size]}{action // size + 1}"

    return f"go:{size}x{size}+komi={parameters['komi']:g}", written


_RULES: Dict[str, Callable[[Dict[str, Any]], _Rules]] = {
    "connect_four": _connect_four,
    "go": _go,
    "hex": _hex,
    "nim": _nim,
    "tic_tac_toe": _tic_tac_toe,
}
