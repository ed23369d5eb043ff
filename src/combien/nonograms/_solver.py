"""Solve a nonogram: find one solution, all of them, their number, or the forced cells.

Line solving alone solves most puzzles made by people, and together with full probing nearly all;
the others need a search.  Every board is checked against the clues before it is returned.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Literal

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int, short_repr
from combien._base.threads import shared
from combien._wording import Statement
from combien.errors import BadInput, BadNonogram, OutOfBudget
from combien.nonograms._english import english
from combien.nonograms._nonogram import Board, Nonogram, problems_of
from combien.nonograms._solving.by_sat import SatDecision
from combien.nonograms._solving.counting import BoardCounting
from combien.nonograms._solving.deciding import Deciding
from combien.nonograms._solving.search import NonogramSearch, letters_of
from combien.nonograms._verdict import Verdict, check_types, differing

__all__ = ["Verdict", "count", "decide", "deduce", "meter_of", "solve", "solve_all"]


def solve(
    nonogram: Nonogram,
    *,
    given: Board | None = None,
    engine: Literal["auto", "sat"] = "auto",
    encoding: str | None = None,
    solver: str = "",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
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

    `given` is a board of known cells.  Each probe is a node of the budget, and so is each line
    solved outside of probes.
    `engine="sat"` uses a SAT solver: one of python-sat, or the program that the command `solver`
    runs, such as "cadical -q".  `encoding` is then "places" (where blocks begin), "configurations"
    (whole lines) or "automaton" (the state of the clue before each cell); by default "places", or
    "automaton" if clues are blotted.

    Raises
    ------
    OutOfBudget
        If a limit is reached before the answer is known; `error.found` has the board found so far,
        if any.
    BadNonogram
        If `given` is not a board of this nonogram.
    BadInput
        If an argument has the wrong type, or if the encoding does not exist.
    MissingExtra
        If the SAT solver is not installed.
    CannotAnswer
        If the clauses would take more than 1 GB, or the SAT solver fails.

    Cost: a few tenths of a millisecond for puzzles made by people; unbounded for hard ones.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    check_types(nonogram, given)
    if not isinstance(engine, str) or engine not in ("auto", "sat"):
        raise BadInput(f"engine={short_repr(engine)}: expected 'auto' or 'sat'")
    if engine == "auto":
        if encoding is not None or not isinstance(solver, str) or solver:
            raise BadInput(
                "encoding and solver are for a SAT solver: use engine='sat', or omit them"
            )
        return decide(nonogram, given, meter_of(limits, report))[0]
    meter = meter_of(limits, report, engine="sat")
    if given is not None:
        letters_of(given, nonogram)
    if problems := problems_of(nonogram):
        return _none(problems[0], {})
    decision = SatDecision(nonogram, given, encoding=encoding, solver=solver, bytes=limits.bytes)
    decision.run(meter)
    return _verdict(tuple(decision.boards), Statement("solver-fails"), decision.work)


def meter_of(budget: Budget, report: Reporter | None, *, engine: str = "auto") -> Meter:
    """Return the meter of a nonogram search."""
    return Meter(budget, engine=engine, report=report, question="search")


def decide(
    nonogram: Nonogram, given: Board | None, meter: Meter, *, done: int = 0
) -> tuple[Verdict, int]:
    """Return the verdict, and the number of steps, including `done` steps of earlier calls."""
    if given is not None:
        letters_of(given, nonogram)
    if problems := problems_of(nonogram):
        return _none(problems[0], {}), done
    deciding = Deciding(nonogram, given=given)
    while True:
        steps, seconds = meter.slice(done + deciding.steps)
        if not steps:
            raise _stopped(meter.stop(deciding.work), deciding)
        try:
            if deciding.advance(steps, seconds, meter.bytes):
                break
        except MemoryError:
            raise _stopped(meter.stop_for_bytes(deciding.work), deciding) from None
        meter.progress(None, deciding.work)
    boards = deciding.checked_boards()
    reason = deciding.reason if deciding.exhausted else Statement("nothing")
    return _verdict(boards, reason, deciding.work), done + deciding.steps


def _stopped(error: OutOfBudget, deciding: Deciding) -> OutOfBudget:
    """Return the error with the boards found so far."""
    boards = deciding.checked_boards()
    found = "one board was found" if boards else "no board was found"
    return OutOfBudget(f"{error}; {found}", known=error.known, found=boards)


def _verdict(boards: tuple[Board, ...], reason: Statement, work: Mapping[str, int]) -> Verdict:
    """Return the verdict, given two boards or all boards; `reason` is why there is none."""
    if len(boards) == 2:
        differ = differing(*boards)
        why = Statement("boards-differ", n=len(differ))
        return Verdict("several", boards, differ, english(why), work, why.to_json())
    if boards:
        why = Statement("others-fail")
        return Verdict("unique", boards, (), english(why), work, why.to_json())
    return _none(reason, work)


def _none(reason: Statement, work: Mapping[str, int]) -> Verdict:
    return Verdict("none", (), (), english(reason), work, reason.to_json())


def solve_all(
    nonogram: Nonogram,
    *,
    given: Board | None = None,
    limit: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Iterator[Board]:
    """Iterate over all solutions, or the first `limit`, each as soon as it is found.

    >>> for board in solve_all(Nonogram([[1], [1]], [[1], [1]])):
    ...     print(board.row(0))
    b'\\x00\\x01'
    b'\\x01\\x00'

    Memory does not grow with the number of boards.  Threads may share the iterator: each board goes
    to exactly one thread.
    Raises `OutOfBudget` when the budget runs out before the last board.
    """
    check_types(nonogram, given)
    meter = meter_of(budget_of(budget, nodes, seconds, bytes), report)
    most = None if limit is None else check_int("limit", limit)
    return _boards(nonogram, meter, given, most)


@shared
def _boards(
    nonogram: Nonogram, meter: Meter, given: Board | None, limit: int | None
) -> Generator[Board, None, None]:
    """Iterate over all solutions."""
    if nonogram.problems():
        return
    search = NonogramSearch(nonogram, given=given)
    count = 0
    while count != limit:
        steps, seconds = meter.slice(search.steps)
        outcome = search.run(steps=steps, seconds=seconds, bytes=meter.bytes) if steps else ""
        if outcome == "exhausted":
            return
        known = {"at_least": count, **search.work}
        if outcome == "solution":
            board = search.checked_solution
            count += 1
            yield board
        elif not outcome:
            raise meter.stop(known)
        elif outcome == "out of bytes":
            raise meter.stop_for_bytes(known)
        else:
            meter.progress(None, known)


def count(
    nonogram: Nonogram,
    *,
    given: Board | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> int:
    """Return the exact number of solutions.

    >>> count(Nonogram([[1]] * 4, [[1]] * 4))
    24

    Independent components of the unknown cells are counted separately, and their counts are
    cached.  Two orders of branching take turns.  If the count takes long, clause learning finds the
    cells that are the same in all solutions, and counting begins again with them.
    Raises `OutOfBudget` when the budget runs out; `error.known["at_least"]` is then a lower bound.
    Cost: grows with the number of different components, not with the number of solutions.
    """
    meter = meter_of(budget_of(budget, nodes, seconds, bytes), report)
    check_types(nonogram, given)
    if nonogram.problems():
        return 0
    counting = BoardCounting(nonogram, given=given)
    while True:
        steps, seconds = meter.slice(counting.steps)
        if not steps:
            raise meter.stop({"at_least": counting.at_least(), **counting.work})
        try:
            if counting.advance(steps, seconds, meter.bytes):
                return counting.count
        except MemoryError:
            known = {"at_least": counting.at_least(), **counting.work}
            raise meter.stop_for_bytes(known) from None
        meter.progress(None, counting.work)


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
        raise BadNonogram(english(search.reason))
    return search.known
