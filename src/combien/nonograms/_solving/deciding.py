"""Whether a nonogram has a board, or two: a short search and then the portfolio, in slices."""

from __future__ import annotations

from collections.abc import Mapping

from combien._wording import Statement
from combien.errors import Disagreement
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.learning import LearningStrategy
from combien.nonograms._solving.portfolio import Portfolio, learning_after
from combien.nonograms._solving.search import NonogramSearch

# A search solves this many lines, or `LINES_A_CELL` per unknown cell if that is more, before
# clauses are built, which takes about as long.  On loose boards it finds the solutions before that:
# random boards of 25 x 25 take an eighth of the time, and patches of 60 x 60 two thirds.  With
# 50,000 lines and checks after 500 steps, 7-Dom took 9.7 ms instead of 6.8.
LINES = 25_000
LINES_A_CELL = 100
# Steps of the search between checks of the number of lines solved.
STEPS = 100


class Deciding:
    """A search for `wanted` boards, 1 or 2, which ends earlier if there are no others.

    >>> from combien.nonograms import Nonogram
    >>> deciding = Deciding(Nonogram([[1], [1]], [[1], [1]]), wanted=1)
    >>> while not deciding.advance(1000, 1.0, 2**30):
    ...     pass
    >>> len(deciding.boards), deciding.exhausted
    (1, False)

    The boards depend on the steps alone, not on where slices end.
    """

    def __init__(self, nonogram: Nonogram, *, given: Board | None = None, wanted: int = 2) -> None:
        self.search = NonogramSearch(nonogram, given=given, restarts=True)
        # Whether line solving and probing have ended, it is done, there are no other boards.
        self.rooted = self.done = self.exhausted = False
        self._wanted = wanted
        self._portfolio: Portfolio | None = None
        self._end = self._check = 0

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when it is done.

        Raises `MemoryError` if it needs more bytes.
        """
        self.done = self.done or self._advance(steps, seconds, bytes)
        return self.done

    def _advance(self, steps: int, seconds: float, bytes: int) -> bool:
        if self._portfolio is not None:
            return self._in_portfolio(self._portfolio, steps, seconds, bytes)
        search = self.search
        if self.rooted:
            steps = min(steps, self._check - search.steps)
        outcome = search.run(steps=steps, seconds=seconds, bytes=bytes)
        if outcome == "exhausted":
            self.exhausted = True
            return True
        if outcome == "out of bytes":
            raise MemoryError("the search needs more bytes than it was given")
        if search.witness_count >= self._wanted:
            return True
        if outcome == "rooted":
            self.rooted = True
            unknown = search.known.unknown_count
            self._end = search.lines + max(LINES, LINES_A_CELL * unknown)
            self._check = search.steps + STEPS
        elif self.rooted and search.steps >= self._check:
            # Not where the time of a slice ended, so that the search depends on steps alone.
            if search.lines >= self._end:
                self._portfolio = Portfolio.after(search, bytes=bytes, wanted=self._wanted)
            self._check = search.steps + STEPS
        return False

    def _in_portfolio(self, portfolio: Portfolio, steps: int, seconds: float, bytes: int) -> bool:
        if not portfolio.run(steps=steps, seconds=seconds):
            return False
        self.exhausted = portfolio.exhausted
        if not self.exhausted and len(portfolio.boards) < self._wanted:
            raise MemoryError("no method has enough memory to continue")
        return True

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards found so far, at most as many as wanted."""
        found = self.search.witnesses if self._portfolio is None else self._portfolio.boards
        return tuple(found[: self._wanted])

    def checked_boards(self) -> tuple[Board, ...]:
        """Return the boards; raise `Disagreement` if one is no solution: a bug in the core."""
        boards = self.boards
        if not all(map(self.search.solves, boards)):
            raise Disagreement.of("a board", derived="a solution", direct="not of these clues")
        return boards

    def learning(self, bytes: int) -> LearningStrategy | None:
        """Return clause learning for what is not known at the root; None if it is too large."""
        if self._portfolio is not None:
            return self._portfolio.learning
        return learning_after(self.search, bytes=bytes)

    @property
    def reason(self) -> Statement:
        """Why there is no further board; only once it is `exhausted`."""
        return self.search.reason if self._portfolio is None else Statement("learning-fails")

    @property
    def steps(self) -> int:
        """Steps so far, as a budget counts them."""
        return self.search.steps if self._portfolio is None else self._portfolio.steps

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return self.search.work if self._portfolio is None else self._portfolio.work
