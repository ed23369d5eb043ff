"""A lattice of the plane as numbers for the core: kinds of cells, neighbors, and motions.

The translations of a lattice are the sums of two periods, the steps of `along`.  A cell is the
translate of one of the cells of the smallest box, by a number of steps along each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from combien import _native
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import Lattice, Point
from combien.geometry._symmetry import Symmetry

# A cell for the core: its kind, and its steps along the two periods.
Numbers = tuple[int, int, int]

# Neighbors are at most this many periods away.
_REACH = 2

# The core lists them in a fraction of a second, without slices.
_MOST_INDEX = 60


class PlaneGrid:
    """A lattice of the plane, and its cells as the core has them.

    >>> from combien.geometry import TRIANGLES
    >>> grid = PlaneGrid(TRIANGLES)
    >>> grid.number((3, 1, -3)), grid.cell((0, 1, 0)), len(grid.motions)
    ((0, 1, 0), (3, 1, -3), 12)

    `motions` are those of its symmetries that may be used, a group; all, if none are given.
    Raises `BadTiling` for a lattice that is not of the plane, or that wraps around.
    """

    def __init__(self, lattice: Lattice, motions: Iterable[Symmetry] | None = None) -> None:
        if lattice.cover != lattice or lattice.directions not in (None, 2):
            raise BadTiling(
                f"{lattice.name}: expected a lattice of the whole plane, such as squares"
            )
        self.lattice = lattice
        self._cells = list(lattice.box((1, 1)))
        first = self._cells[0]
        self.periods = tuple(
            tuple(map(int.__sub__, lattice.along(first, axis, 1), first)) for axis in (0, 1)
        )
        self._kinds = {lattice.kind(cell): number for number, cell in enumerate(self._cells)}
        self._inverse = self._inverted()
        self.motions = list(lattice.all(len(first)) if motions is None else motions)

    def _inverted(self) -> tuple[int, int, int]:
        """Return two coordinates in which the periods are independent, and their determinant."""
        (p, q), size = self.periods, len(self.periods[0])
        for i, j in product(range(size), repeat=2):
            determinant = p[i] * q[j] - p[j] * q[i]
            if determinant:
                return i, j, determinant
        raise BadTiling(f"{self.lattice.name}: the periods are not independent")

    @property
    def kinds(self) -> int:
        """The number of kinds of cells."""
        return len(self._cells)

    def steps(self, vector: Cell) -> tuple[int, int]:
        """Return a translation as steps along the periods."""
        i, j, determinant = self._inverse
        p, q = self.periods
        x, x_rest = divmod(vector[i] * q[j] - vector[j] * q[i], determinant)
        y, y_rest = divmod(p[i] * vector[j] - p[j] * vector[i], determinant)
        if x_rest or y_rest:
            raise BadTiling(f"{vector} is not a translation of {self.lattice.name}")
        return x, y

    def fractions(self, vector: Cell) -> tuple[Fraction, Fraction]:
        """Return a vector as fractions of the periods."""
        i, j, determinant = self._inverse
        p, q = self.periods
        x, y = vector[i] * q[j] - vector[j] * q[i], p[i] * vector[j] - p[j] * vector[i]
        return Fraction(x, determinant), Fraction(y, determinant)

    def vector(self, x: int, y: int) -> Cell:
        """Return the translation of this many steps."""
        return tuple(x * a + y * b for a, b in zip(*self.periods, strict=True))

    def point(self, x: float, y: float) -> Point:
        """Return the translation of this many steps as a vector of the drawing."""
        start, *ends = (
            self.lattice.corners(self.cell((0, *steps)))[0] for steps in ((0, 0), (1, 0), (0, 1))
        )
        (a, b), (c, d) = ((end[0] - start[0], end[1] - start[1]) for end in ends)
        return a * x + c * y, b * x + d * y

    def number(self, cell: Cell) -> Numbers:
        """Return a cell as the core has it."""
        kind = self._kinds[self.lattice.kind(cell)]
        vector = tuple(map(int.__sub__, cell, self._cells[kind]))
        return kind, *self.steps(vector)

    def cell(self, numbers: Numbers) -> Cell:
        """Return a cell of the lattice."""
        kind, x, y = numbers
        return tuple(map(int.__add__, self._cells[kind], self.vector(x, y)))

    def numbers(self, cells: Iterable[Cell]) -> list[Numbers]:
        """Return these cells as the core has them."""
        return list(map(self.number, cells))

    def cells(self, numbers: Iterable[Numbers]) -> tuple[Cell, ...]:
        """Return these cells of the lattice, sorted."""
        return tuple(sorted(map(self.cell, numbers)))

    @cached_property
    def sides(self) -> list[list[Numbers]]:
        """By kind, the cells that share a side with the cell at the origin."""
        return [self.numbers(self.lattice.neighbors(cell)) for cell in self._cells]

    @cached_property
    def touching(self) -> list[list[Numbers]]:
        """By kind, the cells that share a side or a corner with the cell at the origin."""
        return [self.numbers(self._touching(cell)) for cell in self._cells]

    def beside(self, cell: Numbers) -> list[Numbers]:
        """Return the cells that share a side with this one."""
        kind, x, y = cell
        return [(other, x + i, y + j) for other, i, j in self.sides[kind]]

    def around(self, cells: Iterable[Numbers]) -> set[Numbers]:
        """Return the cells that touch these at a side or a corner.

        >>> from combien.geometry import SQUARE
        >>> len(PlaneGrid(SQUARE).around({(0, 0, 0), (0, 1, 0)}))
        10
        """
        inside = set(cells)
        return {
            (kind, x + i, y + j) for own, x, y in inside for kind, i, j in self.touching[own]
        } - inside

    def holes(self, cells: Iterable[Numbers]) -> list[list[Numbers]]:
        """Return the holes of a set of cells: the parts of the rest that it encloses.

        >>> from combien.geometry import SQUARE
        >>> PlaneGrid(SQUARE).holes((0, x, y) for x in range(3) for y in range(3) if x * y != 1)
        [[(0, 1, 1)]]
        """
        inside = set(cells)
        xs, ys = (
            range(min(steps) - _REACH, max(steps) + _REACH + 1)
            for steps in ([cell[axis] for cell in inside] for axis in (1, 2))
        )
        left = set(product(range(self.kinds), xs, ys)) - inside
        rim = [
            cell
            for cell in left
            if not (_REACH <= cell[1] - xs[0] < len(xs) - _REACH)
            or not (_REACH <= cell[2] - ys[0] < len(ys) - _REACH)
        ]
        self._taken(left, rim)
        holes = []
        while left:
            holes.append(sorted(self._taken(left, [min(left)])))
        return holes

    def _taken(self, left: set[Numbers], part: list[Numbers]) -> list[Numbers]:
        """Remove these cells, and those that are connected to them by sides; return all."""
        left.difference_update(part)
        for cell in part:
            for other in self.beside(cell):
                if other in left:
                    left.remove(other)
                    part.append(other)
        return part

    def orientations(self, tile: Iterable[Numbers]) -> list[tuple[Numbers, ...]]:
        """Return the images of a tile under all motions, up to translations.

        >>> from combien.geometry import SQUARE
        >>> PlaneGrid(SQUARE).orientations([(0, 5, 0), (0, 6, 0)])
        [((0, 0, 0), (0, 1, 0)), ((0, 0, 0), (0, 0, 1))]
        """
        cells = list(tile)
        return list(dict.fromkeys(self.moved(motion, cells)[0] for motion in self.motions))

    def moved(
        self, motion: Symmetry, tile: Iterable[Numbers]
    ) -> tuple[tuple[Numbers, ...], tuple[int, int]]:
        """Return the image of a tile, moved such that its least steps are zero, and these steps."""
        image = self.numbers(map(motion, map(self.cell, tile)))
        left, low = (min(cell[axis] for cell in image) for axis in (1, 2))
        return tuple(sorted((kind, x - left, y - low) for kind, x, y in image)), (left, low)

    @cached_property
    def native(self) -> _native.PlaneGrid:
        """The grid of the core."""
        motions = [
            (*self._matrix(motion), self.numbers(map(motion, self._cells)))
            for motion in self.motions
        ]
        return _native.PlaneGrid(self.sides, self.touching, motions)

    def groups(self, index: int) -> list[tuple[Numbers, list[Numbers]]]:
        """Return the groups whose translations have this index, as sublattices and elements.

        >>> from combien.geometry import HEXAGONS
        >>> PlaneGrid(HEXAGONS).groups(1)[0]
        ((1, 0, 1), [(0, 0, 0)])

        Raises `BadTiling` if the index is not from 1 to 60.
        """
        if type(index) is not int or not 1 <= index <= _MOST_INDEX:
            raise BadTiling(f"an index is a whole number from 1 to {_MOST_INDEX}")
        return _native.plane_groups(self.native, index)

    def _matrix(self, motion: Symmetry) -> tuple[int, int, int, int]:
        (xx, yx), (xy, yy) = (self.steps(motion.turned(period)) for period in self.periods)
        return xx, xy, yx, yy

    def _touching(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells that share a side or a corner with this one."""
        corners = self._corners(cell)
        _, x, y = self.number(cell)
        around = range(-_REACH, _REACH + 1)
        for other, i, j in product(range(len(self._cells)), around, around):
            near = self.cell((other, x + i, y + j))
            if near != cell and not corners.isdisjoint(self._corners(near)):
                yield near

    def _corners(self, cell: Cell) -> set[tuple[int, int]]:
        """Return the corners, rounded: those of neighbors may differ in the last digit."""
        return {(round(x * 1e6), round(y * 1e6)) for x, y in self.lattice.corners(cell)}


@cache
def plane_grid(lattice: Lattice, motions: tuple[Symmetry, ...] | None = None) -> PlaneGrid:
    """Return the grid of a lattice, with these motions or all, made once."""
    return PlaneGrid(lattice, motions)
