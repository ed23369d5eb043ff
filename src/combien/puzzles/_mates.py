"""Orthogonal Latin squares: superimposed, they show each pair of digits once.

In addition to the items of a Latin square there is one for each pair of digits.  Renaming the
digits of a mate gives another, so only mates whose first row is in order are counted.  Euler (1782)
asked for a pair of size 6, for his 36 officers; none exists (Tarry, 1900).  Nor does the Cayley
table of a cyclic group of even order have a mate, because it has no transversal: n cells of which
no two share a row, a column or a digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import ClassVar

from combien._base.checks import check_hashable
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._board import LIGHTER, Board
from combien.puzzles._latin import numbers_of, square_of
from combien.puzzles._puzzle import (
    About,
    BySettings,
    DrawnReading,
    check_text,
    check_tuples,
    once,
    setting,
    settings_in,
)


@dataclass(frozen=True)
class Mates(BySettings):
    """Orthogonal mates of a Latin square, by default the cyclic one of this size.

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

    With `transversal`, a solution is one transversal: the cells of one digit of a mate.
    """

    about: ClassVar[About] = About(
        name="mates",
        title="Orthogonal Latin squares",
        summary="Find two orthogonal Latin squares.",
        source="L. Euler, Recherches sur une nouvelle espece de quarres magiques, 1782; "
        "transversals of cyclic squares OEIS A006717",
        examples=(
            "combien puzzle mates --size 5 --all",
            "combien puzzle mates --size 6 --count",
            "combien puzzle mates --size 9 --transversal --count",
            "combien puzzle mates example:square.latin",
        ),
        text="a Latin square",
    )

    size: int = setting(5, "The size of the cyclic square, if no file is given.", low=1, high=40)
    transversal: bool = setting(False, "Whether to look for a transversal instead of a mate.")
    square: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "square")
        if self.square:
            size = isqrt(len(self.square))
            object.__setattr__(self, "size", size)
            lines = [self.square[y * size : (y + 1) * size] for y in range(size)]
            for digit in self.square:
                check_hashable("square: digit", digit, error=BadPuzzle)
            wanted = {*range(1, size + 1)}
            houses = [*lines, *zip(*lines, strict=True)]
            if size * size != len(self.square) or not all(set(h) == wanted for h in houses):
                raise BadPuzzle(
                    "not a Latin square: each row and each column must hold each of 1, 2 ... once"
                )

    @classmethod
    def parse(cls, text: str) -> Mates:
        """Parse a Latin square, or settings such as `size=7`."""
        check_text(text)
        settings = [word for word in text.split() if "=" in word]
        cells = [word for word in text.split() if "=" not in word]
        if any(not cell.isdecimal() for cell in cells):
            raise BadPuzzle("not a Latin square: expected digits, or numbers separated by spaces")
        # Words are numbers unless one is too large for a square of that many words.
        if any(len(cell) > 2 or int(cell) > isqrt(len(cells)) for cell in cells):
            cells = list("".join(cells))
        return cls(**settings_in(" ".join(settings), cls), square=tuple(map(int, cells)))

    def __str__(self) -> str:
        lines = [" ".join(map(str, line)) for line in self.first] if self.square else []
        return "\n".join([super().__str__(), *lines])

    @property
    def first(self) -> list[tuple[int, ...]]:
        """The first square, row by row."""
        size = self.size
        if self.square:
            return [self.square[y * size : (y + 1) * size] for y in range(size)]
        return [tuple((x + y) % size + 1 for x in range(size)) for y in range(size)]

    @once
    def problem(self) -> Problem:
        """Return the problem: option (x, y, digit) puts a digit of the mate at (x, y), y down."""
        places, digits, first = range(self.size), range(1, self.size + 1), self.first
        if self.transversal:
            return Problem.from_options(
                {
                    (x, y, first[y][x]): [("row", y), ("column", x), ("digit", first[y][x])]
                    for y in places
                    for x in places
                }
            )
        return Problem.from_options(
            {
                (x, y, digit): [
                    ("cell", x, y),
                    ("row", y, digit),
                    ("column", x, digit),
                    ("pair", first[y][x], digit),
                ]
                for y in places
                for x in places
                for digit in digits
                if y or digit == x + 1
            }
        )

    def read(self, solution: Solution) -> Pairs:
        """Return the two squares, superimposed; or the cells of the transversal."""
        mate = numbers_of(square_of(self.problem(), solution, self.size))
        return Pairs(tuple(self.first), tuple(mate))

    def check(self, reading: Pairs) -> bool:
        """Return whether this is an orthogonal mate in order; or a transversal."""
        size, places = self.size, range(self.size)
        wanted = set(range(1, size + 1))
        if list(reading.first) != self.first:
            return False
        if self.transversal:
            cells = [(x, y) for y in places for x in places if reading.mate[y][x]]
            chosen = [(x, y, self.first[y][x]) for x, y in cells]
            return len(chosen) == size and all(
                len(set(part)) == size for part in zip(*chosen, strict=True)
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
    """Two squares of the same size, row by row; 0 in the second is an empty cell."""

    first: tuple[tuple[int, ...], ...]
    mate: tuple[tuple[int, ...], ...]

    @property
    def board(self) -> Board:
        """A board with both digits in each cell; empty where the second has none."""
        comma = "," if len(self.first) > 9 else ""
        return Board(
            tuple(
                tuple(f"{a}{comma}{b}" if b else "" for a, b in zip(*lines, strict=True))
                for lines in zip(self.first, self.mate, strict=True)
            ),
            tuple(tuple(LIGHTER + b - 1 if b else None for b in line) for line in self.mate),
        )

    def picture(self, *, title: str = "") -> Picture:
        """Return the cells with both digits, colored by the second."""
        return self.board.picture(title=title)

    def plain(self) -> list[list[list[int]]]:
        """Return the two squares."""
        return [[list(line) for line in square] for square in (self.first, self.mate)]

    def __str__(self) -> str:
        return str(self.board)
