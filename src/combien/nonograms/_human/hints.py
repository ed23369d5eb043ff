"""Explain the next step of a puzzle in words.

    row 3: the 5 must cover columns 4 to 6
    row 2: complete, the rest is white
    column 7: no block reaches row 1

Hints are always correct: a hint contains only cells that line solving finds too.  Rules are ordered
from easy to hard for people; among the lines where a rule applies, the one with the most new cells
is chosen, since people notice long blocks first.  When line solving is stuck, a cell is assumed to
have a color until the clue of some line does not fit; if that does not help either, the hint is
that a search is needed.

A hint also has its reason: the known cells that imply it (see `forcing_cells`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

from combien._base.budget import Budget, Meter, Reporter, begun, budget_of
from combien._base.threads import mutex, shared
from combien._wording import Statement
from combien.errors import OutOfBudget
from combien.nonograms import _english
from combien.nonograms._clue import LETTERS, UNKNOWN, Line
from combien.nonograms._human.hint_rules import RULES, Rule, View
from combien.nonograms._human.reasons import Trail, stated_reason
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import decide, meter_of
from combien.nonograms._solving.search import Probing
from combien.nonograms._verdict import check_board, check_types

# Limits on the steps of an assumption, tried in order: short contradictions explain best.
_REACHES = (2, 6, 20, None)
# Cells compared for the best hint; all cells of a 100 x 100 board would take half a second.
_MOST_COMPARED = 400
# To find whether a contradiction is due to a wrong cell: a second or two.
_MOST_STEPS = 200_000

Cells = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: its text, its rule, the cells that it decides, and those that imply it.

    `cells` are (row, column, color), counted from 0.  `rule` is one of `empty`, `complete`,
    `colors`, `only`, `overlap`, `closed`, `reach`, `gap`, `line`, `suppose`, `either`, `search`; or
    without cells, `mistake` if some cell of the board is wrong, and `none` if the clues have no
    solution.

    `reason` are known cells that, with the clues, imply `cells`, or that contradict a clue if the
    rule is `mistake`.  It is None if only a search or the solution shows it.  The reason of a hint
    about one line is minimal: without any one of its cells, that line no longer implies all of
    `cells`.  Those of `suppose` and `either` are traced through several lines and need not be.
    For programs that speak other languages, `statement` has the text as
    `{"code": ..., "values": {...}}`, as in `Explanation`.
    """

    text: str
    rule: str
    cells: Cells = ()
    reason: Cells | None = None
    statement: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


class Guide:
    """Gives hints for one nonogram; caches the results of line solving.

    >>> guide = Guide(Nonogram([[3], [1]], [[1], [2], [1], []]))
    >>> board = Board.unknown(2, 4)
    >>> while (hint := guide.next(board)) is not None:
    ...     print(hint)
    ...     board = guide.applied(board, hint)
    column 4: there is no block, so it is white
    row 1: the 3 lies at columns 1 to 3
    column 1: complete, the rest is white
    column 3: complete, the rest is white
    row 2: the 1 lies at column 2
    """

    def __init__(self, nonogram: Nonogram) -> None:
        check_types(nonogram)
        nonogram.refuse_blots("hints need")
        self.nonogram = nonogram
        self.logic = LineLogic(nonogram)
        self._views: dict[Line, View] = {}
        self._by_rules: dict[Line, dict[str, Hint | None]] = {}
        # Assumptions that led to no contradiction, with the lines that they depend on.
        self._harmless: dict[tuple[int, int, int | None], int] = {}
        self._before = b""
        # Whether the clues have a solution, once that is known.
        self._solvable: bool | None = None
        self._mutex = mutex()
        # A color without a name is shown by its letter.
        self._names = {
            ink.value: LETTERS[ink.value] if ink.name == f"color {ink.value}" else ink.name
            for ink in nonogram.palette
        }

    def next(
        self,
        board: Board,
        *,
        solution: Board | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> Hint | None:
        """Return the next hint, or None when the board is complete and correct.

        With a `solution`, which should be unique, cells that differ from it come first, and it is
        used when a search would be needed.  Cost: line solving, or, if assumptions are needed, that
        times the number of unknown cells.  The nodes of the budget are lines solved and probes.

        Raises the errors of `Board.check`, and `OutOfBudget`; then the results so far are kept for
        the next call.
        """
        limits = begun(budget_of(budget, nodes, seconds, bytes))
        check_types(self.nonogram, solution)
        check_board(board)
        board.check(self.nonogram)
        meter = Meter(limits, engine="auto", report=report, question="search")
        with self._mutex, self.logic.metered(meter):
            hint = self._next(board, solution, meter)
        if hint is not None and hint.rule == "mistake" and solution is None:
            return self._judged(hint, limits)
        return hint

    def _judged(self, mistake: Hint, limits: Budget) -> Hint:
        """Return the hint about a contradiction, which is no mistake if there is no solution."""
        if self._solvable is None:
            nodes = _MOST_STEPS if limits.nodes is None else min(limits.nodes, _MOST_STEPS)
            with suppress(OutOfBudget):
                verdict, _ = decide(
                    self.nonogram, None, meter_of(replace(limits, nodes=nodes), None)
                )
                self._solvable = verdict.status != "none"
        if self._solvable is None:
            unsure = Statement("mistake-unsure", mistake=Statement.from_json(mistake.statement))
            return _stated(unsure, "mistake", reason=mistake.reason)
        return mistake if self._solvable else _stated(Statement("no-solution"), "none")

    def _next(self, board: Board, solution: Board | None, meter: Meter) -> Hint | None:
        mistake = self._mistake(board, solution)
        if mistake is not None:
            return mistake
        if not board.unknown_count:
            return None
        views = [self._view(line, board.cells) for line in self.logic.all]
        for name, rule in RULES.items():
            hints = [
                (hint, view) for view in views if view and (hint := self._by_rule(name, rule, view))
            ]
            if hints:
                # The first of the largest ones.
                best, view = max(hints, key=lambda found: len(found[0].cells))
                return self._with_reason(best, view.line, board.cells)
        return self._supposed(board, meter) or self._searched(board, solution)

    def _by_rule(self, name: str, rule: Rule, view: View) -> Hint | None:
        """Return the hint of a rule for a line, cached until the line changes."""
        known = self._by_rules[view.line]
        if name not in known:
            known[name] = self._sound_hint(name, rule, view)
        return known[name]

    def _sound_hint(self, name: str, rule: Rule, view: View) -> Hint | None:
        """Return the hint of a rule, restricted to the cells that line solving finds."""
        if (found := rule(view)) is None:
            return None
        statement, cells = found
        places = [
            (*divmod(view.line.places[at], self.nonogram.width), value)
            for at, value in sorted(cells.items())
            if view.news.get(at) == value
        ]
        return _stated(statement, name, tuple(places)) if places else None

    def _with_reason(self, hint: Hint, line: Line, cells: bytes) -> Hint:
        """Return the hint for a line, or the mistake in it, with its reason."""
        trail = Trail(self.logic, cells)
        implied = {self._place(row, column): value for row, column, value in hint.cells}
        if implied:
            trail.note(line, [*implied.items()])
            causes = trail.causes(implied.keys())
        else:
            causes = trail.contradiction(line)
        return replace(hint, reason=self._cells(causes, cells))

    def because(self, hint: Hint) -> str:
        """Return the reason of a hint in words; an empty string if it has none.

        >>> guide = Guide(Nonogram([[3], [1, 2]], [[2], [1], [1], [1], [1]]))
        >>> hint = guide.next(Board.parse("???.?\\n?????"))
        >>> print(hint, guide.because(hint), sep=", ")
        row 1: the 3 lies at columns 1 to 3, because column 4 is white
        """
        if hint.reason is None:
            return ""
        return _english.english(stated_reason(hint.reason, hint.cells, self._names))

    def stated_reason(self, hint: Hint) -> Mapping[str, Any]:
        """Return the reason of a hint for other languages, as `Hint.statement`; empty without one.

        >>> guide = Guide(Nonogram([[3]], [[1], [1], [1]]))
        >>> guide.stated_reason(guide.next(Board.parse("???")))
        {'code': 'because-clues', 'values': {}}
        """
        if hint.reason is None:
            return {}
        return stated_reason(hint.reason, hint.cells, self._names).to_json()

    @shared
    def steps(
        self, board: Board | None = None, *, solution: Board | None = None
    ) -> Generator[Hint, None, None]:
        """Iterate over hints, applying each before the next."""
        if board is None:
            board = Board.unknown(self.nonogram.height, self.nonogram.width)
        while (hint := self.next(board, solution=solution)) is not None:
            yield hint
            if not hint.cells:
                return
            board = self.applied(board, hint)

    def applied(self, board: Board, hint: Hint) -> Board:
        """Return the board with the cells of a hint filled in."""
        return board.replaced({row * board.width + column: v for row, column, v in hint.cells})

    def _mistake(self, board: Board, solution: Board | None) -> Hint | None:
        for line in self.logic.all:
            if self.logic.solve(line, board.cells) is None:
                mistake = _stated(Statement("mistake-line", line=_english.line(line)), "mistake")
                return self._with_reason(mistake, line, board.cells)
        if solution is not None:
            for place, (cell, right) in enumerate(zip(board.cells, solution.cells, strict=True)):
                if cell not in (UNKNOWN, right):
                    wrong = Statement(
                        "mistake-color", cell=self._named(place), color=self._color(cell)
                    )
                    return _stated(wrong, "mistake")
        return None

    def _view(self, line: Line, cells: bytes) -> View | None:
        """Return the view of a line for the rules, or None if it has no new cells."""
        own = line.cells(cells)
        if line not in self._views or self._views[line].cells != own:
            at = {place: number for number, place in enumerate(line.places)}
            news = {at[place]: value for place, value in self.logic.news(line, cells)}
            self._views[line] = View(line, own, news, self._names, self.logic)
            self._by_rules[line] = {}
        return self._views[line] if self._views[line].news else None

    def _place(self, row: int, column: int) -> int:
        return row * self.nonogram.width + column

    def _cells(self, places: Iterable[int], cells: bytes) -> Cells:
        """Return places as cells of a hint, with their values on this board."""
        return tuple(self._cell(place, cells[place]) for place in sorted(places))

    def _named(self, place: int) -> Statement:
        return _english.cell(place, self.nonogram.width)

    def _color(self, value: int) -> Statement:
        return _english.color(self.color(value))

    def color(self, value: int) -> str:
        """Return the name of a color."""
        return self._names.get(value, LETTERS[value])

    # When line solving is stuck -------------------------------------------------------------------

    def _supposed(self, board: Board, meter: Meter) -> Hint | None:
        """Return a hint for a cell with only one color that leads to no contradiction."""
        # The core finds all such cells, but no reasons: choose one with a short contradiction.
        probing = Probing(self.nonogram, meter, steps=self.logic.steps)
        known, reason = probing.probed(board)
        self.logic.steps = probing.steps
        self.logic.pause()
        if known is None:
            return _stated(Statement("mistake-found", reason=reason), "mistake")
        sure = {
            place: value
            for place, (value, cell) in enumerate(zip(known.cells, board.cells, strict=True))
            if value != cell
        }
        self._forget(board.cells)
        places = iter(sure)
        while some := [*islice(places, _MOST_COMPARED)]:
            for reach, place in product(_REACHES, some):
                failed = self._all_fail(board.cells, place, sure[place], reach)
                if failed is not None:
                    return self._assumption_hint(board.cells, place, failed, sure[place], reach)
        return self._either(board.cells, sure)

    def _all_fail(
        self, cells: bytes, place: int, value: int, reach: int | None
    ) -> dict[int, Line] | None:
        """Return the failing line for each other value of a cell; None if one does not fail."""
        failed: dict[int, Line] = {}
        for other in self._possible(place):
            if other == value:
                continue
            line = self._failing(cells, place, other, reach)
            if line is None:
                return None
            failed[other] = line
        return failed

    def _failing(self, cells: bytes, place: int, value: int, reach: int | None) -> Line | None:
        """Return the line that fails if a cell has this color, or None within `reach` steps."""
        key = place, value, reach
        if key in self._harmless:
            return None
        spread = self.logic.suppose(cells, place, value, most_steps=reach)
        if spread.failed is None:
            self._harmless[key] = spread.visited
        return spread.failed

    def _forget(self, cells: bytes) -> None:
        """Drop cached assumptions that depend on lines that have changed."""
        changed = 0
        for place, (now, before) in enumerate(zip(cells, self._before or cells, strict=True)):
            if now != before:
                row, column = self.logic.through(place)
                changed |= 1 << row.index | 1 << column.index
        self._harmless = {
            key: visited for key, visited in self._harmless.items() if not visited & changed
        }
        self._before = cells

    def _either(self, cells: bytes, sure: Mapping[int, int]) -> Hint | None:
        """Return a hint for a cell that has the same value for every color of another cell."""
        unknown = [place for place, cell in enumerate(cells) if cell == UNKNOWN]
        for place in unknown if sure else ():
            ends = [
                self.logic.suppose(cells, place, value).cells for value in self._possible(place)
            ]
            for other, value in sure.items():
                if other != place and all(end[other] == value for end in ends):
                    same = Statement(
                        "hint-either",
                        cell=self._named(other),
                        color=self._color(value),
                        other=self._named(place),
                    )
                    causes = set[int]().union(
                        *(self._traced(cells, place, v, None, other) for v in self._possible(place))
                    )
                    reason = self._cells(causes, cells)
                    return _stated(same, "either", (self._cell(other, value),), reason)
        return None

    def _traced(
        self, cells: bytes, place: int, value: int, reach: int | None, other: int = -1
    ) -> set[int]:
        """Return the known cells by which an assumption fails, or else decides another cell."""
        supposed = bytearray(cells)
        supposed[place] = value
        trail = Trail(self.logic, bytes(supposed))
        spread = self.logic.suppose(cells, place, value, most_steps=reach, note=trail.note)
        if spread.failed is not None:
            return trail.contradiction(spread.failed) - {place}
        return trail.causes({other}) - {place}

    def _assumption_hint(
        self, cells: bytes, place: int, failed: dict[int, Line], value: int, reach: int | None
    ) -> Hint:
        causes = set[int]().union(*(self._traced(cells, place, v, reach) for v in failed))
        # The colors for which each line fails.
        by_line: dict[Line, list[Statement]] = {}
        for color, line in failed.items():
            by_line.setdefault(line, []).append(self._color(color))
        cases = [
            {"wrong": _english.listed(colors, "or"), "line": _english.line(line)}
            for line, colors in by_line.items()
        ]
        common = {"cell": self._named(place), "color": self._color(value)}
        if len(cases) == 1:
            statement = Statement("hint-suppose", **common, **cases[0])
        else:
            stated = [Statement("suppose-case", **case) for case in cases]
            joined = _english.listed(stated, "and")
            statement = Statement("hint-suppose-each", **common, cases=joined)
        reason = self._cells(causes, cells)
        return _stated(statement, "suppose", (self._cell(place, value),), reason)

    def _cell(self, place: int, value: int) -> tuple[int, int, int]:
        row, column = divmod(place, self.nonogram.width)
        return row, column, value

    def _possible(self, place: int) -> list[int]:
        """Return the colors in both clues of a cell, and white."""
        row, _ = self.logic.through(place)
        return sorted(self.logic.allowed(row, place % self.nonogram.width))

    def _searched(self, board: Board, solution: Board | None) -> Hint | None:
        if solution is None:
            return _stated(Statement("hint-search"), "search")
        place = board.cells.index(UNKNOWN)
        value = solution.cells[place]
        found = Statement("hint-searched", cell=self._named(place), color=self._color(value))
        return _stated(found, "search", (self._cell(place, value),))


def _stated(
    statement: Statement, rule: str, cells: Cells = (), reason: Cells | None = None
) -> Hint:
    return Hint(_english.english(statement), rule, cells, reason, statement.to_json())
