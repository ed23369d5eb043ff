"""A portfolio of methods for boards that line solving and probing leave open, run in turns.

No method is the best on all boards.  Clause learning alone is the best on tight ones (7-Dom to
13-Dom), and it proves that there is no further solution.  A *dive* assumes the values that belief
propagation finds most probable, and completes them by clause learning: on boards of 100 x 100
random cells, and on pages of letters, it takes a second where the other methods do not finish.
An *annealing* lets beliefs agree on one board, with which clause learning continues: it decides
random boards with many solutions that are undecided otherwise.  Depth-first search is the best on
loose boards: it makes several thousand probes in the time in which the clauses are built.  Each
turn has twice the effort of the previous one, so the best method need not be known in advance.

Effort is measured in conflicts, rounds and nodes, not in time, so the search is deterministic.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from time import perf_counter
from typing import Protocol

from combien._base.budget import SLICE_SECONDS, Turns
from combien._base.threads import SharedIterator
from combien.nonograms._nonogram import Board
from combien.nonograms._solving.learning import Found, LearningStrategy
from combien.nonograms._solving.search import NonogramSearch

# Conflicts of the first turn: about 10 ms on a board of 30 x 30.
FIRST_EFFORT = 250
# Line solver calls of the search per conflict of a turn.  More of them delay tight boards, and make
# no loose board faster.
LINES = 20
# Steps of a search between two checks of its line solver calls: about 2000 of them.
STEPS = 100
# Memory of the clauses per variable, before anything is learned.
BYTES_A_VARIABLE = 500


class Strategy(Protocol):
    """A method to look for a solution, run in turns."""

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Run for some effort, yielding about every 50 ms."""

    def forbid(self, board: Board) -> None:
        """Exclude a solution that any method has found."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""


class SearchStrategy:
    """The depth-first search of the core, continued in turns."""

    def __init__(self, search: NonogramSearch, *, bytes: int = 2**62) -> None:
        self._search = search
        self._bytes = bytes
        self._forbidden: set[Board] = set()

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Search for some effort, skipping excluded boards."""
        end = self._search.lines + effort * LINES
        check = 0
        while True:
            # Not where the time of a slice ended, so that the search depends on steps alone.
            if self._search.steps >= check:
                if self._search.lines >= end:
                    return None
                check = self._search.steps + STEPS
            steps = check - self._search.steps
            outcome = self._search.run(steps=steps, seconds=SLICE_SECONDS, bytes=self._bytes)
            for board in self._search.witnesses:
                if board not in self._forbidden:
                    return board
            if outcome == "exhausted":
                return "none"
            if outcome == "out of bytes":
                raise MemoryError("the search needs more memory than it was given")
            yield

    def forbid(self, board: Board) -> None:
        """Exclude a known board."""
        self._forbidden.add(board)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of the search."""
        return self._search.work


class Portfolio:
    """Finds a solution, and then a second one, with several methods in turns.

    >>> from combien.nonograms import Board, Nonogram
    >>> nonogram = Nonogram([[1], [1]], [[1], [1]])
    >>> portfolio = Portfolio([LearningStrategy(nonogram, Board.unknown(2, 2))])
    >>> portfolio.run(seconds=10), len(portfolio.boards), portfolio.exhausted
    (True, 2, False)

    After `run` has returned True, there are `wanted` boards, or `exhausted` is true and there are
    no others, or no method had enough memory to continue.  Cost: for each method at most about four
    times the cost of the best one.
    """

    def __init__(self, parts: Sequence[Strategy], *, wanted: int = 2) -> None:
        self._parts = parts
        self._wanted = wanted
        self.boards: list[Board] = []
        self.exhausted = False
        self.turns = 0
        self.learning: LearningStrategy | None = None
        self._going = SharedIterator(self._go())

    @classmethod
    def after(cls, search: NonogramSearch, *, bytes: int = 2**62, wanted: int = 2) -> Portfolio:
        """Return a portfolio that continues a search after line solving and probing.

        >>> from combien.nonograms import Nonogram
        >>> search = NonogramSearch(Nonogram([[1], [1]], [[1], [1]]))
        >>> search.run()
        'rooted'
        >>> Portfolio.after(search).run(seconds=10)
        True

        If the clauses would take more than `bytes`, the portfolio consists of the search alone,
        which is equally correct, but slower on some boards.
        """
        parts: list[Strategy] = [SearchStrategy(search, bytes=bytes)]
        learning = learning_after(search, bytes=bytes)
        if learning is None:
            return cls(parts, wanted=wanted)
        portfolio = cls([*parts, learning], wanted=wanted)
        portfolio.learning = learning
        return portfolio

    def run(self, *, seconds: float, steps: int = 2**62) -> bool:
        """Run for some time or steps; return True when finished."""
        deadline = perf_counter() + seconds
        end = self.steps + steps
        for _ in self._going:
            if perf_counter() >= deadline or (steps < 2**62 and self.steps >= end):
                return False
        return True

    @property
    def steps(self) -> int:
        """Conflicts, rounds, probes and lines so far: what a budget counts."""
        work = self.work
        return sum(work.get(name, 0) for name in ("conflicts", "rounds", "probes", "lines"))

    def _go(self) -> Generator[None, None, None]:
        turns = Turns(self._parts, first=FIRST_EFFORT)
        while (part := turns.contestant) is not None:
            self.turns += 1
            try:
                found = yield from part.turn(turns.length)
            except MemoryError:
                # This method lacks memory; the others may continue.
                turns.withdraw()
                continue
            if found == "none":
                self.exhausted = True
                return
            if found is not None:
                self.boards.append(found)
                if len(self.boards) == self._wanted:
                    return
                for each in self._parts:
                    each.forbid(found)
            turns.end()

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far, of all parts."""
        total = {"turns": self.turns}
        for part in self._parts:
            for name, count in part.work.items():
                total[name] = total.get(name, 0) + count
        return total


def learning_after(search: NonogramSearch, *, bytes: int) -> LearningStrategy | None:
    """Return clause learning for a search that is rooted; None if it would take more bytes."""
    learning = LearningStrategy(search.nonogram, search.known, bytes=bytes)
    return None if learning.formula.variable_count * BYTES_A_VARIABLE > bytes else learning
