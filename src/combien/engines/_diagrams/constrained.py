"""Exact covers with side constraints: linear constraints on the chosen options.

Two methods take turns until one has the count.  The search by dancing links turns back where the
remaining items cannot bring a sum within its limits (see `native/cover/side_constraints.hpp`).  The
diagram of all covers does not know the constraints; it is restricted to the sets that satisfy them
once it is there (see `native/zdd/weighing.hpp`), which merges partial covers of equal weight.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from combien import _native
from combien._base.budget import Meter
from combien._base.checks import short_repr
from combien.cover._problem import Problem, compiled
from combien.cover._verify import SumLimits
from combien.engines._clauses.sat import Sat
from combien.engines._clauses.sat_walk import SatWalk
from combien.engines._counting import Counting, finish, summed
from combien.engines._diagrams.solution_diagram import solution_diagram
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._places import Place
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._search.searching import SearchEngine, links_cost, smallest
from combien.engines._turns import Contender, TurnRace
from combien.errors import BadInput, CannotAnswer, Disagreement
from combien.families import Family
from combien.sat._weighted import WeightedEncoding

LETTERS = str.maketrans("0123456789", "ghijklmnop")
METHODS = ("auto", "dlx", "zdd", "sat")
SEARCHED = "searched with side constraints"

# The length of the first turn, in nanoseconds.
FIRST_TURN = 10_000_000


@dataclass(frozen=True, slots=True)
class ConstrainedCover:
    """An exact cover problem with side constraints.

    >>> problem = Problem.from_options(["ab", "a", "b"])
    >>> cover = ConstrainedCover(problem, (SumLimits((3, 1, 1), 0, 2),))
    >>> cover.count().count, cover.family(range(3)).ascii(), list(cover.searcher.solutions(problem))
    (1, '{{1, 2}}', [(1, 2)])
    """

    problem: Problem
    limits: tuple[SumLimits, ...]
    # The last options, which are in every solution, and do not belong to the model.
    further: int = 0

    @property
    def option_count(self) -> int:
        """The number of options that belong to the model."""
        return self.problem.option_count - self.further

    @property
    def searcher(self) -> SearchEngine:
        """The search, as an engine for this problem only.

        Its name is part of the positions that it writes, so none is continued with others.
        """
        links = smallest()
        return SearchEngine(
            f"dlx+{self._digest}",
            open_at=partial(_open, self.limits),
            refuses=links.refuses,
            needs=links.needs,
            setup=links.setup,
            cost=links.cost,
            why=SEARCHED,
        )

    def lister(self, engine: object) -> SearchEngine | ConstrainedSat:
        """Return what lists the solutions; raise `CannotAnswer` for an engine that does not."""
        require_method(engine)
        if engine == "zdd":
            raise CannotAnswer("zdd does not list: ask engine='dlx' for solutions, or family()")
        return self.sat if engine == "sat" else self.searcher

    @property
    def sat(self) -> ConstrainedSat:
        """A SAT solver, as an engine for this problem only."""
        return ConstrainedSat(self.limits, f"sat+{self._digest}")

    @property
    def _digest(self) -> str:
        # Letters only, as digits at the end are a version.
        return sha256(repr(self.limits).encode()).hexdigest()[:16].translate(LETTERS)

    def count(
        self,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        *,
        engine: object = "auto",
        threads: int | None = None,
        resume: str = "",
    ) -> Count:
        """Return the number of solutions; raise `CannotAnswer` for another engine.

        A position is continued by the search.
        """
        require_method(engine)
        if resume:
            return self.searcher.count(
                self.problem, budget=budget, report=report, threads=threads, resume=resume
            )
        if engine == "sat":
            return self.sat.count(self.problem, budget=budget, report=report)
        if engine == "dlx":
            return self.searcher.count(self.problem, budget=budget, report=report, threads=threads)
        race = _Race(self, ("compile",) if engine == "zdd" else ("search", "compile"), threads)
        number = finish(race, Meter(budget, engine=str(engine), report=report))
        return Count(number, race.work, race.engine, race.why)

    def family(
        self,
        names: Sequence[Hashable],
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
    ) -> Family:
        """Return the solutions as a family of sets of the names of options."""
        further = [("further", number) for number in range(self.further)]
        found = solution_diagram(
            self.problem,
            names=[*names, *further] if further else names,
            budget=budget,
            report=report,
            limits=self.limits,
        )
        for name in further:
            found = found.change(name)
        return found


@dataclass(frozen=True, slots=True)
class ConstrainedSat:
    """A SAT solver for an exact cover problem with side constraints, as an engine.

    Its positions begin with `tree`.
    """

    limits: tuple[SumLimits, ...]
    tree: str
    name: str = "sat"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the reason why it cannot answer, or the empty string."""
        return Sat().refusal(problem, question)

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, by a model counter."""
        encoding = WeightedEncoding(problem, self.limits, "totalizer")
        return Sat()._count_models(encoding, budget=budget, report=report)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SatWalk:
        """Return a walk through the solutions."""
        encoding = WeightedEncoding(problem, self.limits, tree=self.tree)
        return Sat()._walk(encoding, budget=budget, report=report, resume=resume)


def require_method(engine: object) -> None:
    """Check that an engine knows side constraints."""
    if not isinstance(engine, str) or engine not in METHODS:
        raise CannotAnswer(
            f"engine={short_repr(engine)} does not support side constraints: ask "
            f"{', '.join(METHODS)}"
        )


def _open(limits: tuple[SumLimits, ...], problem: Problem, place: Place) -> _native.Search:
    try:
        return _native.dancing_links(
            compiled(problem),
            branching="smallest",
            choices=place.choices,
            visited=place.visited,
            floor=place.floor,
            constraints=limits,
        )
    except ValueError as error:
        # The weights cannot be added in 62 bits.
        raise BadInput(f"side constraints: {error}") from None


class _SearchTurns:
    """The search as a contender of the race."""

    def __init__(self, problem: Problem, counting: Counting) -> None:
        self._problem, self._counting = problem, counting
        self.price = max(1.0, links_cost(problem, 1, 1))

    def left(self, length: int) -> float:
        """Return what is left of a turn of this length, in nanoseconds."""
        work = self._counting.work
        return length - links_cost(self._problem, work["nodes"], work["updates"])

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the count is known."""
        return self._counting.advance(steps, seconds, bytes)

    def leave(self) -> None:
        """Leave the race; what was found is known."""


class _Race:
    """A count in progress: the search and the diagram take turns."""

    def __init__(
        self, cover: ConstrainedCover, methods: tuple[str, ...], threads: int | None
    ) -> None:
        self._search = cover.searcher.counting(cover.problem, threads=threads)
        self._diagram = DiagramTurns(cover.problem, cover.limits)
        contenders: dict[str, Contender] = {
            "search": _SearchTurns(cover.problem, self._search),
            "compile": self._diagram,
        }
        if "compile" in methods:
            self._diagram.begin()
        self._turns = TurnRace({name: contenders[name] for name in methods}, first=FIRST_TURN)
        self.count = 0
        self.engine = ""

    @property
    def why(self) -> str:
        """How the solutions were counted."""
        if self.engine == "zdd":
            return "counted in the diagram of all covers, restricted by the side constraints"
        return SEARCHED

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of both methods."""
        return summed([self._diagram.work, self._search.work])

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the solutions that the search has found."""
        return {"at_least": self._search.count, **self.work}

    @property
    def steps(self) -> int:
        """Nodes, transitions, and nodes weighed."""
        return sum(self.work.get(name, 0) for name in ("nodes", "transitions", "weighed"))

    @property
    def fraction(self) -> float | None:
        """The explored fraction of the search tree."""
        return self._search.fraction

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the method whose turn it is."""
        name = self._turns.next()
        if not self._turns.advance(steps, seconds, bytes):
            return False
        if name == "search":
            self.count, self.engine = self._search.count, "dlx"
            return True
        self._diagram.number(self._diagram.order)
        self.count, self.engine = self._diagram.family().count, "zdd"
        if self._search.count > self.count:
            raise Disagreement.of(
                "solutions with side constraints",
                derived=self.count,
                direct=f"at least {self._search.count}",
            )
        return True
