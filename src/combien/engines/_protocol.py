"""The protocols of models and engines, the types that they exchange, and the plan of a count.

A *model* is anything that can be formulated as an exact cover problem; an *engine* counts or lists
the solutions of such a problem.  They are independent and are combined in `combien._questions`.
There is no base class to inherit from.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from combien._base.budget import UNLIMITED, Budget, Progress, Reporter
from combien._base.checks import Cost
from combien._base.displayed import Displayed
from combien.cover._model import Model

if TYPE_CHECKING:
    # For help without the core.
    from combien.cover._elements import Solution
    from combien.cover._problem import Problem
    from combien.families import Family

__all__ = [
    "METHODS_OF_BEST",
    "TURNS_OF_BEST",
    "UNLIMITED",
    "Answer",
    "BestMethod",
    "BestProgress",
    "Budget",
    "Cost",
    "Count",
    "Engine",
    "Model",
    "OwnCounting",
    "OwnSearch",
    "OwnSolver",
    "OwnSweep",
    "PartPlan",
    "Plan",
    "PlanEntry",
    "Progress",
    "Question",
    "Reporter",
    "SolvedModel",
    "Status",
    "SweptModel",
    "Walk",
    "refused",
    "undivided",
    "waiting",
]

Reading_co = TypeVar("Reading_co", covariant=True)
Amount_co = TypeVar("Amount_co", covariant=True)

Question = Literal["count", "solutions"]
Status = Literal["solved", "none", "stopped"]
# What a slice of a search ends with.
Found = Literal["solution", "exhausted", "out of slice"]

# The methods for the cheapest solutions: those that take turns, in this order, and all.
TURNS_OF_BEST = ("bound", "prices", "milp", "zdd")
METHODS_OF_BEST = (*TURNS_OF_BEST, "cpsat")
BestMethod = Literal["auto", "bound", "prices", "milp", "zdd", "cpsat"]


class OwnSweep(Protocol):
    """A sweep that finds sets of options which are not exact covers."""

    @property
    def option_count(self) -> int:
        """The number of options."""

    def count(self, budget: Budget, report: Reporter | None) -> Count:
        """Return the exact number of sets."""

    def family(self, names: Sequence[Hashable], budget: Budget, report: Reporter | None) -> Family:
        """Return the sets of the names of options."""


@runtime_checkable
class SweptModel(Protocol):
    """A model whose solutions are not exact covers, and which has a sweep of its own."""

    def sweep(self) -> OwnSweep:
        """Return the sweep."""


class OwnSearch(Protocol[Reading_co]):
    """A search for solutions of a model, in its terms and in slices."""

    @property
    def steps(self) -> int:
        """Steps of work done so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    def advance(self, steps: int, seconds: float, bytes: int) -> Found:
        """Continue for a slice, or until there is a new `solution`, or none is left.

        Raises `MemoryError` if it needs more bytes.
        """

    @property
    def solution(self) -> Reading_co:
        """The solution that `advance` has just found."""


class OwnCounting(Protocol):
    """A count of the solutions of a model, in slices."""

    @property
    def steps(self) -> int:
        """Steps of work done so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def patience(self) -> float:
        """After how many steps the exact cover is counted, too; `inf` for never.  It may change."""

    @property
    def price(self) -> float:
        """What a step takes, in nanoseconds, approximately."""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the count is known.

        Raises `MemoryError` if it needs more bytes.
        """

    @property
    def count(self) -> int:
        """The exact number of solutions; only after `advance` has returned True."""

    def at_least(self) -> int:
        """Return a lower bound on the count; `advance` need not work afterwards."""


class OwnSolver(Protocol[Reading_co]):
    """What answers questions about a model better than an engine that has its exact cover."""

    @property
    def name(self) -> str:
        """The name, which answers have as their engine; not that of an engine."""

    @property
    def fingerprint(self) -> str:
        """Letters and digits: of another model or another order of solutions, they are others."""

    def search(self, *, one: bool) -> OwnSearch[Reading_co]:
        """Return a search for all solutions, in a fixed order, or for `one`, whichever it is."""

    def counting(self) -> OwnCounting | None:
        """Return a count; None if the exact cover is counted faster."""

    def solves(self, reading: Any) -> bool:
        """Return whether this is a solution, by the definition and without the search."""


@runtime_checkable
class SolvedModel(Protocol[Reading_co]):
    """A model that has a solver of its own, which `engine="auto"` asks.

    The solutions are those of the exact cover, as `read` returns them.
    """

    def own_solver(self) -> OwnSolver[Reading_co] | None:
        """Return the solver; None if this one is solved as an exact cover."""


@dataclass(frozen=True)
class Count:
    """An exact count, with the engine and the work."""

    count: int
    work: Mapping[str, int]
    engine: str
    why: str
    plan: Plan | None = None


class Walk(Protocol):
    """An iterator over solutions, which can be dropped at any time."""

    engine: str
    why: str

    def __iter__(self) -> Iterator[Solution]: ...

    def __next__(self) -> Solution: ...

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def position(self) -> str:
        """The position as a string; a walk resumed there yields the remaining solutions."""

    @property
    def fraction(self) -> float:
        """The part of the search that is done, from 0 to 1; it never decreases."""

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""


@dataclass(frozen=True)
class BestProgress(Progress, Generic[Reading_co, Amount_co]):
    """A progress report of `best`: what it has found and proved so far.

    `incumbent` is the cheapest solution so far and `cost` its cost; no solution costs less than
    `bound` (more, with `maximize`), and `gap` is the gap of `Best` between the two.  Each is None
    until it is known.
    """

    incumbent: Reading_co | None = None
    cost: Amount_co | None = None
    bound: Amount_co | None = None
    gap: float | None = None


class Engine(Protocol):
    """A solver of exact cover problems."""

    @property
    def name(self) -> str:
        """The name, by which it is asked for."""

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the reason why this engine cannot answer, with an alternative, or ""."""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the exact number of solutions; raise `OutOfBudget` if a limit is reached."""

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> Walk:
        """Return a walk through the solutions, from the position `resume` if given."""


# Not with slots: Answer[Tiling](...) sets `__orig_class__`.
@dataclass(frozen=True)
class Answer(Displayed, Generic[Reading_co]):
    """The result of a question, with its status and the work done.

    `status` is "solved" (there are solutions), "none" (proved; with `resume`, a list has none left)
    or "stopped" (the budget ran out first).  `count` is exact, or None if unknown; with a `modulo`,
    it is the remainder, and the status is "solved" as soon as that is known.  `solutions` are
    as read by the model: the answer for a model of tilings is an `Answer[Tiling]`.
    `plan` describes the race of engines for a count, if the engine was "auto".
    """

    status: Status
    engine: str
    why: str
    work: Mapping[str, int]
    seconds: float
    complete: bool
    count: int | None = None
    solutions: tuple[Reading_co, ...] = ()
    position: str = ""
    known: Mapping[str, int] = field(default_factory=dict)
    plan: Plan | None = None
    modulo: int | None = None

    @property
    def nodes(self) -> int:
        """Steps of work, a machine-independent cost."""
        return sum(self.work.get(name, 0) for name in ("nodes", "transitions", "pivots"))

    def to_json(self) -> str:
        """Return the answer as a JSON object on one line, with the keys of `--json`.

        >>> import json
        >>> from combien import Problem, answer
        >>> found = json.loads(answer(Problem.from_options(["ab", "c"]), "solutions").to_json())
        >>> found["status"], found["complete"], found["solutions"]
        ('solved', True, [{'options': [0, 1]}])

        Counts are strings, as many programs round numbers beyond 2^53.  A solution of a problem
        has its `options`; a tiling is a list of placements; a board of a puzzle is as in `--json`;
        any other reading is its text.  The keys are described in docs/json.md.
        """
        from combien.engines._answer_json import text_of  # Start-up: only for JSON.

        return text_of(self)


# The plan of a count: the engines that ran, their costs and forecasts, and the winner.  Costs are
# in nanoseconds of the cost model in `candidates.py`: steps times the typical time of a step.  They
# come from counters, never from a clock, so plans are deterministic.

Outcome = Literal["chosen", "beside", "dropped", "waiting"]


@dataclass(frozen=True)
class PlanEntry:
    """One candidate of a race.

    `outcome`: "chosen" found the count; "beside" was running when another one did; "dropped" could
    not count or not continue; "waiting" had not been started.  `spent` is the cost of its work in
    nanoseconds of the cost model, `expected` its forecast total cost, None if unknown.
    """

    name: str
    outcome: Outcome
    why: str
    spent: float
    expected: float | None
    work: Mapping[str, int]


@dataclass(frozen=True)
class PartPlan:
    """A component of the problem, and its race; `copies` components are equal to it.

    In a count modulo a number, `count` may be the remainder.
    """

    options: int
    items: int
    copies: int
    count: int | None
    entries: tuple[PlanEntry, ...]


@dataclass(frozen=True)
class Plan:
    """The reduction before the race, and a race for each distinct component.

    >>> from combien import Problem, answer
    >>> plan = answer(Problem.from_options(["ab", "c", "a", "bc"])).plan
    >>> plan.reduction
    'counted whole: it was done before looking for parts would have paid'
    >>> [(entry.name, entry.outcome) for entry in plan.parts[0].entries[:3]]
    [('fkt', 'dropped'), ('bits', 'chosen'), ('dlx', 'waiting')]

    `str(plan)` is text for people, `plan.facts()` is for JSON.
    """

    reduction: str
    parts: tuple[PartPlan, ...]

    def facts(self) -> dict[str, object]:
        """Return the plan as dictionaries and lists."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.reduction
        for part in self.parts:
            copies = f", {part.copies} equal ones" if part.copies > 1 else ""
            yield f"{part.options} options, {part.items} items{copies}:"
            width = max((len(entry.name) for entry in part.entries), default=0)
            total = sum(entry.spent for entry in part.entries)
            for entry in part.entries:
                words = [f"{entry.outcome:8}", entry.why]
                words[0] = f"  {entry.name:{width}}  {words[0]}"
                yield "  ".join(words) + _costs(entry, total)


def _costs(entry: PlanEntry, total: float) -> str:
    """Return what was paid for this candidate, and its part of the whole cost."""
    if not entry.spent and entry.expected is None:
        return ""
    costs = [f"cost {milliseconds(entry.spent)}"]
    if 0 < entry.spent < total:
        costs.append(f"{entry.spent / total:.0%} of all work")
    if entry.expected is not None and entry.outcome == "beside":
        costs.append(f"{milliseconds(entry.expected)} expected in all")
    return f" ({', '.join(costs)})"


def milliseconds(nanoseconds: float) -> str:
    """Format a cost.

    >>> milliseconds(123_456), milliseconds(2.5e9), milliseconds(1e30)
    ('0.12 ms', '2.5 s', '1e+21 s')
    """
    if nanoseconds < 1e9:
        return f"{nanoseconds / 1e6:.2g} ms"
    return f"{nanoseconds / 1e9:.2g} s"


@cache
def waiting(name: str) -> PlanEntry:
    """Return the entry of a candidate that was not started."""
    return PlanEntry(name, "waiting", "not needed", 0.0, None, {})


def refused(name: str, why: str) -> PlanEntry:
    """Return the entry of a candidate that cannot count the problem."""
    # Without the suggested alternative, which may be "auto".
    return PlanEntry(name, "dropped", why.partition(": ask ")[0], 0.0, None, {})


def undivided(part: PartPlan, why: str = "") -> Plan:
    """Return the plan of a problem that was counted whole."""
    return Plan(
        f"counted whole: {why or 'it was done before looking for parts would have paid'}", (part,)
    )
