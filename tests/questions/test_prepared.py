"""Prepared problems: a sudoku with its clues, many times."""

from __future__ import annotations

from itertools import product

import pytest

from combien import Prepared, Problem
from combien.engines._search.searching import SearchEngine
from combien.errors import BadInput, OutOfBudget

SIDE = 4
PLACES = list(product(range(SIDE), repeat=3))  # Down, across, digit: the options' order.


def sudoku() -> Problem:
    """The 4x4 sudoku as a problem."""
    return Problem.from_options(
        [("cell", y, x), ("row", y, d), ("column", x, d), ("box", y // 2, x // 2, d)]
        for y, x, d in PLACES
    )


def clues(text: str) -> list[int]:
    """Digits and dots, line by line, as option numbers."""
    return [SIDE * k + int(digit) - 1 for k, digit in enumerate(text) if digit != "."]


def digits(solution: tuple[int, ...]) -> str:
    return "".join(str(option % SIDE + 1) for option in solution)


@pytest.mark.parametrize("engine", ["auto", "bits", "dlx", "dlx-leftmost"])
def test_one_problem_many_clues(engine: str) -> None:
    prepared = Prepared(sudoku(), engine=engine)
    # OEIS A107739: 288 grids.
    grids = {digits(solution) for solution in prepared.solutions(limit=1000)}
    assert len(grids) == 288
    for puzzle in ("12...........34.", "1...3......4..2.", "12..34..21......", "1234341221434321"):
        wanted = {g for g in grids if all(c in (".", d) for c, d in zip(puzzle, g, strict=True))}
        found = prepared.solutions(clues(puzzle), limit=1000)
        assert {digits(solution) for solution in found} == wanted
        assert len(prepared.solutions(clues(puzzle))) == min(2, len(wanted))
    assert prepared.solutions(clues("11..............")) == []
    assert prepared.work == {"nodes": 0, "updates": 0}


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Prepared(sudoku())
    with pytest.raises(BadInput, match="no option 64"):
        prepared.solutions([64])
    with pytest.raises(BadInput, match="limit=0"):
        prepared.solutions(limit=0)
    with pytest.raises(OutOfBudget):
        prepared.solutions(limit=1000, nodes=10)
    monkeypatch.setattr(SearchEngine, "fits", lambda *_, **__: False)
    with pytest.raises(OutOfBudget, match="needs more than 1e-09 GB"):
        prepared.solutions(bytes=1)
    monkeypatch.undo()
    assert len(prepared.solutions(limit=1000)) == 288
