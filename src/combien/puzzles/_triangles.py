"""MacMahon's triangles: fill a hexagon with all edge-colored triangles of four colors.

Published rules differ on the border: of one color, as in MacMahon's, or any (`border="any"`).
Triangles are rotated and never turned over.

There are 24 triangles with edges in four colors, up to rotation, and a hexagon of side two has 24
cells (P. A. MacMahon, 1921).  As with edge-matching squares, cells and triangles are items, and an
edge between two cells is a secondary item that both triangles color (XCC).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.drawing._content import Line, Patch
from combien.drawing._picture import Picture
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._puzzle import About, BySettings, DrawnReading, once, setting
from combien.puzzles._turns import turns

COLORS = "0123"
ANY = "any"

# The colors of the three sides, in the order of `TRIANGLES.neighbors`.
Sides = str

# The cells around a lattice point: six triangles, and eighteen around them.
CELLS = tuple(cell for cell in product((-3, -1, 1, 3), repeat=3) if TRIANGLES.has(cell))


@dataclass(frozen=True, slots=True)
class Hexagon(DrawnReading):
    """Triangles in a hexagon: rows from the top."""

    lines: tuple[tuple[Sides, ...], ...]

    def sides(self) -> dict[Cell, Sides]:
        """Return the colors of the sides of each cell."""
        cells = TRIANGLES.in_reading_order(CELLS)
        return dict(zip(cells, (sides for line in self.lines for sides in line), strict=True))

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing of each triangle as three, in the colors of its sides."""
        patches = []
        marks = []
        for cell, sides in self.sides().items():
            corners = TRIANGLES.corners(cell)
            middle = sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3
            # The first side lies between the last corner and the first.
            for color, ends in zip(sides, pairwise((corners[2], *corners)), strict=True):
                patches.append(Patch(((*ends, middle),), (), COLORS.index(color), color))
            marks.append(Line((*corners, corners[0]), 0.06))
        return Picture(tuple(patches), title, marks=tuple(marks))

    def plain(self) -> list[list[str]]:
        """Return the triangles, row by row: the colors of their sides."""
        return [list(line) for line in self.lines]

    def __str__(self) -> str:
        longest = max(map(len, self.lines))
        return "\n".join("  " * (longest - len(line)) + " ".join(line) for line in self.lines)


@dataclass(frozen=True)
class Triangles(BySettings):
    """The 24 triangles of four colors, to fill a hexagon.

    >>> import combien
    >>> print(combien.solve(Triangles()))
        011 201 212 102 130
    001 111 131 211 232 332 330
    000 003 333 331 231 222 032
        200 202 132 103 023
    """

    about: ClassVar[About] = About(
        name="triangles",
        title="MacMahon's triangles",
        summary="Fill a hexagon with all triangles of four colors so that adjacent sides match.",
        source="P. A. MacMahon, New Mathematical Pastimes (1921); 11853792 solutions: D. E. Knuth, "
        "The Art of Computer Programming 4B (2022), 7.2.2.1",
        examples=("combien puzzle triangles", "combien puzzle triangles --border 3 --svg"),
    )

    border: str = setting("0", "The color of the border, or any.", choices=(*COLORS, ANY))

    @once
    def problem(self) -> Problem:
        """Return the problem: cells, triangles, secondary ("side", cell, cell)."""
        options: dict[tuple[Cell, Sides], list[Hashable]] = {}
        inner: dict[Hashable, None] = {}
        for sides, cell in product(map("".join, product(COLORS, repeat=3)), CELLS):
            option: list[Hashable] = [cell, _named(sides)]
            fits = True
            for beyond, color in zip(TRIANGLES.neighbors(cell), sides, strict=True):
                if beyond in CELLS:
                    side = ("side", *sorted((cell, beyond)))
                    inner[side] = None
                    option.append(Colored(side, color))
                else:
                    fits = fits and self.border in (ANY, color)
            if fits:
                options[cell, sides] = option
        every = sorted({_named("".join(sides)) for sides in product(COLORS, repeat=3)})
        return Problem.from_options(options, primary=[*CELLS, *every], secondary=list(inner))

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the hexagon."""
        return turns(self.problem(), Region(CELLS, lattice=TRIANGLES), up_to, _moved)

    def read(self, solution: Solution) -> Hexagon:
        """Return the hexagon with its triangles."""
        names = cast("tuple[tuple[Cell, Sides], ...]", self.problem().names(solution))
        sides = dict(names)
        lines: dict[int, list[Sides]] = {}
        for cell in TRIANGLES.in_reading_order(CELLS):
            lines.setdefault(cell[1], []).append(sides[cell])
        return Hexagon(tuple(map(tuple, lines.values())))

    def check(self, reading: Hexagon) -> bool:
        """Return whether each triangle is used once and all sides match."""
        if [len(line) for line in reading.lines] != [5, 7, 7, 5]:
            return False
        sides = reading.sides()
        met = [
            (own, sides[beyond][side] if beyond in sides else self.border)
            for cell, colors in sides.items()
            for side, (own, beyond) in enumerate(
                zip(colors, TRIANGLES.neighbors(cell), strict=True)
            )
        ]
        return len(set(map(_named, sides.values()))) == len(CELLS) and all(
            other in (own, ANY) for own, other in met
        )


def _named(sides: Sides) -> Sides:
    """Return the canonical rotation of a triangle."""
    return min(sides[i:] + sides[:i] for i in range(3))


def _moved(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    """Return the image of a placement when the cells of the hexagon move."""
    cell, sides = cast("tuple[Cell, Sides]", name)
    # A cell in the middle has three neighbors on the board; their images permute the sides.
    middle = (1, 1, -1)
    after = TRIANGLES.neighbors(goes[middle])
    where = [after.index(goes[beyond]) for beyond in TRIANGLES.neighbors(middle)]
    return goes[cell], "".join(sides[where.index(side)] for side in range(3))
