"""The program by `python -m unbeatable`: exit codes, output, certificates, long runs."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
import unbeatable as ub
from program import environment, program


@pytest.mark.parametrize(
    "arguments, code",
    [
        (["solve", "ttt"], 0),
        (["--version"], 0),
        (["help", "solve"], 0),
        (["bogus"], 2),
        (["solve"], 2),
        (["solve", "tt"], 2),
        (["solve", "ttt", "bogus"], 2),
        (["solve", "ttt", "--nonsense"], 2),
        (["verify", "no-such-file"], 2),
        (["solve", "mnk:6x6x5", "--nodes", "100"], 3),
        (["count", "connect:7x6", "--of", "games", "--nodes", "1000"], 3),
    ],
)
def test_exit_codes(arguments, code):
    told = program(*arguments)
    assert told.returncode == code, told.stderr
    if code == 2:
        assert told.stderr.startswith("error: ") and told.stdout == ""
    else:
        assert told.stdout and not told.stderr.startswith("error")


def test_version():
    assert program("--version").stdout.split()[:2] == ["unbeatable", ub.__version__]


def test_a_certificate_goes_through_the_program(tmp_path):
    file = tmp_path / "a.cert"
    assert program("solve", "ttt", "--certificate", str(file)).returncode == 0
    assert ub.verify(file)
    told = program("verify", str(file), "--json")
    assert told.returncode == 0 and json.loads(told.stdout)["certificates"][0]["verdict"] == "accepted"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    told = program("verify", str(file))
    assert told.returncode == 1 and "refused" in told.stdout.lower()


def test_a_database_of_the_package_is_probed_by_the_program(tmp_path):
    ub.game("ttt").strong(tmp_path / "db")
    told = program("probe", str(tmp_path / "db"), "X../.O./...", "--json")
    assert told.returncode == 0
    expected = ub.Database(tmp_path / "db").probe("X../.O./...").to_dict()
    found = json.loads(told.stdout)
    assert found == expected


def test_prove_starts_its_jobs_by_the_same_interpreter(tmp_path):
    folder = tmp_path / "run"
    told = program("prove", "mnk:4x3x3", "--at-least", "1", "-o", str(folder), "--workers", "1", "--json")
    assert told.returncode == 0, told.stderr
    verdict = ub.verify(folder / "proof.cert")
    assert verdict and verdict.game == "mnk:4x3x3" and verdict.bounds.lower == 1


def test_main_returns_the_exit_code(tmp_path):
    code = "import sys; from unbeatable.__main__ import main; sys.argv = ['x', 'solve', 'tt']; sys.exit(main() + 40)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), timeout=60)
    assert told.returncode == 42


def test_ctrl_c_ends_the_program_with_what_is_proven():
    run = subprocess.Popen(
        [sys.executable, "-m", "unbeatable", "solve", "connect:8x7", "--limit", "60s", "--progress", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    # The first line of progress says that the search has begun.
    assert run.stderr.readline().startswith("{")
    os.kill(run.pid, signal.SIGINT)
    out, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "connect:8x7" in out


def test_a_reader_that_leaves_is_no_error_of_python():
    run = subprocess.Popen(
        [sys.executable, "-m", "unbeatable", "solve", "ttt", "--batch", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    run.stdout.close()
    try:
        run.stdin.write(b".../.../...\n" * 2000)
        run.stdin.close()
    except BrokenPipeError:
        pass
    stderr = run.stderr.read()
    run.wait(60)
    assert b"Traceback" not in stderr and b"panicked" not in stderr


@pytest.mark.slow
def test_prove_with_two_workers(tmp_path):
    began = time.monotonic()
    folder = tmp_path / "run"
    told = program("prove", "mnk:4x4x3", "--at-least", "1", "-o", str(folder), "--workers", "2")
    assert told.returncode == 0, told.stderr
    assert ub.verify(folder / "proof.cert")
    assert time.monotonic() - began < 300
