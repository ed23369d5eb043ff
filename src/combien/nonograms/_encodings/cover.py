"""A nonogram as an exact cover problem, for counting, listing and sampling with all engines.

There are two formulations; in both, secondary items with colors make rows and columns agree.

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
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

from combien._base.records import dataclass
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.errors import BadInput
from combien.nonograms._board import Board
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._encodings.clue_automaton import Step, steps
from combien.nonograms._human.filling import cells_of, filling_count, fillings
from combien.nonograms._lines import lines_of
from combien.nonograms._solving.search import NonogramSearch

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Nonogram

__all__ = ["CoverModel", "model_of"]

Way = Literal["lines", "cells"]

# This many options take several seconds to build, and half a gigabyte.
MOST_OPTIONS = 2_000_000
# Up to this many fillings of all lines together, options of whole lines are the fastest.
FEW_FILLINGS = 20_000
# Several seconds at most; boards made by people need only a few thousand.
PROBES = 1_000_000


@dataclass(frozen=True)
class CoverModel:
    """A nonogram, possibly with known cells, as a model for all engines.

    >>> import combien
    >>> from combien.nonograms import Nonogram
    >>> model = CoverModel(Nonogram([[1], [1]], [[1], [1]]))
    >>> combien.count(model)
    2
    >>> for board in combien.solutions(model):
    ...     print(board, end="\\n\\n")
    #.
    .#
    <BLANKLINE>
    .#
    #.
    <BLANKLINE>

    `way` is "lines" or "cells"; by default lines if they have few fillings.  Known
    cells make the problem smaller, so use `deduce` first.
    Raises `BadInput` if there are more than two million options.
    """

    nonogram: Nonogram
    known: Board | None = None
    way: Way | None = None

    def problem(self) -> Problem:
        """Return the exact cover problem; it is built once."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        known = self._known
        if self.nonogram.blotted:
            if self.way == "lines":
                raise BadInput("fillings of blotted clues are not enumerated: use way='cells'")
            return self._by_cells(known)
        ways = sum(
            filling_count(line.clue, line.cells(known.cells)) for line in lines_of(self.nonogram)
        )
        way = self.way or ("lines" if ways <= FEW_FILLINGS else "cells")
        return self._by_lines(known, ways) if way == "lines" else self._by_cells(known)

    @property
    def _known(self) -> Board:
        return self.known or Board.unknown(self.nonogram.height, self.nonogram.width)

    def _by_lines(self, known: Board, ways: int) -> Problem:
        if ways > MOST_OPTIONS:
            raise BadInput(
                f"{ways} fillings of lines are too many options: deduce more of the board first, "
                "or use way='cells'"
            )
        names = [self._cell_name(place) for place in range(len(known.cells))]
        builder = Problem.builder()
        lines = [(line, (line.kind, line.number + 1)) for line in lines_of(self.nonogram)]
        for _, name in lines:
            builder.item(name)
        for place, value in enumerate(known.cells):
            if value == UNKNOWN:
                builder.item(names[place], secondary=True)
        for line, name in lines:
            known_cells = line.cells(known.cells)
            for begins in fillings(line.clue, known_cells):
                values = cells_of(line.clue, begins, len(known_cells))
                colored = (
                    Colored(names[place], value)
                    for place, value, before in zip(line.places, values, known_cells, strict=True)
                    if before == UNKNOWN
                )
                builder.option(name, *colored, name=(*name, values))
        return builder.build()

    def _by_cells(self, known: Board) -> Problem:
        height, width = known.height, known.width
        across = [steps(clue, known.row(i)) for i, clue in enumerate(self.nonogram.rows)]
        down = [steps(clue, known.column(j)) for j, clue in enumerate(self.nonogram.columns)]
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
        row, column = divmod(place, self.nonogram.width)
        return ("cell", row + 1, column + 1)

    def read(self, solution: Solution) -> Board:
        """Return the board of a solution."""
        known = self._known
        cells = bytearray(known.cells)
        for name in self._problem.names(solution):
            assert isinstance(name, tuple)
            if name[0] == "row":
                cells[(name[1] - 1) * known.width : name[1] * known.width] = name[2]
            elif name[0] == "cell":
                cells[name[1]] = name[2]
        return Board(known.height, known.width, bytes(cells))


@lru_cache(maxsize=8)
def model_of(nonogram: Nonogram) -> CoverModel:
    """Return the model of a nonogram after line solving and some probing."""
    if nonogram.problems():
        return CoverModel(nonogram)
    search = NonogramSearch(nonogram)
    outcome = search.run(steps=PROBES)
    return CoverModel(nonogram, None if outcome == "exhausted" else search.known)


def _borders(
    line: str, number: int, place: int, length: int, step: Step, all_steps: list[list[Step]]
) -> Iterator[tuple[tuple[str, int, int], int]]:
    """Yield the items and states before and after a cell, where several states are possible."""
    if place > 0 and len({s.before for s in all_steps[place]}) > 1:
        yield (line, number + 1, place), step.before
    if place + 1 < length and len({s.after for s in all_steps[place]}) > 1:
        yield (line, number + 1, place + 1), step.after
