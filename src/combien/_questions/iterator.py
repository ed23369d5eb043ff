"""The iterator over the solutions of a model."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar, cast

from combien._base.budget import NO_LIMIT
from combien._base.checks import check_bool, check_int
from combien._base.displayed import Displayed
from combien._base.threads import Batched, batches, mutex, shared
from combien._questions.dispatch import select_engine
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._protocol import Budget, Engine, Walk
from combien.engines._search.walk import SolutionTable, TableWalk, new_table
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    from numpy import unsignedinteger
    from numpy.typing import NDArray


Reading = TypeVar("Reading")

# Of a search for the next solutions.
PEEK_NODES = 100_000


class Solutions(Displayed, Generic[Reading]):
    """An iterator over the solutions of a model, with counters, position and progress.

    >>> from combien import Problem, solutions
    >>> walk = solutions(Problem.from_options(["ab", "c", "a", "bc"]))
    >>> walk
    <Solutions: nothing searched so far, by bits>
    >>> next(walk), walk.peek(2), next(walk)
    ((0, 1), [(2, 3)], (2, 3))

    A notebook shows the next solutions, and leaves the iterator where it is.  Threads may share it
    and the iterators that `iter` returns: each solution goes to exactly one.

    `numbers` maps option numbers of `problem` to option numbers of the model, if they differ.
    `convert` returns a solution of `problem` for one of `searched`, or None to leave it out; `why`
    describes that.  `again` asks the same question with another `resume=`, `engine=` and `limit=`:
    a pickle holds it and the position, so it continues where this iterator is, without the limits
    of its budget, if the model can be pickled.  Each solution is converted independently, so
    nothing is kept in memory and the position is the position of the search.
    """

    def __init__(
        self,
        problem: Problem,
        read: Callable[[Solution], Reading],
        walk: Walk,
        *,
        limit: int | None = None,
        numbers: Sequence[int] | None = None,
        convert: Callable[[Solution], Solution | None] | None = None,
        searched: Problem | None = None,
        why: str = "",
        again: Callable[..., Solutions[Reading]] | None = None,
        engine: str | Engine = "",
    ) -> None:
        self._problem = problem
        self._searched = searched or problem
        self._walk = walk
        self._read = read
        self._numbers = numbers
        self._table: SolutionTable | None = None
        self._left = None if limit is None else check_int("limit", limit)
        self._convert = convert
        self._why = why
        self._again = again
        # What searches on from a position: by its name, or the one given, which has settings.
        self._engine = engine or walk.engine
        self._mutex = mutex()

    def __iter__(self) -> Iterator[Reading]:
        if self._left is not None:
            return self
        # A chain of built-in iterators: no Python code runs between two solutions.
        kept = iter(self._walk)
        if self._convert is not None:
            kept = filter(_is_one, map(self._convert, kept))
        # `Problem.read` returns the solution unchanged.
        unread = self._read == self._problem.read
        return cast("Iterator[Reading]", kept) if unread else map(self._read, kept)

    def __next__(self) -> Reading:
        if self._left is None:
            return self._read(self._next_kept())
        with self._mutex:
            if self._left == 0:
                raise StopIteration
            solution = self._next_kept()
            self._left -= 1
        return self._read(solution)

    def __reduce__(self) -> tuple[object, ...]:
        if self._again is None:
            raise TypeError("cannot pickle a search for one solution: pickle solutions() instead")
        if not (position := self.position):
            raise TypeError(
                f"cannot pickle solutions by {self.engine!r}, which have no position: use another "
                "engine, such as 'bits'"
            )
        return _continued, (self._again, self._engine, position, self._left)

    def __repr__(self) -> str:
        if self.complete:
            return f"<Solutions: all yielded, by {self.engine}>"
        done = f"{self.fraction:.2%}" if self.fraction else "nothing"
        return f"<Solutions: {done} searched so far, by {self.engine}>"

    def peek(self, most: int = 1) -> list[Reading]:
        """Return up to `most` of the next solutions, without taking them from the iterator.

        They are found by another search from the `position`.  Cost: at most 100,000 nodes, after
        which there are fewer solutions than asked for.
        Raises `BadInput` if the engine is not one of those with a name.
        """
        most = check_int("most", most)
        if self.complete:
            return []
        engine = select_engine(self._engine, self._searched, "solutions")
        limits = Budget(nodes=PEEK_NODES)
        with self._mutex:
            walk = engine.solutions(self._searched, budget=limits, resume=self.position)
            left = most if self._left is None else min(most, self._left)
        ahead = Solutions(self._problem, self._read, walk, limit=left, convert=self._convert)
        found: list[Reading] = []
        with suppress(OutOfBudget):
            found.extend(ahead)
        return found

    def _next_kept(self) -> Solution:
        while True:
            found = next(self._walk)
            solution = found if self._convert is None else self._convert(found)
            if solution is not None:
                return solution

    def arrays(
        self, batch: int = 2**16, *, sort: bool = False
    ) -> Iterator[NDArray[unsignedinteger[Any]]]:
        """Return an iterator over numpy arrays with one solution per row.

        >>> from combien import Problem, solutions
        >>> walk = solutions(Problem.from_options(["ab", "c", "a", "bc"]))
        >>> [rows.tolist() for rows in walk.arrays(sort=True)]
        [[[0, 1], [2, 3]]]

        Each array has `batch` rows, except that the last one may be shorter.  A row holds the
        option numbers of the problem, in increasing order if `sort`, in the smallest unsigned type
        that can hold `option_count`.  Shorter solutions are padded with `option_count`.

        This is the fastest way to list solutions, as no Python object is made for each.  Iteration
        over arrays and over single solutions may be mixed; `position` is after the last solution of
        either.  When a limit of the budget is reached, the solutions found so far are yielded
        before `OutOfBudget` is raised.
        Raises `MissingExtra` if numpy is not installed.
        """
        from combien._base.extras import needed  # Start-up: only for arrays.

        with needed("arrays need numpy", "numpy"):
            import numpy  # Optional dependency.
        # The core counts in 64 bits.
        batch = min(check_int("batch", batch, least=1), NO_LIMIT)
        return self._arrays(numpy, batch, check_bool("sort", sort))

    @shared
    def _arrays(
        self, numpy: ModuleType, batch: int, sort: bool
    ) -> Generator[NDArray[unsignedinteger[Any]], None, None]:
        numbers = None
        if self._numbers is not None:
            numbers = numpy.array([*self._numbers, self._problem.option_count])
        while True:
            with self._mutex:
                most = batch if self._left is None else min(batch, self._left)
                table = self._next_table(most, sort and numbers is None)
                if self._left is not None:
                    self._left -= len(table)
            if not len(table):
                return
            rows = numpy.asarray(table.view())
            if numbers is not None:
                rows = numbers.astype(rows.dtype)[rows]
                if sort:
                    rows.sort()
            yield rows

    def _next_table(self, most: int, sort: bool) -> SolutionTable:
        """Return up to `most` solutions, including any collected before an interrupt."""
        if isinstance(self._walk, TableWalk) and self._convert is None:
            return self._walk.table(most, sort=sort)
        # The table is an attribute while it grows, so that an interrupt loses no solutions.
        table = self._table = self._table or new_table(self._problem)
        try:
            while len(table) < most:
                table.add(self._next_kept())
        except StopIteration:
            pass
        except OutOfBudget:
            if not len(table):
                raise
        self._table = None
        return table

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self._walk.engine

    @property
    def why(self) -> str:
        """Why this engine was chosen."""
        return self._walk.why + self._why

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return self._walk.work

    @property
    def position(self) -> str:
        """The position of the search, as a string for `resume=`."""
        return self._walk.position

    @property
    def fraction(self) -> float:
        """The completed fraction of the search, from 0 to 1."""
        return self._walk.fraction

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return self._walk.complete


def batches_of(walk: Solutions[Any]) -> Iterator[Iterator[Solution]]:
    """Return the solutions in batches that are found together, each an iterator to be used up.

    There are none of solutions that are converted or limited in number, and with some engines.
    """
    plain = walk._left is None and walk._convert is None and walk._read == walk._problem.read
    return batches(walk._walk) if plain and isinstance(walk._walk, Batched) else iter(())


def _continued(
    again: Callable[..., Solutions[Reading]],
    engine: str | Engine,
    position: str,
    left: int | None,
) -> Solutions[Reading]:
    """Return the iterator of a pickle."""
    return again(engine=engine, resume=position, limit=left)


def _is_one(solution: Solution | None) -> TypeGuard[Solution]:
    return solution is not None
