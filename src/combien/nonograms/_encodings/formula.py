"""The base class of the order and automaton encodings: the variables of the cells.

The first variables belong to the unknown cells, one for each color; an encoding adds others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property

from combien.nonograms._board import Board
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._nonogram import Nonogram
from combien.sat._cnf import Clause

__all__ = ["CellFormula"]


class CellFormula(ABC):
    """Clauses whose first variables belong to cells; each model is one solution.

    `_meanings` has the cell and the color of each of these variables, row by row.
    """

    keeps_count = True

    def __init__(self, nonogram: Nonogram, known: Board, meanings: list[tuple[int, int]]) -> None:
        self.nonogram = nonogram
        self.known = known
        self._meanings = meanings

    @abstractmethod
    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses."""

    @cached_property
    def _size(self) -> tuple[int, int]:
        lengths = [len(clause) for clause in self]
        return len(lengths), sum(lengths)

    @property
    def clause_count(self) -> int:
        """Return the number of clauses; iterates over them once."""
        return self._size[0]

    @property
    def literal_count(self) -> int:
        """Return the total number of literals."""
        return self._size[1]

    @property
    def cell_count(self) -> int:
        """Return the number of variables of cells."""
        return len(self._meanings)

    def read(self, model: Iterable[int]) -> Board:
        """Return the board of a model, or of its true cell literals."""
        cells = self._known_or_white()
        for literal in model:
            if 0 < literal <= len(self._meanings):
                place, color = self._meanings[literal - 1]
                cells[place] = color
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def _known_or_white(self) -> bytearray:
        """Return the known cells; the others are white unless a variable is true."""
        return bytearray(self.known.cells.replace(bytes([UNKNOWN]), bytes([WHITE])))
