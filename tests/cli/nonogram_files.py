"""What the tests of `combien nonogram` share: a few puzzles, and running a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Outcome, combien

HEART = ".#.#.\n#####\n#####\n.###.\n..#..\n"
TWO = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
NONE = "width 2\nheight 2\nrows\n2\n0\ncolumns\n2\n0\n"


def puzzles_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a few puzzles."""
    monkeypatch.chdir(folder)
    (folder / "heart.txt").write_text(HEART)
    (folder / "two.non").write_text(TWO)
    (folder / "none.non").write_text(NONE)
    (folder / "empty.non").write_text("width 3\nheight 1\nrows\n0\ncolumns\n0\n0\n0\n")
    return folder


def nonogram(*words: object) -> Outcome:
    """Run a command."""
    return combien("nonogram", *words)
