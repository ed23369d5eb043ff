"""The rooks of the template: known counts, the definition, and the rules that are broken."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien._base.plugins import Table
from combien.puzzles import _table, _template
from combien.puzzles._board import Board
from combien.puzzles._table import _BUILT_IN
from combien.puzzles._template import Rooks
from tests.programs import ROOT


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_permutations_and_derangements(engine: str) -> None:
    # OEIS A000142 and A000166.
    counts = [combien.count(Rooks(size), engine=engine) for size in range(1, 8)]
    assert counts == [1, 2, 6, 24, 120, 720, 5040]
    closed = [combien.count(Rooks(size, diagonal=False), engine=engine) for size in range(2, 9)]
    assert closed == [1, 2, 9, 44, 265, 1854, 14833]


@given(st.integers(1, 6), st.booleans())
def test_solutions_are_the_permutations(size: int, diagonal: bool) -> None:
    wanted = {
        order
        for order in permutations(range(size))
        if diagonal or all(place != thing for place, thing in enumerate(order))
    }
    puzzle = Rooks(size, diagonal=diagonal)
    found = [reading.lines for reading in combien.solutions(puzzle)]
    assert len(found) == len(wanted)
    assert {tuple(line.index("R") for line in lines) for lines in found} == wanted


@pytest.mark.parametrize(
    "lines",
    [
        (("R", ""), ("R", "")),
        (("R", "R"), ("", "")),
        (("R", ""), ("", "")),
        (("R", ""), ("", "R")),
    ],
)
def test_the_check_refuses_what_breaks_the_rules(lines: tuple[tuple[str, ...], ...]) -> None:
    assert not Rooks(2, diagonal=False).check(Board(lines))
    assert Rooks(2, diagonal=False).check(Board((("", "R"), ("R", ""))))


HOLE = re.compile(r"^ *# HOLE: .+\.$", re.MULTILINE)
SOURCE = Path(_template.__file__)


def test_the_holes_are_in_the_template_alone() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert len(HOLE.findall(text)) == text.count("# HOLE") == 6
    for path in (ROOT / "src").rglob("*.py"):
        assert path.name == SOURCE.name or "# HOLE" not in path.read_text(encoding="utf-8"), path


def test_a_filled_copy_is_a_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What adding.md asks for: a copy, the holes filled, an entry of the table.
    text = HOLE.sub("", SOURCE.read_text(encoding="utf-8"))
    text = text.replace("Rooks", "Copied").replace("puzzle rooks", "puzzle copied")
    text = text.replace('name="rooks"', 'name="copied"')
    (tmp_path / "copied_puzzle.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(_BUILT_IN, "copied", ("copied_puzzle", "Copied"))
    monkeypatch.setattr(_table, "PUZZLES", Table("puzzles", _BUILT_IN, fault=_table._fault))
    puzzle = _table.puzzle_named("copied").parse("4 diagonal=no")
    assert str(puzzle) == "size=4 diagonal=no"
    assert puzzle.about.examples[0] == "combien puzzle copied 6"
    assert combien.count(puzzle) == 9
    assert all(puzzle.check(reading) for reading in combien.solutions(puzzle))
