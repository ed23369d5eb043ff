"""All lengths of a width: known sets, and agreement with tables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import BadInput, CannotAnswer, Tile, rectangles
from combien.geometry._polyforms import free
from combien.rectangles import Lengths
from combien.tilings._names import tiles_named


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("L-tromino", 1, "none"),
        ("L-tromino", 2, "all n = 0 mod 3 with n >= 3"),
        ("L-tromino", 5, "all n = 0 mod 3 with n >= 6"),
        ("P-pentomino", 7, "all n = 0 mod 5 with n >= 10"),
        ("Y-pentomino", 5, "all n = 0 mod 10 with n >= 10"),
        ("Y-pentomino", 9, "20, 30, and all n = 0 mod 5 with n >= 40"),
        ("Y-pentomino", 10, "5, 10, 14, 15, 16, 19, 20, 21, and all n >= 23"),
        ("Y-pentomino", 6, "none"),
        ("T-tetromino", 8, "all n = 0 mod 4 with n >= 4"),
        ("domino", 6, "all n"),
    ],
)
def test_known_lengths(name: str, width: int, expected: str) -> None:
    assert str(rectangles.lengths(tiles_named(name), width)) == expected


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.sampled_from([region for size in range(2, 6) for region in free(size)]),
        min_size=1,
        max_size=2,
        unique=True,
    ),
    st.integers(1, 5),
    st.sampled_from(["none", "rotations", "all"]),
)
def test_lengths_agree_with_tables(shapes: list, width: int, symmetries: str) -> None:  # type: ignore[type-arg]
    tiles = [Tile(shape, symmetries=symmetries, times="any") for shape in shapes]  # type: ignore[arg-type]
    found = rectangles.lengths(tiles, width)
    assert found.complete
    table = rectangles.table(tiles, (10, 10))
    for length in range(1, 11):
        assert found.contains(length) == table.at(width, length).tileable, length
    period, remainders, start = found.period if found.modulus else (1, frozenset(), 0)
    for length in range(start, 60):
        assert (length in found) == (length % period in remainders), length


def test_tiles_that_may_not_be_turned() -> None:
    """Width 3 says nothing about a rectangle of 4 x 3."""
    domino = [Tile("**", symmetries="none", times="any")]
    found = [str(rectangles.lengths(domino, width)) for width in (1, 2, 3, 4)]
    assert found == ["none", "all n", "none", "all n"]


def test_generators_are_not_sums() -> None:
    assert rectangles.lengths(tiles_named("Y-pentomino"), 9).generators == (20, 30, 45, 55)
    assert Lengths(3).generators == ()


def test_a_budget_that_is_exceeded_is_reported() -> None:
    found = rectangles.lengths(tiles_named("Y-pentomino"), 10, nodes=500)
    assert not found.complete
    assert "complete up to" in str(found)
    assert found.contains(5)
    assert found.contains(17) is None


def test_refusals() -> None:
    with pytest.raises(CannotAnswer, match="128 cells"):
        rectangles.lengths(tiles_named("Y-pentomino"), 40)
    with pytest.raises(BadInput, match="width"):
        rectangles.lengths(tiles_named("domino"), 0)
