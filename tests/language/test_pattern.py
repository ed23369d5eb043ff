"""The algebra of patterns against its definition: sets of cells in a frame, one cell at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combien.errors import BadRegion
from combien.language._pattern import MOST_CELLS, Pattern
from combien.language._syntax import ISOMETRIES, OPERATORS
from tests.isometries import ON_A_FRAME

Cell = tuple[int, int]

SETS: dict[str, Callable[[set[Cell], set[Cell]], set[Cell]]] = {
    "union": set.union,
    "inter": set.intersection,
    "diff": set.difference,
    "xor": set.symmetric_difference,
}


def plain(pattern: Pattern) -> tuple[int, int, set[Cell]]:
    """A pattern as its definition has it."""
    return pattern.width, pattern.height, set(pattern.cells())


def from_cells(width: int, height: int, cells: set[Cell]) -> Pattern:
    """A pattern made by putting in one cell after the other."""
    made = Pattern.constant(width, height, False)
    for x, y in sorted(cells):
        made = made.set(x, y, True)
    return made


@st.composite
def patterns(draw: st.DrawFn, width: int | None = None, height: int | None = None) -> Pattern:
    """Patterns of up to 7 x 7 places, those without any among them."""
    if width is None:
        width = draw(st.integers(0, 7))
    if height is None:
        height = draw(st.integers(0, 7))
    bits = draw(st.integers(0, 2 ** (width * height) - 1))
    return Pattern(width, height, bits)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Pattern, Pattern]:
    """Two patterns of one size."""
    first = draw(patterns())
    return first, draw(patterns(first.width, first.height))


@given(patterns())
def test_cells_make_the_pattern_again(pattern: Pattern) -> None:
    assert from_cells(*plain(pattern)) == pattern


@given(patterns())
def test_the_drawing_makes_the_pattern_again(pattern: Pattern) -> None:
    lines = pattern.art().split("\n") if pattern.width and pattern.height else []
    assert Pattern.drawn(lines).cells() == pattern.cells()
    for number, line in enumerate(lines):
        for x, mark in enumerate(line):
            assert (mark == "*") == ((x, pattern.height - 1 - number) in pattern.cells())


@given(patterns())
def test_cells_come_in_reading_order(pattern: Pattern) -> None:
    assert pattern.cells() == sorted(pattern.cells(), key=lambda cell: (-cell[1], cell[0]))


@given(pairs(), st.sampled_from(list(OPERATORS)))
def test_operators_match_sets(both: tuple[Pattern, Pattern], operator: str) -> None:
    first, second = both
    result = first.combine(operator, second)  # type: ignore[arg-type]
    expected = SETS[operator](set(first.cells()), set(second.cells()))
    assert plain(result) == (first.width, first.height, expected)


@given(patterns(), st.sampled_from(ISOMETRIES))
def test_isometries_are_their_formulas(pattern: Pattern, isometry: str) -> None:
    w, h = pattern.width, pattern.height
    upright = isometry in ("Id", "Rot180", "VertRefl", "HorizRefl")
    expected = {ON_A_FRAME[isometry](x, y, w, h) for x, y in pattern.cells()}
    frame = (w, h) if upright else (h, w)
    assert plain(pattern.apply(isometry)) == (*frame, expected)  # type: ignore[arg-type]


@given(patterns(), st.integers(0, 9), st.integers(0, 9))
def test_shift_moves_right_and_up_and_loses_what_leaves(pattern: Pattern, x: int, y: int) -> None:
    w, h = pattern.width, pattern.height
    moved = {(a + x, b + y) for a, b in pattern.cells() if a + x < w and b + y < h}
    assert plain(pattern.shift(x, y)) == (w, h, moved)


@given(patterns(), st.integers(0, 9), st.integers(0, 9))
def test_resize_keeps_the_bottom_left_corner(pattern: Pattern, w: int, h: int) -> None:
    kept = {(x, y) for x, y in pattern.cells() if x < w and y < h}
    assert plain(pattern.resize(w, h)) == (w, h, kept)


@given(patterns(), st.data())
def test_crop_is_a_window(pattern: Pattern, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, pattern.width))
    y = data.draw(st.integers(0, pattern.height))
    w = data.draw(st.integers(0, pattern.width - x))
    h = data.draw(st.integers(0, pattern.height - y))
    seen = {(a - x, b - y) for a, b in pattern.cells() if 0 <= a - x < w and 0 <= b - y < h}
    assert plain(pattern.crop(x, y, w, h)) == (w, h, seen)


@pytest.mark.parametrize("size", [(0, 0), (0, 3), (3, 0)])
@pytest.mark.parametrize("value", [False, True])
def test_set_needs_a_cell(size: tuple[int, int], value: bool) -> None:
    with pytest.raises(BadRegion, match="it has no places"):
        Pattern.constant(*size, False).set(0, 0, value)


@given(patterns(), st.data(), st.booleans())
def test_set_changes_one_cell(pattern: Pattern, data: st.DataObject, value: bool) -> None:
    assume(pattern.width * pattern.height > 0)
    x = data.draw(st.integers(0, pattern.width - 1))
    y = data.draw(st.integers(0, pattern.height - 1))
    cells = set(pattern.cells()) - {(x, y)} | ({(x, y)} if value else set())
    assert plain(pattern.set(x, y, value)) == (pattern.width, pattern.height, cells)


def test_union_of_what_is_not_square() -> None:
    assert Pattern.drawn(["*..", "..."]).combine("union", Pattern.drawn(["..*", ".*."])).art() == (
        "*.*\n.*."
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda p: p.combine("xor", Pattern.constant(2, 3, True)),
            "the same size, not 3x2 and 2x3",
        ),
        (lambda p: p.crop(2, 0, 2, 1), "2x1 at 2x0 is not inside this pattern of 3x2"),
        (lambda p: p.crop(0, 10**9, 0, 1), "is not inside"),
        (lambda p: p.set(3, 0, True), "positions go from 0x0, bottom left, to 2x1"),
        (lambda p: p.resize(99999999, 99999999), "99999999x99999999 is too large"),
        (lambda p: p.resize(0, 99999999), "0x99999999 is too large"),
        (lambda p: p.resize(-1, 2), "-1x2 is negative"),
        (lambda p: p.shift(-1, 0), "cannot have negative numbers"),
        (lambda p: p.apply("Rot9"), "did you mean 'Rot90'"),
    ],
)
def test_refusals(make: Callable[[Pattern], Pattern], message: str) -> None:
    with pytest.raises(BadRegion, match=message):
        make(Pattern.constant(3, 2, True))


def test_a_large_board_is_fine() -> None:
    board = Pattern.constant(1000, 1000, True).set(0, 0, False).apply("Rot90")
    assert board.bits.bit_count() == 999_999
    assert not board.crop(999, 0, 1, 1).bits
    assert Pattern.constant(2000, MOST_CELLS // 2000, True).width == 2000
    with pytest.raises(BadRegion, match="2000x2001 is too large"):
        Pattern.constant(2000, MOST_CELLS // 2000 + 1, True)
