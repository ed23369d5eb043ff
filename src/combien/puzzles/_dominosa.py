"""Dominosa: find how a set of dominoes was laid from the numbers that it shows.

A set up to n pips fills n + 1 rows of n + 2 numbers (O. S. Adler, 1874).  Items are the squares
and the dominoes; an option is a domino on two squares that show its numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.puzzles._board import LIGHTER, Board, NamedCells, Pieces
from combien.puzzles._levels import WITHOUT
from combien.puzzles._puzzle import (
    About,
    BySettings,
    check_text,
    check_tuples,
    is_number,
    once,
    setting,
    settings_in,
)

Numbers = tuple[tuple[int, ...], ...]

# Flips of two parallel dominoes per square when dealing; enough to forget the first layout.
TURNS = 50


@dataclass(frozen=True)
class Dominosa(BySettings):
    """A board of numbers to be covered by a full set of dominoes.

    >>> import combien
    >>> puzzle = Dominosa.parse("0 0 1\\n1 1 0")
    >>> print(combien.solve(puzzle))
    ┌───────┬───┐
    │ 0   0 │ 1 │
    ├───────┤   │
    │ 1   1 │ 0 │
    └───────┴───┘
    >>> combien.count(puzzle)
    1
    """

    about: ClassVar[About] = About(
        name="dominosa",
        title="Dominosa",
        summary="Cover a board of numbers with a full set of dominoes.",
        source="O. S. Adler, Sperr-Domino und Dominosa (1874); boards with published counts: ACM "
        "programming contest finals 1991, problem D; TopCoder 2006, DominoesFinding",
        examples=(
            "combien puzzle dominosa",
            "combien puzzle dominosa --pips 6 --deal 7 --count",
            "combien puzzle dominosa --boxes",
        ),
        text="the numbers, row by row; or settings",
        levels=WITHOUT,
    )

    pips: int = setting(3, "The highest number in the set.", low=0, high=40)
    deal: int = setting(1, "The number of the random board.", low=0, high=10**9)
    # The rows of a given board, from the top; empty for a random one.
    given: Numbers = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "given")
        if not all(isinstance(line, (list, tuple)) for line in self.given):
            raise BadPuzzle("given: expected rows of numbers")
        object.__setattr__(self, "given", tuple(map(tuple, self.given)))
        width, height = self.pips + 2, self.pips + 1
        if self.given:
            lengths = [len(line) for line in self.given]
            if lengths != [width] * height:
                raise BadPuzzle(
                    f"a set up to {self.pips} fills {height} rows of {width} numbers, not rows "
                    f"of {', '.join(map(str, lengths[:20]))}"
                )
            numbers = [number for line in self.given for number in line]
            if not all(type(number) is int and 0 <= number <= self.pips for number in numbers):
                raise BadPuzzle(f"expected numbers from 0 to {self.pips}")

    @cached_property
    def numbers(self) -> Numbers:
        """The rows of the board, from the top: given or random."""
        return self.given or self._dealt()

    @classmethod
    def parse(cls, text: str) -> Dominosa:
        """Parse rows of numbers, or settings such as `pips=6 deal=2`."""
        check_text(text)
        if "=" in text or not text.strip():
            return cls(**settings_in(text, cls))
        lines = []
        for place, line in enumerate(text.strip().splitlines(), 1):
            words = line.split()
            if not all(map(is_number, words)):
                raise BadPuzzle(f"line {place}: expected numbers, not {line[:40]!r}")
            lines.append(tuple(map(int, words)))
        if not 1 <= len(lines) <= 41:
            raise BadPuzzle(f"{len(lines)} rows: a board has 1 to 41")
        return cls(pips=len(lines) - 1, given=tuple(lines))

    def __str__(self) -> str:
        if self.given:
            return "\n".join(" ".join(map(str, line)) for line in self.given)
        return super().__str__()

    def picture(self, *, title: str = "") -> Picture:
        """Return the board with its numbers."""
        lines = [[str(number) for number in line] for line in self.numbers]
        return Board.written(lines).picture(title=title)

    @once
    def problem(self) -> Problem:
        """Return the problem: items (x, y), y up, and ("domino", a, b); options are cell pairs."""
        board = Region.box(self.pips + 2, self.pips + 1)
        dominoes = [("domino", a, b) for b in range(self.pips + 1) for a in range(b + 1)]
        pairs = [
            (one, two)
            for one in board
            for two in ((one[0] + 1, one[1]), (one[0], one[1] + 1))
            if two in board
        ]
        return Problem.from_options(
            {(one, two): [one, two, ("domino", *self._shown(one, two))] for one, two in pairs},
            primary=[*board, *dominoes],
        )

    def read(self, solution: Solution) -> Pieces:
        """Return the placed dominoes, with their numbers."""
        pairs = cast("tuple[tuple[Cell, Cell], ...]", self.problem().names(solution))
        pieces = []
        for one, two in sorted(pairs):
            low, high = self._shown(one, two)
            cells = cast("tuple[tuple[int, int], ...]", (one, two))
            pips = tuple(self.numbers[self.pips - y][x] for x, y in cells)
            pieces.append(NamedCells(cells, f"{low}-{high}", LIGHTER + low, pips))
        return Pieces(tuple(pieces))

    def check(self, reading: Pieces) -> bool:
        """Return whether each domino is placed once, on two adjacent squares with its numbers."""
        laid = Counter(
            self._shown(*piece.cells)
            for piece in reading.pieces
            if len(piece.cells) == 2
            and sum(abs(a - b) for a, b in zip(*piece.cells, strict=True)) == 1
        )
        wanted = [(a, b) for b in range(self.pips + 1) for a in range(b + 1)]
        return laid == Counter(wanted) and reading.covers(Region.box(self.pips + 2, self.pips + 1))

    def _shown(self, one: Cell, two: Cell) -> tuple[int, int]:
        """Return the numbers of two squares, the lower first."""
        low, high = sorted(self.numbers[self.pips - y][x] for x, y in (one, two))
        return low, high

    def _dealt(self) -> Numbers:
        """Deal a solvable board: flip random pairs of parallel dominoes, then number them."""
        draw = Random(self.deal)
        width, height = self.pips + 2, self.pips + 1
        other: dict[tuple[int, int], tuple[int, int]] = {}
        # One side is even; the dominoes start along it.
        across, up = (1, 0) if width % 2 == 0 else (0, 1)
        for x in range(width):
            for y in range(height):
                if (x, y) not in other:
                    other[x, y], other[x + across, y + up] = (x + across, y + up), (x, y)
        for _ in range(TURNS * width * height if min(width, height) > 1 else 0):
            x, y = draw.randrange(width - 1), draw.randrange(height - 1)
            here, right, above, far = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
            if other[here] == right and other[above] == far:
                other.update({here: above, above: here, right: far, far: right})
            elif other[here] == above and other[right] == far:
                other.update({here: right, right: here, above: far, far: above})
        dominoes = [[a, b] for b in range(self.pips + 1) for a in range(b + 1)]
        draw.shuffle(dominoes)
        number: dict[tuple[int, int], int] = {}
        for cell in sorted(other):
            if cell not in number:
                numbers = dominoes.pop()
                draw.shuffle(numbers)
                number[cell], number[other[cell]] = numbers
        return tuple(tuple(number[x, y] for x in range(width)) for y in reversed(range(height)))
