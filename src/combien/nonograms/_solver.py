"""Solve a nonogram: find one solution, all of them, their number, or the forced cells.

Line solving alone solves most puzzles made by people, and together with full probing nearly all;
the others need a search.  Every board is checked against the clues before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Literal

from combien._base.budget import NO_LIMIT, Budget, Meter, Reporter, Turns, budget_of
from combien._base.checks import check_int, short_repr
from combien._base.threads import shared
from combien._wording import Statement
from combien.errors import BadInput, BadNonogram, Disagreement, OutOfBudget
from combien.nonograms._english import english
from combien.nonograms._nonogram import Board, Nonogram, problems_of
from combien.nonograms._solving.by_sat import SatDecision
from combien.nonograms._solving.learning import Backbone
from combien.nonograms._solving.portfolio import Portfolio
from combien.nonograms._solving.search import NonogramCount, NonogramSearch, letters_of
from combien.nonograms._verdict import Verdict, check_types, differing

__all__ = ["Verdict", "count", "decide", "deduce", "meter_of", "solve", "solve_all"]

# After this many steps, about a tenth of a second, a count uses clause learning.
FIRST_STEPS = 100_000
# Steps in the first turn of each of two counts; later turns are longer.
FIRST_TURN = 2_000

# A search solves this many lines, or `LINES_A_CELL` per unknown cell if that is more, before
# clauses are built, which takes about as long.  On loose boards it finds the solutions before that:
# random boards of 25 x 25 take an eighth of the time, and patches of 60 x 60 two thirds.  With
# 50,000 lines and checks after 500 steps, 7-Dom took 9.7 ms instead of 6.8.
LINES = 25_000
LINES_A_CELL = 100
# Steps of the search between checks of the number of lines solved.
STEPS = 100


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
    search = NonogramSearch(nonogram, given=given, restarts=True)
    outcome = _searched(search, meter, done)
    boards, work, steps = search.witnesses, search.work, search.steps
    reason = Statement("learning-fails")
    if outcome == "exhausted":
        reason = search.reason
    elif outcome == "open":
        portfolio = _run_portfolio(search, meter, done)
        boards, work, steps = tuple(portfolio.boards), portfolio.work, portfolio.steps
    _check(boards, search)
    return _verdict(boards, reason, work), done + steps


def _searched(search: NonogramSearch, meter: Meter, done: int) -> str:
    """Run a short search; return "exhausted", "found" or "open"."""
    end = None
    check = 0
    while True:
        steps, seconds = meter.slice(done + search.steps)
        if not steps:
            raise _stopped(meter.stop(search.work), search.witnesses, search)
        if end is not None:
            steps = min(steps, check - search.steps)
        outcome = search.run(steps=steps, seconds=seconds, bytes=meter.bytes)
        if outcome == "exhausted":
            return outcome
        if outcome == "out of bytes":
            raise _stopped(meter.stop_for_bytes(search.work), search.witnesses, search)
        if search.witness_count == 2:
            return "found"
        if outcome == "rooted":
            end = search.lines + max(LINES, LINES_A_CELL * search.known.unknown_count)
            check = search.steps + STEPS
        elif end is not None and search.steps >= check:
            # Not where the time of a slice ended, so that the search depends on steps alone.
            if search.lines >= end:
                return "open"
            check = search.steps + STEPS
        meter.progress(None, search.work)


def _run_portfolio(search: NonogramSearch, meter: Meter, done: int) -> Portfolio:
    """Run the portfolio until it has found two boards, or all boards."""
    portfolio = Portfolio.after(search, bytes=meter.bytes)
    while True:
        steps, seconds = meter.slice(done + portfolio.steps)
        if not steps:
            raise _stopped(meter.stop(portfolio.work), tuple(portfolio.boards), search)
        if portfolio.run(steps=steps, seconds=seconds):
            break
        meter.progress(None, portfolio.work)
    if not portfolio.exhausted and len(portfolio.boards) < 2:
        raise _stopped(meter.stop_for_bytes(portfolio.work), tuple(portfolio.boards), search)
    return portfolio


def _stopped(error: OutOfBudget, boards: tuple[Board, ...], search: NonogramSearch) -> OutOfBudget:
    """Return the error with the boards found so far."""
    _check(boards, search)
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
            board = search.solution
            _check((board,), search)
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
    race = _Counts(nonogram, given, meter)
    if (result := race.run(most=FIRST_STEPS)) is not None:
        return result
    common, at_most = _common(nonogram, given, meter, race)
    if at_most is not None:
        return at_most
    race = _Counts(nonogram, common, meter, done=race.steps)
    result = race.run()
    assert result is not None
    return result


class _Counts:
    """Two counts of one nonogram, which branch in different orders and take turns."""

    def __init__(
        self, nonogram: Nonogram, given: Board | None, meter: Meter, *, done: int = 0
    ) -> None:
        self._meter = meter
        self._done = done
        self._both = [
            NonogramCount(nonogram, given=given, by_lines=by_lines) for by_lines in (False, True)
        ]
        self._turns = Turns(self._both, first=FIRST_TURN)
        self._turn_end = FIRST_TURN

    @property
    def steps(self) -> int:
        """The steps of both counts, and of what was done before them."""
        return self._done + sum(counting.steps for counting in self._both)

    @property
    def work(self) -> dict[str, int]:
        """The work of both counts."""
        counters: dict[str, int] = {}
        for counting in self._both:
            for name, value in counting.work.items():
                before = counters.get(name, 0)
                counters[name] = max(before, value) if name == "deepest" else before + value
        return counters

    def run(self, *, most: int = NO_LIMIT) -> int | None:
        """Return the count, or None if it is not known after `most` steps in total."""
        while self.steps < most:
            counting = self._turns.contestant
            assert counting is not None
            steps, seconds = self._meter.slice(self.steps)
            if not steps:
                raise self.stopped(self._meter.stop)
            left = min(steps, most - self.steps, self._turn_end - counting.steps)
            try:
                # Each may take half of the memory.
                if counting.run(steps=left, seconds=seconds, bytes=self._meter.bytes // 2):
                    return counting.count
            except MemoryError:
                self._turns.withdraw()
                self._begin_turn()
            else:
                if counting.steps >= self._turn_end:
                    self._turns.end()
                    self._begin_turn()
            self._meter.progress(None, self.work)
        return None

    def _begin_turn(self) -> None:
        counting = self._turns.contestant
        if counting is None:
            raise self.stopped(self._meter.stop_for_bytes)
        self._turn_end = counting.steps + self._turns.length

    def stopped(self, stop: Callable[[Mapping[str, int]], OutOfBudget]) -> OutOfBudget:
        """Return the error of a meter, with a lower bound on the count."""
        work = self.work
        bound = max(counting.at_least() for counting in self._both)
        return stop({"at_least": bound, **work})


def _common(
    nonogram: Nonogram, given: Board | None, meter: Meter, race: _Counts
) -> tuple[Board | None, int | None]:
    """Return the cells common to all solutions, and the number of solutions if that is 0 or 1."""
    done = race.steps
    search = NonogramSearch(nonogram, given=given, restarts=True)
    outcome = ""
    while outcome not in ("rooted", "exhausted"):
        steps, seconds = meter.slice(done + search.steps)
        if not steps:
            raise race.stopped(meter.stop)
        outcome = search.run(steps=steps, seconds=seconds, bytes=meter.bytes)
        if outcome == "out of bytes":
            raise race.stopped(meter.stop_for_bytes)
        meter.progress(None, search.work)
    if outcome == "exhausted":
        return None, 0
    portfolio = Portfolio.after(search, bytes=meter.bytes)
    if portfolio.learning is None:
        return search.known, None
    while True:
        steps, seconds = meter.slice(done + portfolio.steps)
        if not steps:
            raise race.stopped(meter.stop)
        if portfolio.run(steps=steps, seconds=seconds):
            break
        meter.progress(None, portfolio.work)
    if portfolio.exhausted:
        return None, len(portfolio.boards)
    if len(portfolio.boards) < 2:
        raise race.stopped(meter.stop_for_bytes)
    backbone = Backbone(portfolio.learning, portfolio.boards)
    for _ in backbone.slices():
        if not meter.slice(done + portfolio.steps)[0]:
            raise race.stopped(meter.stop)
        meter.progress(None, portfolio.work)
    return backbone.board, None


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


def _check(boards: tuple[Board, ...], search: NonogramSearch) -> None:
    """Raise `Disagreement` if a board is not a solution, which is a bug in the compiled core."""
    if not all(search.solves(board) for board in boards):
        raise Disagreement.of("a board", derived="a solution", direct="not of these clues")
