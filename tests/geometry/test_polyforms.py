"""Polyforms against the published counts, and against growing all of them cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from combien import Region
from combien.errors import BadRegion
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._polyforms import fixed, free, one_sided
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import torus
from tests.geometry.growing import grown

Lister = Callable[..., Iterator[Region]]

# Fixed, one-sided, free; up to sizes that take about a second, from 1 cell on.
PUBLISHED: list[tuple[str, Lattice, int, Lister, list[int]]] = [
    ("A001168", SQUARE, 2, fixed, [1, 2, 6, 19, 63, 216, 760, 2725, 9910]),
    ("A000988", SQUARE, 2, one_sided, [1, 1, 2, 7, 18, 60, 196, 704, 2500]),
    ("A000105", SQUARE, 2, free, [1, 1, 2, 5, 12, 35, 108, 369, 1285]),
    ("A001931", SQUARE, 3, fixed, [1, 3, 15, 86, 534, 3481]),
    ("A000162", SQUARE, 3, one_sided, [1, 1, 2, 8, 29, 166]),
    ("A038119", SQUARE, 3, free, [1, 1, 2, 7, 23, 112]),
    ("A001207", HEXAGONS, 2, fixed, [1, 3, 11, 44, 186, 814, 3652]),
    ("A006535", HEXAGONS, 2, one_sided, [1, 1, 3, 10, 33, 147, 620]),
    ("A000228", HEXAGONS, 2, free, [1, 1, 3, 7, 22, 82, 333]),
    ("A001420", TRIANGLES, 2, fixed, [2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053]),
    ("A006534", TRIANGLES, 2, one_sided, [1, 1, 1, 4, 6, 19, 43, 120, 307, 866]),
    ("A000577", TRIANGLES, 2, free, [1, 1, 1, 3, 4, 12, 24, 66, 160, 448]),
]

BEYOND: list[tuple[str, Lattice, int, Lister, int, int]] = [
    ("A001168", SQUARE, 2, fixed, 10, 36446),
    ("A000988", SQUARE, 2, one_sided, 10, 9189),
    ("A000105", SQUARE, 2, free, 10, 4655),
    ("A001931", SQUARE, 3, fixed, 7, 23502),
    ("A000162", SQUARE, 3, one_sided, 7, 1023),
    ("A038119", SQUARE, 3, free, 7, 607),
    ("A001931", SQUARE, 3, fixed, 8, 162913),
    ("A000162", SQUARE, 3, one_sided, 8, 6922),
    ("A038119", SQUARE, 3, free, 8, 3811),
    ("A001207", HEXAGONS, 2, fixed, 8, 16689),
    ("A006535", HEXAGONS, 2, one_sided, 8, 2821),
    ("A000228", HEXAGONS, 2, free, 8, 1448),
]


@pytest.mark.parametrize(
    ("lattice", "dimension", "lister", "counts"),
    [case[1:] for case in PUBLISHED],
    ids=[case[0] for case in PUBLISHED],
)
def test_published_counts(
    lattice: Lattice, dimension: int, lister: Lister, counts: list[int]
) -> None:
    found = [
        sum(1 for _ in lister(n, lattice=lattice, dimension=dimension))
        for n in range(1, len(counts) + 1)
    ]
    assert found == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lattice", "dimension", "lister", "n", "count"),
    [case[1:] for case in BEYOND],
    ids=[case[0] for case in BEYOND],
)
def test_larger_published_counts(
    lattice: Lattice, dimension: int, lister: Lister, n: int, count: int
) -> None:
    assert sum(1 for _ in lister(n, lattice=lattice, dimension=dimension)) == count


# In dimension 4 there are 384 symmetries.
@pytest.mark.parametrize(
    ("lattice", "dimension", "n"),
    [
        *[(SQUARE, dimension, n) for dimension in (1, 2, 3) for n in range(1, 5)],
        *[(SQUARE, 4, n) for n in range(1, 4)],
        *[(lattice, 2, n) for lattice in (HEXAGONS, TRIANGLES) for n in range(1, 5)],
    ],
)
def test_they_agree_with_the_definition(lattice: Lattice, dimension: int, n: int) -> None:
    everything = grown(n, lattice, dimension)
    found = list(fixed(n, lattice=lattice, dimension=dimension))
    assert len(found) == len(set(found))
    assert set(found) == everything
    axes = lattice.axes or dimension
    for lister, group in ((one_sided, lattice.rotations(axes)), (free, lattice.all(axes))):
        classes = {region.canonical(group) for region in everything}
        kept = list(lister(n, lattice=lattice, dimension=dimension))
        assert len(kept) == len(classes)
        assert {region.canonical(group) for region in kept} == classes
        assert set(kept) <= everything


def test_they_are_generated_lazily_in_one_order() -> None:
    first = list(islice(fixed(60, dimension=3), 5))
    assert [len(region) for region in first] == [60] * 5
    assert first == list(islice(fixed(60, dimension=3), 5))
    assert all(region.is_connected for region in first)


def test_four_dimensions() -> None:
    assert [sum(1 for _ in fixed(n, dimension=4)) for n in range(1, 5)] == [1, 4, 28, 234]
    assert len(Group.all(4)) == 384


@pytest.mark.parametrize("bad", [0, -1, True, 2.0, "3", 4_000_001])
def test_sizes_are_numbers(bad: object) -> None:
    with pytest.raises(BadRegion, match="the size of a polyform"):
        fixed(bad)  # type: ignore[arg-type]


def test_not_on_a_board_that_wraps() -> None:
    with pytest.raises(BadRegion, match="list those of squares"):
        free(3, lattice=torus(4, 4).lattice)
