"""Triangles, six of which meet at every corner: the lattice of the polyiamonds.

A cell is (a, b, c), three odd numbers with sum 1 or -1.  The triangles are bounded by three
families of parallel lines; the lines of each family are numbered by even numbers, and the cell is
between lines a - 1 and a + 1 of the first family, and so on.  With sum 1 it points up, with sum -1
down, and crossing a side changes one of the numbers by two.  The origin is a corner.  In drawings a
side is one unit long; each line of triangles has one b, which increases upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import sqrt

from combien._base.records import dataclass
from combien.geometry._cell import Cell
from combien.geometry._hexagons import ThreeAxes
from combien.geometry._lattice import Point

__all__ = ["TRIANGLES", "Triangles"]

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
        """Return a parallelogram with these sides, which has two triangles per unit of area."""
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
        """Return the place in a text; triangles that point up and down alternate in a line."""
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
        return sorted(cells, key=lambda cell: (-cell[1], cell[0] - cell[2]))


TRIANGLES = Triangles()
