"""The `Lattice` protocol: adjacency, drawing and symmetries of cells; and the square lattice.

A cell is a tuple of integers, and a region is a set of cells; everything that depends on the
geometry of the cells is a method of the lattice.  Two conventions make the rest independent of it:

        translations add the same numbers to all cells;
        a symmetry is a signed permutation of the axes, possibly with a shift (see `symmetry`).

So the coordinates of a lattice are chosen to satisfy them: hexagons and triangles have three.
This module has the protocol and the default lattice: unit squares, cubes and hypercubes in any
dimension, with x to the right, y *up* and z towards the reader.  The reading order is as on a
page: layer by layer (z = 0 first), the top line first, each line from the left.
`docs/lattices.md` has a template for a new lattice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import mul
from typing import Protocol

from combien import _native
from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._symmetry import Group, Symmetry

Point = tuple[float, float]


class Lattice(Protocol):
    """The protocol of lattices: adjacency, drawing and motions of cells."""

    def __hash__(self) -> int:
        """Return a hash consistent with equality."""

    @property
    def name(self) -> str:
        """The name for messages, such as `hexagons`."""

    @property
    def axes(self) -> int | None:
        """The number of coordinates of a cell; None for lattices of any dimension."""

    @property
    def directions(self) -> int | None:
        """The number of lengths that `box` takes, 2 in the plane; None for one per coordinate."""

    @property
    def cover(self) -> Lattice:
        """The lattice of the tiles: itself, unless the board wraps around (see `_wrapped`)."""

    def has(self, cell: Cell) -> bool:
        """Return whether this is a cell of the lattice."""

    def kind(self, cell: Cell) -> int:
        """Return the kind of a cell: two cells are translates of each other if kinds are equal."""

    def home(self, low: Cell) -> Cell:
        """Return the translation of a region with these least coordinates to its home position."""

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps away in a direction of `box`."""

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the cells of the box (or parallelogram) of this size."""

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one."""

    def rotations(self, dimension: int) -> Group:
        """Return the rotations that preserve the lattice, up to translations."""

    def all(self, dimension: int) -> Group:
        """Return the rotations and the reflections."""

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether this symmetry maps the lattice to itself."""

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell for drawing, counter-clockwise; only in the plane.

        Neighbors have exactly two of them in common.
        """

    def place(self, cell: Cell) -> Cell:
        """Return the place of a cell in a text: steps to the right, line (up), layer."""

    def at(self, place: Cell) -> Cell | None:
        """Return the cell at a place of a text, or None if there is no cell."""

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return these cells in the reading order of their drawing."""


@dataclass(frozen=True, slots=True)
class SquareLattice:
    """Unit squares, cubes and hypercubes: Z^n, for any n.

    >>> SQUARE.neighbors((0, 0))
    ((-1, 0), (1, 0), (0, -1), (0, 1))
    """

    @property
    def name(self) -> str:
        """The name for messages."""
        return "squares"

    @property
    def axes(self) -> None:
        """None: the lattice has any dimension."""
        return

    @property
    def directions(self) -> None:
        """None: one for each coordinate."""
        return

    @property
    def cover(self) -> SquareLattice:
        """The lattice itself, as it does not wrap around."""
        return self

    def has(self, cell: Cell) -> bool:
        """Return True: every tuple is a cell."""
        return True

    def kind(self, cell: Cell) -> int:
        """Return 0: all cells are translates of each other."""
        return 0

    def home(self, low: Cell) -> Cell:
        """Return the translation that moves these least coordinates to the origin."""
        return tuple(-least for least in low)

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps further along an axis, counted from 0."""
        return *cell[:axis], cell[axis] + length, *cell[axis + 1 :]

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the cells of a box with its lower corner at the origin."""
        return product(*map(range, size))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the 2n cells that share a side with this one, by axis, the lower one first."""
        return tuple(self.along(cell, axis, step) for axis in range(len(cell)) for step in (-1, 1))

    def rotations(self, dimension: int) -> Group:
        """Return the rotations: 4 in the plane, 24 in space; see `Group.rotations`."""
        return Group.rotations(dimension)

    def all(self, dimension: int) -> Group:
        """Return all symmetries: 8 in the plane, 48 in space; see `Group.all`."""
        return Group.all(dimension)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return True: every signed permutation maps the lattice to itself."""
        return True

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners of a unit square whose lower left one is the cell itself.

        >>> SQUARE.corners((2, 0))
        ((2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0))

        Raises `BadRegion` for a cell that is not in the plane.
        """
        x, y = map(float, self.place(cell))
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the cell itself; raise `BadRegion` if it is not in the plane."""
        if len(cell) != 2:
            raise BadRegion(f"a cell of dimension {len(cell)} is not a square of the plane")
        return cell[0], cell[1]

    def at(self, place: Cell) -> Cell:
        """Return the place itself."""
        return place

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return these cells, all of one dimension, in the reading order of their drawing.

        >>> SQUARE.in_reading_order([(0, 0), (1, 1), (0, 1)])
        [(0, 1), (1, 1), (0, 0)]

        Cost: 0.1 s on 1000 x 1000.
        """
        ordered = list(cells)
        return ordered_cells(ordered, _lines(len(ordered[0]))) if ordered else ordered


@cache
def _lines(dimension: int) -> tuple[tuple[int, ...], ...]:
    """Return the coordinates by which cells are ordered on a page, as linear forms."""
    axes = range(dimension)
    units = [tuple((-1 if axis == 1 else 1) * (axis == one) for one in axes) for axis in axes]
    return tuple(reversed(units))


SQUARE = SquareLattice()


def cells_of_box(size: Sequence[int]) -> tuple[Cell, ...]:
    """Return the cells of a box of squares with a corner at the origin, in reading order.

    >>> cells_of_box((2, 2))
    ((0, 1), (1, 1), (0, 0), (1, 0))

    Cost: 0.1 s on 1000 x 1000.
    """
    return _native.cells_of_box(size)


def ordered_cells(cells: Iterable[Cell], forms: Sequence[Sequence[int]]) -> list[Cell]:
    """Return cells in the order of the values of linear forms, the first of which counts most.

    >>> ordered_cells([(0, 0), (1, 1), (0, 1)], [(0, -1), (1, 0)])
    [(0, 1), (1, 1), (0, 0)]
    """
    ordered = list(cells)
    quick = _native.ordered_cells(ordered, forms)
    if quick is not None:
        return quick
    # With numbers of other types, or of more than 32 bits.
    return sorted(ordered, key=lambda cell: [sum(map(mul, form, cell)) for form in forms])


def corners_of(cells: Collection[Cell], dimension: int) -> tuple[Cell, Cell]:
    """Return the least and the largest coordinates of one or more cells.

    >>> corners_of([(1, 4), (0, 5)], 2)
    ((0, 4), (1, 5))
    """
    return _native.corners(cells, dimension)


def check_lattice(lattice: object) -> None:
    """Raise `BadRegion` if this is not a lattice.

    >>> check_lattice("hexagons")
    Traceback (most recent call last):
    ...
    combien.errors.BadRegion: a lattice is a value such as HEXAGONS, not of type str
    """
    # Regions are made by the million, nearly all of them of squares.
    if lattice is not SQUARE and not (hasattr(lattice, "cover") and hasattr(lattice, "directions")):
        raise BadRegion(
            f"a lattice is a value such as HEXAGONS, not of type {type(lattice).__name__}"
        )
