"""The result of solving a nonogram: one solution, several or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from combien._base.displayed import Displayed
from combien.errors import BadNonogram
from combien.nonograms._nonogram import Board, check_nonogram

Status = Literal["unique", "several", "none"]


@dataclass(frozen=True)
class Verdict(Displayed):
    """The result of solving a nonogram, with its evidence.

    `status` is "unique" (one board, proved), "several" (with two boards) or "none" (see `reason`).
    `differ` are the cells (row, column) in which the two boards differ, `work` exact counters.
    For programs that speak other languages, `statement` has the reason as
    `{"code": ..., "values": {...}}`, as in `Explanation`.
    """

    status: Status
    boards: tuple[Board, ...]
    differ: tuple[tuple[int, int], ...]
    reason: str
    work: Mapping[str, int]
    statement: Mapping[str, Any] = field(default_factory=dict, repr=False)


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
