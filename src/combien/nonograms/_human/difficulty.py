"""Rate how hard a nonogram is for a person, by the techniques that it needs.

    lines        line solving alone
    suppose      assuming the color of a cell until some line fails
    nested       an assumption within an assumption
    search       more than that: guessing, or a computer search
    several      there is more than one solution, so no deduction finishes it

The rating is about techniques, not time: a large picture that needs only line solving may take
longer than a small one that needs an assumption.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from combien._base.budget import Budget, Reporter, budget_of
from combien._wording import counted
from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._english import english
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import decide, deduce, meter_of
from combien.nonograms._solving.search import Probing
from combien.nonograms._verdict import Verdict, check_types

Means = Literal["lines", "suppose", "nested", "search", "several"]

# With more unknown cells than this, nested assumptions would take minutes.
MOST_NESTED = 1000


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The techniques that a nonogram needs, and how much of each.

    `rounds` is the number of passes over all lines until nothing changes, `by_lines` the number of
    cells found by line solving, `supposed` by single assumptions, `nested` by nested ones, and
    `guesses` the nodes of the search that decided whether the solution is unique.
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
        progress = f"{self.by_lines} of {self.cells} cells in {rounds}"
        if self.means == "lines":
            return f"lines alone, in {rounds}"
        parts = [f"lines find {progress}"]
        if self.supposed:
            parts.append(f"assumptions {self.supposed} more")
        if self.nested:
            parts.append(f"nested assumptions {self.nested} more")
        if self.means == "several":
            parts.append("then several solutions remain")
        if self.means == "search":
            parts.append(f"then it needs a search ({self.guesses} nodes)")
        return ", ".join(parts)


def difficulty(
    nonogram: Nonogram,
    *,
    given: Board | None = None,
    verdict: Verdict | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Difficulty:
    """Return the difficulty of a nonogram.

    >>> print(difficulty(Nonogram([[1, 1], [3]], [[2], [1], [2]])))
    lines alone, in 1 round
    >>> difficulty(Nonogram([[1], [1]], [[1], [1]])).means
    'several'

    `given` is a board of known cells.  With the `verdict` of `solve`, the nonogram is not solved
    again.  Raises `BadNonogram` if there is no solution, and `OutOfBudget`.  Cost: the same as
    `solve`, or thousands of times as much if nested assumptions are needed.
    """
    meter = meter_of(budget_of(budget, nodes, seconds, bytes), report)
    check_types(nonogram, given)
    steps = 0
    if verdict is None:
        verdict, steps = decide(nonogram, given, meter)
    if verdict.status == "none":
        raise BadNonogram(f"there is no solution: {verdict.reason}")
    known = given or Board.unknown(nonogram.height, nonogram.width)
    rounds = _rounds(nonogram, known)
    solved = deduce(nonogram, known)
    cells = nonogram.height * nonogram.width
    by_lines = cells - solved.unknown_count
    if not solved.unknown_count:
        return Difficulty("lines", cells, rounds, by_lines)
    probing = Probing(nonogram, meter, steps=steps)
    rooted = _sound(probing, solved)
    supposed = solved.unknown_count - rooted.unknown_count
    guesses = verdict.work.get("nodes", 0)
    if verdict.status == "several":
        return Difficulty("several", cells, rounds, by_lines, supposed, 0, guesses)
    if not rooted.unknown_count:
        return Difficulty("suppose", cells, rounds, by_lines, supposed)
    deeper = rooted
    if rooted.unknown_count <= MOST_NESTED:
        deeper = _nested(nonogram, probing, rooted)
    nested = rooted.unknown_count - deeper.unknown_count
    means: Means = "search" if deeper.unknown_count else "nested"
    return Difficulty(means, cells, rounds, by_lines, supposed, nested, guesses)


def _rounds(nonogram: Nonogram, board: Board) -> int:
    """Return the number of passes over all lines until nothing changes."""
    logic = LineLogic(nonogram)
    cells = bytearray(board.cells)
    rounds = 0
    while news := [cell for line in logic.all for cell in logic.news(line, bytes(cells))]:
        rounds += 1
        for place, value in news:
            cells[place] = value
    return rounds


def _sound(probing: Probing, board: Board) -> Board:
    """Return the board after single assumptions.  Raises `BadNonogram` without a solution."""
    known, reason = probing.probed(board)
    if known is None:
        raise BadNonogram(f"there is no solution: {english(reason)}")
    return known


def _nested(nonogram: Nonogram, probing: Probing, board: Board) -> Board:
    """Return the board after nested assumptions."""
    colors = (WHITE, *nonogram.colors)
    again = True
    while again and board.unknown_count:
        again = False
        for place in range(len(board.cells)):
            if board.cells[place] != UNKNOWN:
                continue
            left = [
                value
                for value in colors
                if probing.probed(board.replaced({place: value}))[0] is not None
            ]
            if len(left) == 1:
                board = _sound(probing, board.replaced({place: left[0]}))
                again = True
    return board
