"""The protocols of models and engines, and the types that they exchange.

A *model* is anything that can be formulated as an exact cover problem; an *engine* counts or lists
the solutions of such a problem.  They are independent and are combined in `combien._questions`.
There is no base class to inherit from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from combien._base.budget import UNLIMITED, Budget, Progress, Reporter
from combien._base.displayed import Displayed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._portfolio.plan import Plan

__all__ = [
    "METHODS_OF_BEST",
    "UNLIMITED",
    "Answer",
    "BestMethod",
    "Budget",
    "Count",
    "Engine",
    "Model",
    "Progress",
    "Question",
    "Reporter",
    "Status",
    "Walk",
]

Reading_co = TypeVar("Reading_co", covariant=True)

Question = Literal["count", "solutions"]
Status = Literal["solved", "none", "stopped"]

# The methods for the cheapest solutions, in the order of their turns.
METHODS_OF_BEST = ("bound", "prices", "milp", "zdd")
BestMethod = Literal["auto", "bound", "prices", "milp", "zdd"]


class Model(Protocol[Reading_co]):
    """Anything that can be formulated as an exact cover problem: a tiling, a sudoku, ..."""

    def problem(self) -> Problem:
        """Return the exact cover problem."""

    def read(self, solution: Solution) -> Reading_co:
        """Convert a solution of that problem to a solution of the model."""


@dataclass(frozen=True, slots=True)
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


class Engine(Protocol):
    """A solver of exact cover problems."""

    name: str

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
