"""Squared rectangles: fill a rectangle with squares of given sides, or of any.

Published lists have a rectangle once however it is turned: here its images are solutions, too, or
one with `up_to="all"`.

A squared rectangle is perfect if its squares all differ.  Moroń's (1925), 33 x 32 with nine
squares, has the smallest possible number of squares.  Items are the cells, and the sides with their
multiplicities (MCC); an option is a placed square.  With `sides=any`, only cells are items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._puzzle import About, BySettings, board_in, numbers_in, once, setting
from combien.puzzles._turns import turns

ANY = "any"
MOST_ENTRIES = 8_000_000


@dataclass(frozen=True)
class Squares(BySettings):
    """A rectangle to fill with squares.

    >>> import combien
    >>> combien.count(Squares()), combien.count(Squares("8x8", sides="any"))
    (4, 35863972)
    >>> print(combien.solve(Squares("5x3", sides="3,2,1,1")))
    aaacd
    aaabb
    aaabb
    """

    about: ClassVar[About] = About(
        name="squares",
        title="Squared rectangles",
        summary="Tile a rectangle with squares of given sides, or of any.",
        source="Z. Moroń, O rozkładach prostokątów na kwadraty (1925); R. L. Brooks, C. A. B. "
        "Smith, A. H. Stone and W. T. Tutte (1940); with any squares OEIS A045846",
        examples=(
            "combien puzzle squares",
            "combien puzzle squares 8x8 --sides any --count",
            "combien puzzle squares 13x13 --sides 7,6,6,4,3,3,2,2,2,1,1 --svg",
        ),
    )

    board: str = setting("33x32", "The size of the rectangle: WIDTHxHEIGHT.", argument=True)
    sides: str = setting("18,15,14,10,9,8,7,4,1", "The sides of the squares, or any.")

    def __post_init__(self) -> None:
        super().__post_init__()
        width, height = self.size
        if self.sides != ANY:
            area = sum(side * side * times for side, times in self.wanted.items())
            if area != width * height:
                raise BadPuzzle(
                    f"sides={self.sides[:60]}: the squares cover {area} cells, the board has "
                    f"{width * height}"
                )
        sides = range(1, min(width, height) + 1) if self.sides == ANY else self.wanted
        entries = sum(side**2 * (width - side + 1) * (height - side + 1) for side in sides)
        if entries > MOST_ENTRIES:
            raise BadPuzzle(f"board={self.board}: too large; choose a smaller board")

    @cached_property
    def size(self) -> tuple[int, int]:
        """The width and height."""
        return board_in(self.board, most=999)

    @cached_property
    def wanted(self) -> dict[int, int]:
        """The number of squares of each side; empty for any."""
        if self.sides == ANY:
            return {}
        sides = numbers_in(self.sides)
        if not sides or not 1 <= min(sides) <= max(sides) <= 999:
            raise BadPuzzle(
                f"sides={self.sides[:40]}: expected sides from 1 to 999, as in 5,3,2, or any"
            )
        return dict(Counter(sides))

    @once
    def problem(self) -> Problem:
        """Return the problem: items (x, y) and ("side", n); options (x, y, n), by lower left."""
        return squares_in(*self.size, self.wanted)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the board."""
        return turns(self.problem(), Region.box(*self.size), up_to, moved_square)

    def read(self, solution: Solution) -> Pieces:
        """Return the squares, from the lower left."""
        return squares_of(self.problem(), solution)

    def check(self, reading: Pieces) -> bool:
        """Return whether squares of the right sides cover each cell of the board once."""
        sides = sides_of(reading)
        return (self.sides == ANY or Counter(sides) == self.wanted) and reading.covers(
            Region.box(*self.size)
        )


def squares_in(width: int, height: int, wanted: Mapping[int, int]) -> Problem:
    """Return the problem of tiling a rectangle with given numbers of squares, or any squares.

    >>> squares_in(2, 2, {})
    <Problem: 4 items, 5 options>
    """
    columns = [[(x, y) for y in range(height)] for x in range(width)]
    options: dict[tuple[int, int, int], list[object]] = {}
    for side in sorted(wanted, reverse=True) or range(min(width, height), 0, -1):
        for x, y in product(range(width - side + 1), range(height - side + 1)):
            cells = [cell for column in columns[x : x + side] for cell in column[y : y + side]]
            options[x, y, side] = [("side", side), *cells] if wanted else [*cells]
    return Problem.from_options(
        options,
        primary=[*product(range(width), range(height)), *(("side", n) for n in sorted(wanted))],
        bounds={("side", side): (times, times) for side, times in wanted.items() if times > 1},
    )


def squares_of(problem: Problem, solution: Solution) -> Pieces:
    """Return the squares in a solution of such a problem."""
    places = cast("tuple[tuple[int, int, int], ...]", problem.names(solution))
    return Pieces(tuple(sorted(NamedCells.square(*place) for place in places)))


def sides_of(reading: Pieces) -> list[int]:
    """Return the side of each piece; 0 for one that is not a square."""
    sides = (round(len(piece.cells) ** 0.5) for piece in reading.pieces)
    return [
        side if piece.cells == NamedCells.square(*piece.cells[0], side).cells else 0
        for piece, side in zip(reading.pieces, sides, strict=True)
    ]


def moved_square(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    """Return the image of a square when the cells of the board move."""
    x, y, side = cast("tuple[int, int, int]", name)
    corner = min(goes[u, v] for u in {x, x + side - 1} for v in {y, y + side - 1})
    return *corner, side
