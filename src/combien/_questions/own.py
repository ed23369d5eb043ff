"""Models that have a solver of their own: its solutions as an iterator, and its count.

With `engine="auto"`, and without what only engines can do, questions ask such a model's solver.
Each solution is checked before it is returned; numbers, doubles and omissions are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, get_args

from combien._base.budget import UNLIMITED, Meter, begun
from combien._base.checks import check_int, short_repr
from combien._base.threads import mutex
from combien._questions.iterator import PEEK_NODES, Solutions
from combien.cover._model import problem_of
from combien.engines._portfolio.auto import Auto
from combien.engines._protocol import Budget, Count, Found, OwnSolver, Reporter
from combien.errors import (
    BadInput,
    BadPosition,
    Cancelled,
    Disagreement,
    Interrupted,
    OutOfBudget,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy import unsignedinteger
    from numpy.typing import NDArray

    from combien.cover._elements import Solution
    from combien.cover._problem import Problem
    from combien.engines._protocol import Model, OwnCounting, OwnSearch, Walk

Reading = TypeVar("Reading")

WHY = "the model has a solver of its own"

_FOUND = get_args(Found)


class OwnWalk(Generic[Reading]):
    """An iterator over the solutions that a model's own solver finds.

    Its position is the number of solutions before it: to resume there, they are found again.
    """

    def __init__(
        self,
        solver: OwnSolver[Reading],
        *,
        one: bool = False,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        taken: int = 0,
    ) -> None:
        self.engine = solver.name
        self.why = WHY
        self._solver = solver
        self._one = one
        self._taken = taken
        # The solutions that this search has found, also those that are left out.
        self._seen = 0
        self._search: OwnSearch[Reading] | None = None
        self._meter = Meter(
            budget, engine=solver.name, report=report, question="search" if one else "solutions"
        )
        self._mutex = mutex()
        self.complete = False

    def __iter__(self) -> OwnWalk[Reading]:
        return self

    def __next__(self) -> Reading:
        while True:
            with self._mutex:
                try:
                    if self._advanced():
                        return self._reading()
                except (StopIteration, OutOfBudget):
                    raise
                except BaseException:
                    # It may have been interrupted anywhere.
                    self._search = None
                    raise
                work = self.work
            # Outside the mutex, as the reporter may read the position.
            self._meter.progress(None, work)

    def _advanced(self) -> bool:
        """Search for a slice; return whether there is a new solution."""
        if self.complete or (self._one and self._taken):
            raise StopIteration
        if self._search is None:
            self._search, self._seen = self._solver.search(one=self._one), 0
        steps, seconds = self._meter.slice(self._search.steps)
        if not steps:
            raise self._meter.stop(self._known, position=self.position)
        try:
            outcome = self._search.advance(steps, seconds, self._meter.bytes)
        except MemoryError:
            raise self._meter.stop_for_bytes(self._known, position=self.position) from None
        if outcome not in _FOUND:
            raise BadInput(
                f"the solver {self.engine!r} of this model: advance() returned "
                f"{short_repr(outcome)}: expected {', '.join(map(repr, _FOUND))}"
            )
        if outcome == "exhausted":
            if self._seen < self._taken:
                raise BadPosition(
                    f"this position is after {self._taken} solutions, and there are {self._seen}"
                )
            self.complete = True
            raise StopIteration
        if outcome == "solution":
            self._seen += 1
            return self._seen > self._taken
        return False

    def _reading(self) -> Reading:
        """Return the new solution, once it has been checked."""
        assert self._search is not None
        reading = self._search.solution
        if not self._solver.solves(reading):
            raise Disagreement(
                f"the solver {self.engine!r} of this model has found something that is not a "
                "solution, by its own definition: none of its answers can be relied on; please "
                "report it to its authors, and name an engine, such as engine='dlx'"
            )
        self._taken += 1
        return reading

    def ahead(self, budget: Budget) -> OwnWalk[Reading]:
        """Return another iterator over the solutions that this one has left."""
        return OwnWalk(self._solver, one=self._one, budget=budget, taken=self._taken)

    @property
    def taken(self) -> int:
        """The number of solutions taken, with those before the position where it began."""
        return self._taken

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return {} if self._search is None else self._search.work

    @property
    def _known(self) -> dict[str, int]:
        return {"at_least": self._taken, **self.work}

    @property
    def position(self) -> str:
        """The position as text; empty if the order of the solutions is not fixed."""
        return "" if self._one else f"{_head(self._solver)}:{self._taken}:after"

    @property
    def fraction(self) -> float:
        """1 at the end, and 0 before: it is not known."""
        return float(self.complete)


class OwnSolutions(Solutions[Reading]):
    """The iterator over what a model's own solver finds.

    There is no exact cover before it is needed: `covers` asks an engine, for `arrays`.
    """

    def __init__(
        self,
        walk: OwnWalk[Reading],
        covers: Callable[[], Solutions[Reading]],
        *,
        limit: int | None,
        again: Callable[..., Solutions[Reading]] | None = None,
    ) -> None:
        self._own: OwnWalk[Reading] | None = walk
        self._covers = covers
        # What is found is read already, and `problem` is only used by `arrays` and `peek`.
        read = cast("Callable[[Solution], Reading]", _unchanged)
        engine = "auto" if again else ""
        super().__init__(
            cast("Problem", None), read, cast("Walk", walk), limit=limit, again=again, engine=engine
        )

    def __iter__(self) -> Iterator[Reading]:
        if self._own is None:
            return super().__iter__()
        return self if self._left is not None else self._own

    def __repr__(self) -> str:
        if self._own is None or self.complete:
            return super().__repr__()
        return f"<Solutions: {self._own.taken} yielded so far, by {self.engine}>"

    def peek(self, most: int = 1) -> list[Reading]:
        """Return up to `most` of the next solutions, without taking them from the iterator."""
        if self._own is None:
            return super().peek(most)
        most = check_int("most", most)
        if self._left is not None:
            most = min(most, self._left)
        found: list[Reading] = []
        with suppress(OutOfBudget):
            found.extend(islice(self._own.ahead(Budget(nodes=PEEK_NODES)), most))
        return found

    def arrays(
        self, batch: int = 2**16, *, sort: bool = False
    ) -> Iterator[NDArray[unsignedinteger[Any]]]:
        """Return an iterator over numpy arrays of option numbers; an engine finds the solutions.

        Raises `BadInput` if solutions were taken before: those have no option numbers.
        """
        if self._own is not None:
            if self._own.taken:
                raise BadInput(
                    f"arrays have the numbers of options, and {self.engine!r}, which has found "
                    "the solutions so far, knows no options: ask with engine='bits'"
                )
            # From now on this is the iterator over the solutions of the exact cover, and those that
            # `iter` has returned are at their end.
            covers = vars(self._covers())
            self._own.complete = True
            vars(self).update(covers, _own=None)
        return super().arrays(batch, sort=sort)


def _unchanged(reading: Reading) -> Reading:
    return reading


def _head(solver: OwnSolver[Any]) -> str:
    return f"{solver.name}:{solver.fingerprint}"


def is_own_position(solver: OwnSolver[Any], text: object) -> bool:
    """Return whether a position is one of this solver, or the beginning."""
    return isinstance(text, str) and (not text or text.strip().startswith(f"{solver.name}:"))


def taken_at(solver: OwnSolver[Any], text: str) -> int:
    """Return the number of solutions before a position.  Raises `BadPosition`."""
    if not text:
        return 0
    head, _, rest = text.strip().removesuffix(":after").rpartition(":")
    if not (rest.isascii() and rest.isdigit() and len(rest) < 18):
        raise BadPosition(
            f"{short_repr(text, 60)} is not a position; one looks like {_head(solver)}:12:after"
        )
    if head != _head(solver):
        raise BadPosition(
            "this position belongs to another problem or to another version (its fingerprint "
            "differs)"
        )
    return int(rest)


def own_count(
    model: Model[Any],
    solver: OwnSolver[Any],
    budget: Budget,
    report: Reporter | None,
    modulo: int | None,
) -> Count | None:
    """Return the count by a model's own solver, or by engines beside it; None if it counts not."""
    counting = solver.counting()
    if counting is None:
        return None
    limits = begun(budget)
    meter = Meter(limits, engine=solver.name, report=report)
    beside: OwnCounting | None = counting
    try:
        if _counted(counting, meter, forever=False):
            return Count(counting.count, counting.work, solver.name, WHY)
    except MemoryError:
        beside = None
    try:
        problem = problem_of(model)
    except BadInput:
        # Too large for an exact cover.
        if beside is None:
            raise
        try:
            _counted(counting, meter, forever=True)
        except MemoryError:
            raise meter.stop_for_bytes(_known(counting)) from None
        return Count(counting.count, counting.work, solver.name, WHY)
    found = Auto().count(problem, budget=limits, report=report, modulo=modulo, own=beside)
    if found.engine:
        return found
    return replace(found, engine=solver.name, why=f"{WHY}; {found.why}")


def _counted(counting: OwnCounting, meter: Meter, *, forever: bool) -> bool:
    """Count until the number is known, or as long as the counting has patience."""
    try:
        while True:
            most = inf if forever else counting.patience - counting.steps
            if most <= 0:
                return False
            steps, seconds = meter.slice(counting.steps)
            if not steps:
                raise meter.stop(_known(counting))
            done = counting.advance(int(min(steps, most)), seconds, meter.bytes)
            if type(done) is not bool:
                raise BadInput(
                    "the solver of this model: advance() of its count returned "
                    f"{short_repr(done)}: expected True when the number is known, or False"
                )
            if done:
                return True
            if meter.has_reporter:
                meter.progress(None, counting.work)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(str(interrupt), known=_known(counting), position="") from None
    except Cancelled as cancelled:
        cancelled.known = _known(counting)
        raise


def _known(counting: OwnCounting) -> dict[str, int]:
    return {"at_least": counting.at_least(), **counting.work}
