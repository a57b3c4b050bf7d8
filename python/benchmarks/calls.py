"""What a call costs: small positions a second, from Python, by the program's JSON, and of OpenSpiel.

    python benchmarks/calls.py

Every answer is compared with the others, so that nothing is measured that is wrong.
"""

import json
import os
import random
import subprocess
import sys
import time

import unbeatable as ub

POSITIONS = 2000


def walks(game, plies, count):
    """Unfinished positions behind random moves."""
    chance = random.Random(1)
    found = []
    while len(found) < count:
        position = game.start
        for _ in range(plies):
            if position.moves:
                position = position.play(chance.choice(position.moves))
        if position.moves:
            found.append(position)
    return found


def timed(name, work):
    """Does it, and prints how many positions a second that is."""
    start = time.perf_counter()
    answers = work()
    seconds = time.perf_counter() - start
    print(f"  {len(answers) / seconds:10,.0f} positions/s  {seconds / len(answers) * 1e6:8.1f} µs  {name}")
    return answers


def by_program(game, positions, threads):
    """Asks the program, a position on a line."""
    batch = [sys.executable, "-m", "unbeatable", "solve", game.spec, "--batch", "-", "--json"]
    lines = "\n".join(position.text for position in positions)
    ran = subprocess.run(
        [*batch, "--threads", str(threads)], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line)["outcome"]["winner"] for line in ran.stdout.splitlines()]


def main():
    for spec, plies in [("ttt", 4), ("connect:5x4", 8), ("nim:3,4,5", 1)]:
        game = ub.game(spec)
        positions = walks(game, plies, POSITIONS)
        print(f"{spec}, {len(positions)} positions after {plies} moves")
        one = timed("solve", lambda: [p.solve().outcome.winner for p in positions])
        cores = os.cpu_count() or 1
        for threads in sorted({1, cores}):
            many = timed(
                f"solve_many, {threads} at a time",
                lambda n=threads: [s.outcome.winner for s in game.solve_many(positions, threads=n)],
            )
            program = timed(
                f"the program, {threads} at a time, its start included",
                lambda n=threads: by_program(game, positions, n),
            )
            assert one == many == program
        timed("moves, turn and outcome after a move", lambda: [p.play(p.moves[0]) for p in positions])
    beside_spiel()


def beside_spiel():
    """Its alpha-beta and ours on the same positions."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax

        from unbeatable import spiel
    except ImportError:
        print("OpenSpiel is not there: pip install open_spiel")
        return
    for name, plies, count in [("tic_tac_toe", 2, 10), ("connect_four(rows=4,columns=4)", 6, 5)]:
        game = pyspiel.load_game(name)
        chance = random.Random(2)
        states = []
        while len(states) < count:
            state = game.new_initial_state()
            for _ in range(plies):
                state.apply_action(chance.choice(state.legal_actions()))
            if not state.is_terminal():
                states.append(state)
        print(f"{name}, {count} positions after {plies} moves")
        theirs = timed(
            "OpenSpiel's alpha-beta, in Python",
            lambda: [minimax.alpha_beta_search(game, s, maximizing_player_id=0)[0] for s in states],
        )
        ours = [spiel.position(state) for state in states]
        first = spiel.game(game).sides[0]

        def values(**how):
            outcomes = [position.solve(**how).outcome.winner for position in ours]
            return [0 if winner is None else 1 if winner == first else -1 for winner in outcomes]

        plain = timed("alpha-beta, plain", lambda: values(solver="alpha-beta", plain=True))
        best = timed("solve", values)
        assert theirs == plain == best


if __name__ == "__main__":
    main()
