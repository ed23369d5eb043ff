"""The words of an answer beside the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.modules import run_module


@pytest.mark.needs("nodejs")
def test_the_engines_of_parts_and_hours(tmp_path: Path) -> None:
    methods = '["bits", "frontier+bits", "bits+dlx"].map(methodOf)'
    code = f"show([...{methods}, clock(7190), clock(5400)])"
    search = "a search that tries every placement"
    sweep = "a sweep across the board that counts the states of its edge"
    assert run_module("answer", code, tmp_path) == [
        *(search, f"{sweep} + {search}", search),
        *("2 h 0 min", "1 h 30 min"),
    ]
