"""All solutions as one diagram: compiled by a sweep, then counted, listed or kept as a family.

The states of the sweep become nodes, so no intermediate diagram is larger than the sweep.  In
contrast to counting by sweep, all states are kept: 12-queens takes 45833 nodes, the 16x16 dominoes
1.8 million for 2.4e30 tilings.  The variables are the options in the order of the sweep: by the
first item of each option in that order, then by number.

Zero-suppressed diagrams are due to S. Minato (1993).  The usual way to make one, the intersection
of a diagram for each item, has needed a thousand times the memory of the result (see
native/frontier/compile.hpp).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import length_hint

from combien import _native
from combien._base.budget import Meter
from combien._base.threads import Batched, mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._counting import Counting, OutOfBytes, finish, finished
from combien.engines._diagrams.compiling import DiagramCompiling
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._search.walk import SolutionTable
from combien.errors import CannotAnswer

SOLUTIONS_A_BATCH = 512

# The memory of a node outside of its manager, and the least that counting takes for it.
FROZEN_BYTES, COUNTING_BYTES = 13, 16
FEW_NODES = 100_000


class Zdd:
    """An engine that compiles a diagram of all solutions."""

    name = "zdd"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the empty string: a diagram supports every question."""
        return ""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, by a pass over the diagram."""
        return finished(self.name, DiagramCounting(problem), budget, report)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> DiagramWalk:
        """Return a walk in the diagram's order; the first step completes the diagram."""
        if resume:
            raise CannotAnswer(
                "the zdd engine does not search, so it has no positions to resume: ask bits or dlx"
            )
        return DiagramWalk(
            problem, Meter(budget, engine=self.name, report=report, question="solutions")
        )


class DiagramCounting(Counting):
    """A count by diagram, in progress: the diagram is compiled, then counted by one pass.

    `advance` raises `CannotAnswer` if the diagram cannot be compiled.
    """

    def __init__(self, problem: Problem) -> None:
        self._compiling = DiagramCompiling(problem)
        self._diagram: _native.FrozenDiagram | None = None
        self._held = 0
        self._counted = False

    @property
    def steps(self) -> int:
        """The transitions, less one while only nodes remain to be built, which takes no steps."""
        return self._compiling.steps - (self._compiling.swept and not self._counted)

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes of the diagram so far, and transitions and states of all sweeps."""
        return self._compiling.work

    @property
    def fraction(self) -> None:
        """None, as it is unknown."""

    @property
    def diagram(self) -> _native.FrozenDiagram:
        """The solutions, as sets of places in `order`; only after `advance` has returned True."""
        assert self._diagram is not None
        return self._diagram

    @property
    def order(self) -> list[int]:
        """The option of each variable."""
        return self._compiling.order

    @property
    def count(self) -> int:
        """The number of sets in the diagram."""
        return self.diagram.count()

    @property
    def why(self) -> str:
        """The size of the diagram, and the order of the sweep."""
        order = self._compiling.item_order
        return f"compiled in the {order} order into a diagram of {self.diagram.inner} nodes"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue building the diagram, then count."""
        if self._diagram is None:
            if self._compiling.swept:
                steps -= 1  # The one that `steps` leaves out.
            if not self._compiling.advance(steps, seconds, bytes):
                return False
            self._freeze(bytes)
            # The slice is used up, but counting a small diagram takes next to no time.
            seconds = 0.0
        self._counted = self.diagram.prepare("count", seconds, max(0, bytes - self._held))
        return self._counted

    def _freeze(self, bytes: int) -> None:
        nodes = self._compiling.work["diagram nodes"]
        self._held = self._compiling.bytes + FROZEN_BYTES * nodes
        if nodes > FEW_NODES and self._held + COUNTING_BYTES * nodes > bytes:
            raise OutOfBytes
        self._diagram = _native.freeze(self._compiling.family)
        self._compiling.release()


class DiagramWalk(Batched[Solution]):
    """An iterator over the solutions, from a diagram that is built at the first step.

    Threads may share it.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        self.engine = "zdd"
        self._meter = meter
        self._counting = DiagramCounting(problem)
        self._option_count = problem.option_count
        self._mutex = mutex()
        self._total: int | None = None
        # None if an interrupt may have lost solutions that it returned.
        self._walk: _native.DiagramSolutions | None = None
        # The number of solutions in earlier batches, in the last one, and left in the last one.
        self._before = 0
        self._length = 0
        self._left: Iterator[Solution] = iter(())

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(f"cannot pickle a walk by {self.engine!r}: it has no position; use 'bits'")

    def _next_batch(self) -> Iterator[Solution]:
        with self._mutex:
            return self._left if length_hint(self._left) else self._fetched()

    def _fetched(self) -> Iterator[Solution]:
        """Return the next batch.  The mutex is held, and the last batch is used up."""
        before = self._yielded
        if before == self._counted():
            raise StopIteration
        self._check_time()
        walk = self._taken_walk()
        left = walk.solutions(SOLUTIONS_A_BATCH, Solution)
        # Set in one statement, so that no interrupt comes between.
        self._before, self._length, self._left, self._walk = before, length_hint(left), left, walk
        return left

    def table(self, most: int, *, sort: bool) -> SolutionTable:
        """Return a table of the next `most` solutions, or of all that are left.

        If the seconds of the budget run out, return the solutions so far; the next call raises.
        """
        table = SolutionTable(self._option_count)
        with self._mutex:
            total = self._counted()
            self._check_time()
            before = self._yielded
            if length_hint(self._left):
                # The walk is after the batch.
                self._walk = None
            walk = self._taken_walk()
            while len(table) < most and before + len(table) != total:
                if len(table) and self._meter.seconds_left == 0:
                    break
                table.extend(walk.table(min(most - len(table), SOLUTIONS_A_BATCH), sort))
            before += len(table)
            self._before, self._length, self._left, self._walk = before, 0, iter(()), walk
            return table

    def _check_time(self) -> None:
        if self._meter.seconds_left == 0:
            raise self._meter.stop(self._counting.work)

    def _counted(self) -> int:
        """Return the number of solutions; the first call builds the diagram."""
        if self._total is None:
            self._total = finish(self._counting, self._meter)
        return self._total

    def _taken_walk(self) -> _native.DiagramSolutions:
        """Return the walk after the solutions that were yielded, which the caller puts back."""
        walk, self._walk = self._walk, None
        if walk is None:
            order = self._counting.order
            walk = _native.diagram_solutions(self._counting.diagram, order, self._option_count)
            walk.skip(self._yielded)
        return walk

    @property
    def why(self) -> str:
        """The size of the diagram, once it is built."""
        return self._counting.why if self._total is not None else "asked for zdd"

    @property
    def work(self) -> Mapping[str, int]:
        """The work of compiling."""
        return self._counting.work

    @property
    def position(self) -> str:
        """Empty, as a walk through a diagram cannot be resumed."""
        return ""

    @property
    def fraction(self) -> float:
        """The part of the solutions that were yielded."""
        return self._yielded / self._total if self._total else float(self.complete)

    @property
    def _yielded(self) -> int:
        return self._before + self._length - length_hint(self._left)

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return self._yielded == self._total
