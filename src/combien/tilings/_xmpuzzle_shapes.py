"""Grids as lattices, shapes, which are voxel spaces as text, and problems.

A problem has a board, the pieces and how often they are used, and rules of colors.  Colors are
those of voxels.  A voxel without a color goes anywhere, and any voxel goes where the board has no
color; otherwise the file lists the pairs that are allowed, with colors counted from 0.

A shape has one token for each voxel, x running fastest, then y, then z: `#` is a cell, `+` a cell
that may stay empty, `_` no cell; a number after it is a color, counted from 1 in the list of the
file.  Sizes are checked before anything is allocated.

A voxel is a place in text, as its lattice defines it.  A placement in a file is a number of a
rotation and the voxel to which it moves the hot spot of the shape; by default the hot spot is the
voxel (0, 0, 0).  The rotations are products of few:

    cubes, tetrahedra      I, Y, Z and their powers, each after I or a power of X
    triangular prisms      six turns about the axis of the layers, then these after a half-turn
    spheres                I, Z, ZZ or ZZZ after (I, two others), each after I or a half-turn

and the same number of reflections follows, each the reflection of x followed by a rotation.  For
spheres, BurrTools also has rotations that do not keep the lattice, but some pieces on it; a number
above 23 is one of these and has no symmetry here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from combien.cover.formats._xml_tree import Element
from combien.errors import BadRegion, BadTiling
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._prisms import PRISMS
from combien.geometry._region import Region
from combien.geometry._solids import SPHERES, is_flat
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._tetrahedra import RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._paint import Paint
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem

MOST_SIDE = 1000
MOST_PLACES = 500_000
_MOST_TOGETHER = 4_000_000
_MOST_COLORS = 999
_MARK = re.compile(r"([#+_])(\d{0,3})")


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape: all cells, those that may stay empty, their colors, its name, hot spot, weight."""

    region: Region
    optional: Region
    colors: dict[Cell, str]
    name: str
    hot: Cell
    weight: int


class Shapes:
    """The shapes of a file, which are read when they are used."""

    def __init__(self, spaces: list[Element], grid: Grid, colors: list[str]) -> None:
        self.grid = grid
        self._spaces = spaces
        self._colors = colors
        self._read: dict[int, Shape] = {}
        together = 0
        for number, space in enumerate(spaces):
            together += _places(space, number)
            if together > _MOST_TOGETHER:
                raise space.bad(
                    f"shapes 0 to {number} have more than {_MOST_TOGETHER} places together, which "
                    "is the limit"
                )

    def of(self, element: Element) -> tuple[int, Shape]:
        """Return the number and the shape to which the `id` of an element refers."""
        number = element.number("id", most=999_999_999)
        if number >= len(self._spaces):
            raise element.bad(f"there is no shape {number}: there are {len(self._spaces)}, from 0")
        if number not in self._read:
            self._read[number] = self._parsed(number)
        shape = self._read[number]
        if not shape.region:
            raise element.bad(f"shape {number} is empty: it has no cell")
        return number, shape

    def _parsed(self, number: int) -> Shape:
        space, grid = self._spaces[number], self.grid
        wide, deep, high = (space.number(axis, most=MOST_SIDE) for axis in "xyz")
        count = wide * deep * high
        text = "".join(space.text.split())
        filled: list[Cell] = []
        optional: list[Cell] = []
        colors: dict[Cell, str] = {}
        at = place = 0
        while at < len(text):
            mark = _MARK.match(text, at)
            if mark is None:
                raise space.bad(
                    f"shape {number}, place {place}: expected '#', '+' or '_', not {text[at]!r}"
                )
            if mark[1] != "_" and place < count:
                rest, x = divmod(place, wide)
                voxel = x, rest % deep, rest // deep
                cell = grid.cell(voxel)
                if cell is None:
                    raise space.bad(
                        f"shape {number}, place {place}: there is no cell of the grid of "
                        f"{grid.name} at {voxel}; write '_'"
                    )
                filled.append(cell)
                if mark[1] == "+":
                    optional.append(cell)
                if mark[2].strip("0"):
                    colors[cell] = self._color(space, f"shape {number}, place {place}", mark[2])
            at, place = mark.end(), place + 1
        if place != count:
            raise space.bad(
                f"shape {number} of {wide} x {deep} x {high} has {count} places, and {place} are "
                "written"
            )
        lattice = grid.lattice
        axes = lattice.axes or 3
        hot = tuple(_signed(space, f"h{axis}") for axis in "xyz")
        return Shape(
            Region(filled, dimension=axes, lattice=lattice),
            Region(optional, dimension=axes, lattice=lattice),
            colors,
            space.attributes.get("name", ""),
            hot,
            _signed(space, "weight", "1"),
        )

    def _color(self, space: Element, where: str, digits: str) -> str:
        number = int(digits)
        if number > len(self._colors):
            raise space.bad(
                f"{where} has color {number}: the file lists {len(self._colors)} colors"
            )
        return self._colors[number - 1]


def read_colors(root: Element) -> list[str]:
    """Return the names of the colors of a file, as in `#8034bb`; equal ones are numbered."""
    found: list[str] = []
    for group in root.all("colors"):
        for color in group.all("color"):
            parts = [color.number(name, most=255) for name in ("red", "green", "blue")]
            name = "#" + "".join(f"{part:02x}" for part in parts)
            if name in found:
                name = f"{name} ({len(found) + 1})"
            found.append(name)
            if len(found) > _MOST_COLORS:
                raise color.bad(f"more than {_MOST_COLORS} colors, which is the limit")
    return found


def _places(space: Element, number: int) -> int:
    """Return the number of places of a shape, if its text can be that long."""
    wide, deep, high = (space.number(axis, most=999_999_999) for axis in "xyz")
    if max(wide, deep, high) > MOST_SIDE or wide * deep * high > MOST_PLACES:
        raise space.bad(
            f"shape {number} of {wide} x {deep} x {high} has a side of more than {MOST_SIDE} or "
            f"more than {MOST_PLACES} places, which is the limit"
        )
    if space.attributes.get("type", "0").strip() not in ("", "0"):
        raise space.bad(f'shape {number}: expected type="0", the only one of this format')
    return wide * deep * high


def _signed(space: Element, name: str, default: str = "0") -> int:
    """Return an attribute that is an integer of either sign."""
    text = space.attributes.get(name, default).strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise space.bad(f'{name}="{text[:40]}": expected a whole number')
    return int(text)


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid: its number in files, its lattice, and the vectors of its voxels."""

    number: int
    name: str
    lattice: Lattice

    def cell(self, voxel: Cell) -> Cell | None:
        """Return the cell at a voxel, or None if there is no cell.

        >>> GRIDS[2].cell((1, 1, 0)), GRIDS[2].cell((1, 0, 0))
        ((1, 1, 0), None)
        """
        return self.lattice.at(voxel[: self.lattice.directions or 3])

    def point(self, voxel: Cell) -> Cell:
        """Return the coordinates of a voxel, which need not be a cell."""
        x, y, z = voxel
        if self.lattice == RHOMBIC_TETRAHEDRA:
            return x - 2, y - 2, z - 2
        if self.lattice == TETRAHEDRA_OCTAHEDRA:
            return 2 * x - 5, 2 * y + 1, 2 * z + 1
        return self.cell(voxel) or voxel

    def voxel(self, point: Cell) -> Cell:
        """Return the voxel with these coordinates, the inverse of `point`."""
        x, y, *z = point if self.lattice == SQUARE else self.lattice.place(point)
        return x, y, z[0] if z else 0

    def symmetry(self, number: int) -> Symmetry | None:
        """Return the rotation or reflection with this number, or None if it is not known.

        >>> [GRIDS[0].symmetry(number).name for number in (1, 4, 20)]
        ['(x, -z, y)', '(-z, y, x)', '(y, -x, z)']
        """
        known = _numbered(self.lattice)
        return known[number] if 0 <= number < len(known) else None


GRIDS = (
    Grid(0, "cubes", SQUARE),
    Grid(1, "triangular prisms", PRISMS),
    Grid(2, "spheres", SPHERES),
    Grid(3, "rhombic tetrahedra", RHOMBIC_TETRAHEDRA),
    Grid(4, "tetrahedra and octahedra", TETRAHEDRA_OCTAHEDRA),
)
_FLAT = Grid(1, "triangles", TRIANGLES)


def grid_of(lattice: Lattice) -> Grid | None:
    """Return the grid of a lattice, or None if BurrTools has none.

    >>> grid_of(SPHERES).number, grid_of(TRIANGLES).number
    (2, 1)
    """
    return next((grid for grid in (*GRIDS, _FLAT) if grid.lattice == lattice), None)


def grid_named(number: int, *, flat: bool) -> Grid | None:
    """Return the grid with a number; triangles of the plane if all shapes have one layer."""
    if number == _FLAT.number and flat:
        return _FLAT
    return GRIDS[number] if number < len(GRIDS) else None


def turns(region: Region) -> Group:
    """Return the symmetries by which a piece can be turned in one's hands.

    >>> len(turns(Region.box(2, 1, 1))), len(turns(Region([(0, 0, 0), (1, 1, 0)], lattice=SPHERES)))
    (24, 48)

    A piece of the plane can be turned over, and one of spheres with their centers in one plane can
    be turned to its mirror images.
    """
    lattice, dimension = region.lattice, region.dimension
    solid = (lattice.directions or dimension) == 3
    over = not solid or (lattice == SPHERES and is_flat(region))
    return (lattice.all if over else lattice.rotations)(dimension)


@cache
def _numbered(lattice: Lattice) -> tuple[Symmetry, ...]:
    if lattice in (PRISMS, TRIANGLES):
        # By 60 degrees, and the half-turn that keeps y.
        turn, over = (-2, -3, -1), (3, 2, 1)
        layers = () if lattice == TRIANGLES else (4,)
        sixth = _powers(Symmetry((*turn, *layers)), 6)
        flipped = Symmetry((*over, *(-layer for layer in layers)))
        rotations = [*sixth, *(one @ flipped for one in sixth)]
        mirror = Symmetry((*over, *layers))
        return (*rotations, *(one @ mirror for one in rotations))
    x, y, z = Symmetry((1, -3, 2)), Symmetry((-3, 2, 1)), Symmetry((-2, 1, 3))
    if lattice == SPHERES:
        others = [Symmetry((1, 2, 3)), Symmetry((3, 1, 2)), Symmetry((3, 2, -1))]
        half = Symmetry((3, -2, 1))
        return tuple(a @ b @ c for b in others for a in _powers(z, 4) for c in _powers(half, 2))
    first = [*_powers(y, 4), z, z.inverse]
    rotations = [one @ other for one in first for other in _powers(x, 4)]
    return (*rotations, *(one @ Symmetry((-1, 2, 3)) for one in rotations))


def _powers(symmetry: Symmetry, number: int) -> Sequence[Symmetry]:
    found = [Symmetry.identity(symmetry.dimension)]
    while len(found) < number:
        found.append(symmetry @ found[-1])
    return found


_MOST_TIMES = 1_000_000
_MOST_NUMBER = 999_999_999


@dataclass(frozen=True, slots=True)
class Use:
    """A line of a problem: a shape, its tile (None if it is never used), its greatest number."""

    shape: Shape
    tile: int | None
    most: int
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadProblem:
    """A problem, its lines in the file's order, and its element."""

    problem: TilingProblem | PackingProblem
    uses: tuple[Use, ...]
    element: Element


def read_problem(element: Element, name: str, shapes: Shapes, colors: list[str]) -> ReadProblem:
    """Return the problem of a <problem> element."""
    tiles: list[Tile] = []
    uses: list[Use] = []
    paints: dict[int, Paint] = {}
    for line in element.one("shapes").all("shape"):
        number, shape = shapes.of(line)
        if shape.optional:
            raise line.bad(f"shape {number} has '+' places, which are allowed in boards only")
        low, high = _times(line)
        groups = tuple(_groups(line))
        if not high:
            uses.append(Use(shape, None, 0, groups))
            continue
        try:
            tile = Tile(
                shape.region, symmetries=turns(shape.region), times=(low, high), name=shape.name
            )
        except (BadTiling, BadRegion) as error:
            raise line.bad(f"shape {number}: {error}") from None
        if shape.colors:
            paints[len(tiles)] = Paint(cells=_at_home(shape))
        uses.append(Use(shape, len(tiles), high, groups))
        tiles.append(tile)
    _, result = shapes.of(element.one("result"))
    optional = result.optional
    most = element.number("maxHoles", most=_MOST_NUMBER, default=len(optional))
    holes: Times = 0 if not optional or not most else "any" if most >= len(optional) else (0, most)
    pairs = list(_pairs(element, colors))
    try:
        problem = TilingProblem(result.region, tiles, name=name)
        if holes == 0 and not paints:
            return ReadProblem(problem, tuple(uses), element)
        packing = PackingProblem(
            problem,
            optional=None if holes == 0 else optional,
            holes=holes,
            paints=paints,
            colors=result.colors,
            allowed=pairs,
        )
    except BadTiling as error:
        raise element.bad(str(error)) from None
    return ReadProblem(packing, tuple(uses), element)


def _at_home(shape: Shape) -> dict[Cell, str]:
    """Return the colors of a shape by its cells at the origin, where its tile is."""
    vector = shape.region.lattice.home(shape.region.low)
    return {tuple(map(int.__add__, cell, vector)): color for cell, color in shape.colors.items()}


def _pairs(element: Element, colors: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the colors that go together: of a piece, and of the board."""
    for group in element.all("bitmap"):
        for pair in group.all("pair"):
            piece, board = (pair.number(side, most=_MOST_NUMBER) for side in ("piece", "result"))
            if max(piece, board) >= len(colors):
                raise pair.bad(
                    f"there is no color {max(piece, board)}: the file lists {len(colors)}, from 0"
                )
            yield colors[piece], colors[board]


def _groups(line: Element) -> Iterator[int]:
    """Yield the groups of a shape: pieces of a group may stay together when taken apart."""
    if "group" in line.attributes:
        yield line.number("group", most=_MOST_NUMBER)
    for group in line.all("group"):
        yield group.number("group", most=_MOST_NUMBER)


def _times(use: Element) -> tuple[int, int]:
    """Return the minimum and maximum number of uses of a tile."""
    if "count" in use.attributes or not {"min", "max"} <= use.attributes.keys():
        count = use.number("count", most=_MOST_TIMES, default=1)
        return count, count
    low, high = (use.number(end, most=_MOST_TIMES) for end in ("min", "max"))
    if low > high:
        raise use.bad(f"min={low} is more than max={high}")
    return low, high
