"""Sudoku: each row, each column and each box holds each digit once.

Published rules of killer sudokus differ on whether a digit may occur twice in a cage: here it may
not.  Boxes of six cells are three wide and two high, unless `box` says otherwise.

An option puts a digit into a cell; the items are the cells, and each digit in each row, column and
box (and diagonal).  The boxes may be any regions of `size` cells (jigsaw), and groups of cells may
have sums (killer): then an option fills the whole group with digits of the right sum, so that the
sums need no items.

Howard Garns published the game in 1979.  Sums as options follow D. E. Knuth's exercises on kakuro
(The Art of Computer Programming, volume 4B, section 7.2.2.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import TYPE_CHECKING, ClassVar, cast

from combien._base.checks import check_hashable
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._levels import OF_SUDOKUS
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
from combien.puzzles._sudoku_text import (
    LARGEST,
    Cage,
    Way,
    bare,
    cage_in,
    check_cages,
    drawn_lines,
    one_line,
)

if TYPE_CHECKING:
    from random import Random

    from combien.drawing._picture import Picture

# Generated with seed 2013: minimal, and solvable without guessing.
DEFAULT = "1.8......6......4.2..75..89....4.9......8346....1....8...93.....672......3......2"
_SETTING = re.compile(r"\s*([a-z]+=|$)")
_PARTS = re.compile(r"(.*?)(?:regions:(.*?))?(?:cages:(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Filled(DrawnReading):
    """A filled sudoku; `sudoku` is the puzzle that it solves."""

    digits: tuple[int, ...]
    sudoku: Sudoku

    @property
    def line(self) -> str:
        """All cells on one line, one character each."""
        return one_line(self.digits)

    def picture(self, *, title: str = "") -> Picture:
        """Return the cells with their digits, boxes and cages; given cells are tinted."""
        return self.sudoku._drawn(self.digits, title=title)

    def plain(self) -> list[list[int]]:
        """Return the digits, row by row."""
        size = self.sudoku.size
        return [list(self.digits[y * size : (y + 1) * size]) for y in range(size)]

    def __str__(self) -> str:
        return drawn_lines(self.digits, box=self.sudoku.box_size)


@dataclass(frozen=True)
class Sudoku(BySettings):
    """A sudoku with its givens, row by row, 0 for an empty cell.

    >>> import combien
    >>> small = Sudoku.parse("1... ..2. .3.. ...4")
    >>> combien.count(small)
    1
    >>> print(combien.solve(small))
    1 2 | 4 3
    3 4 | 2 1
    ----+----
    4 3 | 1 2
    2 1 | 3 4
    >>> combien.count(Sudoku((0,) * 16)), combien.count(Sudoku((0,) * 16, x=True))
    (288, 48)

    `regions` holds the region number of each cell, for a jigsaw; `cages` have sums, for a killer.
    In the text form they follow the cells, as in

        x=no
        1... .... .... ....
        regions: aabb aabb ccdd ccdd
        cages: 5=r1c2,r1c3 7=r4c3,r4c4

    where `r1c2` is row 1, column 2.  Raises `BadPuzzle` for invalid input.
    """

    about: ClassVar[About] = About(
        name="sudoku",
        title="Sudoku of any size, including X, jigsaw and killer",
        summary="Fill the grid so that each row, column and box holds each digit once.",
        source="OEIS A107739: 288 of 4 x 4, 6670903752021072936960 of 9 x 9 "
        "(B. Felgenhauer and F. Jarvis, 2005); 28200960 of 6 x 6 (E. Pettersen)",
        examples=(
            "combien puzzle sudoku",
            "combien puzzle sudoku example:jigsaw.sudoku --boxes",
            "combien puzzle sudoku example:killer.sudoku --count",
            "combien puzzle sudoku example:killer.sudoku --svg > killer.svg",
        ),
        text="a sudoku",
        levels=OF_SUDOKUS,
    )

    givens: tuple[int, ...] = field(default_factory=lambda: bare(DEFAULT))
    x: bool = setting(False, "Whether both diagonals hold each digit once, too.")
    box: str = setting("", "The size of a box, as in 3x2; by default as square as possible.")
    regions: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "givens", "regions", "cages")
        size = isqrt(len(self.givens))
        if size * size != len(self.givens) or not 1 <= size <= LARGEST:
            raise BadPuzzle(f"{len(self.givens)} cells: expected 16, 36, 81 ...")
        if not all(type(given) is int and 0 <= given <= size for given in self.givens):
            raise BadPuzzle(f"the givens of this sudoku are whole numbers from 0 to {size}")
        _ = self.box_size
        if self.regions:
            for region in self.regions:
                check_hashable("regions: number", region, error=BadPuzzle)
            # Numbered as they come, so that equal regions are equal.
            numbers = {region: number for number, region in enumerate(dict.fromkeys(self.regions))}
            object.__setattr__(self, "regions", tuple(map(numbers.get, self.regions)))
            sizes = {self.regions.count(region) for region in self.regions}
            if len(self.regions) != len(self.givens) or sizes != {size}:
                raise BadPuzzle(f"the regions of this sudoku are {size}, of {size} cells each")
        check_cages(self.cages, size)

    @property
    def size(self) -> int:
        """The number of digits, rows, columns and boxes."""
        return isqrt(len(self.givens))

    @property
    def box_size(self) -> tuple[int, int] | None:
        """The width and height of a box; None for a jigsaw, or without boxes."""
        size = self.size
        if self.box:
            width, height = box_in(self.box)
            if width * height != size:
                raise BadPuzzle(
                    f"box={self.box}: a box must have {size} cells, not {width * height}"
                )
        else:
            height = max(side for side in range(1, isqrt(size) + 1) if size % side == 0)
            width = size // height
        return None if self.regions or 1 in (width, height) else (width, height)

    @property
    def regions_of(self) -> tuple[int, ...]:
        """The box or region number of each cell; empty without boxes."""
        if self.regions or self.box_size is None:
            return self.regions
        (width, height), size = self.box_size, self.size
        across = size // width
        return tuple(y // height * across + x // width for y in range(size) for x in range(size))

    def picture(self, *, title: str = "") -> Picture:
        """Return the unsolved sudoku: givens, boxes, cages with their sums."""
        return self._drawn(self.givens, title=title)

    def _drawn(self, digits: tuple[int, ...], *, title: str) -> Picture:
        """Return this sudoku with some digits, 0 for an empty cell."""
        from combien.puzzles._sudoku_picture import sudoku_picture  # Start-up: only for drawing.

        return sudoku_picture(
            digits,
            givens=self.givens,
            diagonals=self.x,
            regions=self.regions_of,
            cages=self.cages,
            title=title,
        )

    # Text -------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Sudoku:
        """Parse a sudoku: settings, cells, regions and cages, in this order."""
        check_text(text)
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        start = next((n for n, line in enumerate(lines) if not _SETTING.match(line)), len(lines))
        head = " ".join(lines[:start])
        cells, regions, cages = _PARTS.fullmatch("\n".join(lines[start:])).groups("")  # type: ignore[union-attr]
        givens = bare(cells)
        return cls(
            givens,
            **settings_in(head, cls),
            regions=_regions_in(regions, len(givens)),
            cages=tuple(map(cage_in, cages.split())),
        )

    def __str__(self) -> str:
        parts = [super().__str__(), drawn_lines(self.givens, box=self.box_size)]
        if self.regions:
            size = self.size
            letters = one_line([region + 1 for region in self.regions_of])
            lines = [letters[y * size : (y + 1) * size] for y in range(size)]
            parts += ["regions:", *lines]
        if self.cages:
            parts.append("cages:")
            parts += map(str, self.cages)
        return "\n".join(parts)

    # As an exact cover ------------------------------------------------------------------------

    @property
    def rules(self) -> Sudoku:
        """The sudoku without givens: option `(size y + x) size + d` puts digit d + 1 at (x, y)."""
        return Sudoku((0,) * len(self.givens), self.x, self.box, self.regions, self.cages)

    def options_given(self) -> list[int]:
        """Return the options of `rules.problem()` that are the givens.

        Raises `BadPuzzle` if there are cages.

        >>> Sudoku.parse("1... ..2. .... ....").options_given()
        [0, 25]
        """
        if self.cages:
            raise BadPuzzle("with cages, a given is not an option; leave the cages out")
        return [place * self.size + given - 1 for place, given in enumerate(self.givens) if given]

    @once
    def problem(self) -> Problem:
        """Return the problem: an option per filling of a cell or cage, named by (x, y, digit)s."""
        size, digits = self.size, range(1, self.size + 1)
        regions = self.regions_of
        places = [(x, y) for y in range(size) for x in range(size)]
        kinds = ["row", "column", *["region"] * bool(regions), *["diagonal"] * self.x]
        primary: list[tuple[object, ...]] = [("cell", x, y) for x, y in places]
        for kind in kinds:
            count = 2 if kind == "diagonal" else size
            primary += [(kind, number, digit) for number in range(count) for digit in digits]

        def entries(x: int, y: int, digit: int) -> Iterator[tuple[object, ...]]:
            yield ("cell", x, y)
            yield ("row", y, digit)
            yield ("column", x, digit)
            if regions:
                yield ("region", regions[size * y + x], digit)
            if self.x and x == y:
                yield ("diagonal", 0, digit)
            if self.x and x + y == size - 1:
                yield ("diagonal", 1, digit)

        ways = (way for cage in self._groups() for way in cage.ways(self.givens))
        return Problem.from_options(
            {way: [entry for one in way for entry in entries(*one)] for way in ways},
            primary=primary,
        )

    def _groups(self) -> list[Cage]:
        """Return the cages and single cells, as cages of any sum, ordered by first cell."""
        caged = {cell for cage in self.cages for cell in cage.cells}
        places = [(x, y) for y in range(self.size) for x in range(self.size)]
        free = [Cage(0, (cell,)) for cell in places if cell not in caged]
        return sorted([*free, *self.cages], key=lambda cage: min((y, x) for x, y in cage.cells))

    def read(self, solution: Solution) -> Filled:
        """Return the filled sudoku."""
        digits = [0] * len(self.givens)
        for way in cast("tuple[Way, ...]", self.problem().names(solution)):
            for x, y, digit in way:
                digits[self.size * y + x] = digit
        return Filled(tuple(digits), self)

    def check(self, reading: Filled) -> bool:
        """Return whether the givens are kept, no digit repeats, and the sums are right."""
        size, digits, regions = self.size, reading.digits, self.regions_of
        places = range(size * size)
        houses = [[p for p in places if p // size == n] for n in range(size)]
        houses += [[p for p in places if p % size == n] for n in range(size)]
        if regions:
            houses += [[p for p in places if regions[p] == n] for n in range(size)]
        if self.x:
            houses += [[n * (size + 1) for n in range(size)]]
            houses += [[(n + 1) * (size - 1) for n in range(size)]]
        cages = [([size * y + x for x, y in cage.cells], cage.sum) for cage in self.cages]
        return (
            len(digits) == len(places)
            and all(given in (0, digit) for given, digit in zip(self.givens, digits, strict=True))
            and all({digits[p] for p in house} == {*range(1, size + 1)} for house in houses)
            and all(len({digits[p] for p in cage}) == len(cage) for cage, _ in cages)
            and all(sum(digits[p] for p in cage) == wanted for cage, wanted in cages)
        )


def box_in(text: str) -> tuple[int, int]:
    """Parse the width and height of a box, such as `3x2`.  Raises `BadPuzzle`.

    >>> box_in("3x2")
    (3, 2)
    """
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if not match:
        raise BadPuzzle(f"box={text[:20]}: expected the width and height of a box, as in 3x2")
    width, height = int(match[1]), int(match[2])
    if width * height > LARGEST:
        raise BadPuzzle(f"box={text}: a box has at most {LARGEST} cells, not {width * height}")
    return width, height


def _regions_in(text: str, cells: int) -> tuple[int, ...]:
    """Return the region number of each cell, from one letter per cell."""
    letters = "".join(text.split())
    if letters and len(letters) != cells:
        raise BadPuzzle(f"regions: expected a letter for each of {cells} cells, not {len(letters)}")
    numbers = {letter: number for number, letter in enumerate(dict.fromkeys(letters))}
    return tuple(numbers[letter] for letter in letters)


# Generating ---------------------------------------------------------------------------------------

# A solver: returns up to two solutions that contain these options.
Ask = Callable[[Sequence[int]], Sequence[Solution]]


def make(
    rules: Sudoku,
    ask: Ask,
    dice: Random,
    *,
    symmetric: bool = False,
    minimal: bool = False,
    clues: int | None = None,
) -> Sudoku:
    """Generate a sudoku with one solution by removing givens; not uniformly distributed.

    >>> from random import Random
    >>> from combien import Prepared
    >>> rules = Sudoku((0,) * 16)
    >>> print(make(rules, Prepared(rules.problem()).solutions, Random(3), minimal=True))
    x=no box=
    . . | . .
    4 . | 3 .
    ----+----
    . . | . .
    . 4 | . 2

    Puzzles do not depend on engines, so the caller passes the solver.  Each given is tried once, in
    random order: one that was necessary stays necessary when others are removed.

    `minimal`: no given can be removed.  Otherwise at least `clues` remain, by default two fifths of
    the cells.  `symmetric`: the givens have 180° rotational symmetry, and minimality is by pairs.
    Cost: one or two calls of the solver per cell.  Raises `BadPuzzle` if the rules have cages or no
    solution.
    """
    if rules.cages:
        raise BadPuzzle("cannot generate sudokus with cages; leave the cages out")
    full = _full(rules, ask, dice)
    cells = len(full)
    least = 0 if minimal else 2 * cells // 5 if clues is None else clues
    kept = dict.fromkeys(range(cells))
    for place in sorted(kept, key=lambda _: dice.random()):
        away = {place, cells - 1 - place} if symmetric else {place}
        if place not in kept or len(kept) - len(away) < least:
            continue
        rest = [other for other in kept if other not in away]
        if len(ask([full[other] for other in rest])) == 1:
            kept = dict.fromkeys(rest)
    size = rules.size
    return replace(
        rules, givens=tuple(full[n] % size + 1 if n in kept else 0 for n in range(cells))
    )


def _full(rules: Sudoku, ask: Ask, dice: Random) -> Solution:
    """Return a random full grid."""
    size = rules.size
    given: list[int] = []
    solutions = ask(given)
    for place in sorted(range(size * size), key=lambda _: dice.random()):
        if len(solutions) < 2:
            break
        for digit in sorted(range(size), key=lambda _: dice.random()):
            solutions = ask([*given, size * place + digit])
            if solutions:
                given.append(size * place + digit)
                break
    if not solutions:
        raise BadPuzzle("no full sudoku satisfies these rules")
    return solutions[0]
