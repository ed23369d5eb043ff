"""Star battle: stars in each row, column and region, no two of them side by side.

Not all published rules say whether a region is connected: here it need not be.  Stars must not
touch at a corner either.

Hans Eendebak's puzzle of the World Puzzle Championship of 2003.  The items are the rows, columns
and regions, which take `stars` options each (MCC), and every square of four cells, secondary,
because two stars that touch are in one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._content import PAPER, Line, Patch
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._levels import WITHOUT
from combien.puzzles._puzzle import (
    About,
    BySettings,
    check_text,
    check_tuples,
    once,
    setting,
    settings_in,
)
from combien.puzzles._sudoku_picture import HEAVY, heavy

# Made with seed 2.
DEFAULT = ("acccb", "aabbb", "daabb", "dddbb", "dddde")
LARGEST = 26


@dataclass(frozen=True, slots=True)
class Stars(Board):
    """A board with stars; `regions` are the rows of letters of its regions."""

    regions: tuple[str, ...] = ()

    def picture(self, *, title: str = "") -> Picture:
        """Return the board with its regions and stars."""
        drawn = stars_picture(self.regions, title)
        height = len(self.lines)
        stars = [
            Patch((_star(x + 0.5, height - 0.5 - y),), ((x, height - 1 - y),), 0, "*")
            for x, y in self.taken
        ]
        return replace(drawn, patches=(*drawn.patches, *stars))


@dataclass(frozen=True)
class StarBattle(BySettings):
    """A board of regions in which to place stars.

    >>> import combien
    >>> print(combien.solve(StarBattle()))
    . . * . .
    * . . . .
    . . . * .
    . * . . .
    . . . . *
    """

    about: ClassVar[About] = About(
        name="starbattle",
        title="Star battle",
        summary="Place stars in each row, column and region, so that no two touch.",
        source="H. Eendebak, World Puzzle Championship (2003); without regions, one star: "
        "OEIS A002464",
        examples=(
            "combien puzzle starbattle",
            "combien puzzle starbattle --make 3 --seed 7",
            "combien puzzle starbattle --make 6 --difficulty hard --pdf stars.pdf",
        ),
        text="rows of letters, one for each cell's region; settings such as stars=2 may be above",
        levels=WITHOUT,
    )

    stars: int = setting(1, "The number of stars in each row, column and region.", low=1, high=5)
    # The rows of the regions' letters, from the top.
    regions: tuple[str, ...] = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "regions")
        size = len(self.regions)
        if not 1 <= size <= LARGEST:
            raise BadPuzzle(f"{size} rows: a board has 1 to {LARGEST}")
        for line in self.regions:
            if not isinstance(line, str) or len(line) != size or not line.isalpha():
                raise BadPuzzle(f"expected {size} rows of {size} letters, one for each region")
        found = len(set("".join(self.regions)))
        if found != size:
            raise BadPuzzle(f"{found} regions on a board of {size} rows: there are as many")

    @classmethod
    def parse(cls, text: str) -> StarBattle:
        """Parse settings, then rows of letters."""
        check_text(text)
        lines = [line for line in text.strip().splitlines() if line.strip()]
        start = next((n for n, line in enumerate(lines) if "=" not in line), len(lines))
        regions = tuple("".join(line.split()) for line in lines[start:])
        return cls(**settings_in(" ".join(lines[:start]), cls), regions=regions or DEFAULT)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *self.regions])

    def picture(self, *, title: str = "") -> Picture:
        """Return the empty board with its regions."""
        return stars_picture(self.regions, title)

    @once
    def problem(self) -> Problem:
        """Return the problem: one option per cell, named (x, y), y down."""
        size = range(len(self.regions))
        letters = sorted(set("".join(self.regions)))
        houses = [(kind, at) for kind in ("row", "column") for at in size]
        primary = [*houses, *(("region", letter) for letter in letters)]
        squares = [("square", x, y) for y in size[1:] for x in size[1:]]
        known = set(squares)
        return Problem.from_options(
            {
                (x, y): [
                    ("row", y),
                    ("column", x),
                    ("region", self.regions[y][x]),
                    *(
                        square
                        for square in (("square", u, v) for v in (y, y + 1) for u in (x, x + 1))
                        if square in known
                    ),
                ]
                for y in size
                for x in size
            },
            primary=primary,
            secondary=squares,
            bounds=dict.fromkeys(primary, (self.stars, self.stars)) if self.stars > 1 else None,
        )

    def read(self, solution: Solution) -> Stars:
        """Return the board with its stars."""
        cells = set(self.problem().names(solution))
        marked = Stars.marked(len(self.regions), cells, "*")
        return replace(marked, regions=self.regions)

    def check(self, reading: Board) -> bool:
        """Return whether all rows, columns and regions have their stars, and no two touch."""
        taken = reading.taken
        size = range(len(self.regions))
        letters = set("".join(self.regions))
        return (
            all([y for _, y in taken].count(at) == self.stars for at in size)
            and all([x for x, _ in taken].count(at) == self.stars for at in size)
            and all(
                [self.regions[y][x] for x, y in taken].count(letter) == self.stars
                for letter in letters
            )
            and all(max(abs(x - u), abs(y - v)) > 1 for (x, y), (u, v) in combinations(taken, 2))
        )


def stars_picture(regions: tuple[str, ...], title: str) -> Picture:
    """Return the empty board: thin lines between cells, heavy ones between regions."""
    size = len(regions)
    cells = [([(x, size - 1 - y)], PAPER, "") for y in range(size) for x in range(size)]
    numbers = {letter: at for at, letter in enumerate(dict.fromkeys("".join(regions)))}
    of = tuple(numbers[letter] for letter in "".join(regions))
    marks = tuple(Line(ends, HEAVY) for ends in heavy(of, size))
    return Picture.of_cells(cells, title=title, marks=marks)


_RIM = ((0, 36), (9, 12), (34, 11), (14, -5), (21, -29), (0, -15))


def _star(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Return a star of five points around a place, counter-clockwise."""
    left = [(-u, v) for u, v in _RIM]
    right = [(u, v) for u, v in reversed(_RIM[1:-1])]
    return tuple((x + u / 100, y + v / 100) for u, v in (*left, *right))
