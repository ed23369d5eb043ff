"""Repeated searches of one model with different given options, for example a file of sudokus.

The data structures are built once; each search starts with the given options chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from combien._base.budget import Meter, budget_of
from combien._base.checks import check_int, check_list, short_repr
from combien._questions.dispatch import select_searcher
from combien.cover._model import problem_of
from combien.engines._protocol import Budget, Engine, Model, Reporter
from combien.engines._search.prepared import PreparedSearch
from combien.errors import BadInput

Reading = TypeVar("Reading")


class Prepared(Generic[Reading]):
    """A model whose search is set up once and run many times.

    >>> from combien import Problem
    >>> prepared = Prepared(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    >>> prepared.solutions(given=[1])
    [(0, 1), (1, 2, 4)]
    >>> prepared.solutions(given=[3, 1])
    []

    Cost: a few microseconds per call in addition to the search; the hardest sudokus take about
    0.1 ms.  Threads may share an instance, but then run one at a time: for speed, use one instance
    per thread.
    """

    def __init__(self, model: Model[Reading], *, engine: str | Engine = "auto") -> None:
        problem = problem_of(model)
        self._options = problem.option_count
        self._search = PreparedSearch(problem, select_searcher(engine, problem))
        self._read = model.read

    def solutions(
        self,
        given: Iterable[int] = (),
        *,
        limit: int = 2,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> list[Reading]:
        """Return up to `limit` solutions that contain the given options, by number.

        The default of 2 distinguishes none, one and several.  Raises `OutOfBudget`; `BadInput` for
        an option that does not exist.
        """
        chosen = check_list("given", given, "the numbers of options")
        for option in chosen:
            if not isinstance(option, int) or not 0 <= option < self._options:
                raise BadInput(
                    f"there is no option {short_repr(option)}: they are 0 to {self._options - 1}"
                )
        if len(set(chosen)) < len(chosen):
            raise BadInput(f"given={short_repr(chosen)}: give each option once")
        limit = check_int("limit", limit, least=1)
        limits = budget_of(budget, nodes, seconds, bytes)
        meter = Meter(limits, engine=self._search.engine, report=report, question="search")
        return [self._read(solution) for solution in self._search.first(chosen, limit, meter)]

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates of the last call."""
        return self._search.work
