"""The `Region` class: an immutable finite set of cells, of any dimension.

Boards and tiles are both regions, combined with set operations: a box without its middle is
`Region.box(8, 8) - Region.box(2, 2).shift(3, 3)`.  The cells are in a frozenset, so the algebra is
fast; the order of iteration (reading order, see `lattice`) is computed when needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from operator import itemgetter

from combien._base.checks import as_int
from combien._base.displayed import Displayed
from combien.errors import BadRegion
from combien.geometry._boxed import MOST_CHARACTERS, Boxed, cells_of, placed
from combien.geometry._cell import Cell, check_dimension, check_far, checked_cells, checked_lengths
from combien.geometry._lattice import SQUARE, Lattice, check_lattice
from combien.geometry._symmetry import Group, Symmetry

_MOST_MOVED = 20_000_000


class Region(Boxed, Displayed):
    """A set of cells; a cell is a tuple of integers.

    >>> corner = Region([(0, 0), (1, 0), (0, 1)])
    >>> corner, len(corner), (1, 1) in corner
    (<Region: 3 cells in 2 x 2>, 3, False)
    >>> list(corner)
    [(0, 1), (0, 0), (1, 0)]

    Iteration is in reading order: the top row first (y points up), each row from the left, and in
    3D layer by layer.  `a | b`, `a & b`, `a - b`, `a ^ b` and `a <= b` work as for sets.
    An empty region needs a dimension: `Region(dimension=2)`.
    Cells are squares, cubes or hypercubes unless `lattice=` is given.  Regions of different
    lattices are never equal and cannot be combined.

    Raises `BadRegion` for cells of different dimensions, not of integers (True is not one), not of
    the lattice, or given twice, for coordinates beyond 10^9, more than 32 dimensions or 4,000,000
    cells.
    Cost: a 1000 x 1000 box takes 0.2 s (1.1 s from single cells); combining two takes 0.2 s.
    """

    __slots__ = ("_cells", "_dimension", "_high", "_lattice", "_low", "_order")

    def __init__(
        self,
        cells: Iterable[Sequence[int]] = (),
        *,
        dimension: int | None = None,
        lattice: Lattice = SQUARE,
    ) -> None:
        if dimension is not None:
            check_dimension(dimension)
        check_lattice(lattice)
        dimension = dimension or lattice.axes
        checked = checked_cells(cells, dimension)
        if not checked and dimension is None:
            raise BadRegion("an empty region needs a dimension, as in Region(dimension=2)")
        if not all(map(lattice.has, checked)):
            invalid = next(cell for cell in checked if not lattice.has(cell))
            raise BadRegion(f"{invalid} is not a cell of the {lattice.name}")
        distinct = frozenset(checked)
        if len(distinct) < len(checked):
            twice = next(cell for cell, times in Counter(checked).items() if times > 1)
            raise BadRegion(
                f"the cell {twice} is given twice: use Region(set(cells)) to keep it once"
            )
        self._fill(distinct, dimension or len(checked[0]), lattice)

    def _fill(self, cells: frozenset[Cell], dimension: int, lattice: Lattice) -> Region:
        self._cells = cells
        self._dimension = dimension
        self._lattice = lattice
        self._order: tuple[Cell, ...] | None = None
        self._low: Cell | None = None
        self._high: Cell | None = None
        return self

    def _like(self, cells: frozenset[Cell]) -> Region:
        """Return a region of the same lattice with cells known to be valid."""
        return object.__new__(Region)._fill(cells, self._dimension, self._lattice)

    # Construction ---------------------------------------------------------------------------

    @classmethod
    def box(cls, *size: int, lattice: Lattice = SQUARE) -> Region:
        """Return a box with a corner at the origin; on other lattices a parallelogram.

        >>> Region.box(8, 8), Region.box(3, 3, 3)
        (<Region: 64 cells in 8 x 8>, <Region: 27 cells in 3 x 3 x 3>)
        >>> from combien.geometry import TRIANGLES
        >>> Region.box(6, 6, lattice=TRIANGLES)
        <Region: 72 triangles>
        """
        lengths = checked_lengths(size)
        check_lattice(lattice)
        if (wanted := lattice.cover.directions) not in (None, len(size)):
            raise BadRegion(f"a box of {lattice.name} has {wanted} lengths, not {len(size)}")
        if lattice is not SQUARE:
            return cls(lattice.box(lengths), dimension=lattice.axes, lattice=lattice)
        return object.__new__(cls)._fill(frozenset(lattice.box(lengths)), len(size), lattice)

    @classmethod
    def from_art(
        cls, text: str, *, dimension: int | None = None, lattice: Lattice = SQUARE
    ) -> Region:
        r"""Parse a drawing: '*' is a cell, '.' and a space are not; the top row comes first.

        >>> list(Region.from_art("*..\n***"))
        [(0, 1), (0, 0), (1, 0), (2, 0)]
        >>> Region.from_art("**\n*.\n\n*.\n..")
        <Region: 4 cells in 2 x 2 x 2>

        Layers, z = 0 first, are separated by an empty line; `dimension=3` reads a single layer as
        a 3D region.  The lower left corner of the drawing is (0, 0).  For the positions of cells
        of other lattices see `docs/lattices.md`.
        Raises `BadRegion` for letters and digits, which may be meant as cells or not, and for '/',
        which ends a row in the drawings of `combien.rectangles` only.
        """
        check_lattice(lattice)
        cells, drawn = cells_of(text)
        if lattice.cover.axes is not None:
            return cls(placed(cells, drawn, lattice), dimension=dimension, lattice=lattice)
        if as_int(dimension) not in (None, drawn, 3):
            what, wanted = ("one layer", "2 or 3") if drawn == 2 else ("several layers", "3")
            raise BadRegion(f"a drawing with {what} is of dimension {wanted}")
        if as_int(dimension) == 3 and drawn == 2:
            cells = [(*cell, 0) for cell in cells]
        return cls(cells, dimension=drawn if dimension is None else dimension, lattice=lattice)

    # Properties -----------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, in reading order."""
        if self._order is None:
            self._order = tuple(self._lattice.in_reading_order(self._cells))
        return self._order

    @property
    def dimension(self) -> int:
        """The number of coordinates of a cell."""
        return self._dimension

    @property
    def lattice(self) -> Lattice:
        """The lattice of the cells."""
        return self._lattice

    @property
    def low(self) -> Cell:
        """The smallest coordinates: the lower corner of the bounding box."""
        return self._corners()[0]

    @property
    def high(self) -> Cell:
        """The largest coordinates: the upper corner of the bounding box.

        >>> Region.box(8, 5).high
        (7, 4)

        Raises `BadRegion` for an empty region (also for `low`).
        """
        return self._corners()[1]

    @property
    def size(self) -> tuple[int, ...]:
        """The lengths of the bounding box; zeros for an empty region."""
        if not self._cells:
            return (0,) * self._dimension
        return tuple(high - low + 1 for low, high in zip(self.low, self.high, strict=True))

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self._cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        same = self._dimension == other._dimension and self._lattice == other._lattice
        return same and self._cells == other._cells

    def __hash__(self) -> int:
        return hash((self._dimension, self._cells))

    def __repr__(self) -> str:
        if self._lattice is not SQUARE:
            return f"<Region: {len(self)} {self._lattice.name}>"
        noun = "cell" if len(self) == 1 else "cells"
        return f"<Region: {len(self)} {noun} in {' x '.join(map(str, self.size))}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.cells, self._dimension, self._lattice)

    # Set operations -------------------------------------------------------------------------

    def __or__(self, other: Region) -> Region:
        return self._like(self._cells | self._cells_of(other))

    def __and__(self, other: Region) -> Region:
        return self._like(self._cells & self._cells_of(other))

    def __sub__(self, other: Region) -> Region:
        return self._like(self._cells - self._cells_of(other))

    def __xor__(self, other: Region) -> Region:
        return self._like(self._cells ^ self._cells_of(other))

    def __le__(self, other: Region) -> bool:
        return self._cells <= self._cells_of(other)

    # Motions --------------------------------------------------------------------------------

    def shift(self, *vector: int) -> Region:
        """Return the region translated along each axis.

        >>> list(Region.box(2, 1).shift(3, -1))
        [(3, -1), (4, -1)]

        Raises `BadRegion` unless there is an integer for each axis and the vector is a translation
        of the lattice.
        """
        steps = [step for step in map(as_int, vector) if step is not None]
        if not len(vector) == len(steps) == self._dimension:
            raise BadRegion(
                f"a region of dimension {self._dimension} is shifted by {self._dimension} whole "
                "numbers, one for each axis"
            )
        if not self._cells or not any(steps):
            return self
        for low, high, step in zip(self.low, self.high, steps, strict=True):
            check_far(low + step, high + step)
        self._check_moves()
        start = next(iter(self._cells))
        end = tuple(map(int.__add__, start, steps))
        if not self._lattice.has(end) or self._lattice.kind(end) != self._lattice.kind(start):
            raise BadRegion(f"a shift by {vector} is not a translation of the {self._lattice.name}")
        return self._image(tuple(range(1, self._dimension + 1)), steps)

    def moved(self, symmetry: Symmetry) -> Region:
        """Return the image under a symmetry.

        >>> list(Region.box(3, 1).moved(Symmetry.named("Rot90")))
        [(0, 2), (0, 1), (0, 0)]
        """
        if not isinstance(symmetry, Symmetry) or symmetry.dimension != self._dimension:
            raise BadRegion(f"a region of dimension {self._dimension} is moved by its symmetries")
        self._check_moves(symmetry)
        return self._image(symmetry.axes, symmetry.shift)

    def at_origin(self) -> Region:
        """Return the region translated so that its bounding box starts at the origin."""
        return self.shift(*self._lattice.home(self.low)) if self._cells else self

    def orientations(self, group: Group) -> tuple[Region, ...]:
        """Return the distinct images at the origin, its own orientation first.

        >>> [list(region) for region in Region.box(2, 1).orientations(Group.all(2))]
        [[(0, 0), (1, 0)], [(0, 1), (0, 0)]]

        They are in the order of the group's elements.  Raises `BadRegion` for a group of another
        dimension, and for more than 20,000,000 cells in all images.
        """
        return tuple(dict.fromkeys(image for _, image in self._images(group)))

    def stabilizer(self, group: Group) -> Group:
        """Return the symmetries of the group that fix the region up to translation.

        >>> Region.box(3, 2).stabilizer(Group.all(2))
        <Group of 4 symmetries in dimension 2>
        """
        own = self.at_origin()
        return Group(symmetry for symmetry, image in self._images(group) if image == own)

    def canonical(self, group: Group) -> Region:
        """Return the orientation whose cells, in reading order, are lexicographically least.

        >>> L, J = Region.from_art("*.\\n*.\\n**"), Region.from_art("***\\n*..")
        >>> L.canonical(Group.all(2)) == J.canonical(Group.all(2))
        True

        Two regions are congruent under the group if their canonical forms are equal.
        """
        return min(self.orientations(group), key=lambda region: region.cells)

    # Connectivity -----------------------------------------------------------------------------

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of the region adjacent to this cell, which need not be in it.

        Raises `BadRegion` for a cell of another dimension.
        """
        if not isinstance(cell, tuple) or len(cell) != self._dimension:
            raise BadRegion(f"a cell of this region is a tuple of {self._dimension} whole numbers")
        return tuple(other for other in self._lattice.neighbors(cell) if other in self._cells)

    def components(self) -> tuple[Region, ...]:
        """Return the connected components, in reading order of their first cells.

        >>> [len(part) for part in Region.from_art("*.**\\n*.*.").components()]
        [2, 3]
        """
        parts = []
        left = set(self._cells)
        for start in self.cells:
            if start not in left:
                continue
            left.remove(start)
            part = [start]
            for cell in part:
                adjacent = [other for other in self._lattice.neighbors(cell) if other in left]
                left.difference_update(adjacent)
                part.extend(adjacent)
            parts.append(self._like(frozenset(part)))
        return tuple(parts)

    @property
    def is_connected(self) -> bool:
        """Whether it has exactly one component (an empty region is not connected)."""
        return len(self.components()) == 1

    def _cells_of(self, other: Region) -> frozenset[Cell]:
        """Return the cells of the other operand, which must be a region of the same kind."""
        if not isinstance(other, Region):
            raise BadRegion(
                f"a region combines with a region, not with a value of type "
                f"{type(other).__name__}: Region(cells) makes one"
            )
        if other._dimension != self._dimension:
            raise BadRegion(
                f"regions of dimensions {self._dimension} and {other._dimension} do not combine"
            )
        if other._lattice != self._lattice:
            raise BadRegion(
                f"regions of {self._lattice.name} and of {other._lattice.name} do not combine"
            )
        return other._cells

    def _corners(self) -> tuple[Cell, Cell]:
        if not self._cells:
            raise BadRegion("a region without cells has no corners")
        if self._low is None or self._high is None:
            axes = [list(map(itemgetter(a), self._cells)) for a in range(self._dimension)]
            self._low, self._high = tuple(map(min, axes)), tuple(map(max, axes))
        return self._low, self._high

    def _images(self, group: Group) -> Iterator[tuple[Symmetry, Region]]:
        if not isinstance(group, Group) or group.dimension != self._dimension:
            raise BadRegion(
                f"a region of dimension {self._dimension} needs a Group of that dimension"
            )
        if len(group) * len(self) > _MOST_MOVED:
            raise BadRegion(
                f"{len(group)} images of {len(self)} cells are more than the limit of "
                f"{_MOST_MOVED} cells: take a smaller group or a smaller region"
            )
        self._check_moves(*group)
        for symmetry in group:
            # The corner of the image is known in advance, so one pass rotates and translates.
            if not self._cells:
                yield symmetry, self
                continue
            low = tuple(
                (self.low[axis - 1] if axis > 0 else -self.high[-axis - 1]) + step
                for axis, step in zip(symmetry.axes, symmetry.shift, strict=True)
            )
            vector = tuple(map(int.__add__, symmetry.shift, self._lattice.home(low)))
            yield symmetry, self._image(symmetry.axes, vector)

    def _check_moves(self, *symmetries: Symmetry) -> None:
        """Raise `BadRegion` for glued lattices and for symmetries not of the lattice."""
        if self._lattice.cover != self._lattice:
            raise BadRegion(f"a region of {self._lattice.name} is not moved: move, then glue")
        for symmetry in symmetries:
            if not self._lattice.keeps(symmetry):
                raise BadRegion(
                    f"{symmetry!r} is not a symmetry of the {self._lattice.name}: take a group "
                    "from region.lattice"
                )

    def _image(self, axes: Sequence[int], vector: Sequence[int]) -> Region:
        """Return the image under the symmetry with these axes, translated by `vector`."""
        if not self._cells:
            return self
        images = []
        for axis, step in zip(axes, vector, strict=True):
            numbers = map(itemgetter(abs(axis) - 1), self._cells)
            images.append(map(step.__add__ if axis > 0 else step.__sub__, numbers))
        return self._like(frozenset(zip(*images, strict=True)))


def _restored(cells: tuple[Cell, ...], dimension: int, lattice: Lattice) -> Region:
    """Return a region from its pickled fields."""
    return Region(cells, dimension=dimension, lattice=lattice)


# Drawings -----------------------------------------------------------------------------------------

# The number of different places at which a drawing may begin along an axis.
_MOST_KINDS = 8


def art(region: Region) -> str:
    r"""Return the drawing of a region of the plane or of space, with dots for the empty places.

    >>> print(art(Region([(5, 5), (6, 5), (6, 6)])))
    .*
    **

    Parsing it returns the region, moved to the origin.  There is no '\n' at the end.
    Raises `BadRegion` for other dimensions, and for cells too far apart to draw.
    """
    if not isinstance(region, Region):
        raise BadRegion(f"a drawing is made of a Region, not of type {type(region).__name__}")
    if region.lattice.cover.axes is not None:
        return _art_of_places(region)
    if region.dimension not in (2, 3):
        raise BadRegion(
            f"there is no drawing in dimension {region.dimension}: only regions of dimension 2 and "
            "3 are drawn with characters"
        )
    if not region:
        return ""
    width, height, *rest = region.size
    depth = rest[0] if rest else 1
    if width * height * depth > MOST_CHARACTERS:
        raise BadRegion(
            f"a drawing of {' x '.join(map(str, region.size))} places: the limit is "
            f"{MOST_CHARACTERS}"
        )
    left, bottom, *below = region.low
    canvas = [[["."] * width for _ in range(height)] for _ in range(depth)]
    for x, y, *above in region.cells:
        z = above[0] - below[0] if above else 0
        canvas[z][bottom + height - 1 - y][x - left] = "*"
    return "\n\n".join("\n".join("".join(line) for line in layer) for layer in canvas)


def _art_of_places(region: Region) -> str:
    """Return the drawing of a region of another lattice."""
    cover = region.lattice.cover
    flat = Region(region, dimension=region.dimension, lattice=cover)
    text = art(Region(map(cover.place, flat), dimension=cover.directions))
    layers = [layer.split("\n") for layer in text.split("\n\n")]
    # The cell at a place may depend on where a drawing begins: triangles that point up and down
    # alternate.  So empty places are added at the left and below, and in space empty layers, until
    # parsing returns the region.
    lows = tuple(map(min, zip(*map(cover.place, flat), strict=True))) if flat else ()
    deep = range(_MOST_KINDS if cover.directions == 3 else 1)
    for under, below, left in product(deep, range(_MOST_KINDS), range(_MOST_KINDS)):
        if flat and not _is_read_at(flat, lows, (left, below, under)):
            continue
        width = len(layers[0][0]) + left
        moved = [["." * left + line for line in layer] for layer in layers]
        moved = [layer + ["." * width] * below for layer in moved]
        moved = [["." * width] * len(moved[0])] * under + moved
        return "\n\n".join("\n".join(layer) for layer in moved)
    raise BadRegion(f"no drawing of these {cover.name}: place() and at() do not go with home()")


def _is_read_at(region: Region, lows: Cell, begin: Cell) -> bool:
    """Return whether a drawing with its least places here is read as the region, translated."""
    cover = region.lattice
    places = [
        tuple(place - low + start for place, low, start in zip(spot, lows, begin, strict=False))
        for spot in map(cover.place, region)
    ]
    with suppress(BadRegion):
        dimension = cover.directions or region.dimension
        read = Region(placed(places, dimension, cover), lattice=cover)
        return read.at_origin() == region.at_origin()
    return False
