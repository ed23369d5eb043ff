"""Budgets: limits on the work, the time slices and turns in which it is done, and progress reports.

The core runs for a slice of at most 50 ms and returns.  Between slices Python handles Ctrl-C, the
meter checks the budget, and progress is reported.  The core never calls back into Python.

Without a limit on bytes, tables may take half of the memory that is available to the machine, to
each control group (container) of the process and below its own limits (`ulimit`), and those of a
race of engines a quarter together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Generic, Literal, TypeVar

from combien._base.checks import short_repr
from combien._base.clock import Running, silence
from combien._base.memory import default_bytes
from combien.errors import BadInput, OutOfBudget

SLICE_SECONDS = 0.05
NO_LIMIT = 2**62
MOST_THREADS = 1024
# In bits: about a hundred digits.
LONGEST_COUNTER = 350
# In seconds: effectively no limit.
FOREVER = 1e18

Contestant = TypeVar("Contestant")


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Limits on the work of a question; `None` means no limit.

    Every question takes the limits one by one, as `nodes=`, `seconds=` and `bytes=`, or together,
    as `budget=Budget(...)`.

    `nodes` are steps of work (nodes of a search, transitions of a sweep), `seconds` are wall-clock
    time, `bytes` are the memory of tables.

    >>> Budget(seconds="2")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: seconds='2': expected a number, or None for no limit

    No engine takes more than `nodes` steps.  `bytes` are accurate to 10 %, not counting about 20 MB
    for the program and the problem itself.  Without `bytes`, tables take at most half of the
    available memory; in a count by `auto` the engines take at most a quarter together, and one that
    needs more hands over to the others.  Where the system does not tell how much is available, it
    is the total memory, or 4 GB if that is not known either.

    Raises `BadInput` if a limit is not a number, or negative.
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
                raise BadInput(f"{name}={short_repr(limit)}: expected {kind}, or None for no limit")
            if not limit >= 0:
                raise BadInput(f"{name}={limit}: the budget must be a non-negative number")


UNLIMITED = Budget()


def begun(budget: Budget) -> Budget:
    """Return the same limits, with seconds that run for all questions together, now or already."""
    seconds = budget.seconds
    if seconds is None or isinstance(seconds, Running):
        return budget
    return replace(budget, seconds=Running(min(seconds, FOREVER)))


def budget_of(
    budget: Budget | None, nodes: int | None, seconds: float | None, bytes: int | None
) -> Budget:
    """Return the budget of a question that takes either a budget or single limits.

    >>> budget_of(None, 1000, None, None)
    Budget(nodes=1000, seconds=None, bytes=None)
    >>> budget_of(Budget(seconds=2), 1000, None, None)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: budget= and nodes= were both given: expected either a budget or \
single limits; use budget=Budget(nodes=..., seconds=..., bytes=...) for several limits
    """
    if budget is None:
        return Budget(nodes=nodes, seconds=seconds, bytes=bytes)
    if not isinstance(budget, Budget):
        raise BadInput(
            f"budget={short_repr(budget)}: expected a Budget, as in budget=Budget(seconds=10)"
        )
    single = (("nodes", nodes), ("seconds", seconds), ("bytes", bytes))
    given = [f"{name}=" for name, limit in single if limit is not None]
    if given:
        raise BadInput(
            f"budget= and {' and '.join(given)} were both given: expected either a budget or "
            "single limits; use budget=Budget(nodes=..., seconds=..., bytes=...) for several limits"
        )
    return budget


@dataclass(frozen=True)
class Progress:
    """A progress report: `fraction` is in [0, 1], or None if unknown.

    `left` is an interval for the seconds that are left, for runs that can tell.
    """

    engine: str
    fraction: float | None
    work: Mapping[str, int]
    left: tuple[float, float] | None = None


Reporter = Callable[[Progress], None]


class Spending:
    """A budget that several calls share, one after the other.

    >>> spending = Spending(Budget(nodes=10))
    >>> spending.spend(4)
    >>> spending.left
    Budget(nodes=6, seconds=None, bytes=None)

    The bytes are for each call, as its tables are freed at its end.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.spent = 0
        self._seconds_left = countdown(budget.seconds)

    def spend(self, nodes: int) -> None:
        """Subtract the nodes of a call."""
        self.spent += nodes

    @property
    def left(self) -> Budget:
        """The remaining budget, for the next call."""
        nodes = self._budget.nodes
        return Budget(
            nodes=None if nodes is None else max(0, nodes - self.spent),
            seconds=self._seconds_left(),
            bytes=self._budget.bytes,
        )

    @property
    def ended(self) -> bool:
        """Whether no nodes or no seconds are left."""
        left = self.left
        return left.nodes == 0 or left.seconds == 0


class Turns(Generic[Contestant]):
    """Whose turn it is in a race, and how long it lasts: each round is longer than the last.

    >>> turns = Turns(["search", "sweep"], first=100)
    >>> for _ in range(4):
    ...     print(turns.contestant, turns.length)
    ...     turns.end()
    search 100
    sweep 100
    search 200
    sweep 200

    If the lengths double, no contestant does more than about four times the fastest one's work.
    The race chooses the unit of the lengths and decides when a turn is over.  Both should depend on
    the work and not on the clock, so that equal races take equal turns.
    """

    def __init__(self, contestants: Iterable[Contestant], *, first: int, factor: int = 2) -> None:
        self._contestants = list(contestants)
        self._factor = factor
        self._place = 0
        self.length = first

    @property
    def contestant(self) -> Contestant | None:
        """The contestant whose turn it is, or None if all have withdrawn."""
        return self._contestants[self._place] if self._contestants else None

    def __contains__(self, contestant: Contestant) -> bool:
        """Return whether a contestant is in the race."""
        return contestant in self._contestants

    def end(self) -> None:
        """End the turn."""
        self._place += 1
        self._next_round()

    def withdraw(self) -> None:
        """End the turn, and take its contestant out of the race."""
        del self._contestants[self._place]
        self._next_round()

    def _next_round(self) -> None:
        if self._place >= len(self._contestants):
            self._place = 0
            self.length *= self._factor


def check_reporter(report: object) -> None:
    """Raise `BadInput` unless this is a function, or None."""
    if report is not None and not callable(report):
        raise BadInput(f"report={short_repr(report)}: expected a function that takes a Progress")


class Meter:
    """Allots slices of work until the budget is used up.

    `question` is used in the error message when memory runs out, to suggest an alternative.
    Without a limit on bytes, tables may take the available memory divided by `default_part`.
    """

    def __init__(
        self,
        budget: Budget,
        *,
        engine: str,
        report: Reporter | None = None,
        question: Literal["count", "solutions", "family", "search", "best"] = "count",
        default_part: int = 2,
    ) -> None:
        check_reporter(report)
        self._budget = budget
        self._engine = engine
        self._report = report
        self._question = question
        self._default_part = default_part
        self._seconds_left = countdown(budget.seconds)

    @cached_property
    def bytes(self) -> int:
        """The most bytes that tables may take."""
        there = self._available
        if self._budget.bytes is None:
            return there // self._default_part
        return min(NO_LIMIT, int(self._budget.bytes))

    @cached_property
    def _available(self) -> int:
        """The memory that was available before the tables took some of it."""
        return default_bytes(1)

    def slice(self, done: int) -> tuple[int, float]:
        """Return the steps and seconds of the next slice after `done` steps.

        If the budget is used up, the first is 0; then raise the error that `stop` returns.
        """
        silence()
        nodes = self._budget.nodes
        # The core counts in 64 bits.
        steps = NO_LIMIT if nodes is None else min(NO_LIMIT, max(0, nodes - done))
        left = self._seconds_left()
        seconds = SLICE_SECONDS if left is None else min(SLICE_SECONDS, left)
        return (0, 0.0) if seconds <= 0 else (steps, seconds)

    def pause(self) -> None:
        """Raise `OutOfBudget` if the seconds are used up: for work that has no slices."""
        if self._seconds_left() == 0:
            silence()
            raise self.stop({})

    def stop(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        """Return the error for having used up the nodes or the seconds."""
        seconds, nodes = self._budget.seconds, self._budget.nodes
        what = f"{seconds:g} seconds" if self._seconds_left() == 0 else f"{nodes} nodes"
        return OutOfBudget(
            f"the budget of {what} ended before the answer was complete{_summary(known)}; "
            "give more seconds= or nodes=",
            known=known,
            position=position,
        )

    def stop_for_bytes(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        """Return the error for tables that need more memory than allowed."""
        subject = "count" if self._question == "count" else "search"
        there = self._available
        if self._budget.bytes is None:
            part = {2: "half", 4: "a quarter"}.get(self._default_part, "a part")
            most = f"{_in_gb(self.bytes)}, {part} of the {_in_gb(there)} that were available"
        elif self.bytes > there:
            most = f"the {_in_gb(there)} that were available"
        else:
            most = _in_gb(self.bytes)
        if self._engine == "zdd" and self._question != "count":
            subject = "diagram"
        instead = self._with_less_memory()
        return OutOfBudget(
            f"the {subject} needs more than {most}{_summary(known)}; "
            f"give more bytes={instead and f', or {instead}'}",
            known=known,
            position=position,
        )

    def _with_less_memory(self) -> str:
        """Return a suggestion for answering the same question in less memory, if there is one."""
        if self._question == "search" or self._engine.startswith("dlx"):
            return ""
        if self._question == "best":
            return "ask engine='auto', which has other methods" if self._engine == "zdd" else ""
        if self._question == "family":
            return "use solutions() or count(), which need no diagram"
        if self._question == "solutions":
            return "ask engine='dlx', which lists solutions without keeping them"
        if self._engine == "zdd":
            return "ask engine='frontier', which counts without keeping the diagram"
        return "ask engine='dlx', whose memory does not grow"

    @property
    def seconds_left(self) -> float | None:
        """The seconds left, or None without a limit."""
        return self._seconds_left()

    @property
    def has_reporter(self) -> bool:
        """Whether progress is reported; if not, skip computing it."""
        return self._report is not None

    def progress(
        self,
        fraction: float | None,
        work: Mapping[str, int],
        *,
        left: tuple[float, float] | None = None,
    ) -> None:
        """Report progress if there is a reporter."""
        if self._report is not None:
            self._report(Progress(self._engine, fraction, dict(work), left))


def countdown(seconds: float | None) -> Callable[[], float | None]:
    """Return a function that returns the seconds left (at least 0), or None without a limit.

    >>> countdown(None)() is None, countdown(0.0)()
    (True, 0.0)
    """
    Budget(seconds=seconds)  # Validates the seconds.
    if seconds is None:
        return lambda: None
    # A large int may not fit the clock; FOREVER is effectively no limit.
    if isinstance(seconds, Running):
        deadline = seconds.deadline
    else:
        deadline = perf_counter() + min(seconds, FOREVER)
    return lambda: max(0.0, deadline - perf_counter())


def _in_gb(bytes: int) -> str:
    return f"{bytes / 1e9:.3g} GB"


def _summary(known: Mapping[str, int]) -> str:
    """Return the counters in parentheses; the empty string if there are none."""
    counters = ", ".join(
        f"{name.replace('_', ' ')} {_short(value)}" for name, value in known.items()
    )
    return counters and f" ({counters})".replace("at least more than", "more than")


def _short(value: int) -> str:
    """Format a counter; Python refuses to print more than 4300 digits.

    >>> _short(1234), _short(2**20_000)
    ('1234', 'more than 10^6020')
    """
    if value.bit_length() <= LONGEST_COUNTER:
        return str(value)
    return f"more than 10^{int((value.bit_length() - 1) * 0.30102999)}"
