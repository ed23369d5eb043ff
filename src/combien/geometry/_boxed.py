"""Regions as text and as matrices of zeros and ones, and cutting regions to boxes.

In a drawing, `*` is a cell and any other character an empty place.  It is oriented like a map: the
first line is the *top* (the largest y), x goes to the right, and short lines are padded.  A drawing
in space is a sequence of layers, z = 0 first, with an empty line between two layers.  Empty lines
before and after the drawing are ignored, so that quotes can be on separate lines; a line without
cells *inside* a drawing is written with dots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

from combien._base.checks import as_int, check_list
from combien.errors import BadRegion
from combien.geometry._cell import MOST_CELLS, Cell, check_far, checked_lengths
from combien.geometry._lattice import SQUARE, Lattice

Matrix = list[list[int]] | list[list[list[int]]]


class Boxed:
    """The operations of regions of squares or cubes (in any dimension) on boxes; see `Region`."""

    __slots__ = ()

    if TYPE_CHECKING:  # The parts of `Region` that are used here.

        def __init__(self, cells: Iterable[Sequence[int]], *, dimension: int | None) -> None: ...
        @property
        def cells(self) -> tuple[Cell, ...]: ...
        @property
        def dimension(self) -> int: ...
        @property
        def lattice(self) -> Lattice: ...
        @property
        def low(self) -> Cell: ...
        @property
        def size(self) -> tuple[int, ...]: ...

    def crop(self, corner: Sequence[int], size: Sequence[int]) -> Self:
        """Return the part inside a box with this lower corner and size, moved to the origin.

        >>> from combien import Region
        >>> list(Region.from_art("*..\\n.*.\\n..*").crop((1, 0), (2, 2)))
        [(0, 1), (1, 0)]

        The box need not be within the region.
        Raises `BadRegion` unless there is an integer for each axis, at least 0 for the size, and
        for regions of other lattices.
        """
        _require_square(self, "cropped")
        low, lengths = _numbers(self, corner, "corner"), _lengths(self, size)
        ends = [start + length for start, length in zip(low, lengths, strict=True)]
        check_far(min(low), max(ends))
        kept = (
            tuple(at - start for at, start in zip(cell, low, strict=True))
            for cell in self.cells
            if all(start <= at < end for at, start, end in zip(cell, low, ends, strict=True))
        )
        return type(self)(kept, dimension=self.dimension)

    def resize(self, *size: int) -> Self:
        """Return the part inside the box of this size with its lower corner at the origin.

        >>> from combien import Region
        >>> Region.box(8, 8).resize(9, 3)
        <Region: 24 cells in 8 x 3>

        A region has no frame, so a larger size changes nothing.
        Raises `BadRegion` as `crop` does.
        """
        return self.crop((0,) * self.dimension, size)

    @classmethod
    def from_matrix(cls, matrix: Sequence[Any], *, dimension: int | None = None) -> Self:
        """Return the region of a matrix, in which 1 or True is a cell, 0 or False is not.

        >>> from combien import Region
        >>> list(Region.from_matrix([[1, 0, 0], [1, 1, 1]]))
        [(0, 1), (0, 0), (1, 0), (2, 0)]
        >>> Region.from_matrix([[[1, 1], [1, 0]], [[1, 0], [0, 0]]])
        <Region: 4 cells in 2 x 2 x 2>

        The matrix may consist of lists, tuples or numpy arrays.  The top line comes first, and (0,
        0) is the lower left corner.  Three levels are layers of space, z = 0 first; with
        `dimension=3` a single layer is a region of space.
        Raises `BadRegion`, with the place, for lines or layers of different lengths and for other
        values.
        """
        listed = [_plain(line) for line in _listed(matrix, "a matrix")]
        deep = any(_is_list(_plain(line[0])) for line in listed if _is_list(line) and line)
        if dimension not in (None, 2, 3) or (deep and dimension == 2):
            raise BadRegion(f"dimension={dimension!r:.20}: a matrix of layers is of dimension 3")
        cells: list[Cell] = []
        for z, layer in enumerate(_layers(listed) if deep else [_lines(listed, "")]):
            for number, line in enumerate(layer):
                y = len(layer) - 1 - number
                cells.extend((x, y, z) for x, value in enumerate(line) if value)
        if deep or dimension == 3:
            return cls(cells, dimension=3)
        return cls([cell[:2] for cell in cells], dimension=2)

    def to_matrix(self, *, size: Sequence[int] | None = None) -> Matrix:
        """Return the region as lines of 0 and 1, the top one first; in space as a list of layers.

        >>> from combien import Region
        >>> Region.from_art("*..\\n***").shift(5, 5).to_matrix()
        [[1, 0, 0], [1, 1, 1]]
        >>> Region.box(2, 1).to_matrix(size=(3, 2))
        [[0, 0, 0], [1, 1, 0]]

        The matrix is the bounding box of the region; with `size`, the box of this size at the
        origin.
        Raises `BadRegion` for cells outside this box (`crop` and `resize` remove them), for other
        dimensions than 2 and 3, other lattices, and more than 4,000,000 places.
        """
        _require_square(self, "written as a matrix")
        if self.dimension not in (2, 3):
            raise BadRegion(
                f"dimension {self.dimension} cannot be written as a matrix: expected 2 or 3"
            )
        low: Sequence[int] = (0,) * self.dimension
        if size is None:
            lengths = checked_lengths(self.size)
            low = self.low if self.cells else low
        else:
            lengths = _lengths(self, size)
            checked_lengths(lengths)
        width, height, depth = (*lengths, 1)[:3]
        layers = [[[0] * width for _ in range(height)] for _ in range(depth)]
        for cell in self.cells:
            x, y, z = (*(at - start for at, start in zip(cell, low, strict=True)), 0)[:3]
            if not (0 <= x < width and 0 <= y < height and 0 <= z < depth):
                raise BadRegion(
                    f"the cell {cell} is outside the box of {' x '.join(map(str, lengths))} at the "
                    "origin: shift the region, or crop it"
                )
            layers[z][height - 1 - y][x] = 1
        return layers[0] if self.dimension == 2 else layers


def _require_square(region: Boxed, what: str) -> None:
    if region.lattice is not SQUARE:
        raise BadRegion(f"a region of {region.lattice.name} is not {what}: its cells make no box")


def _numbers(region: Boxed, given: Sequence[int], what: str) -> list[int]:
    numbers = [as_int(value) for value in given] if isinstance(given, Sequence) else []
    found = [number for number in numbers if number is not None]
    if not len(numbers) == len(found) == region.dimension:
        raise BadRegion(
            f"the {what} of a region of dimension {region.dimension} is {region.dimension} whole "
            f"numbers, one for each axis, not {given!r:.40}"
        )
    return found


def _lengths(region: Boxed, size: Sequence[int]) -> list[int]:
    lengths = _numbers(region, size, "size")
    if min(lengths) < 0:
        raise BadRegion(f"a size has no negative numbers, as {tuple(lengths)} has")
    return lengths


def _layers(listed: list[Any]) -> list[list[list[Any]]]:
    layers = [
        _lines(_listed(layer, f"layer {z}"), f" of layer {z}") for z, layer in enumerate(listed)
    ]
    sizes = [(len(layer), len(layer[0]) if layer else 0) for layer in layers]
    for z, size in enumerate(sizes):
        if size != sizes[0]:
            raise BadRegion(
                f"layer {z} is of {size[0]} lines of {size[1]}, layer 0 of {sizes[0][0]} lines of "
                f"{sizes[0][1]}: all layers are of one size"
            )
    return layers


def _lines(listed: list[Any], where: str) -> list[list[Any]]:
    """Return the lines of a layer, validated."""
    lines = [_listed(line, f"line {number}{where}") for number, line in enumerate(listed)]
    for number, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise BadRegion(
                f"line {number}{where} has {len(line)} values, line 0 has {len(lines[0])}: all "
                "lines are of one length"
            )
        for x, value in enumerate(line):
            if not _is_digit(value):
                raise BadRegion(
                    f"line {number}{where}, value {x}: {value!r:.40} is neither 0 nor 1"
                )
    return lines


def _plain(value: Any) -> Any:
    """Convert arrays of numpy and of the standard library to lists."""
    plain = getattr(value, "tolist", None)
    return plain() if callable(plain) else value


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _listed(value: object, what: str) -> list[Any]:
    listed = _plain(value)
    if not _is_list(listed):
        raise BadRegion(f"{what} is a list of values, not of type {type(value).__name__}")
    return check_list(what, listed, error=BadRegion, most=MOST_CHARACTERS)


def _is_digit(value: object) -> bool:
    try:
        return value in (0, 1)
    except (TypeError, ValueError):
        return False


# Drawings -----------------------------------------------------------------------------------------

# The limit on the size of a drawing, enough for a board of 4000 x 4000.
MOST_CHARACTERS = 16_000_000


def cells_of(text: str) -> tuple[list[Cell], int]:
    """Return the cells of a drawing, and its dimension: 2, or 3 if it has several layers.

    >>> cells_of(".*\\n**")
    ([(1, 1), (0, 0), (1, 0)], 2)
    >>> cells_of("**\\n\\n*.")
    ([(0, 0, 0), (1, 0, 0), (0, 0, 1)], 3)

    The lower left corner of the drawing is (0, 0), whether or not there is a cell.
    Raises `BadRegion` if this is not a string, is too long, has letters, digits or slashes, or has
    layers of different heights.
    """
    if not isinstance(text, str):
        raise BadRegion(f"a drawing is a text of '*', not of type {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise BadRegion(
            f"a drawing of {len(text)} characters: the limit is {MOST_CHARACTERS}; "
            "make the region from boxes or from cells"
        )
    if text.count("*") > MOST_CELLS:
        raise BadRegion(f"a drawing of {text.count('*')} cells: the limit is {MOST_CELLS}")
    for number, line in enumerate(text.split("\n"), 1):
        for column, mark in enumerate(line, 1):
            if mark.isalnum() or mark == "/":
                way = ": a row ends with its line" if mark == "/" else ""
                raise BadRegion(
                    f"line {number}, column {column} of a drawing: {mark!r} is neither a cell, "
                    f"'*', nor empty, '.' or a space{way}"
                )
    layers = _drawn_layers(text)
    heights = sorted({len(layer) for layer in layers})
    if len(heights) > 1:
        raise BadRegion(
            f"the layers of a drawing must be of one height, not of {heights[0]} and {heights[1]} "
            "lines: write a line without cells with dots, as an empty one begins a new layer"
        )
    flat = len(layers) < 2
    cells: list[Cell] = [
        (x, y) if flat else (x, y, z)
        for z, layer in enumerate(layers)
        for y, line in zip(range(len(layer) - 1, -1, -1), layer, strict=True)
        for x, mark in enumerate(line)
        if mark == "*"
    ]
    return cells, 2 if flat else 3


def placed(places: list[Cell], dimension: int, lattice: Lattice) -> list[Cell]:
    """Return the cells of a lattice at these places of a drawing.

    >>> from combien.geometry import HEXAGONS
    >>> placed([(1, 1), (0, 0), (2, 0)], 2, HEXAGONS)
    [(0, 1, -1), (0, 0, 0), (1, 0, -1)]

    If not every place has a cell, the drawing may begin with either kind of place.  On a lattice in
    space, a single layer is the lowest one.  Raises `BadRegion` for several layers on a lattice of
    the plane, and for places that cannot all have a cell.
    """
    directions = lattice.cover.directions or dimension
    if dimension > directions:
        raise BadRegion(f"a drawing of {lattice.name} has one layer: it is of the plane")
    above = (0,) * (directions - dimension)
    for shift in (0, 1):
        cells = [lattice.at((right + shift, *rest, *above)) for right, *rest in places]
        found = [cell for cell in cells if cell is not None]
        if len(found) == len(places):
            return found
    raise BadRegion(f"not a drawing of {lattice.name}: some '*' are where the lattice has no cell")


def _drawn_layers(text: str) -> list[list[str]]:
    """Return the lines of each layer; empty lines separate layers.

    Lines end in '\\n' or '\\r\\n', and white space counts as empty.
    """
    layers: list[list[str]] = []
    inside = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if not line.strip():
            inside = False
            continue
        if not inside:
            layers.append([])
        layers[-1].append(line)
        inside = True
    return layers
