"""The motions of a board, which map it to itself: the image of each cell, on every lattice.

A flat board is rotated or reflected, and shifted back.  A board that wraps around has more motions:
it may be shifted along itself, but not every symmetry of the plane is compatible with its gluing: a
torus of 4 x 6 has no quarter turn.  There each symmetry is combined with each shift that maps the
first cell to a cell of the board, and accepted if it maps identified cells to identified cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._wrapped import Wrapped


def motions(board: Region, group: Group) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Yield the motions of a board, as a name and the images of the cells in the board's order.

    >>> for name, goes in motions(Region.box(2, 1), Group.rotations(2)):
    ...     print(name, goes)
    Id ((0, 0), (1, 0))
    Rot180 ((1, 0), (0, 0))
    >>> from combien.geometry import torus
    >>> sum(1 for _ in motions(torus(4, 6), torus(4, 6).lattice.all(2)))
    96

    `group` is a group of the lattice, such as `board.lattice.all(board.dimension)`.  No two motions
    are equal, and the identity comes first.  Cost: a step for each cell and symmetry; on a board
    that wraps around, up to 10 microseconds for each pair of cells and each symmetry.
    Raises `BadRegion` for a group of another dimension or lattice.
    """
    if not isinstance(board, Region) or not isinstance(group, Group):
        raise BadRegion("motions: expected a Region and a Group")
    lattice = board.lattice
    if group.dimension != board.dimension or not all(map(lattice.cover.keeps, group)):
        raise BadRegion(f"the motions of a board of {lattice.name} need a group of its lattice")
    moves = _around(board, lattice, group) if isinstance(lattice, Wrapped) else _flat(board, group)
    seen: set[tuple[Cell, ...]] = set()
    for name, goes in moves:
        if goes not in seen:
            seen.add(goes)
            yield name, goes


def turned(board: Region, symmetry: Symmetry) -> tuple[Cell, ...] | None:
    """Return the images of the cells of a flat board, or None if the symmetry does not preserve it.

    >>> turned(Region.box(2, 1), Symmetry.named("Rot90")) is None
    True
    """
    images = [symmetry(cell) for cell in board]
    low = tuple(map(min, zip(*images, strict=True)))
    home = board.lattice.home
    vector = tuple(map(int.__sub__, home(low), home(board.low)))
    goes = tuple(_shifted(image, vector) for image in images)
    return goes if all(cell in board for cell in goes) else None


def _flat(board: Region, group: Group) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    for symmetry in group if board else ():
        goes = turned(board, symmetry)
        if goes is not None:
            yield symmetry.name, goes


def _around(
    board: Region, lattice: Wrapped, group: Group
) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    if not board:
        return
    first = board.cells[0]
    for symmetry in group:
        for cell in board:
            for lift in lattice.lifts(cell):
                image = symmetry(first)
                if lattice.kind(lift) != lattice.kind(image):
                    continue
                vector = tuple(map(int.__sub__, lift, image))
                goes = _wrapped(board, lattice, symmetry, vector)
                if goes and len(set(goes)) == len(board):
                    yield f"{symmetry.name}, {first} to {lift}", goes


def _wrapped(board: Region, lattice: Wrapped, symmetry: Symmetry, vector: Cell) -> tuple[Cell, ...]:
    """Return the images of the cells, or () if the board or its gluing is not preserved."""
    goes = []
    for cell in board:
        image = _shifted(symmetry(cell), vector)
        if (goal := lattice.wrap(image)) not in board:
            return ()
        for other in lattice.glued(cell):
            if lattice.wrap(_shifted(symmetry(other), vector)) != goal:
                return ()
        goes.append(goal)
    return tuple(goes)


def _shifted(cell: Cell, vector: Cell) -> Cell:
    return tuple(map(int.__add__, cell, vector))
