"""The motions of a board: a group of permutations of its cells that keeps neighbors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem
from combien.errors import BadRegion
from combien.geometry import PLANES, free, plane_named
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._motions import motions
from combien.geometry._symmetry import Group
from combien.geometry._tessellations import CAIRO, KITES, OCTASQUARES
from combien.geometry._wrapped import cylinder, klein_bottle, moebius_strip, torus


def all_motions(board: Region) -> list[dict[Cell, Cell]]:
    group = board.lattice.all(board.dimension)
    return [dict(zip(board, goes, strict=True)) for _, goes in motions(board, group)]


def check(board: Region) -> None:
    found = all_motions(board)
    assert all(cell == goal for cell, goal in found[0].items())
    assert all(set(move.values()) == set(board) for move in found)
    for move in found:
        for cell in board:
            beside = {move[other] for other in board.neighbors(cell)}
            assert beside == set(board.neighbors(move[cell]))
    # Closed under composition, without repetition.
    as_tuples = {tuple(move.values()) for move in found}
    assert len(as_tuples) == len(found)
    for one in found[:6]:
        for other in found[-6:]:
            assert tuple(one[goal] for goal in other.values()) in as_tuples


@settings(max_examples=40)
@given(st.sampled_from(list(map(plane_named, PLANES))), st.data())
def test_flat_boards(lattice: Lattice, data: st.DataObject) -> None:
    near = st.sampled_from(sorted(lattice.box((3, 3))))
    board = Region(data.draw(st.sets(near, min_size=1)), lattice=lattice)
    check(board)
    group = lattice.all(board.dimension)
    # As many as its stabilizer, unless two symmetries move a small board in the same way.
    assert len(board.stabilizer(group)) % len(all_motions(board)) == 0


def test_names_of_flat_motions() -> None:
    names = [name for name, _ in motions(Region.box(3, 2), Group.all(2))]
    assert names == ["Id", "Rot180", "VertRefl", "HorizRefl"]


COUNTS: list[tuple[Callable[..., Region], tuple[int, ...], Lattice, int]] = [
    # Shifts by each cell, times the symmetries that the sides allow.
    (torus, (5, 5), SQUARE, 25 * 8),
    (torus, (4, 6), SQUARE, 24 * 4),
    (torus, (4, 4), HEXAGONS, 16 * 12),
    (torus, (3, 3), TRIANGLES, 9 * 12),
    (torus, (4, 5), HEXAGONS, 20 * 2),
    # Shifts by each period; on a cylinder round only, and over a mirror or a half-turn.
    (torus, (2, 2), KITES, 4 * 12),
    (torus, (3, 3), OCTASQUARES, 9 * 8),
    (torus, (3, 3), CAIRO, 9 * 8),
    (torus, (2, 3), CAIRO, 6 * 4),
    (cylinder, (4, 4), CAIRO, 4 * 2),
    (torus, (1, 3, 3), SQUARE, 9 * 8),
    # Shifts round, turned over or not, forwards or back.
    (cylinder, (5, 3), SQUARE, 5 * 4),
    (cylinder, (4, 4), SQUARE, 4 * 4),
    # Going once round turns over: twice as many shifts, forwards or back.
    (moebius_strip, (5, 3), SQUARE, 10 * 2),
    (moebius_strip, (4, 4), SQUARE, 8 * 2),
    # And across by half the height, if it is even.
    (klein_bottle, (4, 3), SQUARE, 8 * 2),
    (klein_bottle, (3, 4), SQUARE, 6 * 2 * 2),
]


@pytest.mark.parametrize(("make", "size", "lattice", "count"), COUNTS)
def test_boards_that_wrap(
    make: Callable[..., Region], size: tuple[int, ...], lattice: Lattice, count: int
) -> None:
    board = make(*size) if lattice == SQUARE else make(*size, lattice=lattice)
    check(board)
    assert len(all_motions(board)) == count


def test_a_hole_leaves_the_motions_that_keep_it() -> None:
    board = torus(5, 5)
    hole = Region([(1, 3)], lattice=board.lattice)
    check(board - hole)
    assert len(all_motions(board - hole)) == 8


@pytest.mark.parametrize("name", PLANES)
@pytest.mark.parametrize("size", [(2, 2), (3, 1), (2, 3)])
def test_tori_of_each_lattice(name: str, size: tuple[int, int]) -> None:
    lattice = plane_named(name)
    board = torus(*size, lattice=lattice)
    found = all_motions(board)
    group = lattice.all(board.dimension)
    assert len(board) == size[0] * size[1] * len(list(lattice.box((1, 1))))
    assert len(found) % (size[0] * size[1]) == 0
    assert len(found) <= size[0] * size[1] * len(group)
    # They are motions of the plane: a tile and its image have the same placements.
    tile = Tile(next(iter(free(3, lattice=lattice))), symmetries="all")
    placed = {frozenset(placement.region) for placement in TilingProblem(board, [tile]).placements}
    for move in found:
        assert {frozenset(move[cell] for cell in cells) for cells in placed} == placed
        assert set(move.values()) == set(board)


@settings(max_examples=40)
@given(
    st.sampled_from([torus, cylinder, moebius_strip, klein_bottle]),
    st.tuples(st.integers(1, 5), st.integers(1, 4)),
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4),
)
def test_motions_permute_placements(
    make: Callable[..., Region], size: tuple[int, int], cells: set[Cell]
) -> None:
    board = make(*size)
    problem = TilingProblem(board, [Tile(Region(cells), symmetries="all")])
    placed = {frozenset(placement.region) for placement in problem.placements}
    for move in all_motions(board):
        assert {frozenset(move[cell] for cell in cells) for cells in placed} == placed


def test_groups_of_other_lattices_are_refused() -> None:
    with pytest.raises(BadRegion, match="need a group of its lattice"):
        list(motions(Region.box(2, 2, lattice=HEXAGONS), Group.all(3)))
    with pytest.raises(BadRegion, match="need a group of its lattice"):
        list(motions(Region.box(2, 2), Group.all(3)))
    with pytest.raises(BadRegion, match="expected a Region and a Group"):
        list(motions(Region.box(2, 2), "all"))  # type: ignore[arg-type]
