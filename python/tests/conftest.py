"""Which tests run: all but the slow ones, unless `-m` says otherwise."""

import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: a larger version of a test; `python -m pytest -m slow` runs it")


def pytest_collection_modifyitems(config, items):
    if config.getoption("-m"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
