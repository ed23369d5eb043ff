"""Puzzles of BurrTools (`.xmpuzzle`): boards and tiles of cubes or triangular prisms.

The file is XML, usually compressed by gzip.  Its voxel spaces are strings with a character for each
place, x running fastest, then y, then z: `#` is a cell, `_` an empty place, and `+` (in boards
only) a cell that may stay empty.  A problem has the board and the number of uses of each tile.
BurrTools rotates tiles and never reflects them, and so does this module.  Triangles are prisms in
layers; a file whose spaces all have one layer is read as triangles of the plane, where turning a
prism over is a reflection.  The lines of triangles run along x, and the one at (0, 0) of each layer
points up.  The format is described in the library documentation of BurrTools (Andreas Röver).
"""

from __future__ import annotations

import gzip
import re
import zlib
from typing import cast
from xml.sax.saxutils import quoteattr

from combien.cover.formats._xml_tree import Element, parsed
from combien.errors import BadFormat, BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._prisms import PRISMS
from combien.geometry._region import Region
from combien.geometry._triangles import TRIANGLES
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Symmetries, Tile, Times
from combien.tilings._tiling import TilingProblem

__all__ = ["read", "write"]

_MOST_BYTES = 64_000_000
_MOST_SIDE = 10_000
_MOST_PLACES = 4_000_000
_MOST_TIMES = 1_000_000
_MOST_NUMBER = 999_999_999
_MARK = re.compile(r"([#+_])(\d*)")
_LATTICES = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetra-octahedra")
_TRIANGLES = 1
_GZIP = b"\x1f\x8b"


def read(data: bytes) -> dict[str, TilingProblem | PackingProblem]:
    """Return the problems of a file, by name, in their order.

    >>> dots = b'<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="1" y="1" z="1">#</voxel>'
    >>> asked = b'<shapes><shape id="1" count="2"/></shapes><result id="0"/>'
    >>> puzzle = b'<puzzle version="2"><gridType type="0"/><shapes>%s</shapes><problems><problem>%s'
    >>> read(puzzle % (dots, asked) + b"</problem></problems></puzzle>")
    {'problem 1': <TilingProblem 'problem 1': 2 cells, 1 tile>}

    Copies of a tile are identical: exchanging them gives the same solution.  Symmetric solutions
    are all counted; BurrTools keeps one of them.  A problem with cells that may stay empty is a
    `PackingProblem`.
    Raises `BadFormat` with the line for an invalid file, a document type, more than 64 MB of
    uncompressed data, other cells than cubes and triangular prisms, and problems with colors.
    """
    root = parsed(_unpacked(data))
    if root.name != "puzzle":
        raise root.bad(f"expected <puzzle>, not <{root.name[:40]}>")
    if root.attributes.get("version") != "2":
        raise root.bad('expected version="2" of the format')
    kind = root.one("gridType").number("type", most=_MOST_NUMBER)
    if kind > _TRIANGLES:
        known = _LATTICES[kind] if kind < len(_LATTICES) else f"cells of type {kind}"
        raise root.one("gridType").bad(
            f"puzzles of {known} are not read: only those of cubes and of triangles"
        )
    spaces = root.one("shapes").all("voxel")
    lattice: Lattice = SQUARE
    if kind == _TRIANGLES:
        flat = all(space.attributes.get("z") == "1" for space in spaces)
        lattice = TRIANGLES if flat else PRISMS
    reader = _Reader(spaces, lattice)
    found: dict[str, TilingProblem | PackingProblem] = {}
    for number, element in enumerate(root.one("problems").all("problem"), 1):
        name = element.attributes.get("name", "").strip() or f"problem {number}"
        if name in found:
            name = f"{name} ({number})"
        found[name] = reader.problem(element, name)
    return found


def write(problem: TilingProblem | PackingProblem) -> bytes:
    """Return a problem as a compressed file; equal problems give equal bytes.

    >>> bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times="any", name="bar")
    >>> problem = TilingProblem(Region.box(2, 2, 1), [bar], name="bars")
    >>> read(write(problem))
    {'bars': <TilingProblem 'bars': 4 cells, 1 tile>}

    The tiles are numbered from 0, and the board comes last; names of tiles are kept.
    Raises `BadFormat` for other lattices, tiles that are not used with all rotations (24 of cubes,
    12 of prisms; in the plane all 8 or 12 symmetries, since solids can be turned over), and
    constraints other than empty cells.
    """
    if not isinstance(problem, (TilingProblem, PackingProblem)):
        raise BadFormat(
            "a TilingProblem or PackingProblem is written in the xmpuzzle format, not "
            f"{type(problem).__name__}"
        )
    base = problem.base if isinstance(problem, PackingProblem) else problem
    board, optional = base.board, _optional(problem)
    triangles = board.lattice in (TRIANGLES, PRISMS)
    if not triangles and (board.lattice != SQUARE or board.dimension not in (2, 3)):
        raise BadFormat(
            "the xmpuzzle format is written for boards of squares, cubes, triangles and prisms on "
            "triangles only"
        )
    spaces = [_space(tile.region, (), tile.name) for tile in base.tiles]
    spaces.append(_space(board, optional, ""))
    uses = []
    for number, tile in enumerate(base.tiles):
        named = tile.called(number)
        if len(tile.orientations) != len(_turned(tile.region)):
            raise BadFormat(
                f"in the xmpuzzle format tiles have all rotations, not {named}: give it "
                "rotations (in the plane: all symmetries)"
            )
        low, high = tile.times
        most = len(board) // len(tile) if high is None else high
        if low > _MOST_TIMES or most > _MOST_TIMES:
            raise BadFormat(f"{named} is used more than {_MOST_TIMES} times, which is the limit")
        times = f'count="{low}"' if low == most else f'min="{low}" max="{max(low, most)}"'
        uses.append(f'<shape id="{number}" {times}/>')
    name = f" name={quoteattr(base.name)}" if base.name else ""
    text = "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            f'<gridType type="{_TRIANGLES if triangles else 0}"/>',
            "<colors/>",
            "<shapes>",
            *spaces,
            "</shapes>",
            "<problems>",
            f'<problem{name} state="0">',
            "<shapes>",
            *uses,
            "</shapes>",
            f'<result id="{len(base.tiles)}"/>',
            "<bitmap/>",
            "</problem>",
            "</problems>",
            "<comment/>",
            "</puzzle>\n",
        ]
    )
    return gzip.compress(text.encode(), mtime=0)


class _Reader:
    """Builds problems from the voxel spaces of a file."""

    def __init__(self, spaces: list[Element], lattice: Lattice) -> None:
        self._spaces = spaces
        self._lattice = lattice
        self._read: dict[int, tuple[Region, Region]] = {}

    def problem(self, element: Element, name: str) -> TilingProblem | PackingProblem:
        """Return the problem of a <problem> element."""
        tiles = []
        for use in element.one("shapes").all("shape"):
            number = self._number(use)
            region, open_cells = self._space(number, use)
            if open_cells:
                raise use.bad(f"shape {number} has '+' places, which are allowed in boards only")
            low, high = _times(use)
            if not high:
                continue
            named = self._spaces[number].attributes.get("name", "")
            try:
                times = (low, high)
                turned: Symmetries = "all" if self._lattice == TRIANGLES else "rotations"
                tiles.append(Tile(region, symmetries=turned, times=times, name=named))
            except BadTiling as error:
                raise use.bad(f"shape {number}: {error}") from None
        result = element.one("result")
        board, optional = self._space(self._number(result), result)
        try:
            problem = TilingProblem(board, tiles, name=name)
            most = element.number("maxHoles", most=_MOST_NUMBER, default=len(optional))
            if not optional or not most:
                return problem
            holes: Times = "any" if most >= len(optional) else (0, most)
            return PackingProblem(problem, optional=optional, holes=holes)
        except BadTiling as error:
            raise element.bad(str(error)) from None

    def _number(self, element: Element) -> int:
        number = element.number("id", most=_MOST_NUMBER)
        if number >= len(self._spaces):
            raise element.bad(f"there is no shape {number}: there are {len(self._spaces)}, from 0")
        return number

    def _space(self, number: int, user: Element) -> tuple[Region, Region]:
        """Return the cells of a voxel space, and the cells that may stay empty."""
        if number not in self._read:
            self._read[number] = _cells(self._spaces[number], number, self._lattice)
        region, optional = self._read[number]
        if not region:
            raise user.bad(f"shape {number} is empty: it has no cell")
        return region, optional


def _cells(space: Element, number: int, lattice: Lattice) -> tuple[Region, Region]:
    sides = [space.number(axis, most=_MOST_SIDE) for axis in "xyz"]
    wide, deep, high = sides
    if wide * deep * high > _MOST_PLACES:
        raise space.bad(f"shape {number} has more than {_MOST_PLACES} places, which is the limit")
    text = "".join(space.text.split())
    filled: list[Cell] = []
    optional: list[Cell] = []
    at = place = 0
    while at < len(text):
        mark = _MARK.match(text, at)
        if mark is None:
            raise space.bad(
                f"shape {number}, place {place}: expected '#', '+' or '_', not {text[at]!r}"
            )
        if mark[2].strip("0"):
            raise space.bad(
                f"shape {number}, place {place} has color {mark[2][:9]}: puzzles with colors are "
                "not read; remove the colors"
            )
        if mark[1] != "_" and place < wide * deep * high:
            rest, x = divmod(place, wide)
            y, z = rest % deep, rest // deep
            # All three lattices have a cell at each place.
            cell = cast("Cell", lattice.at((x, y, z)[: lattice.directions]))
            filled.append(cell)
            if mark[1] == "+":
                optional.append(cell)
        at, place = mark.end(), place + 1
    if place != wide * deep * high:
        raise space.bad(
            f"shape {number} of {wide} x {deep} x {high} has {wide * deep * high} places, and "
            f"{place} are written"
        )
    axes = lattice.axes or 3
    all_cells = Region(filled, dimension=axes, lattice=lattice)
    return all_cells, Region(optional, dimension=axes, lattice=lattice)


def _places(region: Region) -> list[Cell]:
    """Return the places of the cells in a voxel space, before translation to the origin."""
    cells = region if region.lattice == SQUARE else map(region.lattice.place, region)
    return [(*cell, 0)[:3] for cell in cells]


def _times(use: Element) -> tuple[int, int]:
    """Return the minimum and maximum number of uses of a tile."""
    if "count" in use.attributes or not {"min", "max"} <= use.attributes.keys():
        count = use.number("count", most=_MOST_TIMES, default=1)
        return count, count
    low, high = (use.number(end, most=_MOST_TIMES) for end in ("min", "max"))
    if low > high:
        raise use.bad(f"min={low} is more than max={high}")
    return low, high


def _unpacked(data: bytes) -> bytes:
    """Return the XML of a file, decompressed at most up to the limit."""
    if not isinstance(data, bytes):
        raise BadFormat(f"expected bytes, not a value of type {type(data).__name__}")
    if data.startswith(_GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, _MOST_BYTES + 1)
        except zlib.error as error:
            raise BadFormat(f"this compressed file is damaged: {error}") from None
        if len(data) <= _MOST_BYTES and not unpacking.eof:
            raise BadFormat("this compressed file is damaged: it is truncated")
    if len(data) > _MOST_BYTES:
        raise BadFormat(f"more than {_MOST_BYTES // 10**6} MB of XML, which is the limit")
    return data


def _optional(problem: TilingProblem | PackingProblem) -> tuple[Cell, ...]:
    """Return the cells that may stay empty, if they are the only constraint of a problem."""
    if not isinstance(problem, PackingProblem):
        return ()
    optional = problem.may_be_holes
    board = problem.board
    region = Region(optional, dimension=board.dimension, lattice=board.lattice)
    plain = PackingProblem(problem.base, optional=region, holes="any").problem()
    if plain != problem.problem():
        raise BadFormat(
            "the xmpuzzle format supports cells that may stay empty, but no other constraints: "
            "omit them, or write the exact cover, as dlx or json"
        )
    return optional


def _space(region: Region, optional: tuple[Cell, ...], name: str) -> str:
    """Return a voxel space as an XML element."""
    places = _places(region)
    low = [min(axis) for axis in zip(*places, strict=True)]
    if region.lattice != SQUARE:
        low[0] -= (low[0] + low[1]) % 2  # Triangles must keep pointing up or down.
    size = [
        max(axis) - least + 1 for axis, least in zip(zip(*places, strict=True), low, strict=True)
    ]
    marks = ["_"] * (size[0] * size[1] * size[2])
    if len(marks) > _MOST_PLACES or max(size) > _MOST_SIDE:
        raise BadFormat(f"a box of more than {_MOST_PLACES} places, which is the limit")
    empty = set(optional)
    for cell, place in zip(region, places, strict=True):
        x, y, z = map(int.__sub__, place, low)
        marks[x + size[0] * (y + size[1] * z)] = "+" if cell in empty else "#"
    named = f" name={quoteattr(name)}" if name else ""
    x, y, z = size
    return f'<voxel x="{x}" y="{y}" z="{z}"{named} type="0">{"".join(marks)}</voxel>'


def _turned(region: Region) -> tuple[Region, ...]:
    lattice, dimension = region.lattice, region.dimension
    solid = (lattice.directions or dimension) == 3
    return region.orientations((lattice.rotations if solid else lattice.all)(dimension))
