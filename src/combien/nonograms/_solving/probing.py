"""Probe boards with lines and single assumptions: by the core, in slices."""

from __future__ import annotations

from combien._budget import UNLIMITED, Meter
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.search import NonogramSearch

__all__ = ["Probing"]


class Probing:
    """Probes of boards of one nonogram, one after the other within one budget.

    >>> probing = Probing(Nonogram([[1], [1]], [[1], [1]]))
    >>> known, _ = probing.probed(Board.parse("#?\\n??"))
    >>> print(known)
    #.
    .#
    >>> probing.probed(Board.parse("##\\n??"))
    (None, 'row 1: its clue does not fit the cells known from other lines')

    `steps` counts all steps, beginning with those of earlier questions.
    """

    def __init__(self, nonogram: Nonogram, meter: Meter | None = None, *, steps: int = 0) -> None:
        self._nonogram = nonogram
        self._meter = Meter(UNLIMITED, engine="auto") if meter is None else meter
        self.steps = steps

    def probed(self, board: Board) -> tuple[Board | None, str]:
        """Return the board after probing; or None, and why it has no solution.

        Each color of each unknown cell is assumed in turn, to a fixed point.  Raises `OutOfBudget`.
        """
        search = NonogramSearch(self._nonogram, given=board)
        outcome = "out of slice"
        while outcome == "out of slice":
            work = {"steps": self.steps + search.steps}
            steps, seconds = self._meter.slice(work["steps"])
            if not steps:
                raise self._meter.stop(work)
            outcome = search.run(steps=steps, seconds=seconds, bytes=self._meter.bytes)
            if outcome == "out of bytes":
                raise self._meter.stop_for_bytes(work)
            self._meter.progress(None, work)
        self.steps += search.steps
        return (None, search.reason) if outcome == "exhausted" else (search.known, "")
