"""Strategies for random cells, regions and symmetries of any small dimension."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import strategies as st

from combien import Region
from combien.geometry._symmetry import Symmetry


def cells(dimension: int, *, far: int = 3) -> st.SearchStrategy[tuple[int, ...]]:
    """Cells not far from the origin, so that random regions meet."""
    return st.tuples(*[st.integers(-far, far)] * dimension)


def regions(
    dimension: int, *, least: int = 0, most: int = 12, far: int = 3
) -> st.SearchStrategy[Region]:
    """Regions of a few cells, connected or not."""
    return st.sets(cells(dimension, far=far), min_size=least, max_size=most).map(
        lambda found: Region(found, dimension=dimension)
    )


def all_signed(dimension: int) -> list[Symmetry]:
    """All symmetries of Z^n, listed without any group: permutations times signs."""
    return [
        Symmetry(tuple(axis * sign for axis, sign in zip(axes, signs, strict=True)))
        for axes in permutations(range(1, dimension + 1))
        for signs in product((1, -1), repeat=dimension)
    ]


def symmetries(dimension: int) -> st.SearchStrategy[Symmetry]:
    """Any symmetry of Z^n."""
    return st.sampled_from(all_signed(dimension))
