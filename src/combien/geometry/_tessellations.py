"""Lattices of the plane with several kinds of cells: kites, drafters, octagons and squares, ...

They are the grids of further polyforms: polykites, polydrafters, polyaboloes.  A cell is a point of
integers, such as the middle of a kite, and one period has a few cells of each kind.  Coordinates
are those of hexagons (three, with sum 0) or of squares (two), only finer, so all symmetries of the
hexagons or squares are symmetries of the lattice, too: some of them shifted, if there is no point
that all symmetries fix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import atan2, cos, pi, sin, sqrt

from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS
from combien.geometry._lattice import SQUARE, Lattice, Point, ordered_cells
from combien.geometry._symmetry import Group, Symmetry

# Corners of neighbors are equal to one part in this many; one of them replaces the others.
_PRECISION = 1_000_000
# Neighbors are at most this many periods away.
_AROUND = (-1, 0, 1)


class Tessellation:
    """A lattice with several kinds of cells, made from one cell of each kind up to symmetry.

    >>> KITES.name, len(list(KITES.box((1, 1)))), len(KITES.neighbors((1, 1, -2)))
    ('kites', 6, 4)
    >>> from combien.geometry import free
    >>> [sum(1 for _ in free(n, lattice=KITES)) for n in range(1, 6)]
    [1, 2, 4, 10, 27]

    `base` is the lattice of hexagons or squares whose symmetries it has; one of its steps are
    `period` steps here.  `cells` are the points of cells with their corners around them, which the
    symmetries complete.  Reflections are shifted by `glide`.
    """

    def __init__(
        self,
        name: str,
        base: Lattice,
        period: int,
        cells: Iterable[tuple[Cell, Sequence[Sequence[float]]]],
        *,
        glide: Cell = (),
    ) -> None:
        self.name = name
        self._base = base
        self._period = period
        self._given = tuple(cells)
        self._glide = glide

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> str:
        return self.name.upper()

    # The cells of one period ----------------------------------------------------------------------

    @property
    def axes(self) -> int:
        """The number of coordinates of a cell."""
        return len(self._given[0][0])

    @property
    def directions(self) -> int:
        """2, as in any plane lattice."""
        return 2

    @property
    def cover(self) -> Tessellation:
        """The lattice itself, as it does not wrap around."""
        return self

    @cached_property
    def _corners(self) -> dict[Cell, tuple[Point, ...]]:
        """The corners of each cell of the first period, counter-clockwise."""
        found: dict[Cell, tuple[Point, ...]] = {}
        residues = set()
        for cell, corners in self._given:
            for symmetry in self.all(self.axes):
                image = symmetry(cell)
                if self._residue(image) not in residues:
                    residues.add(self._residue(image))
                    x, y = self._point(symmetry.shift)
                    turned = [self._point(symmetry.turned(corner)) for corner in corners]
                    found[image] = _counter_clockwise([(a + x, b + y) for a, b in turned])
        return dict(sorted(found.items()))

    @cached_property
    def _first(self) -> dict[Cell, Cell]:
        """The cells of the first period, which are around the origin, by their residues."""
        return {self._residue(cell): cell for cell in self._corners}

    def _residue(self, cell: Cell) -> Cell:
        return cell[0] % self._period, cell[1] % self._period

    @cached_property
    def _vertices(self) -> dict[Cell, tuple[tuple[Point, Cell], ...]]:
        """For each cell of the first period its corners: one of each class, and a translation."""
        known: dict[tuple[int, int], tuple[Point, Cell]] = {}
        found = {}
        for cell, corners in self._corners.items():
            listed = []
            for corner in corners:
                key = _rounded(corner)
                if key not in known:
                    for i, j in product(range(-2, 3), repeat=2):
                        by = self._vector(i, j)
                        x, y = self._point(by)
                        known.setdefault(_rounded((corner[0] + x, corner[1] + y)), (corner, by))
                listed.append(known[key])
            found[cell] = tuple(listed)
        return found

    @cached_property
    def _sides(self) -> dict[Cell, tuple[Cell, ...]]:
        """The neighbors of each cell of the first period, in the order of its sides."""
        around = [self._vector(i, j) for i, j in product(_AROUND, repeat=2)]
        owners: dict[frozenset[Point], list[Cell]] = {}
        for cell, by in product(self._corners, around):
            other = tuple(map(int.__add__, cell, by))
            for side in _sides_of(self.corners(other)):
                owners.setdefault(side, []).append(other)
        return {
            cell: tuple(
                other
                for side in _sides_of(self.corners(cell))
                for other in owners[side]
                if other != cell
            )
            for cell in self._corners
        }

    def _vector(self, x: int, y: int) -> Cell:
        """Return the translation of this many periods along the two directions."""
        step = self._period
        return (x * step, y * step, -(x + y) * step)[: self.axes]

    def _point(self, vector: Sequence[float]) -> Point:
        """Return a vector as a point of the drawing."""
        x, y = vector[0] / self._period, vector[1] / self._period
        return (x, y) if self.axes == 2 else (x + y / 2, y * sqrt(3) / 2)

    def _split(self, cell: Cell) -> tuple[Cell, Cell]:
        """Return the cell of the first period that this one is a translate of, and the rest."""
        first = self._first[self._residue(cell)]
        return first, tuple(map(int.__sub__, cell, first))

    # The protocol ---------------------------------------------------------------------------------

    def has(self, cell: Cell) -> bool:
        """Return whether this is a cell of the lattice."""
        return (
            len(cell) == self.axes
            and (self.axes == 2 or sum(cell) == 0)
            and self._residue(cell) in self._first
        )

    def kind(self, cell: Cell) -> int:
        """Return the number of the cell of the first period that this one is a translate of."""
        return self._kinds[self._residue(cell)]

    @cached_property
    def _kinds(self) -> dict[Cell, int]:
        return {self._residue(cell): number for number, cell in enumerate(self._corners)}

    def home(self, low: Cell) -> Cell:
        """Return the translation that brings the least coordinates into the first period."""
        steps = [
            (number - least) // self._period
            for number, least in zip(low, map(min, zip(*self._corners, strict=True)), strict=False)
        ]
        return self._vector(-steps[0], -steps[1])

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` periods to the right (axis 0), or up (axis 1)."""
        by = self._vector(0, length) if axis else self._vector(length, 0)
        return tuple(map(int.__add__, cell, by))

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the cells of a parallelogram of width x height periods."""
        width, height = size
        for x, y in product(range(width), range(height)):
            by = self._vector(x, y)
            yield from (tuple(map(int.__add__, cell, by)) for cell in self._corners)

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one, counter-clockwise."""
        first, by = self._split(cell)
        return tuple(tuple(map(int.__add__, other, by)) for other in self._sides[first])

    def rotations(self, dimension: int) -> Group:
        """Return the rotations about the origin."""
        return self._base.rotations(dimension)

    def all(self, dimension: int) -> Group:
        """Return the rotations and the reflections."""
        return self._all

    @cached_property
    def _all(self) -> Group:
        turns = self._base.rotations(self.axes)
        return Group(
            one if one in turns else Symmetry(one.axes, self._glide, self._period)
            for one in self._base.all(self.axes)
        )

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether this symmetry maps the lattice to itself."""
        return symmetry in self._all

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell, counter-clockwise; a period has length 1."""
        first, by = self._split(cell)
        points = []
        for (x, y), back in self._vertices[first]:
            # In this order, so that all cells at a corner have exactly equal coordinates.
            i, j = self._point(tuple(map(int.__add__, by, back)))
            points.append((x + i, y + j))
        return tuple(points)

    @cached_property
    def _ranks(self) -> tuple[list[int], list[int]]:
        """The residues of positions in a line, and of lines, that cells have."""
        points = list(map(self._straight, self._corners))
        rights, lines = zip(*points, strict=True)
        return (
            sorted({number % self._period for number in rights}),
            sorted({number % self._period for number in lines}),
        )

    def _straight(self, cell: Cell) -> tuple[int, int]:
        """Return the position of a cell in its line, and the line, as they are drawn."""
        return (2 * cell[0] + cell[1], cell[1]) if self.axes == 3 else (cell[0], cell[1])

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the place in text, where lines and columns without cells are left out."""
        places = []
        for number, ranks in zip(self._straight(cell), self._ranks, strict=True):
            periods, rest = divmod(number, self._period)
            places.append(periods * len(ranks) + ranks.index(rest))
        return places[0], places[1]

    def at(self, place: Cell) -> Cell | None:
        """Return the cell at a place, or None."""
        numbers = []
        for spot, ranks in zip(place, self._ranks, strict=True):
            periods, rest = divmod(spot, len(ranks))
            numbers.append(periods * self._period + ranks[rest])
        right, line = numbers
        x, odd = divmod(right - line, 2) if self.axes == 3 else (right, 0)
        cell = (x, line, -x - line)[: self.axes]
        return cell if not odd and self.has(cell) else None

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the cells sorted by line, the top line first, each from left to right."""
        return ordered_cells(cells, ((0, -1), (1, 0)))


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0] * _PRECISION), round(point[1] * _PRECISION)


def _counter_clockwise(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of a convex cell, counter-clockwise."""
    x, y = (sum(numbers) / len(points) for numbers in zip(*points, strict=True))
    return tuple(sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x)))


def _sides_of(corners: Sequence[Point]) -> Iterator[frozenset[Point]]:
    for first, second in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield frozenset((first, second))


# The lattices -------------------------------------------------------------------------------------

# On hexagons of 6 steps: the center of one is the origin, (3, 0, -3) is the middle of a side and
# (2, 2, -4) a corner.  On squares of 4 steps: the center is the origin, and (2, 2) a corner.

KITES = Tessellation(
    "kites",
    HEXAGONS,
    6,
    [((1, 1, -2), [(0, 0, 0), (3, 0, -3), (2, 2, -4), (0, 3, -3)])],
)
DRAFTERS = Tessellation(
    "drafters",
    HEXAGONS,
    12,
    [((4, 2, -6), [(0, 0, 0), (6, 0, -6), (4, 4, -8)])],
)
TRIHEXAGONS = Tessellation(
    "trihexagons",
    HEXAGONS,
    6,
    [
        ((0, 0, 0), [(3, 0, -3), (0, 3, -3), (-3, 3, 0), (-3, 0, 3), (0, -3, 3), (3, -3, 0)]),
        ((2, 2, -4), [(3, 0, -3), (0, 3, -3), (3, 3, -6)]),
    ],
)


def _regular(sides: int, length: float, turn: float = 0.5) -> list[Point]:
    """Return the corners of a regular polygon around the origin, as a drawing has them.

    The first corner is turned by this part of the angle of a side from the right.
    """
    radius = length / (2 * sin(pi / sides))
    angles = [2 * pi * (k + turn) / sides for k in range(sides)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _by_hexagons(center: Cell, corners: Iterable[Point]) -> list[Sequence[float]]:
    """Return the corners around a cell in the coordinates of hexagons."""
    found: list[Sequence[float]] = []
    for x, y in corners:
        line = 2 * y / sqrt(3)
        right = x - line / 2
        found.append([center[0] + right, center[1] + line, center[2] - right - line])
    return found


def _by_squares(center: Cell, corners: Iterable[Point]) -> list[Sequence[float]]:
    return [(center[0] + x, center[1] + y) for x, y in corners]


# Sides have one length: along a period there are an octagon and a side of a square, or a dodecagon
# and a square.
_OCTAGON = 4 / (1 + sqrt(2))
_DODECAGON = 6 / (3 + sqrt(3))
OCTASQUARES = Tessellation(
    "octasquares",
    SQUARE,
    4,
    [
        ((0, 0), _by_squares((0, 0), _regular(8, _OCTAGON))),
        ((2, 2), _by_squares((2, 2), _regular(4, _OCTAGON, turn=0))),
    ],
)
BEVELHEXES = Tessellation(
    "bevelhexes",
    HEXAGONS,
    6,
    [
        ((0, 0, 0), _by_hexagons((0, 0, 0), _regular(12, _DODECAGON))),
        ((3, 0, -3), _by_hexagons((3, 0, -3), _regular(4, _DODECAGON))),
        ((2, 2, -4), _by_hexagons((2, 2, -4), _regular(6, _DODECAGON, turn=0))),
    ],
)
ABOLOES = Tessellation(
    "aboloes",
    SQUARE,
    4,
    [((1, 0), [(0, 0), (2, -2), (2, 2)])],
)
# As in heesch-sat (C. S. Kaplan), with its coordinates: a kite and the triangle beside it are half
# of a pentagon of the Cairo tiling, so this tiling and its mirror image are both made of them.
HALFCAIRO = Tessellation(
    "halfcairo",
    SQUARE,
    3,
    [
        ((1, 0), [(0, 0), (1.5, -0.75), (1.5, 0.75)]),
        ((1, 1), [(0, 0), (1.5, 0.75), (1.5, 1.5), (0.75, 1.5)]),
    ],
)
# The halves of the pentagons (0, 0), (3, -1), (5, 1), (4, 4), (1, 3), all divided by 2, which are
# cut along their axes.  There is no mirror through the origin, where four of them meet, nor through
# another center of quarter turns: reflections are shifted.
CAIRO = Tessellation(
    "cairo",
    SQUARE,
    4,
    [((1, 0), [(0, 0), (1.5, -0.5), (2, 0), (0.5, 1.5)])],
    glide=(2, 2),
)
