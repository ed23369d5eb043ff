"""The simplest encoding of a nonogram: a variable for each cell and for each configuration.

A configuration is one placement of all blocks of a line.  It implies the value of each cell of the
line, and at least one configuration of each line must hold.  A line of n cells whose k blocks fill
s of them has C(n - s + 1, k) configurations, so the formula is small for small boards and huge for
others: for 45 by 45 cells it may have a billion clauses.  So the exact size in bytes is computed
before anything is written, and clauses are generated while they are written.

The encoding is from Djerbi and Haftari's report on solving nonograms by SAT (2021), extended to
colors.  It is kept for docs/documents/nonograms-sat.md, which discusses the report.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from combien.errors import BadInput
from combien.nonograms._clue import BLACK, UNKNOWN, Line, lines_of
from combien.nonograms._line import cells_of, filling_count, fillings
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.encodings import CellFormula
from combien.sat._cnf import Clause

MOST_BYTES = 10**9


class ConfigurationEncoding(CellFormula):
    """The clauses of a nonogram, with variables for the configurations of whole lines.

    >>> formula = ConfigurationEncoding(Nonogram([[1], [1]], [[1], [1]]))
    >>> formula.variable_count, formula.clause_count, formula.bytes_dimacs
    (12, 20, 494)
    >>> formula.name(1), formula.name(5), next(iter(formula))
    ('row 1, column 1', 'row 1, configuration 1', (-5, 1))
    >>> print(formula.read([1, -2, -3, 4]))
    #.
    .#

    Each solution corresponds to one model.  Formulas of any size can be constructed; `lines`
    refuses large ones.  Cost: less than a microsecond per clause, and no memory.
    """

    def __init__(self, nonogram: Nonogram) -> None:
        nonogram.refuse_blots("the encoding by configurations needs")
        # The cells of a white board still have variables.
        self._colors = nonogram.colors or (BLACK,)
        known = Board.unknown(nonogram.height, nonogram.width)
        super().__init__(nonogram, known, [*product(range(len(known.cells)), self._colors)])
        # For each line, the variables of its configurations.
        self._lines: list[tuple[Line, range]] = []
        first = self.cell_count + 1
        for line in lines_of(nonogram.rows, nonogram.columns):
            count = filling_count(line.clue, bytes([UNKNOWN]) * len(line.places))
            self._lines.append((line, range(first, first + count)))
            first += count
        self.variable_count = first - 1

    @property
    def clause_count(self) -> int:
        """The number of clauses, computed without generating them."""
        several = len(self._colors)
        return sum(1 + len(own) * len(line.places) * several for line, own in self._lines)

    @property
    def literal_count(self) -> int:
        """The total number of literals, computed without generating the clauses."""
        several = len(self._colors)
        return sum(
            len(own) + 2 * len(own) * len(line.places) * several for line, own in self._lines
        )

    @property
    def bytes_dimacs(self) -> int:
        """The exact number of bytes of `lines`, computed without generating them."""
        several = len(self._colors)
        total = sum(len(text) for text in self._head())
        for line, own in self._lines:
            variables = len(line.places) * several
            digits = _digits(own.start, own.stop)
            below = sum(_digits(p * several + 1, (p + 1) * several + 1) for p in line.places)
            filled = sum(block.length for block in line.clue)
            # "-configuration cell 0", with another minus sign if the cell does not have the color.
            total += variables * (digits + len(own) * len("-  0\n"))
            total += len(own) * (below + variables - filled)
            total += digits + len(own) + len("0\n")
        return total

    def refusal(self, most_bytes: int = MOST_BYTES) -> str:
        """Return the size and what to do if the formula is larger than `most_bytes`, otherwise "".

        >>> wide = Nonogram([[1] * 20] * 45, [[1] * 20] * 45)
        >>> ConfigurationEncoding(wide).refusal()
        '932431590 clauses, 15.5 GB: use the order encoding, or any_size=True'
        """
        size = self.bytes_dimacs
        if size <= most_bytes:
            return ""
        return (
            f"{self.clause_count} clauses, {size / 1e9:.1f} GB: use the order encoding, "
            "or any_size=True"
        )

    def lines(self, *, any_size: bool = False) -> Iterator[str]:
        """Return an iterator over the lines of the DIMACS file, in constant memory.

        >>> formula = ConfigurationEncoding(Nonogram([[1]], [[1]]))
        >>> print("".join(formula.lines()), end="")
        c variable 1: row 1, column 1
        c variables 2 to 2: the 1 configurations of row 1
        c variables 3 to 3: the 1 configurations of column 1
        p cnf 3 4
        -2 1 0
        2 0
        -3 1 0
        3 0

        Raises `BadInput` for more than 1 GB unless `any_size` is true.
        """
        refusal = "" if any_size else self.refusal()
        if refusal:
            raise BadInput(f"the formula by configurations has {refusal}")
        return self._written()

    def _written(self) -> Iterator[str]:
        yield from self._head()
        for line, own in self._lines:
            yield from (" ".join(map(str, (*c, 0))) + "\n" for c in self._implied(line, own))
            yield from (f"{variable} " for variable in own)
            yield "0\n"

    def _head(self) -> Iterator[str]:
        for variable in range(1, self.cell_count + 1):
            yield f"c variable {variable}: {self.name(variable)}\n"
        for line, own in self._lines:
            yield (
                f"c variables {own.start} to {own.stop - 1}: "
                f"the {len(own)} configurations of {line}\n"
            )
        yield f"p cnf {self.variable_count} {self.clause_count}\n"

    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses; each line has one clause of all its configurations."""
        for line, own in self._lines:
            yield from self._implied(line, own)
            yield tuple(own)

    def _implied(self, line: Line, own: range) -> Iterator[Clause]:
        length = len(line.places)
        several = len(self._colors)
        for variable, begins in zip(
            own, fillings(line.clue, bytes([UNKNOWN]) * length), strict=True
        ):
            values = cells_of(line.clue, begins, length)
            for place, value in zip(line.places, values, strict=True):
                for number, color in enumerate(self._colors):
                    literal = place * several + number + 1
                    yield (-variable, literal if color == value else -literal)

    def _further_name(self, variable: int) -> str:
        line, own = next(pair for pair in self._lines if variable in pair[1])
        return f"{line}, configuration {variable - own.start + 1}"


def _digits(first: int, end: int) -> int:
    """Return the total number of digits of the numbers from `first` to `end` - 1."""
    total, low = 0, 1
    while low < end:
        total += max(0, end - max(first, low))
        low *= 10
    return total
