"""The cells that are the same in all solutions, found and proved by clause learning.

Only cells in which all known solutions agree need a test: is there a solution with another value?
Each positive answer is a new solution, which reduces the number of tests; each negative answer
gives a unit clause, which makes the next test easier.  A count then only has to consider the
remaining cells: for webpbn's Thing these are 13 of the 1308 cells that line solving and probing
leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien.nonograms._board import Board
from combien.nonograms._nonogram import UNKNOWN
from combien.nonograms._solving.portfolio import LearningStrategy

__all__ = ["Backbone"]


class Backbone:
    """The computation of the cells that all solutions have in common.

    >>> from combien.nonograms import Nonogram
    >>> nonogram = Nonogram([[1], [2], [1]], [[1], [2], [1]])
    >>> known = Board.unknown(3, 3)
    >>> boards = Board.parse("#.." + chr(10) + ".##" + chr(10) + ".#."), Board.parse(
    ...     "..#" + chr(10) + "##." + chr(10) + ".#.")
    >>> backbone = Backbone(LearningStrategy(nonogram, known), boards)
    >>> for _ in backbone.slices():
    ...     pass
    >>> print(backbone.board)
    ???
    ?#?
    ???

    `boards` are known solutions, at least one.  After `slices()` is exhausted, `board` is exact;
    before, it has the cells proved so far.
    """

    def __init__(self, learning: LearningStrategy, boards: Sequence[Board]) -> None:
        self._learning = learning
        self._cells = bytearray(learning.known.cells)
        self._first = boards[0]
        self._agreed = [
            place
            for place, cell in enumerate(self._cells)
            if cell == UNKNOWN and len({board.cells[place] for board in boards}) == 1
        ]

    @property
    def board(self) -> Board:
        """The board with the cells proved so far."""
        return Board(self._first.height, self._first.width, bytes(self._cells))

    def slices(self) -> Iterator[None]:
        """Test one cell after the other, yielding about every 50 ms."""
        learning = self._learning
        yield from learning.load()
        while self._agreed:
            yield
            place = self._agreed.pop()
            value = self._first.cells[place]
            literals = learning.formula.literals(place, value)
            other: Board | None = None
            # The value is a conjunction of literals, so each of them is negated separately.
            for literal in literals:
                answer = yield from learning.clauses.ask([-literal])
                if answer:
                    other = learning.board()
                    break
            if other is None:
                self._cells[place] = value
                for literal in literals:
                    learning.clauses.add((literal,))
            else:
                cells = other.cells
                self._agreed = [p for p in self._agreed if cells[p] == self._first.cells[p]]
