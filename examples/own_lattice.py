"""A custom lattice to copy: each unit square is cut into four triangles by its diagonals.

The coordinates of a cell are four times those of its square, plus one step toward its side:
(4i + 1, 4j) is the triangle on the right.  Translations add multiples of four, and the symmetries
of the square are signed permutations; polyforms, tilings and pictures then work unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import combien
from combien import Region, Tile, TilingProblem
from combien.geometry import Cell, Group, Point, Symmetry, free

KINDS = {(1, 0): 0, (0, 1): 1, (3, 0): 2, (0, 3): 3}


@dataclass(frozen=True, slots=True)
class QuarterSquares:
    """The lattice of quarter squares; `Lattice` documents the members."""

    name = "quarter squares"
    axes = 2
    directions = 2

    @property
    def cover(self) -> QuarterSquares:
        return self

    def has(self, cell: Cell) -> bool:
        return (cell[0] % 4, cell[1] % 4) in KINDS

    def kind(self, cell: Cell) -> int:
        return KINDS[cell[0] % 4, cell[1] % 4]

    def home(self, low: Cell) -> Cell:
        return -4 * ((low[0] + 1) // 4), -4 * ((low[1] + 1) // 4)

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        return (cell[0], cell[1] + 4 * length) if axis else (cell[0] + 4 * length, cell[1])

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        corners = ((4 * i, 4 * j) for i in range(size[0]) for j in range(size[1]))
        return ((x + a, y + b) for x, y in corners for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        (x, y), (a, b) = center(cell), toward(cell)
        return (x + 3 * a, y + 3 * b), (x + b, y + a), (x - b, y - a)

    def rotations(self, dimension: int) -> Group:
        return Group.rotations(2)

    def all(self, dimension: int) -> Group:
        return Group.all(2)

    def keeps(self, symmetry: Symmetry) -> bool:
        return symmetry.dimension == 2

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        (x, y), (a, b) = center(cell), toward(cell)
        ends = ((x, y), (x + 2 * (a + b), y + 2 * (b - a)), (x + 2 * (a - b), y + 2 * (b + a)))
        return tuple((right / 4, up / 4) for right, up in ends)

    def place(self, cell: Cell) -> tuple[int, int]:
        return cell[0] + 1, cell[1] + 1

    def at(self, place: Cell) -> Cell | None:
        cell = (place[0] - 1, place[1] - 1)
        return cell if self.has(cell) else None

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda cell: (-cell[1], cell[0]))


def toward(cell: Cell) -> tuple[int, int]:
    """Return the step from the center of the square."""
    return (cell[0] + 1) % 4 - 1, (cell[1] + 1) % 4 - 1


def center(cell: Cell) -> tuple[int, int]:
    """Return the center of the square that contains the cell."""
    a, b = toward(cell)
    return cell[0] - a, cell[1] - b


QUARTERS = QuarterSquares()

if __name__ == "__main__":
    print("free polyforms:", [sum(1 for _ in free(n, lattice=QUARTERS)) for n in range(1, 9)])
    board = Region.box(4, 4, lattice=QUARTERS)
    tiles = [Tile(region, symmetries="all", times="any") for region in free(2, lattice=QUARTERS)]
    problem = TilingProblem(board, tiles)
    print(problem, "has", combien.count(problem), "solutions, such as")
    print(combien.solve(problem))
