"""Counts in progress, which advance in slices until the number is known, and engines that count.

All counting algorithms (a search, a sweep, a race of several) implement the protocol `Counting`, so
that one loop drives them all and `auto` can race them.  `CounterEngine` is the class of engines
that count and do not list solutions: they differ in how a count begins and which problems are
refused, which are given as functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from combien import _native
from combien._base.budget import Meter
from combien.cover._problem import Problem
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter, Walk
from combien.errors import Cancelled, CannotAnswer, Interrupted

# Without a limit on bytes, all engines of a race together may take this part of what is available.
MEMORY_PART = 4


class OutOfBytes(Exception):
    """An algorithm needs more memory than allowed; others may need less."""


class Counting(Protocol):
    """A count that advances in slices."""

    @property
    def steps(self) -> int:
        """Steps of work done so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def known(self) -> Mapping[str, int]:
        """Partial results: the counters, and a lower bound under `at_least`, if there is one."""
        return self.work

    @property
    def fraction(self) -> float | None:
        """The part that is done, from 0 to 1; None if unknown."""

    @property
    def count(self) -> int:
        """The count; only after `advance` has returned True."""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the count is known.  May raise `OutOfBytes`."""


def finish(counting: Counting, meter: Meter) -> int:
    """Run a count to its end and return it.

    Raises `OutOfBudget` if a limit is reached, `Interrupted` after Ctrl-C, and `Cancelled` if the
    reporter does; each has the position of a count that can be resumed.
    """
    try:
        return _finish(counting, meter)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(
            str(interrupt), known=counting.known, position=position_of(counting)
        ) from None
    except Cancelled as cancelled:
        cancelled.known, cancelled.position = dict(counting.known), position_of(counting)
        raise


def _finish(counting: Counting, meter: Meter) -> int:
    while True:
        steps, seconds = meter.slice(counting.steps)
        if steps == 0:
            raise meter.stop(counting.known, position=position_of(counting))
        try:
            if counting.advance(steps, seconds, meter.bytes):
                return counting.count
        except (OutOfBytes, MemoryError):
            position = position_of(counting)
            raise meter.stop_for_bytes(counting.known, position=position) from None
        if meter.has_reporter:
            meter.progress(counting.fraction, counting.known)


@contextmanager
def interrupted_with(known: dict[str, int]) -> Iterator[None]:
    """Context manager in which Ctrl-C and `Cancelled` say what is known."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Interrupted(str(interrupt), known=known, position="") from None
    except Cancelled as cancelled:
        cancelled.known = known
        raise


def granted(meter: Meter, done: int, known: Mapping[str, int]) -> tuple[int, float]:
    """Return the steps and seconds of the next slice; raise `OutOfBudget` if there are none."""
    steps, seconds = meter.slice(done)
    if steps == 0:
        raise meter.stop(known)
    return steps, seconds


def position_of(counting: Counting) -> str:
    """Return the position of a count, or the empty string if it cannot be resumed."""
    return counting.position if isinstance(counting, Resumable) else ""


def summed(counters: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Combine counters: the maximum of widths, the sum of all others.

    >>> summed([{"nodes": 2, "widest": 5}, {"nodes": 3, "widest": 4}])
    {'nodes': 5, 'widest': 5}
    """
    total: dict[str, int] = {}
    for each in counters:
        for name, value in each.items():
            known = total.get(name, 0)
            total[name] = max(known, value) if name == "widest" else known + value
    return total


class Machine(Protocol):
    """A machine of the core that counts."""

    @property
    def bytes(self) -> int: ...

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def count(self) -> int: ...


M = TypeVar("M", bound=Machine)


class CoreCounting(Counting, Generic[M]):
    """What the counts by a machine of the core have in common."""

    def __init__(self, machine: M) -> None:
        self._machine = machine

    @property
    def bytes(self) -> int:
        """The memory of the tables."""
        return self._machine.bytes

    @property
    def count(self) -> int:
        """The exact count."""
        return self._machine.count()

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice."""
        outcome = self._machine.run(steps, seconds, bytes)
        if outcome == _native.OUT_OF_BYTES:
            raise OutOfBytes
        return bool(outcome == _native.DONE)


@runtime_checkable
class Resumable(Protocol):
    """A count that can be resumed by another process."""

    @property
    def position(self) -> str:
        """The position as text, with the solutions found so far; empty if there is none now."""


class ExplainedCounting(Counting, Protocol):
    """A count with an explanation of how it was obtained."""

    @property
    def why(self) -> str:
        """How the count was obtained; available after the count."""


def finished(
    engine: str,
    counting: ExplainedCounting,
    budget: Budget,
    report: Reporter | None,
    modulo: int | None = None,
) -> Count:
    """Run a count to its end; return it, or its remainder, as the answer of this engine."""
    number = finish(counting, Meter(budget, engine=engine, report=report))
    number = number if modulo is None else number % modulo
    return Count(number, counting.work, engine, counting.why)


@dataclass(frozen=True)
class CounterEngine:
    """An engine that counts; `refuses` returns the reason why it cannot count a problem, or "".

    `begin_with`, if given, begins a count by this number of threads, modulo this number (or
    exactly, which gives the remainder, too); `resumes`, if given, continues a count from the text
    of a position.
    """

    name: str
    begin: Callable[[Problem], ExplainedCounting]
    refuses: Callable[[Problem], str]
    begin_with: Callable[[Problem, int | None, int | None], ExplainedCounting] | None = None
    resumes: Callable[[Problem, str], ExplainedCounting] | None = None

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the reason why this engine cannot answer, or the empty string if it can."""
        if question != "count":
            return (
                f"the {self.name} engine counts and does not list: ask engine='dlx' for solutions"
            )
        return self.refuses(problem)

    def count(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        threads: int | None = None,
        modulo: int | None = None,
        resume: str = "",
    ) -> Count:
        """Return the number of solutions, with those before the position, or its remainder.

        With `threads` None, long counts use all processors.
        """
        if resume and self.resumes is None:
            raise CannotAnswer(f"the {self.name} engine has no positions: ask memo, bits or dlx")
        if resume and self.resumes is not None:
            counting = self.resumes(problem, resume)
        elif self.begin_with is not None:
            counting = self.begin_with(problem, threads, modulo)
        else:
            counting = self.begin(problem)
        return finished(self.name, counting, budget, report, modulo)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> Walk:
        """Raise `CannotAnswer`: this engine only counts."""
        raise CannotAnswer(self.refusal(problem, "solutions"))


def words(number: int) -> list[int]:
    """Return a number as words of 64 bits, the least significant one first.

    >>> words(2**64 + 5), words(0)
    ([5, 1], [])
    """
    found = []
    while number:
        number, word = divmod(number, 1 << 64)
        found.append(word)
    return found
