"""A nonogram as few clauses: a variable for "this block begins at this place or later".

Such an *order encoding* needs no variable for "this block covers this cell": whether it does is
said by two of its thresholds.  A line of n cells and k blocks takes some k * slack variables and
O(n k) clauses of at most three literals, where slack is the room that its blocks leave; the cells
of a solution say where its blocks are, so models and solutions correspond one to one.
What is known of the board makes it smaller: a block has thresholds for its possible places only.
(Order encoding: Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into SAT", 2009.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from combien.errors import BadNonogram
from combien.nonograms.board import Board
from combien.nonograms.nonogram import UNKNOWN, WHITE, Clue, Nonogram
from combien.nonograms.places import bits_of, first_places, places

__all__ = ["OrderEncoding"]

Clause = tuple[int, ...]

# Literals that need no variable: nothing else is as large.
TRUE = 2**62
FALSE = -TRUE


class OrderEncoding:
    """The clauses of a nonogram by thresholds of blocks; of the cells that `known` leaves open.

    >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
    >>> formula.variable_count, formula.clause_count
    (8, 16)
    >>> formula.name(1), formula.name(5)
    ('row 1, column 1', 'row 1, block 1 begins at 2 or later')
    >>> print(formula.read([1, -2, -3, 4, -5, 6, -7, 8]))
    #.
    .#

    Each solution that agrees with `known` is one model, and each model one solution.
    Cost: some 0.5 microseconds a clause.
    """

    keeps_count = True

    def __init__(self, nonogram: Nonogram, known: Board | None = None) -> None:
        self.nonogram = nonogram
        self.known = known or Board.unknown(nonogram.height, nonogram.width)
        self._number_cells()
        lines = self._all_lines()
        self._lines = [_Line(*line) for line in lines]
        first = len(self._meanings) + 1
        for line in self._lines:
            first = line.number(first)
        self.variable_count = first - 1

    def _number_cells(self) -> None:
        """A variable for each colour that an unknown cell can have, row by row."""
        across = [{block.colour for block in clue} for clue in self.nonogram.rows]
        down = [{block.colour for block in clue} for clue in self.nonogram.columns]
        self._meanings: list[tuple[int, int]] = []
        self._cells: list[dict[int, int]] = []
        width = self.nonogram.width
        for place, value in enumerate(self.known.cells):
            literals = {}
            for colour in sorted(across[place // width] & down[place % width]):
                if value == UNKNOWN:
                    self._meanings.append((place, colour))
                    literals[colour] = len(self._meanings)
                elif value == colour:
                    literals[colour] = TRUE
            self._cells.append(literals)

    def _all_lines(self) -> Iterator[tuple[str, Clue, bytes, list[dict[int, int]]]]:
        height, width = self.nonogram.height, self.nonogram.width
        for number, clue in enumerate(self.nonogram.rows):
            here = self._cells[number * width : (number + 1) * width]
            yield f"row {number + 1}", clue, self.known.row(number), here
        for number, clue in enumerate(self.nonogram.columns):
            here = self._cells[number : height * width : width]
            yield f"column {number + 1}", clue, self.known.column(number), here

    @cached_property
    def _size(self) -> tuple[int, int]:
        lengths = [len(clause) for clause in self]
        return len(lengths), sum(lengths)

    @property
    def clause_count(self) -> int:
        """How many clauses there are; they are gone through once."""
        return self._size[0]

    @property
    def literal_count(self) -> int:
        """How many literals the clauses have together."""
        return self._size[1]

    def __iter__(self) -> Iterator[Clause]:
        """The clauses, made while one goes through them."""
        for literals in self._cells:
            if len(literals) > 1:
                several = list(literals.values())
                for place, one in enumerate(several):
                    yield from ((-one, -other) for other in several[:place])
        for line in self._lines:
            yield from line.clauses()

    def name(self, variable: int) -> str:
        """What a variable means."""
        if variable > len(self._meanings):
            for line in self._lines:
                if variable < line.end:
                    return line.name(variable)
        place, colour = self._meanings[variable - 1]
        row, column = divmod(place, self.nonogram.width)
        what = "" if len(self.nonogram.colours) == 1 else f" is {self.nonogram.ink(colour).name}"
        return f"row {row + 1}, column {column + 1}{what}"

    def literals(self, place: int, value: int) -> tuple[int, ...]:
        """The literals that say together that a cell, counted row by row, has this value.

        >>> formula = OrderEncoding(Nonogram([[1, (1, 3)]], [[1], [], [(1, 3)]]))
        >>> formula.literals(0, 1), formula.literals(0, 0), formula.literals(1, 0)
        ((1,), (-1,), ())

        None where the clues or the board say the value already.
        Errors: `BadNonogram` for a value that the cell cannot have.
        """
        literals = self._cells[place]
        if value != WHITE and value not in literals:
            row, column = divmod(place, self.nonogram.width)
            raise BadNonogram(f"row {row + 1}, column {column + 1} cannot be of colour {value}")
        if self.known.cells[place] != UNKNOWN:
            return ()
        return tuple(-v for v in literals.values()) if value == WHITE else (literals[value],)

    @property
    def cell_count(self) -> int:
        """How many variables are of cells; they come first."""
        return len(self._meanings)

    def read(self, model: Iterable[int]) -> Board:
        """The board that a model, or its true literals of cells, tells."""
        cells = bytearray(v if v != UNKNOWN else WHITE for v in self.known.cells)
        for literal in model:
            if 0 < literal <= len(self._meanings):
                place, colour = self._meanings[literal - 1]
                cells[place] = colour
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def told(self, literals: Iterable[int]) -> Board:
        """The cells that some literals say, beside what was known; the others are unknown."""
        cells = bytearray(self.known.cells)
        true = {literal for literal in literals if abs(literal) <= len(self._meanings)}
        for place, variables in enumerate(self._cells):
            if cells[place] == UNKNOWN:
                here = [colour for colour, v in variables.items() if v in true]
                if here:
                    cells[place] = here[0]
                elif all(-v in true for v in variables.values()):
                    cells[place] = WHITE
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def other(self, board: Board) -> Clause:
        """The clause that forbids this board, a solution, and no other.

        >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
        >>> formula.other(Board.parse("#." + chr(10) + ".#"))
        (-1, -4)

        Two solutions have the same number of cells of each colour, so it is enough that one of
        the coloured cells changes.
        """
        return tuple(
            -variable
            for variable, (place, colour) in enumerate(self._meanings, 1)
            if board.cells[place] == colour
        )


class _Line:
    """The blocks of one line: their possible places, and the clauses on them."""

    def __init__(self, name: str, clue: Clue, cells: bytes, literals: list[dict[int, int]]) -> None:
        self._title = name
        self._clue = clue
        self._literals = literals
        self._first = first_places(clue)
        found = places(clue, cells)
        self._impossible = found is None
        self._places = [list(bits_of(p)) for p in found or ()]
        self._begins: list[int] = []
        self.end = 0

    def number(self, first: int) -> int:
        """Takes variables from `first` on; the first that is left."""
        for found in self._places:
            self._begins.append(first)
            first += len(found) - 1
        self.end = first
        return first

    def name(self, variable: int) -> str:
        block = max(b for b, begin in enumerate(self._begins) if begin <= variable)
        place = self._places[block][variable - self._begins[block] + 1]
        return f"{self._title}, block {block + 1} begins at {place + 1} or later"

    def _thresholds(self, block: int) -> list[int]:
        """For each place up to the length of the line, that the block begins there or later."""
        found, literal = self._places[block], self._begins[block]
        table = [TRUE] * (found[0] + 1)
        for place, after in pairwise(found):
            table += [literal] * (after - place)
            literal += 1
        table += [FALSE] * (len(self._literals) + 1 - len(table))
        return table

    def clauses(self) -> list[Clause]:
        """All clauses of the line: a list, since generators took twice the time.

        Each place of a block is part of a way to lay the line, so most of what could be always true
        or always false is not; what is left of it is seen by `_without_false`.
        """
        if self._impossible:
            return [()]
        tables = [self._thresholds(block) for block in range(len(self._clue))]
        made: list[Clause] = []
        for block, begin in enumerate(self._begins):
            made += [(-v - 1, v) for v in range(begin, begin + len(self._places[block]) - 2)]
        for block in range(1, len(self._clue)):
            # Counted from where they stand at the left, blocks come in order.
            shift = self._first[block] - self._first[block - 1]
            before, after = tables[block - 1], tables[block]
            for place in self._places[block - 1]:
                if after[place + shift] != TRUE:
                    made.append((-before[place], after[place + shift]))
        for block, table in enumerate(tables):
            self._black(block, table, made)
        for gap in range(len(self._clue) + 1):
            self._white(gap, tables, made)
        return made

    def _black(self, block: int, table: list[int], made: list[Clause]) -> None:
        """A cell has the colour of a block that begins there or before, and ends after."""
        length, colour = self._clue[block]
        first, last = self._places[block][0], self._places[block][-1] + length
        early = first - length + 1
        begun = [TRUE] * -early + table[max(0, early) : last - length + 1]
        here = [literals.get(colour, FALSE) for literals in self._literals[first:last]]
        for late, later, cell in zip(begun, table[first + 1 : last + 1], here, strict=True):
            # Between two places the thresholds are the same, and the block cannot cover the cell.
            if late != later and cell != TRUE:
                if late != TRUE and later != FALSE and cell != FALSE:
                    made.append((-late, later, cell))
                else:
                    made.append(_without_false(-late, later, cell))

    def _white(self, gap: int, tables: list[list[int]], made: list[Clause]) -> None:
        """Cells between a block and the next are white."""
        first, last = 0, len(self._literals)
        if gap > 0:
            first = self._places[gap - 1][0] + self._clue[gap - 1].length
        if gap < len(self._clue):
            last = self._places[gap][-1]
        if first >= last:
            return
        behind, before = [FALSE] * (last - first), [TRUE] * (last - first)
        if gap > 0:
            length = self._clue[gap - 1].length
            behind = tables[gap - 1][first - length + 1 : last - length + 1]
        if gap < len(self._clue):
            before = tables[gap][first + 1 : last + 1]
        for late, begun, cell in zip(behind, before, self._literals[first:last], strict=True):
            for literal in cell.values():
                if late != FALSE and begun != TRUE and literal != TRUE:
                    made.append((late, -begun, -literal))
                else:
                    made.append(_without_false(late, -begun, -literal))


def _without_false(*literals: int) -> Clause:
    """The clause of what may be true."""
    return tuple(literal for literal in literals if literal != FALSE)
