"""Listing the solutions with several threads, in the same order as with one.

The threads search pieces of the tree (see `Crew`).  The solutions of a piece are kept until all
pieces before it are done; if too many are kept, only the first piece is searched.  Threads run only
while a solution is asked for and none is known, so nothing runs between two solutions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Mapping
from operator import length_hint
from threading import Condition
from time import perf_counter
from typing import Protocol, cast

from combien import _native
from combien._base.budget import NO_LIMIT, Meter
from combien._base.threads import mutex, together
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._counting import summed
from combien.engines._places import Open, Place, Subtree, opened
from combien.engines._search.walk import CoreWalk, SolutionTable, new_table, resumed, work_of
from combien.errors import OutOfBudget

# The most solutions that a thread finds at once, in general and for a table, and the most kept.
BATCH, ROWS, MOST_KEPT = 4096, 2**15, 1_000_000

# The memory of an option of a solution that is kept, and the fewest solutions that are kept.
OPTION_BYTES, LEAST_KEPT = 4, 256


def rows_of(table: SolutionTable) -> list[list[int]]:
    """Return the rows of a table that is not empty."""
    # The type of a memoryview does not know its dimensions.
    return cast("list[list[int]]", table.view().tolist())


class _Batch:
    """Solutions that were found together, and the place of the search before them."""

    __slots__ = ("left", "length", "place", "untied")

    def __init__(self, place: Place, left: Iterator[Solution], length: int) -> None:
        self.place = place
        self.left = left
        self.length = length
        # Those taken out of `left` to become rows.
        self.untied: list[Solution] = []

    @property
    def remaining(self) -> int:
        """The number of solutions that were not yielded."""
        return len(self.untied) + length_hint(self.left)


class _Rows:
    """The same as a table, of which `taken` rows were yielded."""

    __slots__ = ("length", "ordered", "place", "table", "taken")

    def __init__(
        self, place: Place, table: SolutionTable, length: int, *, ordered: bool, taken: int = 0
    ) -> None:
        self.place = place
        self.table = table
        self.length = length
        # Whether the options of each solution are in order.
        self.ordered = ordered
        self.taken = taken

    @property
    def remaining(self) -> int:
        """The number of solutions that were not yielded."""
        return len(self.table) - self.taken

    def as_batch(self, problem: Problem) -> _Batch:
        """Return the same as single solutions."""
        none = problem.option_count
        rows = rows_of(self.table)[self.taken :]
        found = [Solution(sorted(each for each in row if each != none)) for row in rows]
        return _Batch(self.place, iter(found), self.length)


class _Part:
    """A piece of the tree with its solutions that were not yielded."""

    __slots__ = ("batches", "done", "piece")

    def __init__(self, piece: Subtree) -> None:
        self.piece = piece
        self.batches: deque[_Batch | _Rows] = deque()
        self.done = False


class ThreadedWalk(CoreWalk):
    """An iterator over the solutions, in the order of the search by one thread.

    `work` includes all threads, which are ahead of the last solution that was yielded; `position`
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
        super().__init__(problem, open_at, engine=engine, why=why, meter=meter, resume=resume)
        self._threads = threads
        self._table_mutex = mutex()
        first = Subtree(self._start, 1.0)
        first.open(problem, open_at)
        # The parts that were not yielded completely, in the order of the search.
        self._parts = [_Part(first)]
        self._by_piece = {first: self._parts[0]}
        self._earlier = {"nodes": 0, "updates": 0}
        # Whether rows of tables are wanted, and their options in order.
        self._rows, self._ordered = False, False
        # The solutions that are kept, and how many may be: by the memory, and until the slice ends.
        room = meter.bytes // (OPTION_BYTES * max(1, problem.item_count))
        self._kept, self._room = 0, max(LEAST_KEPT, min(MOST_KEPT, room))
        self._most_kept = self._slice_ends_at = self._room

    def __reduce__(self) -> tuple[object, ...]:
        return resumed, (self._problem, self._open_at, self._full_name, self.why, self.position)

    def _next_batch(self) -> Iterator[Solution]:
        while True:
            with self._mutex:
                self._rows = False
                part = self._first_part()
                if part is not None and part.batches:
                    batch = part.batches[0]
                    if isinstance(batch, _Rows) or batch.untied:
                        batch = part.batches[0] = self._as_rows(batch).as_batch(self._problem)
                    return batch.left
                if part is None:
                    raise StopIteration
                self._search()
                work, fraction = self._work(), self._fraction
            # Outside the mutex, as the reporter may read the position of the walk.
            self._meter.progress(fraction, work)

    def table(self, most: int, *, sort: bool) -> SolutionTable:
        """Return a table of the next `most` solutions, or of all that are left.

        If the budget runs out, return the solutions found before; the next call raises.
        """
        with self._table_mutex:
            while True:
                with self._mutex:
                    self._rows, self._ordered = True, sort
                    # Frees what was yielded.
                    self._first_part()
                    ready = self._ready(most)
                    if ready >= most or all(part.done for part in self._parts):
                        return self._take_rows(min(most, ready))
                    self._most_kept = max(self._room, most)
                    try:
                        self._search()
                    except OutOfBudget:
                        if not ready:
                            raise
                        return self._take_rows(ready)
                    work, fraction = self._work(), self._fraction
                self._meter.progress(fraction, work)

    def _first_part(self) -> _Part | None:
        """Return the first part that has solutions or is not done."""
        while self._parts:
            part = self._parts[0]
            while part.batches and not part.batches[0].remaining:
                part.batches.popleft()
            if part.batches or not part.done:
                return part
            # One assignment: an interrupt finds the part there or not.
            self._parts = self._parts[1:]
        return None

    def _ready(self, most: int) -> int:
        """Return how many solutions can be yielded now, as far as `most`."""
        ready = 0
        for part in self._parts:
            ready += sum(batch.remaining for batch in part.batches)
            if ready >= most or not part.done:
                break
        return ready

    def _take_rows(self, number: int) -> SolutionTable:
        """Return the next solutions, which are ready."""
        table = new_table(self._problem)
        taken: list[tuple[_Rows, int]] = []
        for part in self._parts:
            for at, batch in enumerate(part.batches):
                if not number:
                    break
                rows = part.batches[at] = self._as_rows(batch)
                count = min(number, rows.remaining)
                table.extend(rows.table, rows.taken, count)
                taken.append((rows, rows.taken + count))
                number -= count
        for rows, place in taken:
            rows.taken = place
        return table

    def _as_rows(self, batch: _Batch | _Rows) -> _Rows:
        """Return a batch as rows, with their options in order if the table is sorted."""
        if isinstance(batch, _Rows):
            if batch.ordered or not self._ordered:
                return batch
            batch = batch.as_batch(self._problem)
        # A single call, so that no other thread can take a solution meanwhile, into a list that
        # survives an interrupt right afterwards.
        batch.untied.extend(batch.left)
        table = new_table(self._problem)
        for solution in batch.untied:
            table.add(solution)
        return _Rows(batch.place, table, batch.length, ordered=True)

    def _search(self) -> None:
        """Let the threads run for a slice.  The mutex is held, and the first part has nothing."""
        steps, seconds = self._meter.slice(self._work()["nodes"])
        if steps == 0:
            raise self._meter.stop(self._work(), position=self._place_text())
        self._kept = sum(batch.remaining for part in self._parts for batch in part.batches)
        self._slice_ends_at = max(self._most_kept, self._kept + LEAST_KEPT)
        Crew(self, self._threads if self._kept < self._most_kept else 1, steps, seconds).run()
        left = sum(part.piece.weight_left for part in self._parts if not part.done)
        self._fraction = max(self._fraction, min(1.0, 1 - left))

    # For the threads ------------------------------------------------------------------------------

    def next_piece(self, taken: Container[Subtree]) -> Subtree | None:
        """Return the first piece that no thread has."""
        for part in self._parts:
            if not part.done and part.piece not in taken:
                return part.piece
            if self._kept >= self._most_kept:
                # Only the first one that is not done.
                return None
        return None

    def open(self, piece: Subtree) -> _native.Search:
        """Return the search of a piece."""
        return piece.open(self._problem, self._open_at)

    def stint(self, piece: Subtree, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""
        search = self.open(piece)
        place = piece.rest
        batches = self._by_piece[piece].batches
        if self._rows:
            most = min(ROWS, max(LEAST_KEPT, self._room // self._threads))
            outcome, table = search.table(most, steps, seconds, self._ordered)
            if number := len(table):
                batches.append(_Rows(place, table, number, ordered=self._ordered))
        else:
            most = min(BATCH, max(LEAST_KEPT, self._room // self._threads))
            outcome, found = search.solutions(most, steps, seconds, Solution)
            if number := length_hint(found):
                batches.append(_Batch(place, found, number))
        self._kept += number
        return outcome == _native.DONE

    @property
    def is_full(self) -> bool:
        """Whether enough solutions are kept for now."""
        return self._kept >= self._slice_ends_at

    def finish(self, piece: Subtree) -> None:
        """Note that a piece is done."""
        self._earlier = summed((self._earlier, work_of(self.open(piece))))
        self._by_piece.pop(piece).done = True

    def split(self, piece: Subtree) -> bool:
        """Split off a part of a piece; return whether it could be split."""
        rest = piece.split_off()
        if rest is None:
            return False
        at = self._parts.index(self._by_piece[piece]) + 1
        part = self._by_piece[rest] = _Part(rest)
        self._parts = [*self._parts[:at], part, *self._parts[at:]]
        return True

    # State ----------------------------------------------------------------------------------------

    def _work(self) -> dict[str, int]:
        work = self._earlier
        for part in self._parts:
            if part.piece.search is not None and not part.done:
                work = summed((work, work_of(part.piece.search)))
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
            batch = next((each for each in part.batches if each.remaining), None)
            if batch is not None:
                place = self._after(batch)
                break
            if not part.done:
                place = part.piece.rest
                break
        # What is left of this part, and everything after it.
        return Place(place.choices, place.visited, start.floor).text(self._full_name, self._problem)

    def _after(self, batch: _Batch | _Rows) -> Place:
        """Return the place after the solutions of a batch that were yielded."""
        yielded = batch.length - batch.remaining
        if not yielded:
            return batch.place
        search = opened(self._open_at, self._problem, batch.place)
        search.count(yielded, NO_LIMIT, float("inf"))
        choices, visited, floor = search.position()
        return Place(tuple(choices), visited, floor)

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        with self._mutex:
            return all(
                part.done and not any(batch.remaining for batch in part.batches)
                for part in self._parts
            )


# Threads ---------------------------------------------------------------------------------------

# A piece is searched this many times as long as splitting it took, and at least this number of
# seconds, before it is split again: waking the thread that gets the part takes some time, too.
SPLIT_PART, LEAST_SECONDS = 20, 0.0005


class SharedPieces(Protocol):
    """The pieces of a search that threads share; one thread at a time changes them."""

    @property
    def is_full(self) -> bool:
        """Whether the threads should stop before the end of the slice."""

    def next_piece(self, taken: Container[Subtree]) -> Subtree | None:
        """Return a piece that no thread has."""

    def open(self, piece: Subtree) -> _native.Search:
        """Return the search of a piece."""

    def stint(self, piece: Subtree, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""

    def finish(self, piece: Subtree) -> None:
        """Note that a piece is done."""

    def split(self, piece: Subtree) -> bool:
        """Split off a part of a piece; return whether it could be split."""


class Crew:
    """The threads of one slice, each of which searches its own piece.

    A thread without work interrupts the others; the first one to stop splits off the untried
    choices nearest to the root of its piece, and goes on.  So a split takes a fraction of a
    millisecond, and a piece is searched for twenty times as long before the next one.  Between
    slices, nothing runs.
    """

    def __init__(self, board: SharedPieces, threads: int, steps: int, seconds: float) -> None:
        self._board = board
        self._threads = threads
        self._end = perf_counter() + seconds
        # Each thread gets an equal part of the steps; what is left is for the next slice.
        self._steps = max(1, steps // threads)
        self._workers = min(threads, steps)
        self._taken: set[Subtree] = set()
        self._waiting = 0
        self._running = 0
        self._stopped = False
        self._turn = Condition()

    def run(self) -> None:
        """Run the threads until the end of the slice or of the search."""
        together([self._search_pieces] * self._workers, self._stop)

    def _stop(self) -> None:
        # Without the lock, which the calling thread never takes.  The slice ends soon.
        self._stopped = True

    @property
    def _over(self) -> bool:
        return self._stopped or self._board.is_full or perf_counter() >= self._end

    def _search_pieces(self) -> None:
        board, steps = self._board, self._steps
        while steps > 0 and (piece := self._take()) is not None:
            search = board.open(piece)
            while True:
                before, begun = search.nodes, perf_counter()
                left = self._end - begun
                if self._waiting:
                    left = min(left, max(LEAST_SECONDS, _patience(piece) - piece.seconds))
                done = board.stint(piece, steps, max(0.0, left))
                piece.seconds += perf_counter() - begun
                steps -= search.nodes - before
                if done:
                    with self._turn:
                        board.finish(piece)
                        self._taken.remove(piece)
                        self._leave()
                    break
                if steps <= 0 or self._over:
                    self._leave()
                    return
                if self._waiting and piece.seconds >= _patience(piece):
                    self._split(piece)

    def _take(self) -> Subtree | None:
        """Return the next piece that no thread has; wait for one while others are searching."""
        with self._turn:
            while not self._over:
                piece = self._board.next_piece(self._taken)
                if piece is not None:
                    self._taken.add(piece)
                    self._running += 1
                    return piece
                if not self._running:
                    return None
                self._waiting += 1
                for other in self._taken:
                    if other.search is not None:
                        other.search.pause()
                self._turn.wait(max(0.0, self._end - perf_counter()))
                self._waiting -= 1
        return None

    def _leave(self) -> None:
        with self._turn:
            self._running -= 1
            if not self._running:
                self._turn.notify_all()

    def _split(self, piece: Subtree) -> None:
        """Split a piece for a thread that waits, if no part is there for it."""
        with self._turn:
            if self._board.next_piece(self._taken) is None and self._board.split(piece):
                self._turn.notify()


def _patience(piece: Subtree) -> float:
    """Return how long a piece is searched before it is split again."""
    return max(LEAST_SECONDS, SPLIT_PART * piece.split_seconds)
