"""The order encoding of a nonogram, with few clauses.

A variable means "this block begins at this place or later".  Two of these thresholds express that a
block covers a cell, so no variables are needed for that.  A line of n cells and k blocks takes
about k * slack variables and O(n k) clauses of at most three literals, where slack is the number of
cells that the clue does not need.  The cells of a solution determine the places of its blocks, so
models and solutions correspond one to one.  Known cells make the formula smaller, since a block has
thresholds for its possible places only.  (Order encoding: Tamura, Taga, Kitagawa and Banbara,
"Compiling finite linear CSP into SAT", 2009.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, groupby

from combien import _native
from combien.errors import BadNonogram
from combien.nonograms._board import Board
from combien.nonograms._encodings.formula import CellFormula
from combien.nonograms._lines import cell_name, lines_of
from combien.nonograms._nonogram import UNKNOWN, WHITE, Nonogram
from combien.nonograms._solving.numbers import clues_in_numbers, letters_of, values_of
from combien.sat._cnf import Clause
from combien.sat._solver import BuiltinSolver

__all__ = ["OrderEncoding", "load_order"]

# Lines passed to a solver at once: 10 ms where they have a thousand cells.
LINES_AT_ONCE = 32


class OrderEncoding(CellFormula):
    """The clauses of a nonogram, with thresholds of blocks as variables.

    >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
    >>> formula.variable_count, formula.clause_count
    (8, 16)
    >>> formula.name(1), formula.name(5)
    ('row 1, column 1', 'row 1, block 1 begins at 2 or later')
    >>> print(formula.read([1, -2, -3, 4, -5, 6, -7, 8]))
    #.
    .#

    Cells known in `known` have no variables.  Models correspond one to one to the solutions that
    agree with `known`.  Cost: about 0.1 microseconds per clause.
    """

    def __init__(self, nonogram: Nonogram, known: Board | None = None) -> None:
        nonogram.refuse_blots("the order encoding needs")
        known = known or Board.unknown(nonogram.height, nonogram.width)
        values = values_of(nonogram)
        self._core = _native.nonogram_order(
            nonogram.height,
            len(values),
            *clues_in_numbers(nonogram),
            letters_of(known, nonogram),
        )
        self.variable_count = self._core.variable_count
        meanings = [(place, values[letter]) for place, letter in self._core.meanings()]
        super().__init__(nonogram, known, meanings)

    @cached_property
    def _variables(self) -> dict[int, dict[int, int]]:
        """For each unknown cell, the variable of each color that it can have."""
        found: dict[int, dict[int, int]] = {}
        for variable, (place, color) in enumerate(self._meanings, 1):
            found.setdefault(place, {})[color] = variable
        return found

    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses."""
        yield from self._exclusions()
        for line in range(self.nonogram.height + self.nonogram.width):
            yield from self._core.clauses(line)

    def _exclusions(self) -> Iterator[Clause]:
        """Generate the clauses that no cell has two colors."""
        if len(self.nonogram.colors) > 1:
            for variables in self._variables.values():
                for one, other in combinations(variables.values(), 2):
                    yield (-other, -one)

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if variable > len(self._meanings):
            return self._block_names[variable]
        place, color = self._meanings[variable - 1]
        what = "" if len(self.nonogram.colors) == 1 else f" is {self.nonogram.ink(color).name}"
        return cell_name(place, self.nonogram.width) + what

    @cached_property
    def _block_names(self) -> dict[int, str]:
        names = {}
        for line in lines_of(self.nonogram):
            for number, (first, places) in enumerate(self._core.blocks(line.index), 1):
                for variable, place in enumerate(places[1:], first):
                    names[variable] = f"{line}, block {number} begins at {place + 1} or later"
        return names

    def literals(self, place: int, value: int) -> tuple[int, ...]:
        """Return literals whose conjunction means that a cell, numbered row by row, has this value.

        >>> formula = OrderEncoding(Nonogram([[1, (1, 3)]], [[1], [], [(1, 3)]]))
        >>> formula.literals(0, 1), formula.literals(0, 0), formula.literals(1, 0)
        ((1,), (-1,), ())

        There are no literals if the clues or the board already determine the value.
        Raises `BadNonogram` for a value that the cell cannot have.
        """
        known = self.known.cells[place]
        here = self._variables.get(place, {})
        if value in here:
            return (here[value],)
        if value not in (WHITE, known if known != UNKNOWN else WHITE):
            cell = cell_name(place, self.nonogram.width)
            raise BadNonogram(f"{cell} cannot be of color {value}")
        return tuple(-variable for variable in here.values())

    def board_of(self, literals: Iterable[int]) -> Board:
        """Return the known cells and those fixed by some literals; the others are unknown."""
        cells = self._known_or_white()
        given = set(literals)
        for variable, (place, _) in enumerate(self._meanings, 1):
            if -variable not in given:
                cells[place] = UNKNOWN
        for variable, (place, color) in enumerate(self._meanings, 1):
            if variable in given:
                cells[place] = color
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def phases(self, board: Board) -> list[int]:
        """Return the literals of the cells, and of the blocks in lines that satisfy their clue.

        >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
        >>> formula.phases(Board.parse("#." + chr(10) + "#."))
        [1, -2, 3, -4, -5, -6]
        """
        found = [
            variable if board.cells[place] == color else -variable
            for variable, (place, color) in enumerate(self._meanings, 1)
        ]
        for line in lines_of(self.nonogram):
            starts, clue = [], []
            place = 0
            for color, run in groupby(line.cells(board.cells)):
                length = len(list(run))
                if color != WHITE:
                    starts.append(place)
                    clue.append((length, color))
                place += length
            if clue != [tuple(block) for block in line.clue]:
                continue
            blocks = self._core.blocks(line.index)
            for start, (first, places) in zip(starts, blocks, strict=True):
                found += [
                    variable if begin <= start else -variable
                    for variable, begin in enumerate(places[1:], first)
                ]
        return found

    def other(self, board: Board) -> Clause:
        """Return a clause that excludes this solution and no other.

        >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
        >>> formula.other(Board.parse("#." + chr(10) + ".#"))
        (-1, -4)

        All solutions have the same number of cells of each color, so the colored cells suffice.
        """
        return tuple(
            -variable
            for variable, (place, color) in enumerate(self._meanings, 1)
            if board.cells[place] == color
        )


def load_order(formula: OrderEncoding, solver: BuiltinSolver) -> Iterator[None]:
    """Pass the clauses to the built-in solver without Python objects, yielding after each portion.

    >>> solver = BuiltinSolver()
    >>> for _ in load_order(OrderEncoding(Nonogram([[1], [1]], [[1], [1]])), solver):
    ...     pass
    >>> sorted(solver.implied([1]), key=abs)
    [1, -2, -3, 4, -5, 6, -7, 8]
    """
    solver.add_all(formula._exclusions())
    for line in range(formula.nonogram.height + formula.nonogram.width):
        solver.machine.add_nonogram(formula._core, line)
        if line % LINES_AT_ONCE == 0:
            yield
