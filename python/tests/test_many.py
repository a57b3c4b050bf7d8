"""Many positions at a time; threads, and what ends a search from outside."""

import hashlib
import os
import signal
import threading
import time

import pytest
import unbeatable as ub
from walks import random_positions

GAME = ub.game("connect:5x4")

#: A game that takes longer than any test: its start is in no book.
LONG = "connect:8x7"


def untimed(answer):
    return {name: value for name, value in answer.to_dict().items() if name != "seconds"}


@pytest.mark.parametrize("threads", [1, 2, None, 5])
def test_many_answers_are_those_of_one_by_one(threads):
    for spec in ("connect:5x4", "ttt", "go:2x2", "kayles:7"):
        positions = random_positions(ub.game(spec), 12)
        together = ub.game(spec).solve_many(positions, threads=threads)
        assert [untimed(s) for s in together] == [untimed(p.solve()) for p in positions]


def test_many_analyses_are_those_of_one_by_one():
    positions = random_positions(GAME, 12, last=9)
    together = GAME.analyze_many(positions, threads=2)
    assert [untimed(a) for a in together] == [untimed(p.analyze()) for p in positions]


@pytest.mark.slow
def test_hundreds_of_answers_are_those_of_one_by_one():
    positions = random_positions(GAME, 400, seed=5)
    together = GAME.solve_many(positions, threads=2)
    assert [untimed(s) for s in together] == [untimed(p.solve()) for p in positions]


def test_positions_texts_and_moves_are_all_the_same():
    position = GAME.start.play("1", "2")
    answers = GAME.solve_many([position, position.text, ["1", "2"], ("1", "2")], threads=2)
    assert len({s.position for s in answers}) == 1
    assert len({str(s.outcome) for s in answers}) == 1
    assert GAME.solve_many([]) == []
    assert len(GAME.solve_many(iter([position]))) == 1


def test_a_bad_position_is_told_by_its_number():
    with pytest.raises(ub.AskError, match="number 3: ") as caught:
        GAME.solve_many([GAME.start, [], "nonsense", "more nonsense"], threads=1)
    assert caught.value.argument == "position"
    with pytest.raises(ub.AskError, match="number 2: ") as caught:
        GAME.solve_many([[], ["9"]], threads=2)
    assert caught.value.argument == "moves"


def test_limits_are_for_each():
    answers = ub.game("mnk:6x6x5").solve_many([["c3"], ["a1"], ["b2"]], nodes=100, threads=2)
    assert [(s.stopped, s.outcome) for s in answers] == [("nodes", None)] * 3


def test_progress_is_counted_up_to_the_total():
    told = []
    positions = random_positions(GAME, 40)
    GAME.solve_many(positions, threads=2, progress=lambda done, total: told.append((done, total)))
    counts = [done for done, _ in told]
    assert counts == sorted(counts) and counts[-1] == 40
    assert {total for _, total in told} == {40}


def test_progress_is_told_while_it_goes_on():
    told = []
    ub.game(LONG).solve_many(
        [[], ["1"], ["2"]], limit="200ms", threads=1, progress=lambda done, total: told.append(done)
    )
    assert told[-1] == 3 and len(told) > 3 and 0 in told


def test_what_progress_raises_comes_out():
    class Enough(Exception):
        pass

    def tell(done, total):
        raise Enough

    with pytest.raises(Enough):
        ub.game(LONG).solve_many([[]], limit="30s", progress=tell)


def test_a_bar_is_shown(capfd):
    pytest.importorskip("tqdm")
    GAME.solve_many(["11", "12"], progress=True)
    assert "2/2" in capfd.readouterr().err


def test_a_line_is_shown_without_tqdm(capfd, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    GAME.solve_many(["11", "12"], progress=True)
    assert capfd.readouterr().err.endswith("2 of 2\n")


class Counting(threading.Thread):
    """Counts for as long as it is let."""

    def __init__(self):
        super().__init__(daemon=True)
        self.count, self.is_over = 0, False

    def run(self):
        while not self.is_over:
            self.count += 1
            time.sleep(0)


@pytest.mark.parametrize("ask", ["solve", "analyze", "solve_many", "count"])
def test_other_threads_go_on_during_a_question(ask):
    game = ub.game(LONG)
    questions = {
        "solve": lambda: game.start.solve(limit="500ms"),
        "analyze": lambda: game.start.analyze(limit="500ms"),
        "solve_many": lambda: game.solve_many([[], ["1"]], threads=2, limit="500ms"),
        "count": lambda: game.count("games", limit="500ms"),
    }
    counting = Counting()
    counting.start()
    before = counting.count
    questions[ask]()
    during = counting.count - before
    counting.is_over = True
    counting.join()
    # With the lock held all that time, it would hardly have begun.
    assert during > 100


def test_questions_are_asked_from_several_threads():
    positions = random_positions(GAME, 30)
    expected = [untimed(p.solve()) for p in positions]
    found = [None] * len(positions)

    def ask(first):
        for i in range(first, len(positions), 3):
            found[i] = untimed(positions[i].solve())

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def share_of_cores(work):
    """How many cores this process has while it works."""
    wall, cpu = time.monotonic(), time.process_time()
    work()
    return (time.process_time() - cpu) / (time.monotonic() - wall)


def hash_on_two_threads():
    """Work of which it is known that two threads do it side by side."""
    block, end = bytes(1 << 20), time.monotonic() + 1

    def work():
        while time.monotonic() < end:
            hashlib.sha256(block).digest()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.slow
def test_two_threads_run_side_by_side():
    game = ub.game(LONG)
    for _ in range(5):
        # Somebody else may have the other core just now.
        possible = share_of_cores(hash_on_two_threads)
        found = share_of_cores(lambda: game.solve_many([["1"], ["2"]], threads=2, limit="2s"))
        if possible > 1.6 and found > 1.4:
            return
        assert found > 0.6 * possible
    pytest.skip("there are no two cores to be had")


@pytest.mark.slow
def test_both_of_two_threads_get_on():
    began = time.monotonic()
    answers = ub.game(LONG).solve_many([["1"], ["2"]], threads=2, limit="1s", solver="df-pn")
    wall = time.monotonic() - began
    assert all(answer.stopped == "time" and answer.nodes > 100 for answer in answers)
    # One after the other, they would have taken as long as both.
    assert sum(answer.seconds for answer in answers) > 1.2 * wall


def test_two_threads_are_at_work_at_once():
    from own_rules import Nim

    meeting, met = threading.Barrier(2), set()

    class Meeting(Nim):
        """Whoever plays a first move waits until another thread does."""

        def play(self, position, move):
            me = threading.get_ident()
            if me not in met and len(met) < 2:
                met.add(me)
                meeting.wait(timeout=60)
            return super().play(position, move)

    game = ub.game(Meeting(2, 3, 4))
    answers = game.solve_many(["((1, 2, 4), 0)", "((2, 2, 3), 0)"], threads=2, solver="alpha-beta")
    assert len(met) == 2 and not meeting.broken
    assert [answer.outcome.winner for answer in answers] == ["First", "First"]


class Alarm:
    """Something that happens to this process a little later."""

    def __init__(self, number, handler, after=0.3):
        self.number, self.handler, self.after = number, handler, after

    def __enter__(self):
        self.old = signal.signal(self.number, self.handler)
        self.timer = threading.Timer(self.after, os.kill, (os.getpid(), self.number))
        self.timer.start()

    def __exit__(self, *_):
        self.timer.cancel()
        self.timer.join()
        signal.signal(self.number, self.old)


def ctrl_c():
    return Alarm(signal.SIGINT, signal.default_int_handler)


def test_after_ctrl_c_a_solution_has_what_is_proven():
    with ctrl_c():
        solution = ub.game(LONG).start.solve(limit="60s")
    assert solution.stopped == "interrupted" and not solution.is_complete
    assert solution.outcome is None
    assert -1 <= solution.bounds.lower < solution.bounds.upper <= 1
    assert solution.nodes > 0
    assert ub.game("ttt").start.solve().stopped is None


def test_after_ctrl_c_an_analysis_has_what_is_proven():
    with ctrl_c():
        analysis = ub.game(LONG).start.analyze(limit="60s")
    assert analysis.stopped == "interrupted"
    assert len(analysis.moves) == 8


def test_after_ctrl_c_a_count_has_no_number():
    with ctrl_c():
        count = ub.game(LONG).count("games", limit="60s")
    assert count.stopped == "interrupted" and count.count is None
    with pytest.raises(ValueError, match="interrupted"):
        int(count)


def test_after_ctrl_c_what_is_not_answered_is_none():
    game = ub.game(LONG)
    over = game.start.play(*"1212121")
    with ctrl_c():
        answers = game.solve_many([over, [], ["1"], ["2"]], threads=1, limit="60s")
    assert len(answers) == 4
    assert answers[0] is not None and answers[0].stopped is None
    assert answers[1] is not None and answers[1].stopped == "interrupted"
    assert answers[2:] == [None, None]


def test_what_a_signal_handler_raises_comes_out():
    class Late(Exception):
        pass

    def handler(number, frame):
        raise Late("now")

    game = ub.game(LONG)
    for ask in (
        lambda: game.start.solve(limit="60s"),
        lambda: game.start.analyze(limit="60s"),
        lambda: game.solve_many([[], []], limit="60s", threads=2),
        lambda: game.count("games", limit="60s"),
    ):
        with pytest.raises(Late, match="now"), Alarm(signal.SIGALRM, handler):
            ask()


def test_a_signal_handler_that_returns_ends_nothing():
    seen = []
    with Alarm(signal.SIGALRM, lambda number, frame: seen.append(number), after=0.1):
        solution = ub.game(LONG).start.solve(limit="500ms")
    assert seen == [signal.SIGALRM]
    assert solution.stopped == "time"


def test_ctrl_c_ends_a_game_of_your_own():
    from own_rules import Nim

    with ctrl_c():
        solution = ub.game(Nim(7, 8, 9, 10, 11)).start.solve(limit="60s")
    assert solution.stopped == "interrupted"
