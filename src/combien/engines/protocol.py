"""Two protocols, and what passes between them: who asks, who answers, how far, what came of it.

A *model* is anything that can be put as an exact cover; an *engine* is anything that answers
questions about one.  Neither knows the other: they meet in `combien.questions`.  There is no base
class to inherit from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from combien._displayed import Displayed
from combien.cover.parts import Solution
from combien.cover.problem import Problem
from combien.engines.plan import Plan
from combien.errors import BadInput

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
class Budget:
    """How far an engine may go; `None` is no limit.

    `nodes` are steps of work (nodes of a search, transitions of a sweep), `seconds` are of wall
    clock, `bytes` are of memory for tables.

    >>> Budget(seconds="2")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: seconds='2': a number is expected, or None for no limit

    Errors: `BadInput` for what is no number, or a negative one.
    """

    nodes: int | None = None
    seconds: float | None = None
    bytes: int | None = None

    def __post_init__(self) -> None:
        for name, limit, kind in (
            ("nodes", self.nodes, "a whole number"),
            ("seconds", self.seconds, "a number"),
            ("bytes", self.bytes, "a whole number"),
        ):
            if limit is None:
                continue
            number = isinstance(limit, (int, float) if name == "seconds" else int)
            if not number or isinstance(limit, bool):
                raise BadInput(f"{name}={limit!r:.40}: {kind} is expected, or None for no limit")
            if not limit >= 0:
                raise BadInput(f"{name}={limit}: a budget cannot be negative, and is a number")


UNLIMITED = Budget()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long question has come: `fraction` is in [0, 1], or None when it is unknown."""

    engine: str
    fraction: float | None
    work: Mapping[str, int]


Reporter = Callable[[Progress], None]


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


@dataclass(frozen=True, slots=True)
class Answer(Displayed):
    """What came of a question: never a bare number whose meaning depends on luck.

    `status` is "solved" (there are solutions), "none" (proved) or "stopped" (the budget ended
    first).  `count` is exact, or None when it is not known.  `solutions` are readings of the model.
    `plan` says who raced for a count, if the engine was "auto".
    """

    status: Status
    engine: str
    why: str
    work: Mapping[str, int]
    seconds: float
    complete: bool
    count: int | None = None
    solutions: tuple[Any, ...] = ()
    position: str = ""
    known: Mapping[str, int] = field(default_factory=dict)
    plan: Plan | None = None

    @property
    def nodes(self) -> int:
        """Steps of work, the cost that does not depend on the machine."""
        return sum(self.work.get(name, 0) for name in ("nodes", "transitions", "pivots"))
