"""Listing the solutions with several threads, in the order of one.

The threads search pieces of the tree (see `crew`).  The solutions of a piece are kept until all
pieces before it are done; if too many are kept, only the first piece is searched.  Threads run only
while a solution is asked for and none is known, so nothing runs between two solutions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Mapping
from operator import length_hint

from combien import _native
from combien._budget import NO_LIMIT, Meter
from combien._threads import has_gil, in_batches, mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._search.crew import Crew
from combien.engines._search.places import Open, Piece, Place, opened
from combien.engines._search.splitting import pieces_of

__all__ = ["ThreadedWalk"]

# The solutions found at once by a thread, and those that are kept in all.
BATCH, MOST_KEPT = 4096, 1_000_000


class _Batch:
    """Solutions that were found together, and the place of the search before them."""

    __slots__ = ("left", "length", "place")

    def __init__(self, place: Place, left: Iterator[Solution]) -> None:
        self.place = place
        self.left = left
        self.length = length_hint(left)


class _Part:
    """A piece of the tree with its solutions that were not yielded."""

    __slots__ = ("batches", "done", "piece")

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.batches: deque[_Batch] = deque()
        self.done = False


class ThreadedWalk:
    """An iterator over the solutions, in the order of the search by one thread.

    `work` is that of all threads, which are ahead of the last solution that was yielded; `position`
    is exact.  Threads of the caller may share the walk.
    """

    def __init__(
        self,
        problem: Problem,
        open_at: Open,
        *,
        engine: str,
        why: str,
        meter: Meter,
        resume: str,
        threads: int,
    ) -> None:
        self.engine = engine
        self.why = why
        self._problem = problem
        self._open_at = open_at
        self._meter = meter
        self._threads = threads
        self._mutex = mutex()
        self._start = start = Place.parse(resume, engine, problem)
        first = Piece(start, 1.0)
        first.open(problem, open_at)
        # The parts that were not yielded completely, in the order of the search.
        self._parts = [_Part(first)]
        self._by_piece = {first: self._parts[0]}
        self._earlier = {"nodes": 0, "updates": 0}
        self._kept = 0
        self._fraction = 0.0

    def __iter__(self) -> Iterator[Solution]:
        return in_batches(self) if has_gil() else self

    def __next__(self) -> Solution:
        while True:
            batch = self._next_batch()
            with self._mutex:
                for solution in batch:
                    return solution

    def _next_batch(self) -> Iterator[Solution]:
        while True:
            with self._mutex:
                while self._parts:
                    part = self._parts[0]
                    while part.batches:
                        if length_hint(part.batches[0].left):
                            return part.batches[0].left
                        part.batches.popleft()
                    if not part.done:
                        break
                    # One assignment: an interrupt finds the part there or not.
                    self._parts = self._parts[1:]
                if not self._parts:
                    raise StopIteration
                self._search()
                work, fraction = self._work(), self._fraction
            # Outside the mutex, as the reporter may read the position of the walk.
            self._meter.progress(fraction, work)

    def _search(self) -> None:
        """Let the threads run for a slice.  The mutex is held, and the first part has nothing."""
        steps, seconds = self._meter.slice(self._work()["nodes"])
        if steps == 0:
            raise self._meter.stop(self._work(), position=self._place_text())
        self._kept = sum(batch.length for part in self._parts for batch in part.batches)
        Crew(self, self._threads if self._kept < MOST_KEPT else 1, steps, seconds).run()
        left = sum(part.piece.weight_left for part in self._parts if not part.done)
        self._fraction = max(self._fraction, min(1.0, 1 - left))

    # For the threads ------------------------------------------------------------------------------

    def next_piece(self, taken: Container[Piece]) -> Piece | None:
        """Return the first piece that no thread has."""
        for part in self._parts:
            if not part.done and part.piece not in taken:
                return part.piece
            if self._kept >= MOST_KEPT:
                # Only the first one that is not done.
                return None
        return None

    def open(self, piece: Piece) -> _native.Search:
        """Return the search of a piece."""
        return piece.open(self._problem, self._open_at)

    def stint(self, piece: Piece, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""
        search = self.open(piece)
        place = piece.rest
        outcome, found = search.solutions(BATCH, steps, seconds, Solution)
        if length_hint(found):
            self._by_piece[piece].batches.append(_Batch(place, found))
        return outcome == _native.DONE

    def finish(self, piece: Piece) -> None:
        """Note that a piece is done."""
        self._earlier = _summed(self._earlier, self.open(piece))
        self._by_piece.pop(piece).done = True

    def split(self, piece: Piece) -> Piece | None:
        """Split a piece; return the first part, or None if it cannot be split."""
        pieces = pieces_of(piece, self._problem, self._open_at)
        if len(pieces) < 2:
            return None
        search = self.open(piece)
        self._earlier = _summed(self._earlier, search)
        part = self._by_piece.pop(piece)
        at = self._parts.index(part)
        more = [_Part(each) for each in pieces[1:]]
        # What was found stays with the first part.
        part.piece = pieces[0]
        self._parts = [*self._parts[: at + 1], *more, *self._parts[at + 1 :]]
        self._by_piece |= {each.piece: each for each in (part, *more)}
        return pieces[0]

    # State ----------------------------------------------------------------------------------------

    def _work(self) -> dict[str, int]:
        work = self._earlier
        for part in self._parts:
            if part.piece.search is not None and not part.done:
                work = _summed(work, part.piece.search)
        return work

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates of all threads so far."""
        with self._mutex:
            return self._work()

    @property
    def position(self) -> str:
        """The position after the last solution that was yielded."""
        with self._mutex:
            return self._place_text()

    def _place_text(self) -> str:
        start = self._start
        place = Place(start.choices[: start.floor], True, start.floor)
        for part in self._parts:
            batch = next((each for each in part.batches if length_hint(each.left)), None)
            if batch is not None:
                place = self._after(batch)
                break
            if not part.done:
                place = part.piece.rest
                break
        # What is left of this part, and everything after it.
        return Place(place.choices, place.visited, start.floor).text(self.engine, self._problem)

    def _after(self, batch: _Batch) -> Place:
        """Return the place after the solutions of a batch that were yielded."""
        yielded = batch.length - length_hint(batch.left)
        if not yielded:
            return batch.place
        search = opened(self._open_at, self._problem, batch.place)
        search.count(yielded, NO_LIMIT, float("inf"))
        choices, visited, floor = search.position()
        return Place(tuple(choices), visited, floor)

    @property
    def fraction(self) -> float:
        """The explored fraction of the search tree; it never decreases."""
        return self._fraction

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return all(
            part.done and not any(length_hint(batch.left) for batch in part.batches)
            for part in self._parts
        )


def _summed(work: Mapping[str, int], search: _native.Search) -> dict[str, int]:
    return {"nodes": work["nodes"] + search.nodes, "updates": work["updates"] + search.updates}
