"""The program: `python -m unbeatable solve ttt`."""

import signal
import sys

from ._unbeatable import program


def main() -> int:
    """Does what the command line asks for, and returns the exit code."""
    # The program has its own way to end on Ctrl-C, and a reader that leaves is told by an error.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return program(sys.argv[1:], [sys.executable, "-m", "unbeatable"])


if __name__ == "__main__":
    sys.exit(main())
