"""Several threads that search one tree.

Each searches its own piece.  A thread without work interrupts the others; the first one to stop
splits off the untried choices nearest to the root of its piece, and goes on.  So a split takes a
fraction of a millisecond, and a piece is searched for twenty times as long before the next one.
The threads live for one slice; between slices, nothing runs.
"""

from __future__ import annotations

from collections.abc import Container
from time import perf_counter
from typing import Protocol

from combien import _native
from combien.engines._search.places import Piece

__all__ = ["Board", "Crew"]

# A piece is searched this many times as long as splitting it took, and at least this number of
# seconds, before it is split again: waking the thread that gets the part takes some time, too.
SPLIT_PART, LEAST_SECONDS = 20, 0.0005


class Board(Protocol):
    """The pieces of a search that threads share; one thread at a time changes them."""

    @property
    def is_full(self) -> bool:
        """Whether the threads should stop before the end of the slice."""

    def next_piece(self, taken: Container[Piece]) -> Piece | None:
        """Return a piece that no thread has."""

    def open(self, piece: Piece) -> _native.Search:
        """Return the search of a piece."""

    def stint(self, piece: Piece, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""

    def finish(self, piece: Piece) -> None:
        """Note that a piece is done."""

    def split(self, piece: Piece) -> bool:
        """Split off a part of a piece; return whether it could be split."""


class Crew:
    """The threads of one slice.

    The calling thread only waits, as an interrupt may arrive in it at any time.
    """

    def __init__(self, board: Board, threads: int, steps: int, seconds: float) -> None:
        from threading import Condition  # Start-up: only for long counts.

        self._board = board
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
        interrupt: BaseException | None = None
        try:
            for thread in threads:
                thread.start()
        except BaseException as error:  # Ctrl-C, or no more threads: those that run end first.
            interrupt = error
            self._stopped = True
        for thread in threads:
            while thread.is_alive():
                try:
                    thread.join()
                except BaseException as error:  # Ctrl-C, as above.
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

    def _take(self) -> Piece | None:
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

    def _split(self, piece: Piece) -> None:
        """Split a piece for a thread that waits, if no part is there for it."""
        with self._turn:
            if self._board.next_piece(self._taken) is None and self._board.split(piece):
                self._turn.notify()


def _patience(piece: Piece) -> float:
    """Return how long a piece is searched before it is split again."""
    return max(LEAST_SECONDS, SPLIT_PART * piece.split_seconds)
