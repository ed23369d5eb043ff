"""Edge-matching squares: adjacent squares have the same color on their common edge.

Published rules differ on the border: of one color, as in MacMahon's, or any (`border="any"`).
Squares may be rotated or not (`turn`); they are never turned over, and colors are never exchanged.

P. A. MacMahon's 24 squares (1921) are all those with three colors, and fill a 6 x 4 board with a
border of one color.  The example `backslide` of combine has the 16 squares with two colors, not
to be rotated, on a 4 x 4 board.  Items are the cells and the squares; each edge between two cells
is a secondary item that both squares color (XCC).  Equal squares are one item with a multiplicity
(MCC).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from random import Random
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.drawing._content import Line, Patch
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._puzzle import (
    About,
    BySettings,
    DrawnReading,
    board_in,
    is_number,
    once,
    setting,
)
from combien.puzzles._turns import turns

# The colors of the top, right, bottom and left edges, one character each.
Square = str
# A cell (x, y) and the oriented square on it.
Place = tuple[int, int, Square]

BEYOND = ((0, 1), (1, 0), (0, -1), (-1, 0))
COLORS = "0123456789abcdefghijklmnopqrstuvwxyz"
ANY = "any"
MOST_ENTRIES = 3_000_000


@dataclass(frozen=True, slots=True)
class Quartered(DrawnReading):
    """Squares on a board: rows from the top."""

    lines: tuple[tuple[Square, ...], ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing of each square as four triangles in the colors of its edges."""
        patches = []
        for down, line in enumerate(self.lines):
            for x, square in enumerate(line):
                y = -down - 1
                around = ((x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y))
                for side, color in enumerate(square):
                    begin, end = around[side], around[(side + 1) % 4]
                    triangle = (end, begin, (x + 0.5, y + 0.5))
                    patches.append(Patch((triangle,), (), COLORS.index(color), color))
        marks = tuple(
            Line(((x, -y), (x + 1, -y), (x + 1, -y - 1), (x, -y - 1), (x, -y)), 0.06)
            for y, line in enumerate(self.lines)
            for x in range(len(line))
        )
        return Picture(tuple(patches), title, marks=marks)

    def plain(self) -> list[list[str]]:
        """Return the squares, row by row: the colors of top, right, bottom, left."""
        return [list(line) for line in self.lines]

    def __str__(self) -> str:
        return "\n".join(
            "  ".join(form.format(*square) for square in line).rstrip()
            for line in self.lines
            for form in (" {0} ", "{3} {1}", " {2} ")
        )


@dataclass(frozen=True)
class Edges(BySettings):
    """Edge-matching squares to place on a board.

    >>> import combien
    >>> combien.count(Edges("fixed:2", board="4x4", turn=False))
    652
    >>> print(combien.solve(Edges("0110,0011,1100,1001", board="2x2", turn=False)))
     0    0
    0 1  1 0
     1    1
     1    1
    0 1  1 0
     0    0
    """

    about: ClassVar[About] = About(
        name="edges",
        title="Edge-matching squares",
        summary="Place squares with colored edges so that adjacent edges and the border match.",
        source="P. A. MacMahon, New Mathematical Pastimes (1921); 13328 solutions on 6 x 4 up to "
        "symmetry and a swap of the two inner colors, so 8 times as many here (a computer search "
        "of 1964 found only 12261); backslide.ml of combine",
        examples=(
            "combien puzzle edges",
            "combien puzzle edges --svg",
            "combien puzzle edges fixed:2 --board 4x4 --no-turn --count",
            "combien puzzle edges dealt:5x1 --board 5x5 --svg",
        ),
    )

    tiles: str = setting(
        "squares:3",
        "squares:C (all with C colors), fixed:C (all, counting rotations as different), "
        "dealt:CxDEAL (random, solvable), or each as top, right, bottom, left: 0112,0012.",
        argument=True,
    )
    board: str = setting("6x4", "The size of the board: WIDTHxHEIGHT.")
    border: str = setting("0", "The color of the border, or any.")
    turn: bool = setting(True, "Whether the squares may be rotated.")

    def __post_init__(self) -> None:
        super().__post_init__()
        width, height = self.size
        if self.border != ANY and (len(self.border) != 1 or self.border not in COLORS):
            raise BadPuzzle(f"border={self.border[:40]}: expected one of {COLORS}, or any")
        squares = sum(self.squares.values())
        if squares != width * height:
            raise BadPuzzle(
                f"tiles={self.tiles[:60]}: a {self.board} board needs {width * height} "
                f"squares, not {squares}"
            )
        if len(self.squares) * 4 * width * height * 6 > MOST_ENTRIES:
            raise BadPuzzle(f"board={self.board}: too large; choose a smaller board")

    @cached_property
    def size(self) -> tuple[int, int]:
        """The width and height."""
        return board_in(self.board, most=99)

    @cached_property
    def squares(self) -> dict[Square, int]:
        """The number of squares of each kind, by canonical form."""
        kind, colon, size = self.tiles.partition(":")
        if not colon:
            words = self.tiles.replace(",", " ").split()
            if not words or any(len(word) != 4 or set(word) - set(COLORS) for word in words):
                raise BadPuzzle(
                    f"tiles={self.tiles[:60]}: expected four of {COLORS} for each square, or "
                    "squares:C, fixed:C, dealt:CxDEAL"
                )
            return dict(sorted(Counter(map(self._named, words)).items()))
        numbers = [int(word) if is_number(word) else -1 for word in size.split("x")]
        wanted = {"squares": 1, "fixed": 1, "dealt": 2}.get(kind)
        if wanted != len(numbers) or not 1 <= numbers[0] <= 9 or min(numbers) < 0:
            raise BadPuzzle(
                f"tiles={self.tiles[:60]}: expected squares:C, fixed:C or dealt:CxDEAL, with "
                "1 to 9 colors"
            )
        if kind == "dealt":
            return dict(sorted(Counter(map(self._named, self._dealt(*numbers))).items()))
        every = map("".join, product(COLORS[: numbers[0]], repeat=4))
        return dict.fromkeys(
            sorted({min(_turned(s)) if kind == "squares" else s for s in every}), 1
        )

    @once
    def problem(self) -> Problem:
        """Return the problem: cells, squares, secondary ("edge", cell, cell); options `Place`s."""
        width, height = self.size
        cells = Region.box(width, height)
        inner = dict.fromkeys(edge for x, y in cells for edge, _ in self._met(x, y, "0000") if edge)
        options: dict[Place, list[Hashable]] = {}
        for square in self.squares:
            for lying in dict.fromkeys(_turned(square) if self.turn else [square]):
                for x, y in product(range(width), range(height)):
                    met = list(self._met(x, y, lying))
                    if self.border == ANY or all(c == self.border for edge, c in met if not edge):
                        options[x, y, lying] = [
                            (x, y),
                            square,
                            *(Colored(("edge", *edge), color) for edge, color in met if edge),
                        ]
        return Problem.from_options(
            options,
            primary=[*cells, *self.squares],
            secondary=[("edge", *edge) for edge in inner],
            bounds={square: (n, n) for square, n in self.squares.items() if n > 1},
        )

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the board that preserve the set of squares."""
        return turns(self.problem(), Region.box(*self.size), up_to, self._moved)

    def read(self, solution: Solution) -> Quartered:
        """Return the squares as placed."""
        places = cast("tuple[Place, ...]", self.problem().names(solution))
        lying = {(x, y): square for x, y, square in places}
        width, height = self.size
        return Quartered(
            tuple(tuple(lying[x, y] for x in range(width)) for y in reversed(range(height)))
        )

    def check(self, reading: Quartered) -> bool:
        """Return whether these squares fill the board and their edges match."""
        lines, (width, height) = reading.lines, self.size
        if len(lines) != height or any(len(line) != width for line in lines):
            return False
        columns = list(zip(*lines, strict=True))
        ends = [line[0][3] + line[-1][1] for line in lines]
        ends += [column[0][0] + column[-1][2] for column in columns]
        return (
            Counter(self._named(square) for line in lines for square in line) == self.squares
            and all(a[1] == b[3] for line in lines for a, b in pairwise(line))
            and all(a[2] == b[0] for column in columns for a, b in pairwise(column))
            and (self.border == ANY or set("".join(ends)) == {self.border})
        )

    def _named(self, square: Square) -> Square:
        """Return the canonical form of a square."""
        return min(_turned(square)) if self.turn else square

    def _met(self, x: int, y: int, lying: Square) -> Iterator[tuple[tuple[Cell, ...], str]]:
        """Yield the edges of a square here with their colors; border edges as ()."""
        width, height = self.size
        for (across, up), color in zip(BEYOND, lying, strict=True):
            beyond = x + across, y + up
            inside = 0 <= beyond[0] < width and 0 <= beyond[1] < height
            yield tuple(sorted(((x, y), beyond))) if inside else (), color

    def _dealt(self, colors: int, deal: int) -> Iterator[Square]:
        """Yield squares of a solvable puzzle: each inner edge has a random color."""
        draw = Random(deal)
        drawn: dict[tuple[Cell, ...], str] = {}
        rim = COLORS[0] if self.border == ANY else self.border
        choice = [color for color in COLORS if color != rim][:colors]
        for x, y in Region.box(*self.size):
            square = ""
            for edge, _ in self._met(x, y, "0000"):
                square += drawn.setdefault(edge, draw.choice(choice)) if edge else rim
            yield square

    def _moved(self, name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
        """Return the image of a place when the cells of the board move."""
        x, y, lying = cast("Place", name)
        to = goes[x, y]
        colors: dict[tuple[int, int], str] = {}
        width, height = self.size
        right = _step(goes[0, 0], goes[1, 0]) if width > 1 else None
        up = _step(goes[0, 0], goes[0, 1]) if height > 1 else None
        right = right or ((up[1], -up[0]) if up else (1, 0))
        up = up or (-right[1], right[0])
        for (across, rise), color in zip(BEYOND, lying, strict=True):
            way = right[0] * across + up[0] * rise, right[1] * across + up[1] * rise
            colors[way] = color
        turned = "".join(colors[way] for way in BEYOND)
        # A symmetry must map each square to one with the same multiplicity.
        here, there = (self.squares.get(self._named(square)) for square in (lying, turned))
        return (*to, turned) if here == there else None


def _turned(square: Square) -> list[Square]:
    """Return the four rotations of a square."""
    return [square[i:] + square[:i] for i in range(4)]


def _step(one: Cell, two: Cell) -> tuple[int, int]:
    return two[0] - one[0], two[1] - one[1]
