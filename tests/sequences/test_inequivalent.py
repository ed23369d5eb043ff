"""Tilings of strips up to symmetry: published numbers, and orbits counted on whole boards."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import combien
from combien import Budget, Region, Strip, Tile, sequence
from combien._base.budget import Meter
from combien._questions.up_to import SymmetryName
from combien.errors import CannotAnswer
from combien.geometry import HEXAGONS, TRIANGLES, cylinder
from combien.sequences._burnside import InequivalentSource
from combien.tilings._tile import Symmetries

# Cells from which tiles in several parts are made.
BOX = [(x, y) for x in range(3) for y in range(3)]
NAMES = ["domino", "I-tromino", "L-tromino", "monomino", "T-tetromino", "S-tetromino", "1x2"]


def can_fold(strip: Strip, up_to: SymmetryName) -> bool:
    try:
        InequivalentSource(strip, up_to)
    except CannotAnswer:
        return False
    return True


@given(
    st.integers(1, 4),
    st.sets(st.sampled_from(NAMES), min_size=1, max_size=3),
    st.booleans(),
    st.sampled_from(["all", "rotations"]),
)
@settings(max_examples=30)
def test_orbits(width: int, names: set[str], fixed: bool, up_to: SymmetryName) -> None:
    try:
        strip = Strip(width, tiles=sorted(names), fixed=fixed)
    except combien.BadTiling:
        return
    terms = sequence(strip, up_to=up_to).first(6)
    assert terms[1:] == [combien.count(strip.model(n), up_to=up_to) for n in range(1, 6)]


@given(
    st.integers(1, 4),
    st.lists(
        st.tuples(
            st.sets(st.sampled_from(BOX), min_size=1, max_size=4),
            st.sampled_from(["none", "rotations", "all"]),
        ),
        min_size=1,
        max_size=2,
    ),
    st.sampled_from(["all", "rotations"]),
)
@example(2, [({(0, 0), (0, 2), (1, 2)}, "all")], "all")
@example(4, [({(0, 0), (0, 2), (2, 1), (2, 2)}, "all")], "all")
@settings(max_examples=12)
def test_orbits_with_tiles_in_parts(
    width: int, shapes: list[tuple[set[tuple[int, int]], Symmetries]], up_to: SymmetryName
) -> None:
    """Derived orbits, against a list of the tilings of each board and their images."""
    tiles = [Tile(Region(cells), symmetries=kind, times="any") for cells, kind in shapes]
    strip = Strip(width, tiles=[*tiles, Tile("*", times="any")])
    if not can_fold(strip, up_to):
        return
    expected = [1]
    for n in range(1, 13 // width):
        model = strip.model(n)
        group = model.symmetries(up_to=up_to)
        expected.append(sum(map(group.is_least, combien.solutions(model.problem()))))
        assert combien.count(model, up_to=up_to) == expected[-1]
    source = InequivalentSource(strip, up_to)
    assert source.terms(len(expected), Meter(Budget(), engine="strip")) == expected


@pytest.mark.parametrize(
    ("width", "arts", "first"),
    [(4, ("***", "*.\n*.\n**", "*"), [2, 4]), (3, ("***\n*..", "*"), [1, 2])],
)
def test_a_tile_that_does_not_fit_does_not_matter(
    width: int, arts: tuple[str, ...], first: list[int]
) -> None:
    """On the board of 4 x 2 only the tetromino would break symmetries, and does not fit."""
    strip = Strip(width, tiles=[Tile(art, times="any") for art in arts])
    counts = [combien.count(strip.model(n), up_to="all") for n in range(1, 6)]
    assert sequence(strip, up_to="all").first(6) == [1, *counts]
    assert counts[:2] == first


def test_squares_of_nine_and_ten_rows() -> None:
    """A359025 and A359026, with the terms that are stored there."""
    nine = sequence(Strip(9, tiles="squares"), up_to="all").first(21)
    assert nine[:9] == [1, 1, 30, 163, 2403, 32097, 459957, 6542578, 93604244]
    assert nine[20] == 6861184245212678757012
    ten = sequence(Strip(10, tiles="squares"), up_to="all").first(11)
    assert ten[:8] == [1, 1, 51, 347, 7048, 130125, 2551794, 49828415]
    # 9 x 10 is in both; n x n is A224239.
    assert (ten[9], nine[9], ten[10]) == (nine[10], 669203528, 187623057932)


@pytest.mark.parametrize(("width", "up_to"), [(3, "all"), (4, "all"), (5, "rotations")])
def test_a_formula_of_orbits(width: int, up_to: SymmetryName) -> None:
    """Its terms are the orbits far beyond those it was made from."""
    orbits = sequence(Strip(width, tiles=["domino", "monomino"]), up_to=up_to)
    recurrence = orbits.recurrence()
    assert recurrence is not None
    assert orbits.proof is not None
    checked = orbits.proof.checked
    fresh = sequence(Strip(width, tiles=["domino", "monomino"]), up_to=up_to)
    assert fresh.first(checked + 20) == recurrence.first(checked + 20)


def test_boxes_have_symmetries_of_order_four() -> None:
    """A quarter turn with a reflection of the axis is not an involution."""
    strip = Strip(combien.Region.box(2, 2, 1), tiles="domino")
    assert can_fold(strip, "all")
    terms = sequence(strip, up_to="all").first(6)
    assert terms[1:] == [combien.count(strip.model(n), up_to="all") for n in range(1, 6)]


@pytest.mark.parametrize(
    ("strip", "folds"),
    [
        (Strip(Region.from_art("***.**"), axis=1, tiles=["domino", "monomino"]), True),
        (Strip(cylinder(4, 1), tiles=["domino", "monomino"]), True),
        (Strip(Region.box(2, 2, 1), tiles=["L-tetromino", "monomino"]), True),
        # Boards of other lengths than the width have further symmetries.
        (Strip(Region.box(3, 1, lattice=TRIANGLES), tiles="triamonds"), False),
        (Strip(cylinder(4, 1, lattice=HEXAGONS), tiles="dihexes"), False),
        (Strip(Region.from_art("**\n*."), axis=0, tiles=["domino", "monomino"]), False),
    ],
)
@pytest.mark.parametrize("up_to", ["all", "rotations"])
def test_orbits_of_other_strips(strip: Strip, folds: bool, up_to: SymmetryName) -> None:
    assert can_fold(strip, up_to) == folds
    terms = sequence(strip, up_to=up_to).first(5)
    assert terms == [1, *(combien.count(strip.model(n), up_to=up_to) for n in range(1, 5))]


def test_strips_that_are_not_folded_are_counted_board_by_board() -> None:
    strip = Strip(2, tiles="rectangles")
    assert not can_fold(strip, "all")
    orbits = sequence(strip, up_to="all")
    assert orbits.first(4) == [1, *(combien.count(strip.model(n), up_to="all") for n in (1, 2, 3))]
    assert orbits.recurrence() is None


@pytest.mark.parametrize("tiles", ["rectangles", "bars"])
def test_tiles_of_any_length_in_a_strip_without_symmetries(tiles: str) -> None:
    strip = Strip(Region.from_art("**.*"), axis=1, tiles=tiles)
    orbits = sequence(strip, up_to="rotations")
    direct = [combien.count(strip.model(n), up_to="rotations") for n in range(1, 5)]
    assert orbits.first(5) == [1, *direct]
    assert orbits.recurrence() is not None


@pytest.mark.parametrize(
    ("width", "tiles", "lengths"),
    [
        (4, ["domino"], [4]),
        (2, ["1x4", "monomino"], [2]),
        (4, [Tile(art, times="any") for art in ("***", "*.\n*.\n**", "*")], [1, 2, 4]),
        (3, [Tile(art, times="any") for art in ("***\n*..", "*")], [1, 3]),
        (2, [Tile(art, times="any") for art in ("**\n*.\n*.\n*.", "*")], [1, 2, 3]),
    ],
)
def test_which_boards_have_more_symmetries_than_the_strip(
    width: int, tiles: list[str | Tile], lengths: list[int]
) -> None:
    """Squares, and those that are too short for a tile that breaks symmetries."""
    assert list(InequivalentSource(Strip(width, tiles=tiles), "all")._special) == lengths


def test_the_cyclic_subgroups_of_a_box() -> None:
    strip = Strip(Region.box(2, 3, 1), tiles=["domino", "monomino"])
    source = InequivalentSource(strip, "all")
    assert (list(source._special), len(source._parts)) == ([2, 3], 8)
    assert source._cyclic == {(0,), *((0, place) for place in range(1, 8))}
    four = InequivalentSource(Strip(Region.box(2, 2, 1), tiles="domino"), "all")
    assert (list(four._special), len(four._parts), len(four._cyclic)) == ([2], 16, 14)


def test_the_terms_of_a_proved_formula_keep_to_the_seconds() -> None:
    source = InequivalentSource(Strip(2, tiles="domino"), "all")
    assert source.formula(Meter(Budget(), engine="strip")) is not None
    with pytest.raises(combien.OutOfBudget):
        source.terms(5, Meter(Budget(seconds=0), engine="strip"))
