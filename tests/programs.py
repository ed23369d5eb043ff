"""Programs and packages that a test may need and that `pip install ".[test]"` does not bring."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import Any

import pytest

DEBIAN = ("minisat", "cadical", "minisat+")
# Name on PyPI: the module.
PYPI = {"d4solver": "py_d4", "distributed": "distributed", "pyganak": "pyganak"}


def how_to_get(need: str) -> str:
    """The command that installs what a test needs; empty where it is installed."""
    if need in DEBIAN:
        return "" if shutil.which(need) else f"apt-get install {need}"
    return "" if find_spec(PYPI[need]) else f"pip install {need}"


def commands(*lines: str) -> list[Any]:
    """Parameters that are command lines of such programs, each skipped where it is missing."""
    return [
        pytest.param(line, marks=pytest.mark.needs(line.split()[0]) if line else ())
        for line in lines
    ]
