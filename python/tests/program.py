"""The program, called from a test."""

import json
import os
import subprocess
import sys
from pathlib import Path

import unbeatable as ub

PACKAGE = Path(ub.__file__).resolve().parent


def environment(**more):
    """Variables with which another interpreter finds the same package."""
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(p for p in paths if p)
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", **more}


def program(*arguments, stdin=""):
    """What the program prints, and its exit code."""
    return subprocess.run(
        [sys.executable, "-m", "unbeatable", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=300,
    )


def python(code, **more):
    """What a script prints in another interpreter, and its exit code."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(**more), timeout=300
    )


def batch(command, spec, lines, *options):
    """The program's answers to many lines, in order."""
    told = program(
        command, spec, "--batch", "-", "--json", *options, stdin="".join(line + "\n" for line in lines)
    )
    assert told.returncode in (0, 2), told.stderr
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [answer.pop("batch")["input"] for answer in answers] == list(lines)
    return answers
