"""Counting the solutions with any search of the core, by one thread or several.

A count of more than a second uses all threads (see `Crew`).  No node is visited twice, so the
count and the nodes are the same as with one thread.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from combien import _native
from combien._base.budget import NO_LIMIT
from combien._base.threads import ALONE_SECONDS, default_threads
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes
from combien.engines._places import WHOLE, Open, Position, Subtree, position_text
from combien.engines._search.walk import ALWAYS_ALLOWED


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

    pieces: tuple[Subtree, ...]
    done: _Done

    def without(self, piece: Subtree) -> _State:
        """Return the state after a piece was done."""
        assert piece.search is not None
        left = tuple(each for each in self.pieces if each is not piece)
        return _State(left, self.done.with_search(piece.search))

    def with_part(self, piece: Subtree, part: Subtree) -> _State:
        """Return the state after a part was split off a piece."""
        at = self.pieces.index(piece) + 1
        return _State((*self.pieces[:at], part, *self.pieces[at:]), self.done)


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
        rest: Position = WHOLE,
    ) -> None:
        places, found = rest
        self.threads = threads
        self._problem = problem
        self._open_at = open_at
        self._engine = engine
        self._needs = needs
        self._seconds = 0.0
        weight = 1 / max(1, len(places))
        pieces = tuple(Subtree(place, weight) for place in places)
        self._state = _State(pieces, _Done(found))

    @property
    def done(self) -> bool:
        """Whether nothing is left to search."""
        return not self._state.pieces

    @property
    def steps(self) -> int:
        """Nodes visited."""
        state = self._state
        searches = [piece.search for piece in state.pieces]
        return state.done.nodes + sum(search.nodes for search in searches if search is not None)

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
        places = [piece.rest for piece in state.pieces]
        found = self._sum(state).found
        return position_text(self._engine, self._problem, places, found) if places else ""

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
        threads = self._threads_now(steps, bytes)
        if threads > 1:
            from combien.engines._search.threaded_walk import (  # Start-up: only for long counts.
                Crew,
            )

            Crew(self, threads, steps, seconds).run()
        else:
            self._advance_alone(steps, seconds)
        self._seconds += perf_counter() - started
        return self.done

    def _threads_now(self, steps: int, bytes: int) -> int:
        """Return the number of threads for the next slice; each needs memory for its search.

        With a limit of steps, one thread decides what is known in the end, the same at each run.
        """
        asked = self.threads
        if asked is None:
            several = steps >= NO_LIMIT and self._seconds > ALONE_SECONDS
            asked = default_threads() if several else 1
        return min(asked, max(1, bytes // max(1, self._needs)))

    # For the threads ---------------------------------------------------------------------------

    is_full = False

    def next_piece(self, taken: Container[Subtree]) -> Subtree | None:
        """Return a piece that no thread has."""
        return next((piece for piece in self._state.pieces if piece not in taken), None)

    def open(self, piece: Subtree) -> _native.Search:
        """Return the search of a piece."""
        return piece.open(self._problem, self._open_at)

    def stint(self, piece: Subtree, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""
        return self.open(piece).count(NO_LIMIT, steps, seconds) == _native.DONE

    def finish(self, piece: Subtree) -> None:
        """Add what was found in a piece that is done."""
        self._state = self._state.without(piece)

    def split(self, piece: Subtree) -> bool:
        """Split off a part of a piece; return whether it could be split."""
        part = piece.split_off()
        if part is not None:
            self._state = self._state.with_part(piece, part)
        return part is not None

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
