"""Orthogonal mates: a Latin square that, laid on a first one, makes no pair of digits twice.

Beyond the items of a Latin square there is one for each pair of a digit of the first square and one
of its mate.  A mate stays one when its digits are renamed, so those whose first line is in order
are counted.  Euler (1782) asked for a pair of size 6, for his 36 officers; there is none (Tarry,
1900), and none for the table of any cyclic group of even order, as it has not even one transversal:
cells of which no two share a line, a file or a digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import ClassVar

from combien._displayed import Displayed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.errors import (
    BadPuzzle,
    hashable,
)
from combien.puzzles._board import LIGHTER, Board
from combien.puzzles._designs.latin import numbers_of, square_of
from combien.puzzles._puzzle import (
    About,
    check_settings,
    check_text,
    check_tuples,
    setting,
    settings_in,
    settings_text,
)
from combien.puzzles._reading import DrawnReading

__all__ = ["Mates", "Pairs"]


@dataclass(frozen=True)
class Mates(Displayed):
    """The orthogonal mates of a Latin square, by default the cyclic one of this size.

    >>> import combien
    >>> [combien.count(Mates(size)) for size in range(2, 8)]
    [0, 1, 0, 3, 0, 635]
    >>> print(combien.solve(Mates(3)))
    11 22 33
    23 31 12
    32 13 21
    >>> klein = Mates.parse("1234 2143 3412 4321")
    >>> combien.count(klein), combien.count(klein) * 24
    (2, 48)

    With `transversal`, what is asked for is one transversal: the cells of one digit of a mate.
    """

    about: ClassVar[About] = About(
        name="mates",
        title="Orthogonal mates of a Latin square",
        summary="Lay a Latin square on another such that no pair of digits comes twice.",
        source="L. Euler, Recherches sur une nouvelle espece de quarres magiques, 1782; "
        "transversals of cyclic squares OEIS A006717",
        examples=(
            "combien puzzle mates --size 5 --all",
            "combien puzzle mates --size 6 --count",
            "combien puzzle mates --size 9 --transversal --count",
            "combien puzzle mates examples/square.latin",
        ),
        text="a Latin square",
    )

    size: int = setting(
        5, "The size of the cyclic square, unless a file has another.", low=1, high=40
    )
    transversal: bool = setting(False, "Is a single transversal looked for, not a mate?")
    square: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_settings(self)
        check_tuples(self, "square")
        if self.square:
            size = isqrt(len(self.square))
            object.__setattr__(self, "size", size)
            lines = [self.square[y * size : (y + 1) * size] for y in range(size)]
            for digit in self.square:
                hashable("square: digit", digit, error=BadPuzzle)
            wanted = {*range(1, size + 1)}
            houses = [*lines, *zip(*lines, strict=True)]
            if size * size != len(self.square) or not all(set(h) == wanted for h in houses):
                raise BadPuzzle(
                    "this is no Latin square: each line and each file holds each of 1, 2 ... once"
                )

    @classmethod
    def parse(cls, text: str) -> Mates:
        """The puzzle of a Latin square, or of settings such as `size=7`."""
        check_text(text)
        said = [word for word in text.split() if "=" in word]
        cells = [word for word in text.split() if "=" not in word]
        if any(not cell.isdecimal() for cell in cells):
            raise BadPuzzle("a Latin square is written with digits, or numbers that stand apart")
        # Numbers stand apart where none is too large for as many as there are.
        if any(len(cell) > 2 or int(cell) > isqrt(len(cells)) for cell in cells):
            cells = list("".join(cells))
        return cls(**settings_in(" ".join(said), cls), square=tuple(map(int, cells)))

    def __str__(self) -> str:
        lines = [" ".join(map(str, line)) for line in self.first] if self.square else []
        return "\n".join([settings_text(self), *lines])

    @property
    def first(self) -> list[tuple[int, ...]]:
        """The square that a mate is looked for, line by line."""
        size = self.size
        if self.square:
            return [self.square[y * size : (y + 1) * size] for y in range(size)]
        return [tuple((x + y) % size + 1 for x in range(size)) for y in range(size)]

    def problem(self) -> Problem:
        """An option (x, y, digit) for each digit of the mate at (x, y); y goes down."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        places, digits, first = range(self.size), range(1, self.size + 1), self.first
        if self.transversal:
            return Problem.from_options(
                {
                    (x, y, first[y][x]): [("line", y), ("file", x), ("digit", first[y][x])]
                    for y in places
                    for x in places
                }
            )
        return Problem.from_options(
            {
                (x, y, digit): [
                    ("cell", x, y),
                    ("line", y, digit),
                    ("file", x, digit),
                    ("pair", first[y][x], digit),
                ]
                for y in places
                for x in places
                for digit in digits
                if y or digit == x + 1
            }
        )

    def read(self, solution: Solution) -> Pairs:
        """The two squares, one laid on the other; or the cells of the transversal."""
        mate = numbers_of(square_of(self.problem(), solution, self.size))
        return Pairs(tuple(self.first), tuple(mate))

    def check(self, reading: Pairs) -> bool:
        """Whether the mate is a Latin square in order, and each pair comes once; or the like."""
        size, places = self.size, range(self.size)
        wanted = set(range(1, size + 1))
        if list(reading.first) != self.first:
            return False
        if self.transversal:
            cells = [(x, y) for y in places for x in places if reading.mate[y][x]]
            found = [(x, y, self.first[y][x]) for x, y in cells]
            return len(found) == size and all(
                len(set(part)) == size for part in zip(*found, strict=True)
            )
        houses = [*reading.mate, *zip(*reading.mate, strict=True)]
        pairs = {(self.first[y][x], reading.mate[y][x]) for y in places for x in places}
        return (
            all(set(house) == wanted for house in houses)
            and len(pairs) == size * size
            and reading.mate[0] == tuple(sorted(wanted))
        )


@dataclass(frozen=True, slots=True)
class Pairs(DrawnReading):
    """Two squares of the same size, line by line; 0 in the second is no digit."""

    first: tuple[tuple[int, ...], ...]
    mate: tuple[tuple[int, ...], ...]

    @property
    def board(self) -> Board:
        """Both digits in each cell; where the second has none, nothing."""
        comma = "," if len(self.first) > 9 else ""
        return Board(
            tuple(
                tuple(f"{a}{comma}{b}" if b else "" for a, b in zip(*lines, strict=True))
                for lines in zip(self.first, self.mate, strict=True)
            ),
            tuple(tuple(LIGHTER + b - 1 if b else None for b in line) for line in self.mate),
        )

    def picture(self, *, title: str = "") -> Picture:
        """The cells with both digits, colored by the second."""
        return self.board.picture(title=title)

    def plain(self) -> list[list[list[int]]]:
        """The two squares."""
        return [[list(line) for line in square] for square in (self.first, self.mate)]

    def __str__(self) -> str:
        return str(self.board)
