"""A search that is set up once and restarted for each query, with other options chosen."""

from __future__ import annotations

from collections.abc import Iterable

from combien import _native
from combien._base.budget import NO_LIMIT, Meter
from combien._base.threads import mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._places import Place
from combien.engines._search.searching import SearchEngine


class PreparedSearch:
    """A search that is kept for queries about the solutions that contain given options."""

    def __init__(self, problem: Problem, engine: SearchEngine) -> None:
        self.engine = engine.name
        self._problem, self._engine = problem, engine
        self._search = engine.open_at(problem, Place())
        self._mutex = mutex()

    def first(self, given: Iterable[int], limit: int, meter: Meter) -> list[Solution]:
        """Return up to `limit` solutions that contain the given options.

        The list is empty if the options exclude each other.  Threads may share the search; their
        queries are answered one after the other.  Raises `OutOfBudget` if a limit is reached.
        """
        with self._mutex:
            return self._found(given, limit, meter)

    def _found(self, given: Iterable[int], limit: int, meter: Meter) -> list[Solution]:
        search = self._search
        self._engine.require_memory(self._problem, meter)
        limit = min(limit, NO_LIMIT)  # The core counts in 64 bits.
        try:
            search.restart(list(given))
        except _native.InvalidPosition:
            search.restart([])
            return []
        steps, seconds = meter.slice(0)
        outcome, batch = search.solutions(limit, steps, seconds, Solution)
        found = list(batch)
        while outcome == _native.OUT_OF_SLICE and len(found) < limit:
            steps, seconds = meter.slice(search.nodes)
            work = {"at_least": len(found), **self.work}
            if steps == 0:
                raise meter.stop(work)
            meter.progress(search.fraction, work)
            outcome, batch = search.solutions(limit - len(found), steps, seconds, Solution)
            found += batch
        return found

    @property
    def work(self) -> dict[str, int]:
        """Nodes and updates of the last query."""
        return {"nodes": self._search.nodes, "updates": self._search.updates}
