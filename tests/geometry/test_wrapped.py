"""Boards that wrap around, against the definition: a step across a seam leads to the same cell."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry import PLANES, plane_named
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import Seam, Wrapped, cylinder, klein_bottle, moebius_strip, torus

BOARDS: dict[str, tuple[Callable[[int, int], Region], tuple[Seam, Seam]]] = {
    "torus": (torus, ("glued", "glued")),
    "cylinder": (cylinder, ("glued", "open")),
    "moebius": (moebius_strip, ("twisted", "open")),
    "klein": (klein_bottle, ("twisted", "glued")),
}


def through(cell: Cell, size: tuple[int, int], seams: tuple[Seam, ...]) -> set[Cell]:
    """The cells of the cover one seam away, forwards or back, as the gluing is defined."""
    (x, y), (width, height) = cell, size
    turned = height - 1 - y if seams[0] == "twisted" else y
    found: set[Cell] = {(x + width, turned), (x - width, turned)}
    if seams[1] == "glued":
        found |= {(x, y + height), (x, y - height)}
    return found


@given(
    st.sampled_from(sorted(BOARDS)),
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
)
def test_glued_cells_are_one_cell(name: str, size: tuple[int, int], cell: Cell) -> None:
    make, seams = BOARDS[name]
    board = make(*size)
    lattice = board.lattice
    assert isinstance(lattice, Wrapped)
    assert lattice.has(lattice.wrap(cell))
    assert all(lattice.wrap(other) == lattice.wrap(cell) for other in through(cell, size, seams))
    # The cells of the box are not glued to one another.
    assert sorted(board) == sorted(product(range(size[0]), range(size[1])))
    assert all(lattice.wrap(inside) == inside for inside in board)
    assert {lattice.wrap(lift) for lift in lattice.lifts(lattice.wrap(cell))} == {
        lattice.wrap(cell)
    }


@given(
    st.sampled_from(list(map(plane_named, PLANES))),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    st.data(),
)
def test_being_neighbors_is_mutual(
    lattice: Lattice, size: tuple[int, int], data: st.DataObject
) -> None:
    closed = data.draw(st.booleans())
    check_neighbors((torus if closed else cylinder)(*size, lattice=lattice))


@pytest.mark.parametrize("make", [moebius_strip, klein_bottle])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 3), (5, 2), (4, 5)])
def test_being_neighbors_is_mutual_on_twisted_boards(
    make: Callable[[int, int], Region], size: tuple[int, int]
) -> None:
    check_neighbors(make(*size))


def check_neighbors(board: Region) -> None:
    for cell in board:
        neighbors = board.neighbors(cell)
        assert cell not in neighbors
        assert len(set(neighbors)) == len(neighbors)
        assert all(cell in board.neighbors(other) for other in neighbors)
    assert board.is_connected


def test_a_large_torus_looks_the_same_from_everywhere() -> None:
    for lattice, sides in ((SQUARE, 4), (HEXAGONS, 6), (TRIANGLES, 3)):
        board = torus(4, 5, lattice=lattice)
        assert {len(board.neighbors(cell)) for cell in board} == {sides}
    solid = torus(3, 4, 5)
    assert {len(solid.neighbors(cell)) for cell in solid} == {6}


def test_far_cells_are_wrapped_in_one_step() -> None:
    lattice = Wrapped(SQUARE, (7, 3), ("twisted", "glued"))
    assert lattice.wrap((7 * (10**9 + 1), 3 * 10**9)) == (0, 2)


def test_a_wrapped_board_is_cut_but_not_moved() -> None:
    board = torus(4, 4)
    hole = Region([(0, 0)], lattice=board.lattice)
    assert len(board - hole) == 15
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != Region.box(4, 4)
    assert board != klein_bottle(4, 4)
    with pytest.raises(BadRegion, match="is not moved"):
        board.shift(1, 0)
    with pytest.raises(BadRegion, match="is not moved"):
        board.orientations(Group.all(2))
    with pytest.raises(BadRegion, match="is not a cell of the squares that wrap round"):
        Region([(4, 0)], lattice=board.lattice)


@pytest.mark.parametrize(
    ("cover", "size", "seams", "message"),
    [
        (SQUARE, (4, 0), ("glued", "open"), "whole numbers above 0"),
        (SQUARE, (4, 4), ("glued",), "one seam per length"),
        (SQUARE, (4, 4), ("glued", "sewn"), "a seam is"),
        (SQUARE, (4, 4), ("open", "twisted"), "only flat boards of squares"),
        (HEXAGONS, (4, 4), ("twisted", "open"), "only flat boards of squares"),
        (SQUARE, (4, 4, 4), ("twisted", "open", "open"), "only flat boards of squares"),
        (HEXAGONS, (4,), ("glued",), "has two sides"),
        (torus(3, 3).lattice, (3, 3), ("glued", "glued"), "wrap round already"),
        ("squares", (4, 4), ("glued", "open"), "a lattice is a value such as HEXAGONS"),
        (SQUARE, [4, 4], ("glued", "open"), "are a tuple, and so are its seams"),
        (SQUARE, (4, 4), ("glued", ["open"]), "a seam is"),
    ],
)
def test_sides_that_cannot_be_glued(
    cover: Lattice, size: tuple[int, ...], seams: tuple[Seam, ...], message: str
) -> None:
    with pytest.raises(BadRegion, match=message):
        Wrapped(cover, size, seams)
