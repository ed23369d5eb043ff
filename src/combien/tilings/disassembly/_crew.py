"""Threads that take assemblies apart, each of which is independent of the others.

The calling thread reads the assemblies, yields the results in their order and reports the progress;
so the results, and the states that are counted, are those of one thread.  Each thread has its own
tables of distances, and an equal part of the memory.  An assembly that needs more is taken apart
again when the others are done.  With a limit of nodes, one thread does all the work, as otherwise
the clock would decide which assembly is the last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from threading import Event

from combien._base.budget import Budget, Meter
from combien.errors import OutOfBudget
from combien.geometry._region import Region
from combien.tilings.disassembly._disassemble import PieceRemover
from combien.tilings.disassembly._result import Disassembly

__all__ = ["Crew", "Removers"]

# The regions of the pieces of an assembly, and the group of each.
Pieces = tuple[list[Region], list[Hashable | None]]
_Promise = tuple[Pieces, "Future[Disassembly]"]

# The assemblies that wait for each thread, so that none is idle while the next one is searched.
_WAITING = 8
# The longest time between two reports of the progress.
_TICK_SECONDS = 0.1


class Removers:
    """A remover of pieces for each lattice in turn."""

    def __init__(self, meter: Meter, *, thorough: bool) -> None:
        self._meter = meter
        self._thorough = thorough
        self._kind: object = None
        self._remover: PieceRemover | None = None
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
            self._remover = PieceRemover(regions[0], self._meter, thorough=self._thorough)
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


class Crew:
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

    def __enter__(self) -> Crew:
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
