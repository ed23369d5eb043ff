"""A drawn board as a script and as Python: both have the count of the page."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from typing import Any

import pytest

from combien import language
from tests.web.asking import DOMINO, box, error, events, question, the

CORNER = {"name": 'a "corner"', "cells": [[0, 0], [1, 0], [0, 1]], "symmetries": "rotations"}
BOARDS: list[tuple[dict[str, Any], list[dict[str, Any]], str]] = [
    (box(4, 4), [DOMINO], "36"),
    (box(4, 3), [CORNER | {"times": "any"}], "4"),
    (box(3, 3, without=[(1, 1)]), [DOMINO | {"symmetries": "all", "times": [1, 4]}], "2"),
    (box(5, 1), [DOMINO | {"times": 2}, {"cells": [[0, 0]], "name": "dot"}], "3"),
    (box(3, 2), [DOMINO | {"symmetries": "none", "times": [0, None]}], "0"),
]


def exported(board: dict[str, Any], pieces: list[dict[str, Any]]) -> dict[str, Any]:
    return the("export", events(question("export", board=board, pieces=pieces)))


@pytest.mark.parametrize(("board", "pieces", "count"), BOARDS)
def test_script_has_the_same_count(
    board: dict[str, Any], pieces: list[dict[str, Any]], count: str
) -> None:
    asked = question("count", "export", board=board, pieces=pieces)
    heard = events(asked)
    out = StringIO()
    language.run_script(language.parse(the("export", heard)["cmb"]), out=out, err=StringIO())
    assert f" {count} " in f" {out.getvalue()} "
    assert the("count", heard)["value"] == count


def test_python_has_the_same_count() -> None:
    program = "\n".join(exported(board, pieces)["python"] for board, pieces, _ in BOARDS)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [count for _, _, count in BOARDS]


def test_other_lattices_have_python_only() -> None:
    board = {"lattice": "hexagons", "cells": [[0, 0, 0], [1, -1, 0]]}
    pieces = [{"cells": [[0, 0, 0], [1, -1, 0]], "times": "any", "symmetries": "all"}]
    export = exported(board, pieces)
    assert export["cmb"] is None
    done = subprocess.run(
        [sys.executable, "-c", export["python"]], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"


def test_the_code_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question("code", link="https://example.org/#1.Wz")
    rows = the("code", events(asked))["rows"]
    assert {len(row) for row in rows} == {len(rows)} == {25}
    # The three corners that cameras look for.
    corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == corner
    assert [row[:7] for row in rows[-7:]] == corner
    for link in (None, "file:///etc", "https://é", "https://example.org/" + 1000 * "x"):
        assert error(question("code", link=link)) == "link"
    monkeypatch.setitem(sys.modules, "segno", None)
    assert the("code", events(asked))["rows"] == []
