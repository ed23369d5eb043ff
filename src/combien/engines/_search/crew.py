"""Several threads that search one tree.

Each searches its own piece.  A thread without work waits for another one, which stops after a few
milliseconds and splits off the untried choices nearest to the root of its piece.  The threads live
for one slice; between slices, nothing runs.
"""

from __future__ import annotations

from collections.abc import Container
from time import perf_counter
from typing import Protocol

from combien import _native
from combien.engines._search.places import Piece

__all__ = ["Board", "Crew"]

# How long a thread searches before it looks whether another one waits for work, in seconds.
STINT_SECONDS = 0.01


class Board(Protocol):
    """The pieces of a search that threads share; one thread at a time changes them."""

    def next_piece(self, taken: Container[Piece]) -> Piece | None:
        """Return a piece that no thread has."""

    def open(self, piece: Piece) -> _native.Search:
        """Return the search of a piece."""

    def stint(self, piece: Piece, steps: int, seconds: float) -> bool:
        """Search for a moment; return whether the piece is done."""

    def finish(self, piece: Piece) -> None:
        """Note that a piece is done."""

    def split(self, piece: Piece) -> Piece | None:
        """Split a piece; return the first part, or None if it cannot be split."""


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
        return self._stopped or perf_counter() >= self._end

    def _search_pieces(self) -> None:
        board, steps = self._board, self._steps
        while steps > 0 and (piece := self._take()) is not None:
            while True:
                before = board.open(piece).nodes
                left = min(STINT_SECONDS, self._end - perf_counter())
                begun = perf_counter()
                done = board.stint(piece, steps, max(0.0, left))
                piece.seconds += perf_counter() - begun
                steps -= board.open(piece).nodes - before
                if done:
                    with self._turn:
                        board.finish(piece)
                        self._leave()
                    break
                if steps <= 0 or self._over:
                    self._leave()
                    return
                if self._waiting:
                    piece = self._split(piece)

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
                self._turn.wait(max(0.0, self._end - perf_counter()))
                self._waiting -= 1
        return None

    def _leave(self) -> None:
        with self._turn:
            self._running -= 1
            if not self._running:
                self._turn.notify_all()

    def _split(self, piece: Piece) -> Piece:
        """Split a piece for those who wait; return the piece to go on with."""
        with self._turn:
            if self._board.next_piece(self._taken) is not None:
                return piece
            rest = self._board.split(piece)
            if rest is None:
                return piece
            self._taken.add(rest)
            self._turn.notify_all()
            return rest
