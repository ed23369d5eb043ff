"""Costas arrays: published counts, the definition, the rules."""

from __future__ import annotations

from itertools import permutations

import pytest

import combien
from combien.puzzles._board import Board
from combien.puzzles._costas import Costas


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_published_counts(engine: str) -> None:
    # OEIS A008404.
    counts = [combien.count(Costas(size), engine=engine) for size in range(1, 8)]
    assert counts == [1, 2, 4, 12, 40, 116, 200]


def test_another_engine_agrees() -> None:
    counts = [combien.count(Costas(size), engine="frontier") for size in range(1, 5)]
    assert counts == [1, 2, 4, 12]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_larger_arrays(engine: str) -> None:
    counts = [combien.count(Costas(size), engine=engine) for size in (8, 9, 10)]
    assert counts == [444, 760, 2160]


@pytest.mark.slow
def test_larger_arrays_by_backtracking() -> None:
    """Backtracking without exact cover: dots column by column, no vector twice."""

    def count(size: int, dots: tuple[int, ...], steps: frozenset[tuple[int, int]]) -> int:
        if len(dots) == size:
            return 1
        found = 0
        for dot in set(range(size)) - set(dots):
            new = {(len(dots) - file, dot - other) for file, other in enumerate(dots)}
            if steps.isdisjoint(new):
                found += count(size, (*dots, dot), steps | new)
        return found

    assert [count(size, (), frozenset()) for size in (8, 9, 10)] == [444, 760, 2160]


@pytest.mark.parametrize("size", range(1, 6))
def test_solutions_match_the_definition(size: int) -> None:
    puzzle = Costas(size)
    wanted = set()
    for order in permutations(range(size)):
        lines = tuple(tuple("*" * (x == dot) for x in range(size)) for dot in order)
        if puzzle.check(Board(lines)):
            wanted.add(lines)
    assert {reading.lines for reading in combien.solutions(puzzle)} == wanted


@pytest.mark.parametrize(
    "lines",
    [
        (("*", "", ""), ("", "*", ""), ("", "", "*")),
        (("*", "", ""), ("*", "", ""), ("", "*", "")),
        (("*", "", ""), ("", "", ""), ("", "*", "")),
    ],
)
def test_the_check_refuses_what_breaks_the_rules(lines: tuple[tuple[str, ...], ...]) -> None:
    assert not Costas(3).check(Board(lines))
    assert Costas(3).check(Board((("*", "", ""), ("", "", "*"), ("", "*", ""))))
