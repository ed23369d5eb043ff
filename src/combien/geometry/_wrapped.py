"""Boards that wrap around: opposite sides are glued.

The torus, the cylinder, the Moebius strip and the Klein bottle are boards of the plane (or of
space) with opposite sides glued.  Gluing identifies cells of a lattice.  So a glued lattice
consists of its *cover*, the lattice without seams, and a representative of each class of identified
cells, which is the one inside the box.

        glued     x and x + width are identified, for all y
        twisted   the same with a flip: (x, y) and (x + width, height - 1 - y) are identified

A tile is a region of the cover and is placed anywhere in it; a placement is the set of the cells
that it wraps to, which must be distinct.  Moving a tile once around a twisted board flips it.  Two
places may wrap to the same cells: they are one placement.  (So the two dominoes that go around a
torus of width 2, forwards and backwards, are one.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice, Point, check_lattice
from combien.geometry._region import Region
from combien.geometry._symmetry import Group, Symmetry

Seam = Literal["open", "glued", "twisted"]


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A lattice glued along the sides of a box.

    >>> strip = Wrapped(SQUARE, (4, 3), ("twisted", "open"))
    >>> strip.wrap((4, 0)), strip.wrap((-1, 2)), strip.wrap((8, 0))
    ((0, 2), (3, 0), (0, 0))

    `size` is the size of the box; `seams` has for each direction whether its sides are open, glued
    or glued with a twist.  Raises `BadRegion` if the lengths of the tuples differ, for a twist in
    another direction than the first one, and for a twist on another lattice than squares.
    """

    cover: Lattice
    size: tuple[int, ...]
    seams: tuple[Seam, ...]

    def __post_init__(self) -> None:
        check_lattice(self.cover)
        if not isinstance(self.size, tuple) or not isinstance(self.seams, tuple):
            raise BadRegion("the sides of a board that wraps are a tuple, and so are its seams")
        if not self.size or not all(type(side) is int and side > 0 for side in self.size):
            raise BadRegion("the sides of a board that wraps are whole numbers above 0")
        if self.cover.cover != self.cover:
            raise BadRegion(f"{self.cover.name} wrap round already")
        if len(self.seams) != len(self.size):
            raise BadRegion("a board that wraps has one seam per length: list the open ones, too")
        if self.cover.directions not in (None, 2):
            raise BadRegion(f"boards of {self.cover.name} do not wrap round: only those of a plane")
        if self.cover.directions not in (None, len(self.size)):
            raise BadRegion(f"a board of {self.cover.name} that wraps has two sides")
        if not all(seam in get_args(Seam) for seam in self.seams):
            raise BadRegion("a seam is 'open', 'glued' or 'twisted'")
        flat = self.cover == SQUARE and len(self.size) == 2
        if "twisted" in self.seams[1:] or ("twisted" in self.seams and not flat):
            raise BadRegion("only flat boards of squares are twisted, and in their first direction")

    @property
    def name(self) -> str:
        """The name for messages."""
        sides = " x ".join(map(str, self.size))
        return f"{self.cover.name} that wrap round ({sides}, {', '.join(self.seams)})"

    @property
    def axes(self) -> int:
        """The number of coordinates of the cover."""
        return self.cover.axes or len(self.size)

    @property
    def directions(self) -> int | None:
        """The number of directions of the cover."""
        return self.cover.directions

    @property
    def is_twisted(self) -> bool:
        """Whether a tile that is moved around the board comes back flipped."""
        return self.seams[0] == "twisted"

    def wrap(self, cell: Cell) -> Cell:
        """Return the representative of a cell of the cover: the identified cell inside the box."""
        first = _firsts(self.cover, len(self.size))[self.cover.kind(cell)]
        for axis, (length, seam) in enumerate(zip(self.size, self.seams, strict=True)):
            if seam == "open":
                continue
            period = self.cover.along(cell, axis, length)[axis] - cell[axis]
            times = (cell[axis] - first[axis]) // period
            if times:
                cell = self.cover.along(cell, axis, -times * length)
                if seam == "twisted" and times % 2:
                    cell = self._flipped(cell)
        return cell

    def lifts(self, cell: Cell) -> tuple[Cell, ...]:
        """Return cells of the cover that wrap to this one, one for each flip.

        >>> Wrapped(SQUARE, (4, 3), ("twisted", "open")).lifts((1, 0))
        ((1, 0), (5, 2))
        """
        if not self.is_twisted:
            return (cell,)
        return cell, self.cover.along(self._flipped(cell), 0, self.size[0])

    def glued(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the identified cell of the cover on the other side of each seam.

        >>> Wrapped(SQUARE, (4, 3), ("twisted", "glued")).glued((1, 0))
        ((5, 2), (1, 3))
        """
        found = []
        for axis, (length, seam) in enumerate(zip(self.size, self.seams, strict=True)):
            if seam != "open":
                start = self._flipped(cell) if seam == "twisted" else cell
                found.append(self.cover.along(start, axis, length))
        return tuple(found)

    def has(self, cell: Cell) -> bool:
        """Return whether this is the representative of its class of identified cells."""
        return len(cell) == self.axes and self.cover.has(cell) and self.wrap(cell) == cell

    def kind(self, cell: Cell) -> int:
        """Return the kind in the cover."""
        return self.cover.kind(cell)

    def home(self, low: Cell) -> Cell:
        """Return the zero vector: a glued region is not moved."""
        return (0,) * len(low)

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the representative of the cell that is `length` steps away in the cover."""
        return self.wrap(self.cover.along(cell, axis, length))

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the box of the cover."""
        return self.cover.box(size)

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the representatives of the neighbors in the cover, each once, without the cell."""
        found = dict.fromkeys(map(self.wrap, self.cover.neighbors(cell)))
        found.pop(cell, None)
        return tuple(found)

    def rotations(self, dimension: int) -> Group:
        """Return the rotations of the cover, which apply to tiles before they are placed."""
        return self.cover.rotations(dimension)

    def all(self, dimension: int) -> Group:
        """Return the symmetries of the cover, which apply to tiles before they are placed."""
        return self.cover.all(dimension)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return False: a symmetry of the cover need not preserve the gluing."""
        return False

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners in the cover: the board is drawn cut open."""
        return self.cover.corners(cell)

    def place(self, cell: Cell) -> Cell:
        """Return the place in the cover."""
        return self.cover.place(cell)

    def at(self, place: Cell) -> Cell | None:
        """Return the cell of the cover at a place."""
        return self.cover.at(place)

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return these cells in the reading order of the cover."""
        return self.cover.in_reading_order(cells)

    def _flipped(self, cell: Cell) -> Cell:
        return cell[0], self.size[1] - 1 - cell[1]


@lru_cache
def _firsts(cover: Lattice, directions: int) -> dict[int, Cell]:
    """Return the cell of the smallest box of each kind."""
    return {cover.kind(cell): cell for cell in cover.box((1,) * directions)}


def torus(*size: int, lattice: Lattice = SQUARE) -> Region:
    """Return a board whose opposite sides are all glued.

    >>> board = torus(8, 8)
    >>> board, (7, 0) in board.neighbors((0, 0))
    (<Region: 64 squares that wrap round (8 x 8, glued, glued)>, True)
    >>> len(torus(3, 3, 3))
    27

    On other lattices it is a parallelogram with glued sides.
    """
    glued: Seam = "glued"
    return _board(size, (glued,) * len(size), lattice)


def cylinder(around: int, height: int, *, lattice: Lattice = SQUARE) -> Region:
    """Return a board whose left and right sides are glued.

    >>> sorted(cylinder(5, 2).neighbors((0, 0)))
    [(0, 1), (1, 0), (4, 0)]
    """
    return _board((around, height), ("glued", "open"), lattice)


def moebius_strip(around: int, height: int) -> Region:
    """Return a board of squares whose left and right sides are glued with a flip.

    >>> sorted(moebius_strip(5, 2).neighbors((0, 0)))
    [(0, 1), (1, 0), (4, 1)]
    """
    return _board((around, height), ("twisted", "open"), SQUARE)


def klein_bottle(around: int, height: int) -> Region:
    """Return a Moebius strip of squares whose top and bottom are glued as well.

    >>> sorted(klein_bottle(5, 3).neighbors((0, 0)))
    [(0, 1), (0, 2), (1, 0), (4, 2)]
    """
    return _board((around, height), ("twisted", "glued"), SQUARE)


def _board(size: tuple[int, ...], seams: tuple[Seam, ...], lattice: Lattice) -> Region:
    return Region.box(*size, lattice=Wrapped(lattice, size, seams))
