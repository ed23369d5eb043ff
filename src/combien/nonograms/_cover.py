"""A nonogram as an exact cover problem, for counting, listing and sampling with all engines.

It is made of plain clues and cells, since `Nonogram` uses it.  There are two formulations; in both,
secondary items with colors make rows and columns agree.

By *lines*: a primary item for each line, and an option for each placement of its blocks, which
colors the cells of the line.  This has few items and short searches, but a long line has too many
options.

By *cells*: a primary item for each cell, and between two neighboring cells of a line a secondary
item whose color is the state of the clue automaton.  An option is a value of the cell with the
states before and after it, across and down.  There are at most a few hundred options per cell, and
a sweep over the cells merges all partial solutions that agree on the frontier, so it counts boards
with astronomically many solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Literal

from combien import _native
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.errors import BadInput
from combien.nonograms._clue import BLACK, UNKNOWN, WHITE, Clue, blot_count, lines_of
from combien.nonograms._line import (
    Step,
    cells_of,
    filling_count,
    fillings,
    in_numbers,
    steps,
)

Way = Literal["lines", "cells"]

# This many options take several seconds to build, and half a gigabyte.
MOST_OPTIONS = 2_000_000
# Up to this many fillings of all lines together, options of whole lines are the fastest.
FEW_FILLINGS = 20_000
# Several seconds at most; boards made by people need only a few thousand.
PROBES = 1_000_000


@dataclass(frozen=True)
class CoverModel:
    """Clues, possibly with known cells, as a model for all engines.

    >>> import combien
    >>> from combien.nonograms import Nonogram
    >>> two = Nonogram([[1], [1]], [[1], [1]])
    >>> model = CoverModel(two.rows, two.columns)
    >>> combien.count(model)
    2
    >>> sorted(combien.solutions(model))
    [b'\\x00\\x01\\x01\\x00', b'\\x01\\x00\\x00\\x01']

    `way` is "lines" or "cells"; by default lines if they have few fillings.  Known
    cells, as in `Board`, make the problem smaller, so use `deduce` first.
    Raises `BadInput` if there are more than two million options.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    known: bytes = b""
    way: Way | None = None

    def problem(self) -> Problem:
        """Return the exact cover problem; it is built once."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        if any(map(blot_count, self.rows + self.columns)):
            if self.way == "lines":
                raise BadInput("fillings of blotted clues are not enumerated: use way='cells'")
            return self._by_cells()
        ways = sum(
            filling_count(line.clue, line.cells(self._known))
            for line in lines_of(self.rows, self.columns)
        )
        way = self.way or ("lines" if ways <= FEW_FILLINGS else "cells")
        return self._by_lines(ways) if way == "lines" else self._by_cells()

    @cached_property
    def _known(self) -> bytes:
        return self.known or bytes([UNKNOWN]) * (len(self.rows) * len(self.columns))

    def _by_lines(self, ways: int) -> Problem:
        if ways > MOST_OPTIONS:
            raise BadInput(
                f"{ways} fillings of lines are too many options: deduce more of the board first, "
                "or use way='cells'"
            )
        names = [self._cell_name(place) for place in range(len(self._known))]
        builder = Problem.builder()
        lines = [(line, (line.kind, line.number + 1)) for line in lines_of(self.rows, self.columns)]
        for _, name in lines:
            builder.item(name)
        for place, value in enumerate(self._known):
            if value == UNKNOWN:
                builder.item(names[place], secondary=True)
        for line, name in lines:
            known_cells = line.cells(self._known)
            for begins in fillings(line.clue, known_cells):
                values = cells_of(line.clue, begins, len(known_cells))
                colored = (
                    Colored(names[place], value)
                    for place, value, before in zip(line.places, values, known_cells, strict=True)
                    if before == UNKNOWN
                )
                builder.option(name, *colored, name=(*name, values))
        return builder.build()

    def _by_cells(self) -> Problem:
        height, width = len(self.rows), len(self.columns)
        lines = lines_of(self.rows, self.columns)
        taken = [steps(line.clue, line.cells(self._known)) for line in lines]
        across, down = taken[:height], taken[height:]
        builder = Problem.builder()
        for place in range(height * width):
            builder.item(self._cell_name(place))
        options = []
        for place in range(height * width):
            row, column = divmod(place, width)
            for one, other in product(across[row][column], down[column][row]):
                if one.value == other.value:
                    options.append((place, one, other))
            if len(options) > MOST_OPTIONS:
                raise BadInput(
                    f"more than {MOST_OPTIONS} options by cells: deduce more of the board first"
                )
        borders: dict[tuple[str, int, int], None] = {}
        entries = []
        for place, one, other in options:
            row, column = divmod(place, width)
            entry = [
                *_borders("row", row, column, width, one, across[row]),
                *_borders("column", column, row, height, other, down[column]),
            ]
            entries.append(entry)
            borders.update(dict.fromkeys(border for border, _ in entry))
        for border in borders:
            builder.item(border, secondary=True)
        for (place, one, _), entry in zip(options, entries, strict=True):
            builder.option(
                self._cell_name(place),
                *(Colored(border, laid) for border, laid in entry),
                name=("cell", place, one.value, tuple(laid for _, laid in entry)),
            )
        return builder.build()

    def _cell_name(self, place: int) -> tuple[str, int, int]:
        row, column = divmod(place, len(self.columns))
        return ("cell", row + 1, column + 1)

    def read(self, solution: Solution) -> bytes:
        """Return the cells of a solution, as in `Board`."""
        width = len(self.columns)
        cells = bytearray(self._known)
        for name in self._problem.names(solution):
            assert isinstance(name, tuple)
            if name[0] == "row":
                cells[(name[1] - 1) * width : name[1] * width] = name[2]
            elif name[0] == "cell":
                cells[name[1]] = name[2]
        return bytes(cells)


@lru_cache(maxsize=8)
def probed_model(rows: tuple[Clue, ...], columns: tuple[Clue, ...], *, probe: bool) -> CoverModel:
    """Return the model of these clues, after line solving and some probing if `probe` is true."""
    if not probe:
        return CoverModel(rows, columns)
    colors = {block.color for clue in rows + columns for block in clue}
    values = bytes(sorted({WHITE, BLACK, *colors}))
    numbers = in_numbers(rows + columns, values)
    search = _native.nonogram_search(len(rows), len(values), *numbers, False)
    if search.run(PROBES, 1e9, 2**62) == _native.NONOGRAM_EXHAUSTED:
        return CoverModel(rows, columns)
    return CoverModel(rows, columns, search.known().translate(values.ljust(256, bytes([UNKNOWN]))))


def _borders(
    line: str, number: int, place: int, length: int, step: Step, all_steps: list[list[Step]]
) -> Iterator[tuple[tuple[str, int, int], int]]:
    """Yield the items and states before and after a cell, where several states are possible."""
    if place > 0 and len({s.before for s in all_steps[place]}) > 1:
        yield (line, number + 1, place), step.before
    if place + 1 < length and len({s.after for s in all_steps[place]}) > 1:
        yield (line, number + 1, place + 1), step.after
