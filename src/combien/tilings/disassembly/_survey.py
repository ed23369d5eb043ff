"""Taking many assemblies apart: how many come apart, and at which levels.

After a second, several threads take them apart, each of which is independent of the others.  The
calling thread reads the assemblies, yields the results in their order and reports the progress; so
the results, and the number of states, are the same as with one thread.  Each thread has its own
tables of distances, and an equal part of the memory.  An assembly that needs more is taken apart
again when the others are done.  With a limit of nodes, one thread does all the work, as otherwise
the clock would decide which assembly is the last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event
from time import perf_counter

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_bool, check_int
from combien._base.threads import ALONE_SECONDS, default_threads
from combien._wording import counted
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.tilings.disassembly._disassemble import (
    Assembly,
    Groups,
    PieceRemover,
    pieces_of,
    remover,
)
from combien.tilings.disassembly._result import Disassembly, moves_tried
from combien.tilings.disassembly._rotations import RotatingRemover

Level = tuple[int, ...]


@dataclass(frozen=True)
class Survey:
    """How many assemblies come apart, and how many of them at each level.

    >>> print(Survey(3, {(5, 2): 1, (2,): 1}, 900))
    2 of 3 assemblies come apart by translations
        1  5.2
        1  2

    `levels` has the highest level first; `searched` is the number of states that were searched.
    `rotations` is whether pieces could also turn; the text says which moves were tried unless all
    assemblies come apart.
    """

    assemblies: int
    levels: Mapping[Level, int]
    searched: int
    rotations: bool = False

    @property
    def apart(self) -> int:
        """The number of assemblies that come apart."""
        return sum(self.levels.values())

    @property
    def unique(self) -> bool:
        """Whether exactly one assembly comes apart."""
        return self.apart == 1

    @property
    def highest(self) -> Level | None:
        """The highest level, or None if no assembly comes apart."""
        return next(iter(self.levels), None)

    def to_json(self) -> dict[str, object]:
        """Return values for JSON."""
        return {
            "assemblies": self.assemblies,
            "apart": self.apart,
            "unique": self.unique,
            "levels": [
                {"level": list(level), "assemblies": number}
                for level, number in self.levels.items()
            ],
            "searched": self.searched,
        }

    def __str__(self) -> str:
        """Return the numbers and a histogram of the levels."""
        verb = "comes" if self.apart == 1 else "come"
        moves = (
            f" by {moves_tried(rotations=self.rotations)}" if self.apart < self.assemblies else ""
        )
        lines = [f"{self.apart} of {counted(self.assemblies, 'assembly')} {verb} apart{moves}"]
        for level, number in self.levels.items():
            lines.append(f"{number:5}  {'.'.join(map(str, level)) or '-'}")
        return "\n".join(lines)


def survey(
    assemblies: Iterable[Assembly],
    *,
    groups: Groups | None = None,
    limit: int | None = None,
    rotations: bool = False,
    threads: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Survey:
    """Take assemblies apart, such as all solutions of a problem, and count them by level.

    >>> import combien
    >>> from combien.tilings import Tile, TilingProblem
    >>> bars = TilingProblem("****", [Tile("**", times="any")])
    >>> survey(combien.solutions(bars)).levels
    {(1,): 1}

    `groups` and `rotations` are as for `disassemble`.  The search ends after `limit` assemblies
    that come apart; with 2, the result shows whether the way to come apart is unique.  The budget
    is for all of them together; it does not include the search for the assemblies.

    Assemblies are taken apart by this number of `threads`; by default all processors are used after
    a second.  The result does not depend on it; with `nodes` or `rotations` there is one.
    Raises the errors of `disassemble`.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    if threads is not None:
        threads = check_int("threads", threads, least=1)
    levels: dict[Level, int] = {}
    number = searched = found = 0
    for result in taken_apart(
        assemblies,
        groups=groups,
        rotations=check_bool("rotations", rotations, error=BadTiling),
        threads=threads,
        budget=limits,
        report=report,
    ):
        number += 1
        searched += result.searched
        if result.comes_apart:
            levels[result.level] = levels.get(result.level, 0) + 1
            found += 1
            if found == limit:
                break
    return Survey(number, dict(sorted(levels.items(), reverse=True)), searched, rotations)


def taken_apart(
    assemblies: Iterable[Assembly],
    *,
    groups: Groups | None = None,
    thorough: bool = False,
    rotations: bool = False,
    threads: int | None = 1,
    budget: Budget,
    report: Reporter | None = None,
) -> Iterator[Disassembly]:
    """Yield the disassembly of each assembly, in their order; distances between shapes are shared.

    With `threads` None, all processors are used after a second.
    """
    try:
        given = iter(assemblies)
    except TypeError:
        raise BadTiling(
            "assemblies: expected assemblies, such as combien.solutions(problem), not a value of "
            f"type {type(assemblies).__name__}"
        ) from None
    meter = Meter(budget, engine="disassembly", report=report, question="search")
    # The search with rotations is in Python, which runs one thread at a time.
    alone = rotations or budget.nodes is not None
    several = 1 if alone else threads or default_threads()
    alone_until = 0.0 if threads else perf_counter() + ALONE_SECONDS
    pieces = (pieces_of(assembly, groups) for assembly in given)
    removers = Removers(meter, thorough=thorough, rotations=rotations)
    if several == 1 or not threads:
        for each in pieces:
            yield removers.take_apart(each)
            if several > 1 and perf_counter() > alone_until:
                break
        else:
            return
    searched = removers.searched
    del removers
    with RemoverPool(meter, several, thorough=thorough, searched=searched) as crew:
        yield from crew.results(pieces)


# The regions of the pieces of an assembly, and the group of each.
Pieces = tuple[list[Region], list[Hashable | None]]
_Promise = tuple[Pieces, "Future[Disassembly]"]

# The assemblies that wait for each thread, so that none is idle while the next one is searched.
_WAITING = 8
# The longest time between two reports of the progress.
_TICK_SECONDS = 0.1


class Removers:
    """A remover of pieces for each lattice in turn."""

    def __init__(self, meter: Meter, *, thorough: bool, rotations: bool = False) -> None:
        self._meter = meter
        self._thorough = thorough
        self._rotations = rotations
        self._kind: object = None
        self._remover: PieceRemover | RotatingRemover | None = None
        self._searched = 0

    @property
    def searched(self) -> int:
        """The number of states that were searched."""
        return self._searched + (self._remover.searched if self._remover else 0)

    def take_apart(self, pieces: Pieces) -> Disassembly:
        """Take checked pieces apart."""
        regions, labels = pieces
        kind = regions[0].lattice, regions[0].dimension
        if self._remover is None or self._kind != kind:
            searched = self.searched
            self._remover = remover(
                regions[0], self._meter, thorough=self._thorough, rotations=self._rotations
            )
            self._kind, self._searched = kind, searched
        return self._remover.take_apart(regions, labels)


class _NeedsMore(Exception):
    """An assembly needs more memory than the part of a thread."""


class _PartMeter(Meter):
    """The part of a budget for a thread: the same time, and an equal part of the memory."""

    def __init__(self, whole: Meter, *, threads: int, ended: Event) -> None:
        super().__init__(Budget(bytes=whole.bytes // threads), engine="disassembly")
        self._whole = whole
        self._ended = ended

    def slice(self, done: int) -> tuple[int, float]:
        return (0, 0.0) if self._ended.is_set() else self._whole.slice(done)

    def stop(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        return self._whole.stop(known, position=position)

    def stop_for_bytes(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        raise _NeedsMore


class RemoverPool:
    """Takes assemblies apart by several threads; use as a context manager, which ends them."""

    def __init__(self, meter: Meter, threads: int, *, thorough: bool, searched: int = 0) -> None:
        self._meter = meter
        self._thorough = thorough
        self._ended = Event()
        self._searched = searched
        self._all = [
            Removers(_PartMeter(meter, threads=threads, ended=self._ended), thorough=thorough)
            for _ in range(threads)
        ]
        self._idle: SimpleQueue[Removers] = SimpleQueue()
        for removers in self._all:
            self._idle.put(removers)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="disassembly")
        self._promises: deque[_Promise] = deque()

    def __enter__(self) -> RemoverPool:
        return self

    def __exit__(self, *error: object) -> None:
        # A thread notices it after at most a slice.
        self._ended.set()
        self._pool.shutdown(cancel_futures=True)

    def results(self, assemblies: Iterator[Pieces]) -> Iterator[Disassembly]:
        """Yield the disassembly of each assembly, in their order.

        Raises `OutOfBudget`.
        """
        for pieces in assemblies:
            self._promises.append((pieces, self._pool.submit(self._take_apart, pieces)))
            while self._promises and self._promises[0][1].done():
                yield self._first()
            while len(self._promises) >= _WAITING * len(self._all):
                yield self._first()
        while self._promises:
            yield self._first()

    def _take_apart(self, pieces: Pieces) -> Disassembly:
        removers = self._idle.get()
        try:
            return removers.take_apart(pieces)
        finally:
            self._idle.put(removers)

    def _first(self) -> Disassembly:
        """Return the result of the first assembly that waits."""
        pieces, promise = self._promises.popleft()
        while not wait([promise], timeout=_TICK_SECONDS).done:
            self._report()
        self._report()
        try:
            return promise.result()
        except OutOfBudget:
            raise self._meter.stop(self._known()) from None
        except _NeedsMore:
            return self._alone(pieces)

    def _alone(self, pieces: Pieces) -> Disassembly:
        """Take an assembly apart while the threads rest, with all of the memory."""
        wait([promise for _, promise in self._promises])
        removers = Removers(self._meter, thorough=self._thorough)
        try:
            return removers.take_apart(pieces)
        finally:
            self._searched += removers.searched

    def _report(self) -> None:
        if self._meter.has_reporter:
            self._meter.progress(None, self._known())

    def _known(self) -> dict[str, int]:
        return {"states": self._searched + sum(removers.searched for removers in self._all)}
