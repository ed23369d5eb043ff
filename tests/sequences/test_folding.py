"""Tilings of strips with a symmetry: counted by folded strips, and by engines on whole boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Group, Region, Strip, Symmetry, Tile, TilingProblem, count
from combien._base.budget import Budget, Meter
from combien._questions.up_to import Symmetric
from combien.errors import CannotAnswer
from combien.geometry._polyforms import free
from combien.sequences import _automaton

SMALL = [region for cells in (1, 2, 3, 4) for region in free(cells)]


def row_layout(width: int, tiles: list[Tile]) -> _automaton.Layout:
    placements = []
    for shape in (orientation for tile in tiles for orientation in tile.orientations):
        for up in range(width - shape.size[1] + 1):
            placements.append(tuple(sorted(x * width + y + up for x, y in shape)))
    return _automaton.Layout(width, tuple(placements))


def terms(layout: _automaton.Layout, length: int) -> list[int]:
    meter = Meter(Budget(), engine="strip")
    automaton = _automaton.Automaton(layout)
    automaton.build(meter)
    return automaton.terms(length, meter)


@settings(max_examples=40)
@given(
    st.integers(1, 4),
    st.sets(st.integers(0, len(SMALL) - 1), min_size=1, max_size=3),
    st.integers(1, 5),
)
def test_invariant_tilings(width: int, chosen: set[int], length: int) -> None:
    tiles = [Tile(SMALL[number], symmetries="all", times="any") for number in sorted(chosen)]
    layout = row_layout(width, tiles)
    if not layout.placements:
        return
    board = TilingProblem(Region.box(length, width), tiles)
    flip, same = tuple(reversed(range(width))), tuple(range(width))

    def invariant(name: str) -> int:
        return count(Symmetric(board, Group.generated_by(Symmetry.named(name))))

    assert terms(_automaton.quotient(layout, flip)[0], length + 1)[length] == invariant("HorizRefl")
    half, odd = divmod(length, 2)
    for images, name in ((same, "VertRefl"), (flip, "Rot180")):
        caps, cap = _automaton.folded(layout, images, odd=bool(odd))
        everything = terms(caps, half + cap + 1)
        halves = _automaton.half_strips(everything, terms(layout, half + cap + 1), cap=cap)
        assert halves[half] == invariant(name)


def test_tiles_of_any_length_are_not_folded() -> None:
    with pytest.raises(CannotAnswer, match="any length"):
        _automaton.folded(_automaton.Layout(2, (), ((0,), (1,))), (0, 1), odd=False)


@pytest.mark.parametrize("common", [False, True])
@pytest.mark.parametrize(
    ("tiles", "images", "reverses"),
    [(((0, 1, 3), (0, 2, 3)), (0,), True), (((0, 2, 3), (1, 2, 3)), (1, 0), False)],
)
def test_mirror_images_are_exchanged_where_they_have_a_place_in_common(
    tiles: tuple[_automaton.Cells, ...], images: tuple[int, ...], reverses: bool, common: bool
) -> None:
    place = (0, 1)
    kinds = [frozenset([tile, place] if common else [tile]) for tile in tiles]
    assert _automaton.preserves(kinds, images, reverses=reverses)
    assert _automaton.exchanges(kinds, images, reverses=reverses) == common


def folded_by(art: str, width: int, *, turned: bool, odd: bool) -> tuple[_automaton.Layout, int]:
    tiles = [Tile(art, symmetries="all", times="any"), Tile("*", times="any")]
    images = range(width)[:: -1 if turned else 1]
    return _automaton.folded(Strip(width, tiles=tiles).layout, images, odd=odd)


@pytest.mark.parametrize(
    ("art", "odd", "slots", "placements", "cap"),
    [
        ("*", False, 2, "0 0 0,1 1", 1),
        ("*", True, 2, "0 0 0,1 0,1 1", 1),
        ("*.*", False, 3, "0,6 0 0,1 0,1,3,6 1,2 0,1,2,5", 2),
        ("*.*", True, 4, "0,8 0 2 2,4 0,1 1,2,3 0,1,2,3,7", 2),
        ("*..*", False, 4, "0,12 0 2 0,1 0,1,4,12 2,8 1,2,3 0,1,2,3,4,5,6,7,11", 3),
        ("*..*", True, 4, "0,12 0 2 2,4,8 0,1 1,2,3 0,1,2,3,4,5,6,7,11", 3),
    ],
)
def test_the_folded_strip_of_a_tile_in_a_row(
    art: str, odd: bool, slots: int, placements: str, cap: int
) -> None:
    """Layouts recorded when `test_invariant_tilings` and the orbits of whole boards agreed."""
    listed = tuple(tuple(map(int, cells.split(","))) for cells in placements.split())
    assert folded_by(art, 1, turned=False, odd=odd) == (_automaton.Layout(slots, listed), cap)


@pytest.mark.parametrize(
    ("turned", "odd", "slots", "placements"),
    [
        (False, False, 5, "0,11 1,10 0 1 0,2 1,3 1,3,6,10 0,2,5,11 2,3,4 0,1,2,3,4,9"),
        (True, False, 5, "0,11 1,10 0 1 0,2 1,3 1,3,6,11 0,2,5,10 2,3,4 0,1,2,3,4,9"),
        (False, True, 7, "0,15 1,14 0 1 4 5 4,5,7,8 0,2 1,3 2,3,4,5,6 0,1,2,3,4,5,6,13"),
        (
            True,
            True,
            7,
            "0,15 1,14 0 1 4 5 0,1,2,3,15 5,8 0,1,2,3,14 4,7 0,1,2,3 2,3,4,5,6 0,1,2,3,4,5,6,13",
        ),
    ],
)
def test_the_folded_strip_of_a_skew_tile_in_two_parts(
    turned: bool, odd: bool, slots: int, placements: str
) -> None:
    listed = {tuple(map(int, cells.split(","))) for cells in placements.split()}
    layout, cap = folded_by("*..\n..*", 2, turned=turned, odd=odd)
    assert (layout.slots, set(layout.placements), cap) == (slots, listed, 2)
