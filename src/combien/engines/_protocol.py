"""Two protocols, and what passes between them: who asks, who answers, how far, what came of it.

A *model* is anything that can be put as an exact cover; an *engine* is anything that answers
questions about one.  Neither knows the other: they meet in `combien._questions`.  There is no base
class to inherit from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from combien._budget import UNLIMITED, Budget, Progress, Reporter
from combien._displayed import Displayed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._portfolio.plan import Plan

__all__ = [
    "UNLIMITED",
    "Answer",
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


class Model(Protocol[Reading_co]):
    """Anything that can be put as an exact cover: a tiling, a sudoku, ..."""

    def problem(self) -> Problem:
        """The exact cover problem."""

    def read(self, solution: Solution) -> Reading_co:
        """What a solution of that problem means here."""


@dataclass(frozen=True, slots=True)
class Count:
    """An exact count, and the work that it took."""

    count: int
    work: Mapping[str, int]
    engine: str
    why: str
    plan: Plan | None = None


class Walk(Protocol):
    """Solutions one at a time, each as soon as it is found; can be dropped at any moment."""

    engine: str
    why: str

    def __iter__(self) -> Iterator[Solution]: ...

    def __next__(self) -> Solution: ...

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def position(self) -> str:
        """The place in the search, as text: a walk resumed here yields what is still to come."""

    @property
    def fraction(self) -> float:
        """How much of the search is done, from 0 to 1; it never goes back."""

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""


class Engine(Protocol):
    """Anything that answers questions about a problem."""

    name: str

    def refusal(self, problem: Problem, question: Question) -> str:
        """Why this engine cannot answer, with the way out; empty when it can."""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions: the exact number, or an `OutOfBudget` error."""

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> Walk:
        """A walk through the solutions, from a position if one is given."""


# Without slots, which would make Answer[Tiling](...) fail: Python sets `__orig_class__` then.
@dataclass(frozen=True)
class Answer(Displayed, Generic[Reading_co]):
    """What came of a question: never a bare number whose meaning depends on luck.

    `status` is "solved" (there are solutions), "none" (proved) or "stopped" (the budget ended
    first).  `count` is exact, or None when it is not known.  `solutions` are readings of the model:
    the answer for a model of tilings is an `Answer[Tiling]`.
    `plan` says who raced for a count, if the engine was "auto".
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

    @property
    def nodes(self) -> int:
        """Steps of work, the cost that does not depend on the machine."""
        return sum(self.work.get(name, 0) for name in ("nodes", "transitions", "pivots"))
