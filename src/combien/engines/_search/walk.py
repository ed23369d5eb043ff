"""Listing the solutions with any search of the core.

A search of the core can be paused anywhere; this module adds an iterator with a position, a budget
and progress.  The engine provides a function that opens its search at a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import length_hint
from typing import Protocol, runtime_checkable

from combien import _native
from combien._base.budget import NO_LIMIT, UNLIMITED, Meter
from combien._base.threads import Batched, mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._counting import summed
from combien.engines._places import Open, Place, engine_name, opened

SolutionTable = _native.SolutionTable


@runtime_checkable
class TableWalk(Protocol):
    """A walk whose solutions the core also writes into tables."""

    def table(self, most: int, *, sort: bool) -> SolutionTable:
        """Return a table of the next `most` solutions, or of all that are left."""


MOST_SOLUTIONS_A_BATCH = 1024

# The bytes that a search may take whatever the budget; the program itself takes more.
ALWAYS_ALLOWED = 16_000_000


def work_of(search: _native.Search) -> dict[str, int]:
    """Return the counters of a search."""
    return {"nodes": search.nodes, "updates": search.updates}


class _Batch:
    """Solutions that were found together, and the position of the search before them.

    It is the whole state of a walk.  A new batch is made before the search changes, so that the
    walk can be restored after an interrupt at any point.
    """

    __slots__ = ("done_before", "earlier", "exhausted", "left", "length", "place", "rest", "search")

    def __init__(
        self, search: _native.Search, earlier: Mapping[str, int], done_before: Mapping[str, int]
    ) -> None:
        self.search = search
        # The work of earlier searches, and of this search before the batch.
        self.earlier = earlier
        self.done_before = done_before
        choices, visited, floor = search.position()
        self.place = Place(tuple(choices), visited, floor)
        # None during the search for them, when the search is somewhere after `place`.
        self.left: Iterator[Solution] | None = None
        self.length = 0
        self.exhausted = False
        # The solutions taken out of `left` to compute the position.
        self.rest: list[Solution] = []

    @property
    def work(self) -> dict[str, int]:
        """All the work up to the current state of the search."""
        return summed((self.earlier, work_of(self.search)))

    @property
    def work_before(self) -> dict[str, int]:
        """All the work up to the beginning of the batch."""
        return summed((self.earlier, self.done_before))

    @property
    def untouched(self) -> bool:
        """Whether no solution was taken yet, so the walk is still at the beginning of the batch.

        Without this check, a reporter that reads the position would repeat the search forever.
        """
        return self.left is None or 0 < self.length == length_hint(self.left)

    def fill(self, found: Iterator[Solution], exhausted: bool) -> None:
        """Store the solutions that were found."""
        self.length = length_hint(found)
        self.exhausted = exhausted
        self.left = found


class CoreWalk(Batched[Solution]):
    """What the walks by one thread and by several have in common."""

    def __init__(
        self, problem: Problem, open_at: Open, *, engine: str, why: str, meter: Meter, resume: str
    ) -> None:
        # Positions have the full name.
        self._full_name = engine
        self.engine = engine_name(engine)
        self.why = why
        self._problem = problem
        self._open_at = open_at
        self._meter = meter
        self._mutex = mutex()
        self._start = Place.parse(resume, engine, problem)
        self._fraction = 0.0

    @property
    def fraction(self) -> float:
        """The explored fraction of the search tree; it never decreases."""
        return self._fraction


class SearchWalk(CoreWalk):
    """An iterator over the solutions, in the order of the search.

    The core finds solutions in batches of doubling size, starting with one, so that the first comes
    immediately and a million cost little more than the search.  Still, `position` and `work` refer
    to the last solution that was *yielded*: in the middle of a batch, the search is restarted at
    the batch's beginning and repeated up to that solution.

    Threads may share a walk: a mutex is held while the search runs, and each solution of a batch
    goes to the thread that takes it from the batch's iterator.
    """

    def __init__(
        self, problem: Problem, open_at: Open, *, engine: str, why: str, meter: Meter, resume: str
    ) -> None:
        super().__init__(problem, open_at, engine=engine, why=why, meter=meter, resume=resume)
        self._table_mutex = mutex()
        self._batch = self._empty(self._start, {"nodes": 0, "updates": 0})
        self._batch_size = 1
        self._fraction = self._batch.search.fraction

    def __reduce__(self) -> tuple[object, ...]:
        return resumed, (self._problem, self._open_at, self._full_name, self.why, self.position)

    def _next_batch(self) -> Iterator[Solution]:
        with self._mutex:
            batch = self._restored()
            if batch.left is not None and length_hint(batch.left):
                return batch.left
            if batch.exhausted:
                raise StopIteration
            found = self._fetch()
            work = self._batch.work if self._meter.has_reporter else {}
            fraction = self._fraction
        # Outside the mutex, as the reporter may read the position of the walk.
        self._meter.progress(fraction, work)
        return found

    def _fetch(self) -> Iterator[Solution]:
        """Find the next batch.  The mutex is held, and the last batch is used up."""
        steps, seconds = self._meter.slice(self._batch.work["nodes"])
        if steps == 0:
            raise self._meter.stop(self._batch.work, position=self._place_text())
        last = self._batch
        self._batch = batch = _Batch(last.search, last.earlier, work_of(last.search))
        outcome, found = batch.search.solutions(self._batch_size, steps, seconds, Solution)
        if outcome == _native.SOLUTION:
            self._batch_size = min(2 * self._batch_size, MOST_SOLUTIONS_A_BATCH)
        self._fraction = max(self._fraction, batch.search.fraction)
        batch.fill(found, exhausted=outcome == _native.DONE)
        assert batch.left is not None
        return batch.left

    def table(self, most: int, *, sort: bool) -> SolutionTable:
        """Return a table of the next `most` solutions, or of all that are left.

        If the budget runs out, return the solutions found before; the next call raises.
        """
        with self._table_mutex:
            batch: _Batch | None = None
            while True:
                with self._mutex:
                    # Another thread that takes a solution goes back to the beginning of the batch.
                    if batch is None or batch is not self._batch:
                        if length_hint(self._restored().left or ()):
                            self._go_back_to_yielded()
                        table = SolutionTable(self._problem.option_count)
                        last = self._batch
                        if last.exhausted:
                            return table
                        self._batch = batch = _Batch(
                            last.search, last.earlier, work_of(last.search)
                        )
                    steps, seconds = self._meter.slice(batch.work["nodes"])
                    if steps == 0:
                        batch.fill(iter(()), exhausted=False)
                        if len(table):
                            return table
                        raise self._meter.stop(batch.work, position=self._place_text())
                    outcome, more = batch.search.table(most - len(table), steps, seconds, sort)
                    if len(table):
                        table.extend(more)
                    else:
                        table = more
                    self._fraction = max(self._fraction, batch.search.fraction)
                    if outcome == _native.DONE or len(table) == most:
                        batch.fill(iter(()), exhausted=outcome == _native.DONE)
                        return table
                    work = batch.work if self._meter.has_reporter else {}
                    fraction = self._fraction
                self._meter.progress(fraction, work)

    def _empty(self, place: Place, earlier: Mapping[str, int], skip: int = 0) -> _Batch:
        """Return an empty batch of a search opened at a position, `skip` solutions after it."""
        search = opened(self._open_at, self._problem, place)
        if skip:
            search.count(skip, NO_LIMIT, float("inf"))
        batch = _Batch(search, earlier, work_of(search))
        batch.fill(iter(()), exhausted=False)
        return batch

    def _restored(self) -> _Batch:
        """Return the current batch, after restoring it if an interrupt left it unfinished."""
        if self._batch.left is None:
            self._go_back(0)
        elif self._batch.rest:
            self._go_back_to_yielded()
        return self._batch

    def _go_back_to_yielded(self) -> None:
        """Move the search back to the last solution that was yielded.  The mutex is held."""
        batch = self._batch
        if batch.left is None:
            self._go_back(0)
            return
        # A single call, so that no other thread can take a solution meanwhile, into a list that
        # survives an interrupt right afterwards.
        batch.rest.extend(batch.left)
        if batch.rest:
            self._go_back(batch.length - len(batch.rest))

    def _go_back(self, yielded: int) -> None:
        """Repeat the search of the batch up to this number of its solutions."""
        old = self._batch
        self._batch = self._empty(old.place, old.work_before, skip=yielded)
        self._batch_size = 1

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates up to the last yielded solution."""
        with self._mutex:
            if self._batch.untouched:
                return self._batch.work_before
            self._go_back_to_yielded()
            return self._batch.work

    @property
    def position(self) -> str:
        """The position: engine, problem and the options chosen from the root."""
        with self._mutex:
            return self._place_text()

    def _place_text(self) -> str:
        if self._batch.untouched:
            return self._batch.place.text(self._full_name, self._problem)
        self._go_back_to_yielded()
        choices, visited, floor = self._batch.search.position()
        return Place(tuple(choices), visited, floor).text(self._full_name, self._problem)

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        batch = self._batch
        nothing_left = batch.left is not None and length_hint(batch.left) == 0
        return batch.exhausted and nothing_left and not batch.rest


def resumed(problem: Problem, open_at: Open, engine: str, why: str, position: str) -> SearchWalk:
    """Return a walk that continues at a position, without the limits of the one that was pickled.

    A pickle holds the problem, how to open the search, and the position, not the search itself.
    """
    meter = Meter(UNLIMITED, engine=engine_name(engine), question="solutions")
    return SearchWalk(problem, open_at, engine=engine, why=why, meter=meter, resume=position)


def new_table(problem: Problem) -> SolutionTable:
    """Return an empty table for solutions of a problem."""
    return SolutionTable(problem.option_count)
