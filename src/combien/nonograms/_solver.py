"""Solve a nonogram: find one solution, all of them, their number, or the forced cells.

Line solving is enough for most puzzles made by people, and with full probing for nearly all; the
rest needs a search.  Every board is checked against the clues before it is returned.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Literal

from combien._checks import short_repr
from combien._threads import shared
from combien.errors import BadInput, BadNonogram, OutOfBudget
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.backbone import Backbone
from combien.nonograms._solving.by_sat import SatHunt
from combien.nonograms._solving.cdcl import can_ask
from combien.nonograms._solving.numbers import letters_of
from combien.nonograms._solving.portfolio import Hunt
from combien.nonograms._solving.search import NonogramCount, NonogramSearch
from combien.nonograms._verdict import Budget, Limits, Verdict, check_types, differing

__all__ = ["Budget", "Verdict", "count", "deduce", "solve", "solve_all"]

# After this many steps, a tenth of a second, a count uses clause learning.
FIRST_STEPS = 100_000

# A search solves this many lines, plus `LINES_A_CELL` per unknown cell, before clauses are built,
# as building them takes that long.  It finds the solutions of loose boards: random ones of 25 x 25
# take an eighth of the time, and pages of 60 x 60 patches two thirds.
LINES = 50_000
LINES_A_CELL = 100
# Steps of the search between checks of the number of lines solved.
STEPS = 500


def solve(
    nonogram: Nonogram,
    *,
    budget: Budget | None = None,
    given: Board | None = None,
    by: Literal["search", "sat"] = "search",
    encoding: str | None = None,
    solver: str = "",
) -> Verdict:
    """Return whether there is one solution, several or none, with up to two of them.

    >>> verdict = solve(Nonogram([[1], [1]], [[1], [1]]))
    >>> verdict.status, verdict.differ
    ('several', ((0, 0), (0, 1), (1, 0), (1, 1)))
    >>> print(solve(Nonogram([[2], [1]], [[1], [2]])).boards[0])
    ##
    .#
    >>> solve(Nonogram([[2], [0]], [[2], [0]])).reason
    'column 1: its clue does not fit the cells known from other lines'

    `given` is a board of known cells.  When the budget runs out, the status is "unknown".
    `by="sat"` uses a SAT solver: python-sat's, or the program with the command `solver`, as in
    "cadical -q".  `encoding` is then "places" (where blocks begin), "configurations" (whole lines)
    or "automaton" (the state of the clue before each cell); by default places, or automaton where
    clues are blotted.

    Raises
    ------
    BadNonogram
        If `given` is not a board of this nonogram.
    BadInput
        If an argument has the wrong type, or if the encoding does not exist.
    MissingExtra
        If the SAT solver is not installed.
    CannotAnswer
        If the clauses would take more than 1 GB, or the SAT solver fails.

    Cost: some tenths of a millisecond for puzzles made by people; no bound for hard ones.
    """
    limits = Limits(budget)
    check_types(nonogram, given)
    if not isinstance(by, str) or by not in ("search", "sat"):
        raise BadInput(f"by={short_repr(by)}: expected 'search' or 'sat'")
    if by == "search" and (encoding is not None or not isinstance(solver, str) or solver):
        raise BadInput("encoding and solver are for a SAT solver: use by='sat', or omit them")
    if given is not None:
        letters_of(given, nonogram)
    if problems := nonogram.problems():
        return Verdict("none", (), (), problems[0], {})
    if by == "sat":
        memory = None if budget is None else budget.bytes
        asked = SatHunt(nonogram, given, encoding=encoding, solver=solver, bytes=memory)
        asked.run(limits)
        reason = "the SAT solver found no solution"
        return _verdict(tuple(asked.boards), asked.exhausted, reason, limits, asked.work)
    search = NonogramSearch(nonogram, given=given, restarts=True)
    outcome = _searched(search, limits)
    boards, work = search.witnesses, search.work
    exhausted = outcome == "exhausted"
    reason = search.reason if exhausted else "search and clause learning found no solution"
    if outcome == "open":
        boards, exhausted, work = _hunted(search, limits)
    _check(boards, search)
    return _verdict(boards, exhausted, reason, limits, work)


def _searched(search: NonogramSearch, limits: Limits) -> str:
    """Run a short search; return "exhausted", "found", "open" or "stopped" (by the budget)."""
    end = None
    while True:
        steps, seconds = limits.slice(search.steps)
        if not steps:
            return "stopped"
        if end is not None:
            steps = min(steps, STEPS)
        outcome = search.run(steps=steps, seconds=seconds, bytes=limits.bytes)
        if outcome == "exhausted":
            return outcome
        if outcome == "out of bytes":
            return "stopped"
        if search.witness_count == 2:
            return "found"
        if outcome == "rooted":
            end = search.lines + max(LINES, LINES_A_CELL * search.known.unknown_count)
        elif end is not None and search.lines >= end:
            return "open"


def _hunted(
    search: NonogramSearch, limits: Limits
) -> tuple[tuple[Board, ...], bool, Mapping[str, int]]:
    """Return up to two boards, whether there are no others, and the work counters."""
    hunt = Hunt.after(search, bytes=limits.bytes)
    while True:
        steps, seconds = limits.slice(hunt.steps)
        if not steps or hunt.run(steps=steps, seconds=seconds):
            return tuple(hunt.boards), hunt.exhausted, hunt.work


def _verdict(
    boards: tuple[Board, ...],
    exhausted: bool,
    reason: str,
    limits: Limits,
    work: Mapping[str, int],
) -> Verdict:
    if len(boards) == 2:
        differ = differing(*boards)
        return Verdict("several", boards, differ, f"two boards differ in {len(differ)} cells", work)
    if exhausted and boards:
        return Verdict("unique", boards, (), "every other choice ends in a contradiction", work)
    if exhausted:
        return Verdict("none", (), (), reason, work)
    known = "one board was found" if boards else "no board was found"
    reason = f"{limits.ended} of the budget ran out before the answer was known; {known}"
    return Verdict("unknown", boards, (), reason, work)


def solve_all(
    nonogram: Nonogram, *, budget: Budget | None = None, given: Board | None = None
) -> Iterator[Board]:
    """Iterate over all solutions, each as soon as it is found.

    >>> for board in solve_all(Nonogram([[1], [1]], [[1], [1]])):
    ...     print(board.row(0))
    b'\\x00\\x01'
    b'\\x01\\x00'

    Memory does not grow with the number of boards.  Threads may share the iterator: each board goes
    to exactly one of them.
    Raises `OutOfBudget` when the budget runs out before the last board.
    """
    check_types(nonogram, given)
    return _boards(nonogram, Limits(budget), given)


@shared
def _boards(
    nonogram: Nonogram, limits: Limits, given: Board | None
) -> Generator[Board, None, None]:
    """Iterate over all solutions."""
    if nonogram.problems():
        return
    search = NonogramSearch(nonogram, given=given)
    count = 0
    while True:
        steps, seconds = limits.slice(search.steps)
        outcome = search.run(steps=steps, seconds=seconds, bytes=limits.bytes) if steps else ""
        if outcome == "exhausted":
            return
        if outcome == "solution":
            board = search.solution
            _check((board,), search)
            count += 1
            yield board
        elif not outcome or outcome == "out of bytes":
            raise OutOfBudget(
                f"{limits.ended} of the budget ran out after {count} boards; give more",
                known={**search.work, "at_least": count},
            )


def count(nonogram: Nonogram, *, budget: Budget | None = None, given: Board | None = None) -> int:
    """Return the exact number of solutions.

    >>> count(Nonogram([[1]] * 4, [[1]] * 4))
    24

    Independent components of the unknown cells are counted separately.  Longer counts first use
    clause learning to find the cells that are the same in all solutions.
    Raises `OutOfBudget` when the budget runs out.
    Cost: grows with the solutions of a component, not with their product.
    """
    limits = Limits(budget)
    check_types(nonogram, given)
    if nonogram.problems():
        return 0
    counting = NonogramCount(nonogram, given=given)
    if (result := _counted(counting, limits, most=FIRST_STEPS)) is not None:
        return result
    if can_ask():
        common, at_most = _common(nonogram, given, limits, counting.steps)
        if at_most is not None:
            return at_most
        counting = NonogramCount(nonogram, given=common)
    result = _counted(counting, limits)
    assert result is not None
    return result


def _counted(counting: NonogramCount, limits: Limits, *, most: int = 2**62) -> int | None:
    """Return the count, or None if it is not known after `most` steps."""
    while counting.steps < most:
        steps, seconds = limits.slice(counting.steps)
        try:
            if steps and counting.run(
                steps=min(steps, most - counting.steps), seconds=seconds, bytes=limits.bytes
            ):
                return counting.count
        except MemoryError:
            limits.ended_by = "the bytes"
        if limits.ended_by:
            raise _unfinished(limits, counting.work)
    return None


def _common(
    nonogram: Nonogram, given: Board | None, limits: Limits, done: int
) -> tuple[Board | None, int | None]:
    """Return the cells common to all solutions, and the number of solutions if it is 0 or 1."""
    search = NonogramSearch(nonogram, given=given, restarts=True)
    outcome = ""
    while outcome not in ("rooted", "exhausted"):
        steps, seconds = limits.slice(done + search.steps)
        if not steps or outcome == "out of bytes":
            raise _unfinished(limits, search.work)
        outcome = search.run(steps=steps, seconds=seconds, bytes=limits.bytes)
    if outcome == "exhausted":
        return None, 0
    hunt = Hunt.after(search, bytes=limits.bytes)
    if hunt.learning is None:
        return search.known, None
    while True:
        steps, seconds = limits.slice(done + hunt.steps)
        if not steps:
            raise _unfinished(limits, hunt.work)
        if hunt.run(steps=steps, seconds=seconds):
            break
    if hunt.exhausted:
        return None, len(hunt.boards)
    if len(hunt.boards) < 2:
        raise _unfinished(limits, hunt.work)
    backbone = Backbone(hunt.learning, hunt.boards)
    for _ in backbone.slices():
        if not limits.slice(done + hunt.steps)[0]:
            raise _unfinished(limits, hunt.work)
    return backbone.board, None


def _unfinished(limits: Limits, work: Mapping[str, int]) -> OutOfBudget:
    return OutOfBudget(
        f"{limits.ended} of the budget ran out before the count was known; give more",
        known=work,
    )


def deduce(nonogram: Nonogram, board: Board) -> Board:
    """Return the board after line solving to a fixed point, without guesses or probes.

    >>> print(deduce(Nonogram([[3], [1]], [[1], [2], [1]]), Board.unknown(2, 3)))
    ###
    .#.

    Raises `BadNonogram` naming the line that cannot be filled.
    """
    check_types(nonogram, board)
    search = NonogramSearch(nonogram, given=board)
    if not search.deduce():
        raise BadNonogram(search.reason)
    return search.known


def _check(boards: tuple[Board, ...], search: NonogramSearch) -> None:
    """Check that the boards are solutions; any other is a bug of the compiled core."""
    if not all(search.solves(board) for board in boards):
        raise AssertionError("a board was found that does not solve its nonogram")
