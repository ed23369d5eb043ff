"""The result of solving a nonogram: one solution, several, none, or out of budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, Protocol

from combien._budget import NO_LIMIT, SLICE_SECONDS, default_bytes
from combien._checks import short_repr
from combien._displayed import Displayed
from combien.errors import BadInput, BadNonogram
from combien.nonograms._board import Board
from combien.nonograms._nonogram import check_nonogram

__all__ = [
    "Budget",
    "Limits",
    "Status",
    "Verdict",
    "check_board",
    "check_budget",
    "check_types",
    "differing",
]

Status = Literal["unique", "several", "none", "unknown"]


class Budget(Protocol):
    """The limits of a computation, `None` for no limit; `combien.Budget` implements it."""

    @property
    def nodes(self) -> int | None:
        """The number of steps: probes, and lines solved outside of probes."""

    @property
    def seconds(self) -> float | None:
        """The wall-clock time."""

    @property
    def bytes(self) -> int | None:
        """The memory for tables."""


@dataclass(frozen=True, slots=True)
class Verdict(Displayed):
    """An answer about a nonogram, with its evidence.

    `status` is "unique" (one board, proved), "several" (with two boards), "none" (see `reason`)
    or "unknown" (the budget ran out; `boards` has the board found so far, if any).  `differ` are
    the cells (row, column) in which the two boards differ, `work` exact counters.
    """

    status: Status
    boards: tuple[Board, ...]
    differ: tuple[tuple[int, int], ...]
    reason: str
    work: Mapping[str, int]


def differing(one: Board, other: Board) -> tuple[tuple[int, int], ...]:
    """Return the cells (row, column) in which two boards of the same size differ.

    >>> differing(Board.parse("#."), Board.parse("##"))
    ((0, 1),)
    """
    return tuple(
        divmod(cell, one.width)
        for cell, (a, b) in enumerate(zip(one.cells, other.cells, strict=True))
        if a != b
    )


class Limits:
    """Divides a budget into slices of work."""

    def __init__(self, budget: Budget | None) -> None:
        check_budget(budget)
        nodes = None if budget is None else budget.nodes
        seconds = None if budget is None else budget.seconds
        memory = None if budget is None else budget.bytes
        self._steps = NO_LIMIT if nodes is None else nodes
        self._deadline = None if seconds is None else perf_counter() + seconds
        self.bytes = default_bytes() if memory is None else memory
        self.ended_by = ""

    def slice(self, done: int) -> tuple[int, float]:
        """Return the steps and seconds of the next slice after `done` steps; 0 steps at the end."""
        steps = max(0, self._steps - done)
        seconds = SLICE_SECONDS
        if self._deadline is not None:
            seconds = min(seconds, self._deadline - perf_counter())
        if steps == 0 or seconds <= 0:
            self.ended_by = "the nodes" if steps == 0 else "the seconds"
            return 0, 0.0
        return steps, seconds

    @property
    def ended(self) -> str:
        """Return the limit that was reached; the bytes, unless `slice` found another."""
        return self.ended_by or "the bytes"


def check_budget(budget: object) -> None:
    """Raise `BadInput` if this is not a budget."""
    expected = "expected a combien.Budget, as in budget=Budget(seconds=1)"
    if budget is None:
        return
    for name in ("nodes", "seconds", "bytes"):
        if not hasattr(budget, name):
            raise BadInput(f"budget={short_repr(budget)}: {expected}")
        limit = getattr(budget, name)
        kinds = (int, float) if name == "seconds" else (int,)
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kinds)):
            raise BadInput(f"{name}={short_repr(limit)} in the budget: {expected}")


def check_types(nonogram: object, board: object = None) -> None:
    """Raise `BadNonogram` for a value that is not a nonogram, or a board that is not a `Board`.

    >>> check_types([[1]])
    Traceback (most recent call last):
    ...
    combien.errors.BadNonogram: expected a Nonogram, not a value of type list
    """
    check_nonogram(nonogram)
    if board is not None:
        check_board(board)


def check_board(board: object) -> None:
    """Raise `BadNonogram` if this is not a board."""
    if not isinstance(board, Board):
        raise BadNonogram(f"expected a Board, not a value of type {type(board).__name__}")
