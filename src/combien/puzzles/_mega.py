"""Mega nonograms: some numbers count the black cells of two neighboring lines together.

The order of groups would be in doubt if two of a pair of rows were in the same column: here no two
groups of a pair are.

Two rows, or two columns, may share a clue.  In these two lines together, black cells that touch by
a side are one group.  A group with cells in both lines is a mega number, the size of the group; one
in a single line is an ordinary number of that line.  Numbers are in the order of the groups.

A clue is an automaton that reads its lines cell by cell, or pair of cells by pair of cells.  Line
solving keeps the steps that some filling takes.  The items are then the places of each clue and the
options its steps there; secondary items, colored by the states between two steps and by the values
of the unknown cells, join them (XCC).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from typing import ClassVar, NamedTuple, cast

from combien._base.checks import check_list, short_repr
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.drawing._content import PAPER, Line, Mark, Patch, Text
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._board import with_clues
from combien.puzzles._puzzle import About, BySettings, DrawnReading, check_text, is_number, once

LONGEST_SIDE = 100
# As many options take several seconds to build.
MOST_OPTIONS = 500_000

_PARTS = ("rows", "columns")
_PAIRED = ("paired rows", "paired columns")
_MEGA = re.compile(r"\[([^\]]*)\]")

Numbers = tuple[int, ...]
# Of the automaton: the mega numbers and the ordinary ones before the next mega number that are
# done; the group that is being read, as 1 or 2 for a line and 3 for both (0 if none is), with its
# cells, the lines where it has some, and those of its last place.
State = tuple[int, int, int, int, int, int, int]
START: State = (0, 0, 0, 0, 0, 0, 0)
Step = tuple[State, int, State]
Place = tuple[int, int]

DEFAULT = """
paired rows 1 4
paired columns 2 5 8
picture
.......#.#
.###...#.#
#...#...##
#.#.#..###
#..##.####
##########
.########.
"""


class Clue(NamedTuple):
    """The numbers of one line, or of a pair: those before, between and after the mega numbers."""

    upper: tuple[Numbers, ...]
    lower: tuple[Numbers, ...] | None = None
    mega: Numbers = ()

    @property
    def lines(self) -> int:
        return 1 if self.lower is None else 2

    def __str__(self) -> str:
        if self.lower is None:
            return _written(self.upper[0])
        parts = [
            f"{_written(upper)} / {_written(lower)}" if upper or lower or not self.mega else ""
            for upper, lower in zip(self.upper, self.lower, strict=True)
        ]
        megas = [f"[{number}]" for number in self.mega]
        return " ".join(part for pair in zip_longest(parts, megas) for part in pair if part)

    def _both(self, done: int) -> tuple[Numbers, Numbers]:
        """Return the ordinary numbers after so many mega numbers."""
        return self.upper[done], self.lower[done] if self.lower else ()

    def _size(self, state: State) -> int:
        """Return the size of the group that is being read."""
        done, i, j, group, *_ = state
        if group == 3:
            return self.mega[done]
        return self._both(done)[group - 1][(i, j)[group - 1]]

    def after(self, state: State, pattern: int) -> list[State]:
        """Return the states after a place whose black cells are these: 1 upper, 2 lower, 3 both."""
        done, i, j, group, cells, seen, last = state
        if group and pattern & last:
            # The group goes on.
            cells += pattern.bit_count()
            if group not in (3, pattern) or cells > self._size(state):
                return []
            return [(done, i, j, group, cells, seen | pattern, pattern)]
        if group:
            if cells != self._size(state) or seen != group:
                return []
            done, i, j = (done + 1, 0, 0) if group == 3 else (done, i + group % 2, j + group // 2)
        if not pattern:
            return [(done, i, j, 0, 0, 0, 0)]
        upper, lower = self._both(done)
        groups = []
        if (pattern == 1 and i < len(upper)) or (pattern == 2 and j < len(lower)):
            groups.append(pattern)
        if done < len(self.mega) and (i, j) == (len(upper), len(lower)):
            groups.append(3)
        return [(done, i, j, group, pattern.bit_count(), pattern, pattern) for group in groups]

    def steps(self, allowed: Sequence[Sequence[int]]) -> list[list[Step]]:
        """Return the steps of all fillings by the allowed patterns, for each place."""
        states, steps = {START}, []
        for patterns in allowed:
            here = [
                (state, pattern, after)
                for state in sorted(states)
                for pattern in patterns
                for after in self.after(state, pattern)
            ]
            steps.append(here)
            states = {after for _, _, after in here}
        end = (len(self.mega), *map(len, self._both(len(self.mega))), 0, 0, 0, 0)
        live = {state for state in states if end in self.after(state, 0)}
        for number in reversed(range(len(steps))):
            steps[number] = [step for step in steps[number] if step[2] in live]
            live = {step[0] for step in steps[number]}
        return steps


class Band(NamedTuple):
    """A clue with its kind and number, and its cells, place by place."""

    kind: str
    number: int
    clue: Clue
    places: list[list[Place]]


@dataclass(frozen=True, slots=True)
class MegaBoard(DrawnReading):
    """The rows of a solution, `.` white and `#` black, with the puzzle for its clues."""

    rows: tuple[str, ...]
    puzzle: Mega

    def plain(self) -> list[str]:
        """Return the rows."""
        return list(self.rows)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def picture(self, *, title: str = "") -> Picture:
        """Return the board with its black cells and clues."""
        return self.puzzle.drawn(self.rows, title)


@dataclass(frozen=True)
class Mega(BySettings):
    """A nonogram in which two neighboring rows or columns may share a clue.

    >>> import combien
    >>> puzzle = Mega(rows=["[4] 1 / 0"], columns=["1", "2", "1", "1"])
    >>> print(combien.solve(puzzle))
    ##.#
    .##.

    A clue is a text: the numbers of a line, or, for a pair, those of the first and of the second
    line on both sides of `/`, between mega numbers in brackets.  Raises `BadPuzzle`.
    """

    about: ClassVar[About] = About(
        name="mega",
        title="Mega nonograms, with numbers for two lines",
        summary="Blacken cells by the groups in each row, column, or pair of neighboring ones.",
        source="the numbers are those of Mega Picross (Jupiter, 2015)",
        examples=(
            "combien puzzle mega",
            "combien puzzle mega --svg mega.svg",
            "combien puzzle mega --count",
        ),
        text="'rows' and 'columns', each above its clues, one a line: '2 1' for one line, "
        "'1 / 2 [5] 1 / 0' for a pair, with mega numbers in brackets; or 'picture' above rows of . "
        "and #, with 'paired rows 1 4' and 'paired columns 2' for the first lines of pairs",
    )

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in _PARTS:
            given = getattr(self, name)
            if not isinstance(given, (list, tuple)):
                raise BadPuzzle(f"{name}: expected a list of texts, not {short_repr(given)}")
        if not self.rows and not self.columns:
            made = Mega.parse(DEFAULT)
            for name in _PARTS:
                object.__setattr__(self, name, getattr(made, name))
            return
        sides = {}
        for name in _PARTS:
            clues = [_clue(text, f"{name} {n}") for n, text in enumerate(getattr(self, name), 1)]
            sides[name] = sum(clue.lines for clue in clues)
            if not 1 <= sides[name] <= LONGEST_SIDE:
                raise BadPuzzle(f"{name}: expected 1 to {LONGEST_SIDE} lines, not {sides[name]}")
            object.__setattr__(self, name, tuple(map(str, clues)))

    @classmethod
    def of(
        cls, board: Iterable[str], rows: Iterable[int] = (), columns: Iterable[int] = ()
    ) -> Mega:
        """Return the puzzle of a picture: rows of `.` and `#`, and the first lines of pairs from 1.

        >>> Mega.of(["##.#", ".##."], rows=[1])
        Mega(rows=('[4] 1 / 0',), columns=('1', '2', '1', '1'))
        """
        lines = check_list("board", board, error=BadPuzzle)
        if not lines or not lines[0] or any(type(row) is not str for row in lines):
            raise BadPuzzle("picture: expected rows of . and #")
        if any(len(row) != len(lines[0]) or set(row) - set(".#") for row in lines):
            raise BadPuzzle("picture: expected rows of . and #, all of the same length")
        turned = ["".join(column) for column in zip(*lines, strict=True)]
        given = ((lines, rows, "rows"), (turned, columns, "columns"))
        return cls(*(tuple(_clues_of(*part)) for part in given))

    @classmethod
    def parse(cls, text: str) -> Mega:
        """Parse the clues, or a picture and its pairs."""
        check_text(text)
        parts: dict[str, list[str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            name = " ".join(words[:2]) if words[:1] == ["paired"] else " ".join(words)
            if name in (*_PARTS, *_PAIRED, "picture"):
                if name in parts:
                    raise BadPuzzle(f"line {number}: {name!r} is given twice")
                parts[name], last = words[2:], name
            elif words and (not parts or last in _PAIRED):
                expected = ", ".join(map(repr, (*_PARTS, "picture", *_PAIRED)))
                raise BadPuzzle(f"line {number}: expected {expected}, not {line.strip()[:40]!r}")
            elif words:
                parts[last].append(" ".join(words))
        if not parts:
            return cls()
        if parts.keys() & set(_PARTS) and len(parts.keys() - set(_PARTS)):
            raise BadPuzzle("expected 'rows' and 'columns', or 'picture' with its pairs, not both")
        if not any(parts.get(name) for name in ("picture", *_PARTS)):
            raise BadPuzzle("expected clues below 'rows' and 'columns', or rows below 'picture'")
        if "picture" not in parts:
            return cls(*(tuple(parts.get(name, ())) for name in _PARTS))
        for name in _PAIRED:
            if not all(map(is_number, parts.get(name, ()))):
                raise BadPuzzle(f"{name}: expected numbers, not {' '.join(parts[name])[:40]!r}")
        return cls.of(parts["picture"], *(map(int, parts.get(name, ())) for name in _PAIRED))

    def __str__(self) -> str:
        return "\n".join(["rows", *self.rows, "columns", *self.columns])

    @property
    def _bands(self) -> list[Band]:
        clues = {name: [_clue(text, name) for text in getattr(self, name)] for name in _PARTS}
        sides = {name: sum(clue.lines for clue in clues[name]) for name in _PARTS}
        found = []
        for name, across in zip(_PARTS, reversed(_PARTS), strict=True):
            line = 0
            for number, clue in enumerate(clues[name], 1):
                cells = [
                    [(line + n, place) for n in range(clue.lines)] for place in range(sides[across])
                ]
                if name == "columns":
                    cells = [[(row, column) for column, row in place] for place in cells]
                found.append(Band(name, number, clue, cells))
                line += clue.lines
        return found

    def picture(self, *, title: str = "") -> Picture:
        """Return the empty board with its clues."""
        height, width = (len(_lines(getattr(self, name))) for name in _PARTS)
        return self.drawn(["." * width] * height, title)

    def drawn(self, rows: Sequence[str], title: str) -> Picture:
        """Return a drawing of these rows and the clues."""
        height, width = len(rows), len(rows[0])
        patches = []
        for down, row in enumerate(rows):
            for x, letter in enumerate(row):
                y = height - 1 - down
                corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
                color = 0 if letter == "#" else PAPER
                patches.append(Patch((corners,), ((x, y),), color, letter))
        marks: list[Mark] = [Line(((x, 0), (x, height)), 0.04) for x in range(width + 1)]
        marks += [Line(((0, y), (width, y)), 0.04) for y in range(height + 1)]
        for band in self._bands:
            across = band.kind == "columns"
            at = partial(_beside, height=height, across=across)
            lines = [cell[across] + 0.5 for cell in band.places[0]]
            slots = _slots(band.clue)
            for far, (texts, size) in enumerate(slots):
                middles = lines if len(texts) == len(lines) else [sum(lines) / 2]
                marks += [
                    Text(text, at(line, 0.5 + 0.7 * far), size)
                    for text, line in zip(texts, middles, strict=True)
                ]
            # Between two such lines is one clue.
            for end in (lines[0] - 0.5, lines[-1] + 0.5):
                marks.append(Line((at(end, 0), at(end, 0.1 + 0.7 * len(slots))), 0.04))
        return with_clues(patches, marks, title)

    @once
    def problem(self) -> Problem:
        """Return the problem: places of clues, secondary states and cells; options are steps."""
        builder = Problem.builder()
        bands = self._bands
        solved = _solved(bands)
        if not solved:
            builder.item("no board has these clues")
            return builder.build()
        places = [
            (band, place, cells, here)
            for band, steps in zip(bands, solved, strict=True)
            for place, (cells, here) in enumerate(zip(band.places, steps, strict=True))
        ]
        for band, place, _, _ in places:
            builder.item((band.kind, band.number, place + 1))
        for band, place, cells, _ in places:
            if band.kind == "rows":
                for row, column in cells:
                    builder.item((row + 1, column + 1), secondary=True)
            if place:
                builder.item((band.kind, band.number, "state", place), secondary=True)
        for band, place, cells, here in places:
            own = (band.kind, band.number)
            for before, pattern, after in here:
                bits = _bits(cells, pattern)
                colored = [Colored((row + 1, column + 1), bit) for (row, column), bit in bits]
                colored += [
                    Colored((*own, "state", place + n), state)
                    for n, state in enumerate((before, after))
                    if 0 < place + n < len(band.places)
                ]
                builder.option((*own, place + 1), *colored, name=tuple(bits))
        return builder.build()

    def read(self, solution: Solution) -> MegaBoard:
        """Return the board."""
        rows: dict[int, dict[int, str]] = {}
        for name in self.problem().names(solution):
            for (row, column), value in cast("Iterable[tuple[Place, int]]", name):
                rows.setdefault(row, {})[column] = ".#"[value]
        lines = ("".join(row[x] for x in sorted(row)) for _, row in sorted(rows.items()))
        return MegaBoard(tuple(lines), self)

    def check(self, reading: MegaBoard) -> bool:
        """Return whether the board has these clues."""
        pairs = [
            [line for line, first in enumerate(_lines(getattr(self, name)), 1) if first]
            for name in _PARTS
        ]
        return Mega.of(reading.rows, *pairs) == self


def _solved(bands: Sequence[Band]) -> list[list[list[Step]]]:
    """Return the steps of each band after line solving; [] if there is no solution.

    Raises `BadPuzzle` if they are too many.
    """
    through: dict[Place, list[int]] = {}
    for number, band in enumerate(bands):
        for cell in chain.from_iterable(band.places):
            through.setdefault(cell, []).append(number)
    values: dict[Place, int] = {}
    steps: list[list[list[Step]]] = [[] for _ in bands]
    sizes = [0] * len(bands)
    # The numbers of the bands to read again, in order and without repetitions.
    queue = dict.fromkeys(range(len(bands)))
    while queue:
        number = next(iter(queue))
        del queue[number]
        band = bands[number]
        steps[number] = band.clue.steps([_patterns(cells, values) for cells in band.places])
        sizes[number] = sum(map(len, steps[number]))
        if sum(sizes) > MOST_OPTIONS:
            raise BadPuzzle(f"the clues have too many fillings: over {MOST_OPTIONS} steps")
        for cells, here in zip(band.places, steps[number], strict=True):
            if not here:
                return []
            for n, cell in enumerate(cells):
                found = {pattern >> n & 1 for _, pattern, _ in here}
                if cell not in values and len(found) == 1:
                    values[cell] = found.pop()
                    queue.update(dict.fromkeys(through[cell]))
    return steps


def _beside(line: float, out: float, *, height: int, across: bool) -> tuple[float, float]:
    """Return the point so far out from the board beside a row, or above a column."""
    return (line, height + out) if across else (-out, height - line)


def _bits(cells: Iterable[Place], pattern: int) -> list[tuple[Place, int]]:
    """Return the cells of a place with their values."""
    return [(cell, pattern >> n & 1) for n, cell in enumerate(cells)]


def _lines(clues: Iterable[str]) -> list[bool]:
    """Return for each line whether it is the first of a pair."""
    pairs = [_clue(clue, "").lines == 2 for clue in clues]
    return [first for pair in pairs for first in ([True, False] if pair else [False])]


def _patterns(cells: Sequence[Place], values: Mapping[Place, int]) -> list[int]:
    """Return the patterns of a place that agree with the known values."""
    return [
        pattern
        for pattern in range(1 << len(cells))
        if all(values.get(cell, bit) == bit for cell, bit in _bits(cells, pattern))
    ]


def _clues_of(lines: Sequence[str], firsts: Iterable[int], what: str) -> list[str]:
    """Return the clues of the rows, or columns, of a board."""
    given = check_list(what, firsts, error=BadPuzzle)
    found, line = [], 0
    for first in given:
        if type(first) is not int or not 1 <= first < len(lines):
            raise BadPuzzle(
                f"paired {what}: expected numbers from 1 to {len(lines) - 1}, "
                f"the first {what} of pairs, not {short_repr(first)}"
            )
        if first + 1 in given or given.count(first) > 1:
            raise BadPuzzle(f"paired {what}: line {first + 1} is in two pairs")
    while line < len(lines):
        count = 2 if line + 1 in given else 1
        found.append(str(_clue_of(lines[line : line + count])))
        line += count
    return found


def _clue_of(lines: Sequence[str]) -> Clue:
    """Return the clue of a line, or of two."""
    parts: list[list[list[int]]] = [[[], []]]
    mega: list[int] = []
    cells = seen = last = 0
    patterns = [
        sum((letter == "#") << n for n, letter in enumerate(of)) for of in zip(*lines, strict=True)
    ]
    for pattern in (*patterns, 0):
        if last and not pattern & last:
            if seen == 3:
                mega.append(cells)
                parts.append([[], []])
            else:
                parts[-1][seen - 1].append(cells)
            cells = seen = 0
        cells, seen, last = cells + pattern.bit_count(), seen | pattern, pattern
    upper, lower = (tuple(tuple(part[n]) for part in parts) for n in (0, 1))
    return Clue(upper, lower if len(lines) == 2 else None, tuple(mega))


def _clue(text: object, where: str) -> Clue:
    """Return the clue that a text denotes.  Raises `BadPuzzle`."""
    if type(text) is not str:
        raise BadPuzzle(
            f"{where}: expected a text such as '2 1' or '1 / 2 [5]', not {short_repr(text)}"
        )
    parts = _MEGA.split(text)
    if len(parts) == 1 and "/" not in text:
        return Clue((_numbers(text, where),))
    halves = [part.split("/") if part.strip() else ["0", "0"] for part in parts[::2]]
    if any(len(half) != 2 for half in halves):
        raise BadPuzzle(
            f"{where}: between mega numbers are the numbers of both lines, such as '1 / 2' or "
            f"'0 / 2', not {text.strip()[:40]!r}"
        )
    mega = [_numbers(part, where) for part in parts[1::2]]
    if any(len(numbers) != 1 or numbers[0] < 2 for numbers in mega):
        raise BadPuzzle(
            f"{where}: a mega number is one number from 2, as its cells are in two lines"
        )
    upper, lower = (tuple(_numbers(half[n], where) for half in halves) for n in (0, 1))
    return Clue(upper, lower, tuple(numbers[0] for numbers in mega))


def _numbers(text: str, where: str) -> Numbers:
    words = text.split()
    if not words or not all(map(is_number, words)):
        raise BadPuzzle(f"{where}: expected numbers (0 for none), not {text.strip()[:40]!r}")
    numbers = tuple(map(int, words))
    if 0 in numbers and len(numbers) > 1:
        raise BadPuzzle(f"{where}: 0 stands alone, not in {text.strip()[:40]!r}")
    return () if numbers == (0,) else numbers


def _written(numbers: Numbers) -> str:
    return " ".join(map(str, numbers)) or "0"


def _slots(clue: Clue) -> list[tuple[list[str], float]]:
    """Return what is written beside the lines from the board outward, and how large."""
    found: list[tuple[list[str], float]] = []
    lower = clue.lower or ((),) * len(clue.upper)
    for number in reversed(range(len(clue.upper))):
        both = [clue.upper[number], lower[number]][: clue.lines]
        if not any(both) and not clue.mega:
            both = [(0,)] * clue.lines
        for texts in zip_longest(*(map(str, reversed(part)) for part in both), fillvalue=""):
            found.append((list(texts), 0.28))
        if number:
            found.append(([str(clue.mega[number - 1])], 0.42))
    return found
