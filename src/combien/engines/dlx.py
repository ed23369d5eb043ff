"""Dancing links: every solution, one by one, in constant memory.

The engine of Knuth's papers, and the readable one: its tree of choices is the textbook's, so that a
position or a node count can be followed by hand.  It answers everything that a problem can hold
(colours, multiplicities), and its walk can stop, be written down as text, and go on elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from combien import _native
from combien.cover.parts import Solution
from combien.cover.problem import Problem
from combien.engines.compiled import compiled
from combien.engines.counting import finish
from combien.engines.meter import NO_LIMIT, Meter
from combien.engines.protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.errors import BadPosition

__all__ = ["Dlx", "DlxCounting", "DlxWalk", "leftmost"]

Branching = Literal["smallest", "leftmost"]

MOST_SOLUTIONS_A_BATCH = 1024


class Dlx:
    """Search by dancing links, branching on the smallest item, or on the leftmost."""

    def __init__(self, branching: Branching = "smallest") -> None:
        self.branching = branching
        self.name = "dlx" if branching == "smallest" else "dlx-leftmost"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Nothing is refused."""
        return ""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions, found one by one."""
        counting = DlxCounting(problem, self.branching)
        found = finish(counting, Meter(budget, engine=self.name, report=report))
        return Count(found, counting.work, self.name, f"asked for {self.name}")

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> DlxWalk:
        """A walk through the solutions in the order of the search."""
        meter = Meter(budget, engine=self.name, report=report)
        return DlxWalk(problem, self, meter, resume, why=f"asked for {self.name}")


def leftmost() -> Dlx:
    """The engine that always branches on the first item, as a student would by hand."""
    return Dlx("leftmost")


def _search(
    problem: Problem, branching: Branching, choices: list[int], *, visited: bool
) -> _native.Search:
    try:
        return _native.dancing_links(
            compiled(problem), leftmost=branching == "leftmost", choices=choices, visited=visited
        )
    except _native.InvalidPosition as error:
        raise BadPosition(f"this position does not belong to this search: {error}") from error


def _work(search: _native.Search) -> dict[str, int]:
    return {"nodes": search.nodes, "updates": search.updates}


class DlxCounting:
    """A count by search, under way."""

    def __init__(self, problem: Problem, branching: Branching = "smallest") -> None:
        self._search = _search(problem, branching, [], visited=False)

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._search.nodes

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates."""
        return _work(self._search)

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the solutions found so far as a lower bound."""
        return {"at_least": self._search.found, **self.work}

    @property
    def fraction(self) -> float:
        """The finished shares of the tree."""
        return self._search.fraction

    @property
    def count(self) -> int:
        """The solutions found."""
        return self._search.found

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Searches for a slice; needs no memory, whatever the bytes."""
        outcome, _ = self._search.run(NO_LIMIT, steps, seconds, keep=False)
        return bool(outcome == _native.EXHAUSTED)


class DlxWalk:
    """Solutions one at a time.

    The core finds them in batches that begin with one and double, so that the first comes at once
    and a million cost little more than the search.  `position` and `work` are nevertheless those of
    the last solution that was *yielded*: asked in the middle of a batch, the walk goes back to the
    batch's beginning and searches again up to there.
    """

    def __init__(
        self, problem: Problem, engine: Dlx, meter: Meter, resume: str, *, why: str
    ) -> None:
        self.engine = engine.name
        self.why = why
        self._problem = problem
        self._branching = engine.branching
        self._meter = meter
        choices, visited = self._parsed(resume)
        self._begin(choices, visited=visited, work={"nodes": 0, "updates": 0})
        self._fraction = self._search.fraction

    def _begin(self, choices: list[int], *, visited: bool, work: dict[str, int]) -> None:
        """Starts afresh from a position, with the work that was done before it."""
        self._search = _search(self._problem, self._branching, choices, visited=visited)
        self._earlier_work = work
        self._batch: list[tuple[int, ...]] = []
        self._yielded = 0
        self._batch_size = 1
        self._exhausted = False
        self._mark()

    def _mark(self) -> None:
        """Remembers where the next batch begins."""
        self._batch_start = self._search.position()
        self._batch_work = _work(self._search)

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        while self._yielded == len(self._batch):
            if self._exhausted:
                raise StopIteration
            self._fetch()
        self._yielded += 1
        return Solution(self._batch[self._yielded - 1])

    def _fetch(self) -> None:
        work = self._total(_work(self._search))
        steps, seconds = self._meter.slice(work["nodes"])
        if steps == 0:
            raise self._meter.stop(work, position=self.position)
        self._mark()
        outcome, self._batch = self._search.run(self._batch_size, steps, seconds, keep=True)
        self._yielded = 0
        self._exhausted = outcome == _native.EXHAUSTED
        if outcome == _native.SOLUTION:
            self._batch_size = min(2 * self._batch_size, MOST_SOLUTIONS_A_BATCH)
        self._fraction = max(self._fraction, self._search.fraction)
        self._meter.progress(self._fraction, self._total(_work(self._search)))

    def _total(self, work: Mapping[str, int]) -> dict[str, int]:
        return {name: value + self._earlier_work[name] for name, value in work.items()}

    def _settle(self) -> None:
        """Brings the search to the solution that was yielded last."""
        if self._yielded == len(self._batch):
            return
        yielded = self._yielded
        choices, visited = self._batch_start
        self._begin(choices, visited=visited, work=self._total(self._batch_work))
        if yielded:
            self._search.run(yielded, NO_LIMIT, float("inf"), keep=False)

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates up to the last solution."""
        self._settle()
        return self._total(_work(self._search))

    @property
    def position(self) -> str:
        """Where the walk stands: engine, problem, options chosen from the root down."""
        self._settle()
        choices, visited = self._search.position()
        path = ".".join("-" if choice < 0 else str(choice) for choice in choices)
        place = "after" if visited else "at"
        return f"{self.engine}:{self._problem.fingerprint}:{path}:{place}"

    @property
    def fraction(self) -> float:
        """The finished shares of the tree, never falling."""
        return self._fraction

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return self._exhausted and self._yielded == len(self._batch)

    def _parsed(self, resume: str) -> tuple[list[int], bool]:
        if not resume:
            return [], False
        parts = resume.strip().split(":")
        if len(parts) != 4 or parts[3] not in ("after", "at"):
            raise BadPosition(
                f"'{resume[:60]}' is not a position; one looks like "
                f"{self.engine}:{self._problem.fingerprint}:3.14.15:after"
            )
        engine, fingerprint, path, place = parts
        if engine != self.engine:
            raise BadPosition(
                f"this position belongs to the engine {engine!r}, not {self.engine!r}"
            )
        if fingerprint != self._problem.fingerprint:
            raise BadPosition("this position belongs to another problem (its fingerprint differs)")
        choices = []
        for step in path.split(".") if path else []:
            if step != "-" and not (step.isascii() and step.isdigit() and len(step) < 18):
                raise BadPosition(f"'{step[:20]}' in this position is not the number of an option")
            choices.append(-1 if step == "-" else int(step))
        return choices, place == "after"
