"""Counting the solutions with any search of the core, by one thread or several.

A count of more than a second uses all threads.  Each searches its own piece of the tree.  A thread
without work waits for another one, which stops after a few milliseconds and splits off the untried
choices nearest to the root of its piece.  No node is visited twice, so the count and the counters
are those of one thread.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from combien import _native
from combien._budget import NO_LIMIT
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes
from combien.engines._search.places import Place, Rest
from combien.engines._search.splitting import split_off
from combien.engines._walk import ALWAYS_ALLOWED, Open, opened

__all__ = ["MOST_THREADS", "SearchCounting", "default_threads"]

# Counts are searched by one thread for this number of seconds, unless threads are asked for.
ALONE_SECONDS = 1.0

# How long a thread searches before it looks whether another one waits for work, in seconds.
STINT_SECONDS = 0.01

MOST_THREADS = 1024


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Piece:
    """A part of the search tree, which is the part `weight` of the whole tree.

    The search is opened by the thread that runs it.
    """

    __slots__ = ("begun", "place", "search", "weight")

    def __init__(self, place: Place, weight: float) -> None:
        self.place = place
        self.weight = weight
        self.search: _native.Search | None = None
        # The fraction of the piece that was done when it was opened.
        self.begun = 0.0

    def open(self, problem: Problem, open_at: Open) -> _native.Search:
        """Return the search, opened if it was not."""
        if self.search is None:
            search = opened(open_at, problem, self.place)
            self.begun = search.fraction
            self.search = search
        return self.search

    @property
    def rest(self) -> Place:
        """Where the search is."""
        if self.search is None:
            return self.place
        choices, visited, floor = self.search.position()
        return Place(tuple(choices), visited, floor)

    @property
    def weight_left(self) -> float:
        """The part of the whole tree that is left of it."""
        if self.search is None:
            return self.weight
        return self.weight * (1 - self.search.fraction) / max(1e-300, 1 - self.begun)


class _Done(NamedTuple):
    """What the searches found that have ended."""

    found: int
    nodes: int = 0
    updates: int = 0

    def with_search(self, search: _native.Search) -> _Done:
        return _Done(
            self.found + search.found, self.nodes + search.nodes, self.updates + search.updates
        )


@dataclass(frozen=True, slots=True)
class _State:
    """The pieces that are not done, in the order of the search, and what the others found.

    A new state replaces the old one in a single assignment, so that an interrupt never meets a
    piece that is counted twice or not at all.
    """

    pieces: tuple[Piece, ...]
    done: _Done

    def without(self, piece: Piece) -> _State:
        """Return the state after a piece was done."""
        assert piece.search is not None
        left = tuple(each for each in self.pieces if each is not piece)
        return _State(left, self.done.with_search(piece.search))

    def split(self, piece: Piece, rest: Piece, parts: list[Piece]) -> _State:
        """Return the state after the rest of a piece was split; what it found is kept."""
        assert piece.search is not None
        at = self.pieces.index(piece)
        pieces = (*self.pieces[:at], rest, *parts, *self.pieces[at + 1 :])
        return _State(pieces, self.done.with_search(piece.search))


class SearchCounting:
    """A count by search in progress; the search is opened by the first `advance`.

    `needs` is the memory of one search in bytes, which is constant.  With `threads` None, all
    processors are used after a second.
    """

    def __init__(
        self,
        problem: Problem,
        open_at: Open,
        *,
        engine: str,
        needs: int = 0,
        threads: int | None = None,
        rest: Rest | None = None,
    ) -> None:
        rest = rest or Rest()
        self.threads = threads
        self._problem = problem
        self._open_at = open_at
        self._engine = engine
        self._needs = needs
        self._seconds = 0.0
        weight = 1 / max(1, len(rest.places))
        pieces = tuple(Piece(place, weight) for place in rest.places)
        self._state = _State(pieces, _Done(rest.found))

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._sum().nodes

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates."""
        total = self._sum()
        return {"nodes": total.nodes, "updates": total.updates}

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the solutions found so far as a lower bound."""
        return {"at_least": self.count, **self.work}

    @property
    def bytes(self) -> int:
        """The memory of the searches."""
        return self._needs * sum(piece.search is not None for piece in self._state.pieces)

    @property
    def fraction(self) -> float:
        """The explored fraction of the search tree."""
        return min(1.0, max(0.0, 1 - sum(piece.weight_left for piece in self._state.pieces)))

    @property
    def count(self) -> int:
        """The number of solutions found."""
        return self._sum().found

    @property
    def position(self) -> str:
        """Where the count can be resumed; the number of solutions is part of it."""
        state = self._state
        places = tuple(piece.rest for piece in state.pieces)
        found = self._sum(state).found
        return Rest(places, found).text(self._engine, self._problem) if places else ""

    def _sum(self, state: _State | None = None) -> _Done:
        state = state or self._state
        total = state.done
        for piece in state.pieces:
            if piece.search is not None:
                total = total.with_search(piece.search)
        return total

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Search for a slice."""
        if self._needs > max(bytes, ALWAYS_ALLOWED):
            raise OutOfBytes
        started = perf_counter()
        threads = self._threads_now(bytes)
        if threads > 1:
            _Crew(self, threads, steps, seconds).run()
        else:
            self._advance_alone(steps, seconds)
        self._seconds += perf_counter() - started
        return not self._state.pieces

    def _threads_now(self, bytes: int) -> int:
        """Return the number of threads for the next slice; each needs memory for its search."""
        asked = self.threads
        if asked is None:
            asked = default_threads() if self._seconds > ALONE_SECONDS else 1
        return min(asked, max(1, bytes // max(1, self._needs)))

    def _advance_alone(self, steps: int, seconds: float) -> None:
        end = perf_counter() + seconds
        while self._state.pieces and steps > 0:
            piece = self._state.pieces[0]
            search = piece.open(self._problem, self._open_at)
            before = search.nodes
            outcome = search.count(NO_LIMIT, steps, max(0.0, end - perf_counter()))
            if outcome != _native.DONE:
                return
            steps -= search.nodes - before
            self._state = self._state.without(piece)


class _Crew:
    """The threads of one slice.

    The calling thread only waits, as an interrupt may arrive in it at any time.
    """

    def __init__(self, counting: SearchCounting, threads: int, steps: int, seconds: float) -> None:
        from threading import Condition  # Start-up: only for long counts.

        self._counting = counting
        self._threads = threads
        self._end = perf_counter() + seconds
        # Each thread gets an equal part of the steps; what is left is for the next slice.
        self._steps = max(1, steps // threads)
        self._workers = min(threads, steps)
        self._taken: set[Piece] = set()
        self._waiting = 0
        self._running = 0
        self._stopped = False
        self._failure: BaseException | None = None
        self._turn = Condition()

    def run(self) -> None:
        """Run the threads until the end of the slice or of the search."""
        from threading import Thread  # Start-up: only for long counts.

        threads = [Thread(target=self._run_one, daemon=True) for _ in range(self._workers)]
        for thread in threads:
            thread.start()
        interrupt: BaseException | None = None
        for thread in threads:
            while thread.is_alive():
                try:
                    thread.join()
                except BaseException as error:  # Ctrl-C: the threads end first.
                    interrupt = error
                    self._stopped = True
        if interrupt is not None:
            raise interrupt
        if self._failure is not None:
            raise self._failure

    def _run_one(self) -> None:
        try:
            self._search_pieces()
        except BaseException as error:
            self._failure = error
            with self._turn:
                self._stopped = True
                self._turn.notify_all()

    @property
    def _over(self) -> bool:
        return self._stopped or perf_counter() >= self._end

    def _search_pieces(self) -> None:
        counting = self._counting
        steps = self._steps
        while (piece := self._take()) is not None:
            search = piece.open(counting._problem, counting._open_at)
            while True:
                before = search.nodes
                left = min(STINT_SECONDS, self._end - perf_counter())
                outcome = search.count(NO_LIMIT, steps, max(0.0, left))
                steps -= search.nodes - before
                if outcome == _native.DONE:
                    self._finish(piece)
                    break
                if steps <= 0 or self._over:
                    self._leave()
                    return
                if self._waiting and (rest := self._split(piece)) is not None:
                    piece = rest
                    search = piece.open(counting._problem, counting._open_at)
            if steps <= 0:
                return

    def _take(self) -> Piece | None:
        """Return the next piece that no thread has; wait for one while others are searching."""
        with self._turn:
            while not self._over:
                for piece in self._counting._state.pieces:
                    if piece not in self._taken:
                        self._taken.add(piece)
                        self._running += 1
                        return piece
                if not self._running:
                    return None
                self._waiting += 1
                self._turn.wait(max(0.0, self._end - perf_counter()))
                self._waiting -= 1
        return None

    def _finish(self, piece: Piece) -> None:
        with self._turn:
            self._counting._state = self._counting._state.without(piece)
            self._leave()

    def _leave(self) -> None:
        with self._turn:
            self._running -= 1
            if not self._running:
                self._turn.notify_all()

    def _split(self, piece: Piece) -> Piece | None:
        """Split off a part of a piece for those who wait; return the piece to go on with."""
        counting = self._counting
        with self._turn:
            untaken = len(counting._state.pieces) - self._running
            if untaken >= self._waiting:
                return None
        kept, parts = split_off(counting._open_at, counting._problem, piece.rest)
        if not parts:
            return None
        rest = Piece(kept, 0.0)
        left = 1 - rest.open(counting._problem, counting._open_at).fraction
        unit = piece.weight_left / (left + len(parts))
        rest.weight = unit * left
        with self._turn:
            counting._state = counting._state.split(piece, rest, [Piece(p, unit) for p in parts])
            self._taken.add(rest)
            self._turn.notify_all()
        return rest
