"""A walk that ends after the first solution, which is found by a search with restarts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from combien import _native
from combien._base.budget import Meter
from combien._base.threads import mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._search.restarts import Searcher, beside, place_of


class FirstSolution:
    """A `Walk` that ends after its first solution, found with restarts.

    Threads may share it: one of them gets the solution.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Searcher,
        *,
        why: str,
        meter: Meter,
        learning: Searcher | None = None,
    ) -> None:
        self.engine = engine.name
        self.why = why
        self._problem = problem
        self._meter = meter
        self._search = beside(problem, engine, learning, meter)
        self._mutex = mutex()
        self._yielded = False
        self._complete = False

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        while True:
            with self._mutex:
                search = self._search
                if self._yielded or self._complete:
                    raise StopIteration
                if search.solution is not None:
                    self._yielded = True
                    if search.how:
                        self.why += f"; this one was found {search.how}"
                    return search.solution
                steps, seconds = self._meter.slice(search.nodes)
                if steps == 0:
                    raise self._meter.stop(search.work, position=self._place_text())
                self._complete = search.advance(steps, seconds) == _native.DONE
                if self._complete and search.how:
                    self.why += f"; that there is none was found {search.how}"
                fraction, work = search.fraction, search.work
            # Outside the mutex, as the reporter may read the position of the walk.
            self._meter.progress(fraction, work)

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates of all searches, and the number of restarts, if there were any.

        `sat_steps` are those nodes that are conflicts of a SAT solver, if there are any.
        """
        with self._mutex:
            return self._search.work

    @property
    def position(self) -> str:
        """The position of the plain search; empty when another one found the solution.

        Resuming there loses no solution, but repeats the one found in another order.
        """
        with self._mutex:
            return self._place_text()

    def _place_text(self) -> str:
        if self._search.how:
            return ""
        self._search.restore_lost_solution()
        place = place_of(self._search.plain)
        if self._search.solution is not None and not self._yielded:
            # Resuming there finds it again.
            place = replace(place, visited=False)
        return place.text(self.engine, self._problem)

    @property
    def fraction(self) -> float:
        """The explored fraction of the search."""
        with self._mutex:
            return 1.0 if self._complete else self._search.fraction

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self._complete
