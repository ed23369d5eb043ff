"""`combien nonogram report`: the answers of a setter, as text, JSON and a drawing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.nonogram_files import nonogram, puzzles_in

KEY = """\
key: 5 rows, 11 columns
goal: solves it
solutions: 3
ambiguous: 16 cells: row 1, columns 1 2 4 5; row 2, columns 1 2 4 5; row 4, columns 1 2 4 5; ...
  ??#??......
  ??.??......
  #...######.
  ??.??..#.#.
  ??#??......
difficulty: lines find 39 of 55 cells in 6 rounds, then several solutions remain
line solving stalls after step 19 in rows 1 to 2 and 4 to 5, columns 1 to 2 and 4 to 5
20 steps of a person: empty 1, complete 6, only 1, overlap 7, closed 1, reach 3, search 1
lines (cells) in order: column 11 (5), row 3 (7), column 6 (4), column 7 (4), column 1 (1), \
column 8 (3), row 1 (1), row 5 (2), column 3 (3), column 9 (4), ...
changes to make it unique: 1 cell, and no fewer; 6 choices:
  row 1, column 3 white
  row 2, column 3 black
  row 3, column 2 black
  row 3, column 4 black
  row 3, column 5 white
  row 4, column 3 black
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few puzzles."""
    return puzzles_in(tmp_path, monkeypatch)


def test_several_solutions(here: Path) -> None:
    assert nonogram("report", "--svg", "key.svg", "example:key.txt").out == KEY
    assert (here / "key.svg").read_text().startswith("<svg")
    again = nonogram("report", "--svg", "key.svg", "example:key.txt")
    assert "key.svg" in again.err or (here / "key.svg").exists()


def test_one_solution() -> None:
    lines = nonogram("report", "example:snail.non").out.splitlines()
    assert lines[1] == "solutions: 1"
    assert lines[-1] == "changes to make it unique: none"


@pytest.mark.usefixtures("here")
def test_no_solution() -> None:
    outcome = nonogram("report", "none.non")
    assert outcome.code == 10
    assert "solutions: none: column 1" in outcome.out
    refused = nonogram("report", "none.non", "--svg", "a.svg")
    assert refused.code == 2
    assert "there is nothing to draw" in refused.err
    assert not Path("a.svg").exists()


def test_more_changes_than_allowed() -> None:
    outcome = nonogram("report", "--most", "0", "example:key.txt")
    assert "changes to make it unique: at least 1 cell, proved (--most 1 tries 1)" in outcome.out
    stopped = nonogram("report", "--nodes", "40", "example:key.txt")
    assert "the budget ended before more was known" in stopped.out
    assert nonogram("report", "--nodes", "0", "example:key.txt").code == 20


def test_blotted(tmp_path: Path) -> None:
    path = tmp_path / "blotted.json"
    path.write_text('{"rows": [[null], [null, 1]], "columns": [[2], [1], [1]]}')
    assert nonogram("report", path).out.splitlines()[-1] == "changes: not for blotted clues"


@pytest.mark.usefixtures("here")
def test_the_first_smallest_change_is_made() -> None:
    Path("diagonal.txt").write_text("#...\n.#..\n..#.\n...#\n")
    made = nonogram("make", "--unique", "fewest", "--to", "text", "diagonal.txt", "-")
    assert (made.out, made.err) == (
        "....\n.#.#\n..#.\n...#\n",
        "2 cells changed, no fewer suffice\n",
    )
    Path("made.txt").write_text(made.out)
    assert nonogram("report", "made.txt").out.splitlines()[-1] == "changes to make it unique: none"
    both = nonogram("make", "--unique", "fewest", "--symmetric", "both", "diagonal.txt", "a.non")
    assert (both.code, "use --unique cells" in both.err) == (2, True)


def test_json() -> None:
    facts = json.loads(nonogram("report", "--json", "--difficulty", "lines", "example:key.txt").out)
    assert (facts["count"], facts["status"], facts["at_least_changed"]) == ("3", "several", 1)
    assert facts["fewest"] == {
        "cells": 1,
        "changes": [[[1, 2, 1]], [[2, 1, 1]], [[2, 3, 1]], [[3, 2, 1]]],
        "complete": True,
    }
    assert facts["steps"][0]["line"] == ["column", 10]
    assert facts["steps"][-1] == {"rule": "search", "line": None, "cells": [], "depth": 0}
    both = nonogram("report", "--json", "--svg", "-", "example:key.txt")
    assert (both.code, "--svg - cannot be combined with --json" in both.err) == (2, True)
    assert nonogram("report", "--svg", "-", "example:key.txt").out.startswith("<svg")
