"""Set partitions: the numbers of Bell and others, the definition, the rules."""

from __future__ import annotations

from itertools import product

import pytest

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._partitions import Partitions


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_published_counts(engine: str) -> None:
    def counts(sizes: list[int], parts: str = "any") -> list[int]:
        return [combien.count(Partitions(size, parts=parts), engine=engine) for size in sizes]

    # OEIS A000110, A000085, A001147, A025035.
    assert counts([1, 2, 3, 4, 5, 6, 7, 8, 9]) == [1, 2, 5, 15, 52, 203, 877, 4140, 21147]
    assert counts([2, 3, 4, 5, 6, 7, 8], "1,2") == [2, 4, 10, 26, 76, 232, 764]
    assert counts([2, 4, 5, 6, 8, 10], "2") == [1, 3, 0, 15, 105, 945]
    assert counts([3, 6, 9], "3") == [1, 10, 280]


def test_twelve_elements() -> None:
    assert combien.count(Partitions(10)) == 115975
    assert combien.count(Partitions(12)) == 4213597


@pytest.mark.parametrize("parts", ["any", "1,2", "3", "1,4"])
def test_solutions_match_the_definition(parts: str) -> None:
    puzzle = Partitions(5, parts=parts)
    wanted = set()
    for kinds in product(range(5), repeat=5):
        groups = [tuple(i + 1 for i in range(5) if kinds[i] == kind) for kind in range(5)]
        reading = Groups((tuple(sorted(group for group in groups if group)),))
        if puzzle.check(reading):
            wanted.add(reading)
    assert set(combien.solutions(puzzle)) == wanted


def test_the_check_refuses_what_breaks_the_rules() -> None:
    assert Partitions(3).check(Groups((((1, 3), (2,)),)))
    assert not Partitions(3).check(Groups((((1, 3),),)))
    assert not Partitions(3).check(Groups((((1, 2), (2, 3)),)))
    assert not Partitions(3, parts="1,3").check(Groups((((1, 3), (2,)),)))


@pytest.mark.parametrize("parts", ["0", "1,x", "", "6", "2,2"])
def test_parts_that_are_refused(parts: str) -> None:
    with pytest.raises(BadPuzzle, match="expected different sizes from 1 to 5"):
        Partitions(5, parts=parts)


def test_a_set_that_is_too_large() -> None:
    with pytest.raises(BadPuzzle, match="too many possible parts"):
        Partitions(30)
