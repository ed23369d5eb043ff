"""Langford's pairs: published counts by two engines, reversal, and the definition."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.puzzles._board import Board
from combien.puzzles._langford import Langford

# OEIS A014552, which counts up to reversal; A004075.
LANGFORD = {1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0, 7: 26, 8: 150, 9: 0, 10: 0, 11: 17792}
SKOLEM = {1: 1, 2: 0, 3: 0, 4: 6, 5: 10, 6: 0, 7: 0, 8: 504, 9: 2656}


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_the_published_counts(engine: str) -> None:
    both_ways = {n: combien.count(Langford(n), engine=engine) for n in LANGFORD}
    assert both_ways == {n: 2 * count for n, count in LANGFORD.items()}
    skolem = {n: combien.count(Langford(n, skolem=True), engine=engine) for n in SKOLEM}
    assert skolem == SKOLEM


def test_up_to_reversal() -> None:
    sizes = (3, 4, 7, 8)
    counts = [combien.count(Langford(n), up_to="all") for n in sizes]
    assert counts == [LANGFORD[n] for n in sizes]
    assert Langford(4).symmetries().names == ("Id", "Rot180")
    assert len(list(combien.solutions(Langford(7), up_to="all"))) == 26


@pytest.mark.slow
def test_twelve_pairs() -> None:
    assert combien.count(Langford(12), engine="bits") == 2 * 108144
    assert combien.count(Langford(12), engine="frontier") == 2 * 108144


def kept(line: tuple[int, ...], *, apart: int) -> bool:
    """The definition: the second k is `k + apart` places after the first."""
    size = len(line) // 2
    return all(
        line.index(number) + number + apart < len(line)
        and line[line.index(number) + number + apart] == number
        for number in range(1, size + 1)
    )


@given(st.integers(1, 4), st.booleans())
def test_the_definition(size: int, skolem: bool) -> None:
    numbers = [number for number in range(1, size + 1) for _ in range(2)]
    wanted = {line for line in set(permutations(numbers)) if kept(line, apart=not skolem)}
    puzzle = Langford(size, skolem=skolem)
    found = list(combien.solutions(puzzle))
    assert {tuple(map(int, board.lines[0])) for board in found} == wanted
    assert len(found) == len(wanted)
    assert all(map(puzzle.check, found))


@given(st.permutations([1, 1, 2, 2, 3, 3]), st.booleans())
def test_the_check_is_the_rule(line: list[int], skolem: bool) -> None:
    board = Board((tuple(map(str, line)),))
    assert Langford(3, skolem=skolem).check(board) is kept(tuple(line), apart=not skolem)


def test_incomplete_solutions_are_refused() -> None:
    good = ("2", "3", "1", "2", "1", "3")
    assert Langford(3).check(Board((good,)))
    assert not Langford(4).check(Board((good,)))
    assert not Langford(3).check(Board((("1", "1", "1", "2", "2", "3"),)))
    assert not Langford(3).check(Board((("", *good[1:]),)))
