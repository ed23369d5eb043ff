"""Write problems and assemblies as a file of BurrTools; equal problems give equal bytes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from xml.sax.saxutils import escape, quoteattr

from combien.cover.formats import FormatWarning
from combien.errors import BadFormat
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.geometry._solids import Solids
from combien.geometry._tetrahedra import TETRAHEDRA_OCTAHEDRA
from combien.tilings._packing_problem import Packing, PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tiling import Tiling, TilingProblem
from combien.tilings._xmpuzzle_assemblies import StoredSeparation, separation_text
from combien.tilings._xmpuzzle_shapes import MOST_PLACES, MOST_SIDE, Grid, grid_of, turns

_MOST_TIMES = 1_000_000
_MOST_COLORS = 999
_RGB = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)
# Red, green, ... for colors that are not written as #rrggbb.
_PALETTE = ("e6194b", "3cb44b", "4363d8", "f58231", "911eb4", "46f0f0", "ffe119", "808080")
# What XML cannot express.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is stored with a problem: numbers, groups and weights of tiles, and assemblies."""

    numbers: Mapping[str, int | None]
    groups: Sequence[Sequence[int]]
    weights: Sequence[int]
    stored: Sequence[Tiling | Packing]
    separations: Sequence[StoredSeparation | None]
    places: Sequence[int]
    finished: bool


_NO_FACTS = Facts({}, (), (), (), (), (), True)


def text_of(
    problems: Mapping[str, TilingProblem | PackingProblem],
    comment: str,
    facts: Mapping[str, Facts],
) -> str:
    """Return the XML of a file with these problems, in their order, by name."""
    grid = _grid(problems)
    colors = _colors(problems)
    spaces: list[str] = []
    asked: list[str] = []
    for name, problem in problems.items():
        asked += _problem(name, problem, spaces, colors, grid, facts.get(name, _NO_FACTS))
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            f'<gridType type="{grid.number}"/>',
            "<colors>" if colors else "<colors/>",
            *map(_color, colors, range(len(colors))),
            *(["</colors>"] if colors else []),
            "<shapes>",
            *spaces,
            "</shapes>",
            "<problems>",
            *asked,
            "</problems>",
            f"<comment>{escape(_clean(comment))}</comment>" if comment else "<comment/>",
            "</puzzle>\n",
        ]
    )


def _clean(text: str) -> str:
    """Return a text without the characters that XML cannot express."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _grid(problems: Mapping[str, TilingProblem | PackingProblem]) -> Grid:
    found: Grid | None = None
    for problem in problems.values():
        board = problem.board
        grid = grid_of(board.lattice)
        if grid is None or (board.lattice == SQUARE and board.dimension not in (2, 3)):
            raise BadFormat(
                "the xmpuzzle format is written for boards of squares, cubes, triangles, prisms on "
                "triangles, spheres, rhombic tetrahedra, or tetrahedra and octahedra only"
            )
        if found is not None and (grid.number, grid.lattice) != (found.number, found.lattice):
            raise BadFormat("the problems of an xmpuzzle file must all be of one lattice")
        found = grid
    if found is None:
        raise BadFormat("an xmpuzzle file has at least one problem")
    return found


def _problem(
    name: str,
    problem: TilingProblem | PackingProblem,
    spaces: list[str],
    colors: dict[Hashable, int],
    grid: Grid,
    facts: Facts,
) -> list[str]:
    """Return the lines of a problem, and append the lines of its shapes."""
    base = problem.base if isinstance(problem, PackingProblem) else problem
    board, optional = base.board, _optional(problem)
    packing = problem if isinstance(problem, PackingProblem) else None
    uses = []
    written = []
    for number, tile in enumerate(base.tiles):
        named = tile.called(number)
        if len(tile.orientations) != len(tile.region.orientations(turns(tile.region))):
            raise BadFormat(
                f"in the xmpuzzle format tiles have all rotations, not {named}: give it "
                "rotations (in the plane: all symmetries)"
            )
        low, high = tile.times
        most = len(board) // len(tile) if high is None else high
        if low > _MOST_TIMES or most > _MOST_TIMES:
            raise BadFormat(f"{named} is used more than {_MOST_TIMES} times, which is the limit")
        times = f'count="{low}"' if low == most else f'min="{low}" max="{max(low, most)}"'
        paint = packing.paints.get(number) if packing else None
        painted = {cell: colors[color] for cell, color in paint.cells.items()} if paint else {}
        weight = facts.weights[number] if number < len(facts.weights) else 1
        spaces.append(_space(tile.region, (), painted, tile.name, weight))
        written.append((Written(grid, tile.region, _vector(grid, tile.region)), max(low, most)))
        groups = facts.groups[number] if number < len(facts.groups) else ()
        inside = "".join(f'<group group="{group}" count="{max(low, most)}"/>' for group in groups)
        uses.append(f'<shape id="{len(spaces) - 1}" {times}>{inside}</shape>')
    shown = {cell: colors[color] for cell, color in packing.colors.items()} if packing else {}
    spaces.append(_space(board, optional, shown, ""))
    named = f" name={quoteattr(_clean(name))}" if name else ""
    bound = packing.holes[1] if packing else None
    few = f' maxHoles="{bound}"' if bound is not None and 0 < bound < len(optional) else ""
    known = "".join(
        f' {key}="{value}"' for key, value in facts.numbers.items() if value is not None
    )
    # Not begun, not finished, finished.
    state = 0 if facts.numbers.get("assemblies") is None else 1 + facts.finished
    return [
        f'<problem{named} state="{state}"{known}{few}>',
        "<shapes>",
        *uses,
        "</shapes>",
        f'<result id="{len(spaces) - 1}"/>',
        *_pairs(packing, colors),
        *_assemblies(Written(grid, board, _vector(grid, board)), written, facts),
        "</problem>",
    ]


def _assemblies(board: Written, tiles: Sequence[tuple[Written, int]], facts: Facts) -> list[str]:
    texts = [encoded(board, tiles, assembly.placements) for assembly in facts.stored]
    if None in texts:
        warnings.warn(
            f"{texts.count(None)} assemblies are left out: BurrTools' numbers for flat pieces of "
            "spheres turned to their mirror images are not known",
            FormatWarning,
            stacklevel=4,
        )
    lines = []
    for found, separation, number in zip_longest(texts, facts.separations, facts.places):
        if found is None:
            continue
        text, places = found
        moves = "" if separation is None else separation_text(separation, places, board.grid)
        named = f' asmNum="{number}"' if number else ""
        lines.append(f"<solution{named}><assembly>{text}</assembly>{moves}</solution>")
    return ["<solutions>", *lines, "</solutions>"] if lines else []


def _vector(grid: Grid, region: Region) -> Cell:
    """Return the translation of a region to where it is written."""
    places, low = _places(region)
    x, y, z = map(int.__sub__, places[0], low)
    first = region.cells[0]
    solid = first if grid.lattice.axes else (*first, 0)[:3]
    return tuple(map(int.__sub__, grid.point((x, y, z)), solid))


def _pairs(packing: PackingProblem | None, colors: dict[Hashable, int]) -> list[str]:
    """Return the pairs of colors that go together, counted from 0."""
    if not colors:
        return ["<bitmap/>"]
    pairs = [(color, color) for color in colors]
    if packing is not None and packing.allowed is not None:
        pairs = [pair for pair in packing.allowed if pair[0] in colors and pair[1] in colors]
    numbers = sorted((colors[piece] - 1, colors[board] - 1) for piece, board in pairs)
    lines = [f'<pair piece="{piece}" result="{board}"/>' for piece, board in numbers]
    return ["<bitmap>", *lines, "</bitmap>"]


def _colors(problems: Mapping[str, TilingProblem | PackingProblem]) -> dict[Hashable, int]:
    """Return the numbers of all colors, from 1."""
    used: dict[Hashable, None] = {}
    for problem in problems.values():
        if isinstance(problem, PackingProblem):
            for number in sorted(problem.paints):
                used.update(dict.fromkeys(problem.paints[number].cells.values()))
            used.update(dict.fromkeys(problem.colors[cell] for cell in sorted(problem.colors)))
    if len(used) > _MOST_COLORS:
        raise BadFormat(f"more than {_MOST_COLORS} colors, which is the limit")
    return {color: number for number, color in enumerate(sorted(used, key=repr), 1)}


def _color(color: Hashable, number: int) -> str:
    text = color if isinstance(color, str) else ""
    known = _RGB.match(text) or _RGB.match(f"#{_PALETTE[number % len(_PALETTE)]}")
    red, green, blue = (int(part, 16) for part in known.groups()) if known else (0, 0, 0)
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


def _optional(problem: TilingProblem | PackingProblem) -> tuple[Cell, ...]:
    """Return the cells that may stay empty; refuse constraints that the format does not have."""
    if not isinstance(problem, PackingProblem):
        return ()
    optional, board = problem.may_be_holes, problem.board
    low, high = problem.holes
    same = not any(paint.edges for paint in problem.paints.values())
    bounded = low == 0 and (high is None or high >= len(optional))
    if same and (problem.forced or problem.forbidden or not bounded):
        plain = PackingProblem(
            problem.base,
            optional=Region(optional, dimension=board.dimension, lattice=board.lattice)
            if optional
            else None,
            holes="any" if high is None or high >= len(optional) > 0 else (0, high),
            paints=problem.paints,
            colors=problem.colors,
            allowed=problem.allowed,
        )
        same = plain.problem() == problem.problem()
    if not same:
        raise BadFormat(
            "the xmpuzzle format supports cells that may stay empty, their greatest number and "
            "colors of cells, but no other constraints: omit them, or write the exact cover, as "
            "dlx or json"
        )
    return optional


def _space(
    region: Region,
    optional: tuple[Cell, ...],
    colors: Mapping[Cell, int],
    name: str,
    weight: int = 1,
) -> str:
    """Return a voxel space as an XML element."""
    places, low = _places(region)
    size = [
        max(axis) - least + 1 for axis, least in zip(zip(*places, strict=True), low, strict=True)
    ]
    count = size[0] * size[1] * size[2]
    if count > MOST_PLACES or max(size) > MOST_SIDE:
        raise BadFormat(f"a box of more than {MOST_PLACES} places, which is the limit")
    marks = ["_"] * count
    empty = set(optional)
    for cell, place in zip(region, places, strict=True):
        x, y, z = map(int.__sub__, place, low)
        mark = ("+" if cell in empty else "#") + str(colors.get(cell, ""))
        marks[x + size[0] * (y + size[1] * z)] = mark
    named = f" name={quoteattr(_clean(name))}" if name else ""
    heavy = f' weight="{weight}"' if weight != 1 else ""
    x, y, z = size
    return f'<voxel x="{x}" y="{y}" z="{z}"{named}{heavy} type="0">{"".join(marks)}</voxel>'


def _places(region: Region) -> tuple[list[Cell], list[int]]:
    """Return the voxels of the cells, and the voxel that is written first."""
    lattice = region.lattice
    if isinstance(lattice, Solids):
        home = region.lattice.home(region.low)
        if region.lattice == TETRAHEDRA_OCTAHEDRA:
            home = home[0], home[1] + 6, home[2] + 6  # So that no voxel is negative.
        moved = (tuple(map(int.__add__, cell, home)) for cell in region)
        return [lattice.place(cell) for cell in moved], [0, 0, 0]
    cells = region if lattice == SQUARE else map(lattice.place, region)
    places = [(*cell, 0)[:3] for cell in cells]
    low = [min(axis) for axis in zip(*places, strict=True)]
    if lattice != SQUARE:
        low[0] -= (low[0] + low[1]) % 2  # Triangles must keep pointing up or down.
    return places, low


_MOST_NUMBERS = 48


class Written:
    """A region as it is written: translated, with its hot spot at the voxel (0, 0, 0).

    >>> from combien.tilings._xmpuzzle_shapes import GRIDS
    >>> Written(GRIDS[0], Region([(5, 5, 5)]), (-5, -5, -5)).cells
    frozenset({(0, 0, 0)})
    """

    def __init__(self, grid: Grid, region: Region, vector: Cell) -> None:
        self.grid = grid
        self.vector = vector
        self.cells = frozenset(self.moved(region))

    def moved(self, region: Iterable[Cell]) -> Iterator[Cell]:
        """Yield the cells of a region of the same board, as they are written."""
        for cell in region:
            solid = cell if self.grid.lattice.axes else (*cell, 0)[:3]
            yield tuple(map(int.__add__, solid, self.vector))


def encoded(
    board: Written,
    tiles: Sequence[tuple[Written, int]],
    placements: Iterable[Placement],
) -> tuple[str, dict[int, tuple[int, Cell]]] | None:
    """Return an assembly as text; None if a piece of spheres is turned to its mirror image.

    `tiles` are the pieces as they are written, each with its greatest number of copies.  Also
    return the number of the copy, and its voxel, for each placement.
    """
    laid: list[list[str]] = [[] for _ in tiles]
    copies = [0, *accumulate(most for _, most in tiles)]
    places: dict[int, tuple[int, Cell]] = {}
    for place, placement in enumerate(placements):
        tile, _ = tiles[placement.number]
        found = _turned(tile, frozenset(board.moved(placement.region)))
        if found is None:
            return None
        places[place] = copies[placement.number] + len(laid[placement.number]), found[:3]
        laid[placement.number].append(" ".join(map(str, found)))
    for texts, (_, most) in zip(laid, tiles, strict=True):
        texts += ["x"] * (most - len(texts))
    return " ".join(text for texts in laid for text in texts), places


def _turned(tile: Written, goal: frozenset[Cell]) -> tuple[int, ...] | None:
    """Return the position and the number of a rotation that moves a piece to its goal."""
    grid, lattice, low = tile.grid, tile.grid.lattice, tuple(map(min, zip(*goal, strict=True)))
    for number in range(_MOST_NUMBERS):
        symmetry = grid.symmetry(number)
        if symmetry is None:
            break
        image = [symmetry(cell) for cell in tile.cells]
        least = tuple(map(min, zip(*image, strict=True)))
        vector = tuple(map(int.__sub__, low, least))
        moved = [tuple(map(int.__add__, cell, vector)) for cell in image]
        # Not every vector between cells is a translation of the lattice.
        same = lattice.kind(moved[0]) == lattice.kind(image[0]) if lattice.has(moved[0]) else False
        if same and set(moved) == goal:
            hot = tuple(map(int.__add__, symmetry(grid.point((0, 0, 0))), vector))
            return *grid.voxel(hot), number
    return None
