"""How hard a nonogram is for a person: which means it takes, from the easiest one on.

    lines        each line tells what it can, again and again, and that is all
    suppose      here and there a cell is supposed to have a color until some line fails
    nested       a supposition within a supposition
    search       more than that: who solves it guesses, or counts on a machine
    several      there is more than one solution, so no means that is certain comes to an end

The measure is of means, not of time: a large picture that lines solve may keep one busy longer than
a small one that needs a supposition.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from combien._wording import counted
from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms._board import Board
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._nonogram import UNKNOWN, WHITE, Nonogram
from combien.nonograms._solver import deduce, solve
from combien.nonograms._solving.probing import probed
from combien.nonograms._verdict import Budget, Verdict, check_budget, check_types

__all__ = ["Difficulty", "Means", "difficulty"]

Means = Literal["lines", "suppose", "nested", "search", "several"]

# A supposition within a supposition is tried for each unknown cell: more would take minutes.
MOST_NESTED = 1000


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What a nonogram takes, and how much of it.

    `rounds` are the times that all lines are asked at once until none tells more, `by_lines` the
    cells that lines tell, `supposed` those that single suppositions add, `nested` those of nested
    ones, `guesses` the nodes of the search that decides how many solutions there are.
    """

    means: Means
    cells: int
    rounds: int
    by_lines: int
    supposed: int = 0
    nested: int = 0
    guesses: int = 0

    def __str__(self) -> str:
        rounds = counted(self.rounds, "round")
        told = f"{self.by_lines} of {self.cells} cells in {rounds}"
        if self.means == "lines":
            return f"lines alone, in {rounds}"
        parts = [f"lines tell {told}"]
        if self.supposed:
            parts.append(f"suppositions {self.supposed} more")
        if self.nested:
            parts.append(f"nested suppositions {self.nested} more")
        if self.means == "several":
            parts.append("then there are several solutions")
        if self.means == "search":
            parts.append(f"then only a search goes on ({self.guesses} nodes)")
        return ", ".join(parts)


def difficulty(
    nonogram: Nonogram,
    *,
    given: Board | None = None,
    budget: Budget | None = None,
    verdict: Verdict | None = None,
) -> Difficulty:
    """What it takes to solve a nonogram.

    >>> print(difficulty(Nonogram([[1, 1], [3]], [[2], [1], [2]])))
    lines alone, in 1 round
    >>> difficulty(Nonogram([[1], [1]], [[1], [1]])).means
    'several'

    `given` are cells that are shown; a `verdict` that is known need not be found again.  Errors:
    `BadNonogram` when there is no solution; `OutOfBudget`.  Cost: that of `solve`; where
    suppositions must be nested, that of some thousand more.
    """
    check_types(nonogram, given)
    check_budget(budget)
    ends = None if budget is None or budget.seconds is None else perf_counter() + budget.seconds
    if verdict is None:
        verdict = solve(nonogram, given=given, budget=budget)
    if verdict.status == "none":
        raise BadNonogram(f"there is no solution: {verdict.reason}")
    if verdict.status == "unknown":
        raise OutOfBudget(verdict.reason, known=verdict.work)
    known = given or Board.unknown(nonogram.height, nonogram.width)
    rounds = _rounds(nonogram, known)
    told = deduce(nonogram, known)
    cells = nonogram.height * nonogram.width
    by_lines = cells - told.unknown_count
    if not told.unknown_count:
        return Difficulty("lines", cells, rounds, by_lines)
    rooted = _sound(nonogram, told, ends)
    supposed = told.unknown_count - rooted.unknown_count
    nodes = verdict.work.get("nodes", 0)
    if verdict.status == "several":
        return Difficulty("several", cells, rounds, by_lines, supposed, 0, nodes)
    if not rooted.unknown_count:
        return Difficulty("suppose", cells, rounds, by_lines, supposed)
    deeper = rooted
    if rooted.unknown_count <= MOST_NESTED:
        deeper = _nested(nonogram, rooted, ends)
    nested = rooted.unknown_count - deeper.unknown_count
    means: Means = "search" if deeper.unknown_count else "nested"
    return Difficulty(means, cells, rounds, by_lines, supposed, nested, nodes)


def _rounds(nonogram: Nonogram, board: Board) -> int:
    """How often all lines are asked at once before they tell no more."""
    logic = LineLogic(nonogram)
    cells = bytearray(board.cells)
    rounds = 0
    while news := [told for line in logic.all for told in logic.news(line, bytes(cells))]:
        rounds += 1
        for place, value in news:
            cells[place] = value
    return rounds


def _sound(nonogram: Nonogram, board: Board, ends: float | None) -> Board:
    """What single suppositions tell of a board that has a solution."""
    told, reason = probed(nonogram, board, ends=ends)
    if told is None:
        raise BadNonogram(f"there is no solution: {reason}")
    return told


def _nested(nonogram: Nonogram, board: Board, ends: float | None) -> Board:
    """What suppositions tell within which there are single ones."""
    colors = (WHITE, *nonogram.colors)
    again = True
    while again and board.unknown_count:
        again = False
        for place in range(len(board.cells)):
            if board.cells[place] != UNKNOWN:
                continue
            if ends is not None and perf_counter() > ends:
                raise OutOfBudget("the seconds of the budget ended within nested suppositions")
            left = [
                value
                for value in colors
                if probed(nonogram, board.replaced({place: value}), ends=ends)[0] is not None
            ]
            if len(left) == 1:
                board = _sound(nonogram, board.replaced({place: left[0]}), ends)
                again = True
    return board
