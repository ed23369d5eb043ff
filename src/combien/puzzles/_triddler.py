r"""Triddlers: nonograms on triangles, with clues for the strips in three directions.

The board is a hexagon on the triangular grid; some sides may be 0, which makes it a trapezium, a
parallelogram or a triangle.  A strip is what lies between two neighboring parallel lines of the
grid; its triangles alternate, and neighbors share a side.  Clues are those of nonograms: the blocks
of a strip in order, with a white triangle between two blocks of the same color.

Line solving finds what it can.  The strips are then the items, their fillings the options, and the
triangles left unknown are secondary items that the three strips through them color (XCC).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.drawing._content import PAPER, Line, Mark, Patch, Text
from combien.drawing._picture import Picture
from combien.errors import BadNonogram, BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, WHITE, Block, Clue, clue_from
from combien.nonograms._human.spread import solve_line
from combien.nonograms._line import cells_of, filling_count, fillings
from combien.nonograms._nonogram import clue_of
from combien.puzzles._board import with_clues
from combien.puzzles._puzzle import About, BySettings, DrawnReading, check_text, is_number, once

KINDS = ("rows", "rising", "falling")
# From the first triangle of a strip to its clue.
OUTWARD = {"rows": (-1.0, 0.0), "rising": (0.5, 0.866), "falling": (0.5, -0.866)}
LONGEST_SIDE = 60
# As many options take several seconds to build.
MOST_OPTIONS = 1_000_000

_BLOCK = re.compile("([0-9]{1,4})([a-zA-Z]?)")
_READ = {letter: value for value, letter in enumerate(LETTERS) if value != UNKNOWN}

# A strip: its kind, its number from 0, and its triangles in the order of its clue.
Strip = tuple[str, int, tuple[Cell, ...]]

DEFAULT = """
sides 2 2 2 2 2 2
picture
.###.
##.##..
..#.##.
.###.
"""


@dataclass(frozen=True, slots=True)
class ColoredTriangles(DrawnReading):
    """The values of all triangles in reading order, with the puzzle for its clues."""

    values: bytes
    puzzle: Triddler

    def of(self) -> dict[Cell, int]:
        """Return the value of each triangle: 0 is white, 1 black, 3 and more other colors."""
        return dict(zip(self.puzzle.cells, self.values, strict=True))

    def plain(self) -> list[str]:
        """Return the rows from the top: `.` is white, `#` black, a letter another color."""
        rows: dict[int, str] = {}
        for cell, value in self.of().items():
            rows[cell[1]] = rows.get(cell[1], "") + LETTERS[value]
        return list(rows.values())

    def __str__(self) -> str:
        left: dict[int, int] = {}
        for cell in self.puzzle.cells:
            left.setdefault(cell[1], TRIANGLES.place(cell)[0])
        margin = min(left.values())
        rows = zip(left.values(), self.plain(), strict=True)
        return "\n".join(" " * (begin - margin) + row for begin, row in rows)

    def picture(self, *, title: str = "") -> Picture:
        """Return the board with its colors and clues."""
        return self.puzzle.drawn(self.of(), title)


@dataclass(frozen=True)
class Triddler(BySettings):
    """A nonogram on a hexagon of triangles; `sides` are clockwise from the top.

    >>> import combien
    >>> puzzle = Triddler.parse('''
    ... sides 1 1 1 1 1 1
    ... rows
    ... 2
    ... 1
    ... rising
    ... 3
    ... 0
    ... falling
    ... 2
    ... 1
    ... ''')
    >>> print(combien.solve(puzzle))
    ##.
    #..

    Clues are listed from the top, or from the left.  A strip is read from the end where its clue
    is: a row from the left, a rising strip (/) from the top, a falling one (\\) from the bottom.
    Blocks are lengths or (length, color), as in `Nonogram`.  Raises `BadPuzzle`.
    """

    about: ClassVar[About] = About(
        name="triddler",
        title="Triddlers, nonograms on triangles",
        summary="Color the triangles of a hexagon by the blocks of its strips in three directions.",
        source="the name is that of griddlers.net; combien.nonograms has nonograms on squares",
        examples=(
            "combien puzzle triddler",
            "combien puzzle triddler --svg triddler.svg",
            "combien puzzle triddler --count",
        ),
        text="'sides' and six numbers, clockwise from the top; then 'rows', 'rising' and "
        "'falling', each above its clues, such as '2 1a', one a line; or 'picture' above rows of "
        ". # and letters",
    )

    sides: tuple[int, ...] = ()
    rows: tuple[Clue, ...] = ()
    rising: tuple[Clue, ...] = ()
    falling: tuple[Clue, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.sides, tuple) and not self.sides:
            made = Triddler.parse(DEFAULT)
            for name in ("sides", *KINDS):
                object.__setattr__(self, name, getattr(made, name))
            return
        object.__setattr__(self, "sides", _checked_sides(self.sides))
        counts = dict.fromkeys(KINDS, 0)
        for kind, _, _ in self.strips:
            counts[kind] += 1
        for kind in KINDS:
            given = getattr(self, kind)
            if not isinstance(given, (list, tuple)) or len(given) != counts[kind]:
                found = len(given) if isinstance(given, (list, tuple)) else type(given).__name__
                raise BadPuzzle(f"{kind}: expected {counts[kind]} clues, not {found}")
            try:
                clues = tuple(clue_from(clue, f"{kind} {n}") for n, clue in enumerate(given, 1))
            except BadNonogram as error:
                raise BadPuzzle(str(error)) from None
            if not all(block.length for clue in clues for block in clue):
                raise BadPuzzle(f"{kind}: every block of a triddler has a length")
            object.__setattr__(self, kind, clues)

    @classmethod
    def of(cls, sides: Sequence[int], values: bytes) -> Triddler:
        """Return the puzzle of a picture: the values of its triangles in reading order.

        >>> Triddler.of((1, 1, 0, 2, 0, 1), bytes([1, 1, 0])).rows
        ((Block(length=2, color=1),),)
        """
        sides = _checked_sides(sides)
        cells = _cells(sides)
        if len(values) != len(cells):
            raise BadPuzzle(f"{len(values)} values for {len(cells)} triangles")
        value = dict(zip(cells, values, strict=True))
        clues: dict[str, list[Clue]] = {kind: [] for kind in KINDS}
        for kind, _, strip in _strips(cells):
            clues[kind].append(clue_of(bytes(value[cell] for cell in strip)))
        return cls(sides, *(tuple(clues[kind]) for kind in KINDS))

    @classmethod
    def parse(cls, text: str) -> Triddler:
        """Parse the sides, and the clues or a picture."""
        check_text(text)
        parts: dict[str, list[str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            first, *rest = line.split() or [""]
            if first in ("sides", "picture", *KINDS):
                if first in parts or (rest and first != "sides"):
                    raise BadPuzzle(f"line {number}: {first!r} is given twice, or not alone")
                parts[first] = rest
                last = first
            elif first and (not parts or last == "sides"):
                raise BadPuzzle(
                    f"line {number}: expected 'sides', 'picture', {', '.join(map(repr, KINDS))}, "
                    f"not {line.strip()[:40]!r}"
                )
            elif first:
                parts[last].append(line)
        if not parts:
            return cls()
        given = parts.get("sides", [])
        if not all(map(is_number, given)):
            raise BadPuzzle(f"sides: expected six numbers, not {' '.join(given)[:40]!r}")
        sides = _checked_sides([int(word) for word in given])
        if "picture" in parts:
            letters = "".join("".join(parts["picture"]).split())
            if len(parts) > 2 or not set(letters) <= _READ.keys():
                raise BadPuzzle("picture: expected rows of . and # and letters, and no clues")
            return cls.of(sides, bytes(_READ[letter] for letter in letters))
        return cls(sides, *(tuple(map(_clue, parts.get(kind, []))) for kind in KINDS))

    def __str__(self) -> str:
        lines = [f"sides {' '.join(map(str, self.sides))}"]
        for kind in KINDS:
            lines += [kind, *(" ".join(map(_written, clue)) or "0" for clue in getattr(self, kind))]
        return "\n".join(lines)

    @property
    def cells(self) -> list[Cell]:
        """The triangles in reading order."""
        return _cells(self.sides)

    @property
    def strips(self) -> list[Strip]:
        """The strips of all three kinds, in the order of their clues."""
        return _strips(self.cells)

    def _clue(self, strip: Strip) -> Clue:
        return cast("Clue", getattr(self, strip[0])[strip[1]])

    def picture(self, *, title: str = "") -> Picture:
        """Return the empty board with its clues."""
        return self.drawn(dict.fromkeys(self.cells, WHITE), title)

    def drawn(self, values: Mapping[Cell, int], title: str) -> Picture:
        """Return a drawing of the board with these values and the clues."""
        patches = []
        marks: list[Mark] = []
        for cell, value in values.items():
            corners = TRIANGLES.corners(cell)
            color = PAPER if value == WHITE else value - 1
            patches.append(Patch((corners,), (), color, LETTERS[value]))
            marks.append(Line((*corners, corners[0]), 0.04))
        for strip in self.strips:
            x, y = (sum(side) / 3 for side in zip(*TRIANGLES.corners(strip[2][0]), strict=True))
            right, up = OUTWARD[strip[0]]
            for place, block in enumerate(reversed(self._clue(strip) or (Block(0),))):
                far = 0.85 + 0.62 * place
                marks.append(Text(_written(block), (x + right * far, y + up * far), 0.24))
        return with_clues(patches, marks, title)

    def _known(self) -> dict[Cell, int]:
        """Return the triangles after line solving; all unknown if some strip cannot be filled."""
        values = dict.fromkeys(self.cells, UNKNOWN)
        strips = self.strips
        through: dict[Cell, list[Strip]] = {}
        for strip in strips:
            for cell in strip[2]:
                through.setdefault(cell, []).append(strip)
        queue = deque(strips)
        while queue:
            strip = queue.popleft()
            own = bytes(values[cell] for cell in strip[2])
            solved = solve_line(self._clue(strip), own)
            if solved is None:
                return dict.fromkeys(values, UNKNOWN)
            for cell, before, after in zip(strip[2], own, solved, strict=True):
                if before != after:
                    values[cell] = after
                    queue.extend(other for other in through[cell] if other != strip)
        return values

    @once
    def problem(self) -> Problem:
        """Return the problem: strips (kind, number), secondary triangles; options are fillings."""
        known = self._known()
        lines = [(strip, bytes(known[cell] for cell in strip[2])) for strip in self.strips]
        ways = sum(filling_count(self._clue(strip), own) for strip, own in lines)
        if ways > MOST_OPTIONS:
            raise BadPuzzle(f"{ways} fillings of the strips are too many: at most {MOST_OPTIONS}")
        builder = Problem.builder()
        for (kind, number, _), _ in lines:
            builder.item((kind, number + 1))
        for cell, value in known.items():
            if value == UNKNOWN:
                builder.item(cell, secondary=True)
        for (kind, number, cells), own in lines:
            clue = self._clue((kind, number, cells))
            for begins in fillings(clue, own):
                values = cells_of(clue, begins, len(own))
                colored = (
                    Colored(cell, value)
                    for cell, value, before in zip(cells, values, own, strict=True)
                    if before == UNKNOWN
                )
                builder.option((kind, number + 1), *colored, name=(kind, number, values))
        return builder.build()

    def read(self, solution: Solution) -> ColoredTriangles:
        """Return the colored triangles."""
        values: dict[Cell, int] = {}
        strips = {strip[:2]: strip[2] for strip in self.strips}
        for name in self.problem().names(solution):
            kind, number, own = cast("tuple[str, int, bytes]", name)
            values.update(zip(strips[kind, number], own, strict=True))
        return ColoredTriangles(bytes(values[cell] for cell in self.cells), self)

    def check(self, reading: ColoredTriangles) -> bool:
        """Return whether the colored triangles have these clues."""
        return (
            len(reading.values) == len(self.cells)
            and Triddler.of(self.sides, reading.values) == self
        )


def _checked_sides(sides: Iterable[int]) -> tuple[int, ...]:
    """Return the sides of a hexagon.  Raises `BadPuzzle`."""
    found = tuple(sides) if isinstance(sides, (list, tuple)) else ()
    if len(found) != 6 or not all(type(n) is int and 0 <= n <= LONGEST_SIDE for n in found):
        raise BadPuzzle(f"sides: expected six whole numbers from 0 to {LONGEST_SIDE}, clockwise")
    top, after, below, bottom, left, above = found
    if top + after != bottom + left or after + below != left + above:
        raise BadPuzzle(
            f"sides: {' '.join(map(str, found))} do not close: the first two together are as long "
            "as the fourth and fifth, and the second and third as the last two"
        )
    if not _cells(found):
        raise BadPuzzle("sides: there is no triangle between them")
    return found


def _cells(sides: tuple[int, ...]) -> list[Cell]:
    """Return the triangles of a hexagon in reading order."""
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    a, b = 0, sides[1] + sides[2]
    corners = []
    for side, (right, up) in zip(sides, steps, strict=True):
        corners.append((a, b, a + b))
        a, b = a + side * right, b + side * up
    # The triangles lie between the same lines of the three families as the corners.
    low, high = ([2 * end for end in map(of, zip(*corners, strict=True))] for of in (min, max))
    return TRIANGLES.in_reading_order(
        (a, b, up - a - b)
        for a, b, up in product(
            range(low[0] + 1, high[0], 2), range(low[1] + 1, high[1], 2), (1, -1)
        )
        if low[2] < a + b - up < high[2]
    )


def _strips(cells: Sequence[Cell]) -> list[Strip]:
    """Return the strips of a board."""
    strips: list[Strip] = []
    # The coordinate that is the same in a strip, and that by which strips are in order.
    for kind, axis, order, along in (
        ("rows", 1, -1, lambda cell: cell[0] - cell[2]),
        ("rising", 0, 1, lambda cell: cell[2] - cell[1]),
        ("falling", 2, -1, lambda cell: cell[1] - cell[0]),
    ):
        groups: dict[int, list[Cell]] = {}
        for cell in cells:
            groups.setdefault(cell[axis] * order, []).append(cell)
        strips += [
            (kind, number, tuple(sorted(groups[at], key=along)))
            for number, at in enumerate(sorted(groups))
        ]
    return strips


def _clue(line: str) -> Clue:
    """Return the clue of a line of text.  Raises `BadPuzzle`."""
    found = [_BLOCK.fullmatch(word) for word in line.split()]
    if not all(found):
        raise BadPuzzle(f"expected lengths with the letters of colors, not {line.strip()[:40]!r}")
    blocks = [(int(block[1]), _READ[block[2] or LETTERS[BLACK]]) for block in found if block]
    return () if blocks == [(0, BLACK)] else tuple(Block(*block) for block in blocks)


def _written(block: Block) -> str:
    return f"{block.length}{'' if block.color == BLACK else LETTERS[block.color]}"
