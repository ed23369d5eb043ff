"""A folder with nonograms, for all tests of `combien nonogram`."""

from __future__ import annotations

from pathlib import Path

import pytest
from nonogram_files import write_puzzles


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few puzzles, which is the one that one stands in."""
    write_puzzles(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
