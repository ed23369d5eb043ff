"""The solver of nonograms as questions about any model use it.

`Nonogram` imports this module by its name, since it depends on nonograms.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Literal

from combien.nonograms._nonogram import Board, Nonogram, problems_of
from combien.nonograms._solving.counting import BoardCounting
from combien.nonograms._solving.deciding import Deciding
from combien.nonograms._solving.search import NonogramSearch

# The version of the order of all boards.
ORDER = "1"


class NonogramSolver:
    """Line solving, probing and clause learning, as a solver of a model.

    >>> from combien.nonograms import Nonogram
    >>> solver = NonogramSolver(Nonogram([[1], [1]], [[1], [1]]))
    >>> solver.name, solver.solves(Board.parse("#." + chr(10) + ".#"))
    ('nonogram', True)
    """

    name = "nonogram"

    def __init__(self, nonogram: Nonogram) -> None:
        self._nonogram = nonogram

    @cached_property
    def fingerprint(self) -> str:
        """The clues, and the version of the order."""
        lines = [
            ",".join(f"{length} {color}" for length, color in clue)
            for clue in (*self._nonogram.rows, *self._nonogram.columns)
        ]
        text = f"{ORDER};{self._nonogram.height};{';'.join(lines)}"
        return sha256(text.encode()).hexdigest()[:16]

    def search(self, *, one: bool) -> OneBoard | AllBoards:
        """Return a search for one board, or for all."""
        return OneBoard(self._nonogram) if one else AllBoards(self._nonogram)

    def counting(self) -> BoardCounting:
        """Return a count, which gives way to the exact cover of a loose board."""
        return BoardCounting(self._nonogram, beside_cover=True)

    @cached_property
    def _judge(self) -> NonogramSearch:
        return NonogramSearch(self._nonogram)

    def solves(self, reading: object) -> bool:
        """Return whether this is a board with these clues."""
        return isinstance(reading, Board) and self._judge.solves(reading)


class OneBoard:
    """A search for one board, by all methods."""

    def __init__(self, nonogram: Nonogram) -> None:
        self._impossible = bool(problems_of(nonogram))
        self._deciding = Deciding(nonogram, wanted=1)

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._deciding.steps

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return self._deciding.work

    def advance(
        self, steps: int, seconds: float, bytes: int
    ) -> Literal["solution", "exhausted", "out of slice"]:
        """Continue for a slice."""
        if self._impossible:
            return "exhausted"
        if not self._deciding.advance(steps, seconds, bytes):
            return "out of slice"
        return "solution" if self._deciding.boards else "exhausted"

    @property
    def solution(self) -> Board:
        """The board."""
        return self._deciding.boards[0]


class AllBoards:
    """A search for all boards, depth first."""

    def __init__(self, nonogram: Nonogram) -> None:
        self._impossible = bool(problems_of(nonogram))
        self._search = NonogramSearch(nonogram)

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._search.steps

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return self._search.work

    def advance(
        self, steps: int, seconds: float, bytes: int
    ) -> Literal["solution", "exhausted", "out of slice"]:
        """Continue for a slice."""
        if self._impossible:
            return "exhausted"
        outcome = self._search.run(steps=steps, seconds=seconds, bytes=bytes)
        if outcome == "out of bytes":
            raise MemoryError("the search needs more bytes than it was given")
        return "out of slice" if outcome == "rooted" else outcome

    @property
    def solution(self) -> Board:
        """The board that was found last."""
        return self._search.solution
