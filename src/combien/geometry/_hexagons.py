"""Hexagons and triangles, the lattices of the polyhexes and the polyiamonds.

Three hexagons meet at every corner, or six triangles.  Cells of both lattices have three
coordinates, although the lattices are in the plane, and both have the same symmetries.

A hexagon is (x, y, z) with x + y + z = 0.  A step to one of the six neighbors increases one
coordinate, decreases another, and leaves the third unchanged.  In drawings a hexagon has a corner
at the bottom and is one unit wide; x increases to the right, and y up and to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import sqrt
from typing import Self

from combien.geometry._cell import Cell
from combien.geometry._lattice import Point, ordered_cells
from combien.geometry._symmetry import Group, Symmetry

_TURN = Symmetry((-2, -3, -1))  # By 60 degrees, counter-clockwise.
_MIRROR = Symmetry((2, 1, 3))

_SIXTH = sqrt(3) / 6  # Half the distance from the center to a corner, if a hexagon is 1 wide.
_ROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class ThreeAxes:
    """The methods that hexagons and triangles share: three coordinates in the plane.

    The third coordinate follows from the other two, except that for triangles it also decides
    between up and down.  With it, each of the twelve symmetries that fix the origin permutes the
    axes, and changes all signs or none.

    >>> lattice = ThreeAxes()
    >>> len(lattice.rotations(3)), len(lattice.all(3)), lattice.keeps(Symmetry((-1, 2, 3)))
    (6, 12, False)
    """

    __slots__ = ()

    @property
    def axes(self) -> int:
        """3, although the lattice is in the plane."""
        return 3

    @property
    def directions(self) -> int:
        """2, as in any plane lattice."""
        return 2

    @property
    def cover(self) -> Self:
        """The lattice itself, as it does not wrap around."""
        return self

    def rotations(self, dimension: int) -> Group:
        """Return the six rotations about the origin: a hexagon's center, or a triangle's corner."""
        return _rotations()

    def all(self, dimension: int) -> Group:
        """Return the six rotations and six reflections."""
        return _all()

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether the symmetry is one of the twelve: it changes all signs or none."""
        return symmetry in _all()


@cache
def _rotations() -> Group:
    return Group.generated_by(_TURN)


@cache
def _all() -> Group:
    return Group.generated_by(_TURN, _MIRROR)


@dataclass(frozen=True, slots=True)
class Hexagons(ThreeAxes):
    """The lattice of hexagons; cells are (x, y, z) with sum 0.

    >>> HEXAGONS.neighbors((0, 0, 0))
    ((1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -1, 0))
    >>> HEXAGONS.has((1, 1, 1)), len(HEXAGONS.rotations(3)), len(HEXAGONS.all(3))
    (False, 6, 12)
    """

    @property
    def name(self) -> str:
        """The name for messages."""
        return "hexagons"

    def has(self, cell: Cell) -> bool:
        """Return whether there are three coordinates with sum 0."""
        return len(cell) == 3 and sum(cell) == 0

    def kind(self, cell: Cell) -> int:
        """Return 0: all hexagons are translates of each other."""
        return 0

    def home(self, low: Cell) -> Cell:
        """Return the translation that makes the least x and the least y 0."""
        return -low[0], -low[1], low[0] + low[1]

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps to the right (axis 0), or up and right (axis 1)."""
        x, y, z = cell
        return (x, y + length, z - length) if axis else (x + length, y, z - length)

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return a parallelogram of width x height hexagons."""
        width, height = size
        return ((x, y, -x - y) for x, y in product(range(width), range(height)))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the six neighbors counter-clockwise, the right one first."""
        x, y, z = cell
        return (
            (x + 1, y, z - 1),
            (x, y + 1, z - 1),
            (x - 1, y + 1, z),
            (x - 1, y, z + 1),
            (x, y - 1, z + 1),
            (x + 1, y - 1, z),
        )

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the six corners, the lowest one first; the centers of neighbors are 1 apart."""
        # Computed from integers, so that all hexagons at a corner have exactly equal coordinates.
        x, y = 2 * cell[0] + cell[1], 3 * cell[1]
        return tuple(((x + right) / 2, (y + up) * _SIXTH) for right, up in _ROUND)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the place in text; hexagons occupy every second place of a line."""
        return 2 * cell[0] + cell[1], cell[1]

    def at(self, place: Cell) -> Cell | None:
        """Return the hexagon at a place: both numbers must be even, or both odd."""
        right, line = place
        x, off = divmod(right - line, 2)
        return None if off else (x, line, -x - line)

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the cells sorted by line, the top line first, each from left to right."""
        return ordered_cells(cells, ((0, -1, 0), (1, 0, 0)))


HEXAGONS = Hexagons()


# Triangles ----------------------------------------------------------------------------------------

# A cell is (a, b, c), three odd numbers with sum 1 or -1.  The triangles are bounded by three
# families of parallel lines; the lines of each family have even numbers, and the cell is
# between lines a - 1 and a + 1 of the first family, and so on.  With sum 1 it points up, with sum
# -1 down, and crossing a side changes one of the numbers by two.  The origin is a corner.  In
# drawings a side is one unit long; each line of triangles has one b, which increases upwards.


_HIGH = sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Triangles(ThreeAxes):
    """The lattice of triangles; cells are three odd numbers with sum 1 (up) or -1 (down).

    >>> TRIANGLES.neighbors((1, 1, -1))
    ((-1, 1, -1), (1, -1, -1), (1, 1, -3))
    >>> TRIANGLES.has((1, 1, 1)), TRIANGLES.kind((1, 1, -1))
    (False, 1)
    """

    @property
    def name(self) -> str:
        """The name for messages."""
        return "triangles"

    def has(self, cell: Cell) -> bool:
        """Return whether the coordinates are three odd numbers with sum 1 or -1."""
        return len(cell) == 3 and abs(sum(cell)) == 1 and all(number % 2 for number in cell)

    def kind(self, cell: Cell) -> int:
        """Return 1 for a triangle that points up, -1 for one that points down."""
        return sum(cell)

    def home(self, low: Cell) -> Cell:
        """Return the translation that makes the least a and the least b 1."""
        return 1 - low[0], 1 - low[1], low[0] + low[1] - 2

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` sides to the right (axis 0), or up and right (axis 1)."""
        a, b, c = cell
        step = 2 * length
        return (a, b + step, c - step) if axis else (a + step, b, c - step)

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return a parallelogram with sides of these lengths: 2 x width x height triangles."""
        width, height = size
        return (
            (2 * x + 1, 2 * y + 1, up - 2 * x - 2 * y - 2)
            for x, y, up in product(range(width), range(height), (1, -1))
        )

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the three neighbors, in the order of the coordinate that differs."""
        a, b, c = cell
        step = -2 * (a + b + c)
        return (a + step, b, c), (a, b + step, c), (a, b, c + step)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the three corners; a side has length 1.

        >>> TRIANGLES.corners((1, 1, -1))[:2]
        ((0.0, 0.0), (1.0, 0.0))
        """
        a, b, up = cell[0], cell[1], sum(cell)
        ends = ((a - up, b - up), (a + up, b - up), (a - up, b + up))
        return tuple(((x + y / 2) / 2, y * _HIGH / 2) for x, y in ends)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the place in text; triangles that point up and down alternate in a line."""
        a, b, c = cell
        return (a - c) // 2 - 1, (b - 1) // 2

    def at(self, place: Cell) -> Cell:
        """Return the triangle at a place; the one at (0, 0) points up."""
        right, line = place
        up = -1 if (right - line) % 2 else 1
        b = 2 * line + 1
        a = (2 * right + 2 + up - b) // 2
        return a, b, up - a - b

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the cells sorted by line, the top line first, each from left to right."""
        return ordered_cells(cells, ((0, -1, 0), (1, 0, -1)))


TRIANGLES = Triangles()
