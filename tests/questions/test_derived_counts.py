"""What follows from other counts is compared with a list of the solutions, if that is short."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from combien import Disagreement, Problem, Region, Tile, TilingProblem, count, orbits
from combien._questions import up_to
from combien.engines._portfolio.auto import Planned
from combien.engines._portfolio.divided import Divided
from combien.rectangles import _direct, all_primes, lengths, table

DOMINO = Tile("**", symmetries="all", times="any")
BOARD = TilingProblem(Region.box(4, 4), [DOMINO])
L = Tile("*.\n**", symmetries="all", times="any")


def test_orbits(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = up_to._Counting.fixed

    def more(self: up_to._Counting, members: list[int]) -> int:
        return fixed(self, members) + 8 * (members[0] == 1)

    monkeypatch.setattr(up_to._Counting, "fixed", more)
    with pytest.raises(Disagreement, match="up to symmetry: 10 as derived, but 9 by a direct"):
        count(BOARD, up_to="all")
    with pytest.raises(Disagreement, match="up to symmetry: 10 as derived, but 9 by a direct"):
        orbits(BOARD)
    monkeypatch.setattr(up_to._Counting, "fixed", lambda self, members: 1 + (members[0] == 1))
    with pytest.raises(Disagreement, match=r"a sum over the symmetries: .* a multiple of 8"):
        count(BOARD, up_to="all")


def test_products(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Problem.from_options([f"{a}{b}" for a, b in ("ab", "cd", "ac", "bd", "ef", "gh")])
    monkeypatch.setattr("combien.engines._portfolio.auto._begun", lambda problem: None)
    monkeypatch.setattr(Planned, "advance", _divided)
    assert count(parts) == 2
    monkeypatch.setattr(Divided, "count", property(lambda self: 4))
    with pytest.raises(Disagreement, match=r"became .* parts.*: 4 as derived, but 2 by a direct"):
        count(parts)


def _divided(self: Planned, steps: int, seconds: float, bytes: int) -> bool:
    if self._divided is None:
        self._divide()
    return self._counting.advance(steps, seconds, bytes)


def test_rectangles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the fault is in the direct search, which finds no tiling."""
    monkeypatch.setattr(_direct, "listed", lambda problem, most: [])
    asked: tuple[Callable[[], object], ...] = (
        lambda: all_primes([L]),
        lambda: lengths([L], 2),
        lambda: table([L], (6, 6)),
    )
    for ask in asked:
        with pytest.raises(Disagreement, match="a tiling as derived, but none by a direct count"):
            ask()
