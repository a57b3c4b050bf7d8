"""Certificates: written, checked, refused when they are changed."""

import random

import pytest
import unbeatable as ub

ASKED = [
    ("ttt", {}),
    ("ttt", {"at_least": 0}),
    ("ttt", {"at_least": 1}),
    ("mnk:4x3x3", {}),
    ("nim:3,4,5", {}),
    ("go:2x2", {}),
    ("hex:3x3", {}),
    ("connect:4x4", {}),
]


@pytest.mark.parametrize("spec, asked", ASKED)
def test_a_certificate_is_accepted(spec, asked, tmp_path):
    file = tmp_path / "a.cert"
    game = ub.game(spec)
    solution = game.start.solve(certificate=file, **asked)
    assert solution.certificate.file == str(file)
    assert solution.certificate.bytes == file.stat().st_size
    for verdict in (ub.verify(file), ub.verify(str(file)), game.verify(file)):
        assert verdict and verdict.verdict == "accepted" and verdict.reason is None
        assert verdict.game == game.spec and verdict.position == game.start.text
        assert verdict.bounds.lower <= solution.bounds.upper
    if not asked:
        assert verdict.outcome == solution.outcome


def refused(file):
    """Whether it is refused, or cannot be read at all."""
    try:
        verdict = ub.verify(file)
    except ub.AskError:
        return True
    assert verdict.verdict != "accepted" or bool(verdict)
    return not verdict and verdict.verdict == "refused" and bool(verdict.reason)


def change_bytes(folder, count):
    file, changed = folder / "a.cert", folder / "b.cert"
    ub.game("ttt").start.solve(certificate=file)
    whole = file.read_bytes()
    dice = random.Random(count)
    for at in dice.sample(range(len(whole)), min(count, len(whole))):
        other = whole[at] ^ dice.randrange(1, 256)
        changed.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
        assert refused(changed), f"byte {at} of {len(whole)} is {other}"
    for length in dice.sample(range(len(whole)), 5):
        changed.write_bytes(whole[:length])
        assert refused(changed), f"{length} bytes of {len(whole)}"
    changed.write_bytes(whole + b"x")
    assert refused(changed)


def test_a_changed_byte_is_refused(tmp_path):
    change_bytes(tmp_path, 60)


@pytest.mark.slow
def test_any_changed_byte_is_refused(tmp_path):
    change_bytes(tmp_path, 100_000)


def test_a_certificate_of_another_game_is_refused(tmp_path):
    file = tmp_path / "a.cert"
    ub.game("ttt").start.solve(certificate=file)
    assert not ub.game("ttt+misere").verify(file)
    assert ub.game("ttt").verify(file)


def test_what_is_not_proven_has_no_certificate(tmp_path):
    file = tmp_path / "a.cert"
    solution = ub.game("mnk:6x6x5").start.solve(certificate=file, nodes=100)
    assert solution.stopped == "nodes"
    assert solution.certificate is None or solution.certificate.bytes is None
    assert not file.exists()


def test_a_strategy_has_a_certificate(tmp_path):
    file = tmp_path / "a.cert"
    table = ub.game("ttt").strategy("first", certificate=file)
    assert table.certificate.file == str(file)
    assert ub.verify(file)


def test_a_check_can_be_stopped(tmp_path):
    file = tmp_path / "a.cert"
    ub.game("connect:5x4").start.solve(certificate=file)
    verdict = ub.verify(file, limit="1ms")
    # It may be done by then; it is never refused.
    assert verdict.verdict in ("accepted", "open")
    assert bool(verdict) == (verdict.verdict == "accepted")


def test_a_checkpoint_is_gone_on_from(tmp_path):
    file = tmp_path / "a.checkpoint"
    start = ub.game("connect:5x4").start
    asked = {"solver": "df-pn", "at_least": 1}
    first = start.solve(checkpoint=file, nodes=1000, **asked)
    assert first.stopped == "nodes" and file.exists()
    second = start.solve(resume=file, **asked)
    assert second.at_least.answer is False and second.stopped is None
    assert second.nodes > first.nodes
    assert second.resumed is not None
