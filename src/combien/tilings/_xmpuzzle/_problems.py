"""The problems of a file: a board, the pieces and how often they are used, and rules of colors.

Colors are those of voxels.  A voxel without a color goes anywhere, and any voxel goes where the
board has no color; otherwise the file lists the pairs that are allowed, with colors counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from combien._base.records import dataclass
from combien.cover.formats._xml_tree import Element
from combien.errors import BadRegion, BadTiling
from combien.geometry._cell import Cell
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._paint import Paint
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem
from combien.tilings._xmpuzzle._grids import turns
from combien.tilings._xmpuzzle._shapes import Shape, Shapes

__all__ = ["ReadProblem", "Use", "read_problem"]

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
