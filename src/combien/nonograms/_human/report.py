"""A setter's report: one solution or several, how hard, which lines decide, what to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from combien._base.budget import Budget, Reporter, begun, budget_of
from combien._base.checks import check_instance
from combien.drawing._clued import CluedSheet
from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._clued import clued
from combien.nonograms._compose import Level, check_level
from combien.nonograms._fewest import Fewest, changed_by, fewest_changes
from combien.nonograms._human.difficulty import Difficulty
from combien.nonograms._human.difficulty import difficulty as difficulty_of
from combien.nonograms._human.hint_rules import RULES
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms._solver import count, decide, deduce, meter_of
from combien.nonograms._verdict import Verdict

# Limits on the steps of a part, so that a hard puzzle has a report, too: a few seconds each.
MOST_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class HintStep:
    """A hint, and the number of lines that its longest assumption goes through, or else 0."""

    hint: Hint
    depth: int

    @property
    def line(self) -> tuple[str, int] | None:
        """The line that the hint is about, such as ("row", 0); None if it needs several lines."""
        if self.hint.rule not in RULES:
            return None
        line = self.hint.statement["values"]["line"]
        return line["code"], line["values"]["n"] - 1


@dataclass(frozen=True, slots=True)
class Report:
    """What `report` returns: the parts that the budget did not reach are None or incomplete.

    `count` is the number of solutions, or None if only `at_least` is known.  `ambiguous` are the
    cells (row, column) that differ between solutions, and all of them if `all_ambiguous` is true.
    `picture` is the goal, or else the first solution, and `by_lines` the board at which line
    solving stalls.  `steps` are those of a person who looks for the easiest hint each time, and
    `all_steps` is false if the budget ended before the last.  `fewest` are the smallest changes of
    the picture; it is proved that fewer than `at_least_changed` cells do not suffice.
    """

    puzzle: Puzzle
    verdict: Verdict
    count: int | None
    at_least: int
    picture: Board | None
    by_lines: Board | None
    ambiguous: tuple[tuple[int, int], ...]
    all_ambiguous: bool
    difficulty: Difficulty | None
    steps: tuple[HintStep, ...]
    all_steps: bool
    fewest: Fewest | None
    at_least_changed: int

    @property
    def rules(self) -> Mapping[str, int]:
        """The number of steps by rule, from the easiest rule to the hardest one."""
        used = Counter(step.hint.rule for step in self.steps)
        return {rule: used[rule] for rule in (*RULES, "suppose", "either", "search") if used[rule]}

    @property
    def depth(self) -> int:
        """The number of lines of the longest contradiction."""
        return max((step.depth for step in self.steps), default=0)

    @property
    def stalls(self) -> tuple[int, ...]:
        """The numbers of the steps, from 0, for which line solving is not enough."""
        return tuple(number for number, step in enumerate(self.steps) if step.line is None)

    @property
    def lines(self) -> Mapping[tuple[str, int], int]:
        """The lines in the order in which they give cells, each with the number of these cells."""
        found: Counter[tuple[str, int]] = Counter()
        for step in self.steps:
            if step.line is not None:
                found[step.line] += len(step.hint.cells)
        return found

    def changed(self) -> Board | None:
        """Return the picture after the first of the smallest changes, if there is one."""
        if self.picture is None or not (self.fewest and self.fewest.changes):
            return None
        return changed_by(self.picture, self.fewest.changes[0])

    def sheet(self) -> CluedSheet:
        """Return the picture with rings in the ambiguous cells, and beside it the changed one.

        >>> diagonal = Puzzle.of(Board.parse("#.\\n.#"))
        >>> len(report(diagonal).sheet().boards)
        2

        The first of the smallest changes is drawn, with rings in its cells.  Raises `BadNonogram`
        if there is no solution.
        """
        if self.picture is None:
            raise BadNonogram(f"there is nothing to draw: {self.verdict.reason}")
        nonogram = self.puzzle.nonogram
        boards = [clued(nonogram, self.picture, marked=self.ambiguous)]
        changed = self.changed()
        if changed is not None and changed != self.picture:
            assert self.fewest is not None
            puzzle = Nonogram(*changed.clues(), palette=nonogram.palette, title="changed")
            marked = [(row, column) for row, column, _ in self.fewest.changes[0]]
            boards.append(clued(puzzle, changed, marked=marked))
        return CluedSheet(boards, across=2 if len(boards) > 1 else 1)


def report(
    puzzle: Puzzle | Nonogram,
    *,
    difficulty: Level = "any",
    most: int = 3,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Report:
    """Return what a setter asks about a puzzle: solutions, difficulty, and the smallest change.

    >>> diagonal = report(Puzzle.of(Board.parse("#..\\n.#.\\n..#")))
    >>> diagonal.count, len(diagonal.ambiguous), diagonal.fewest.number
    (6, 9, 1)
    >>> heart = report(Nonogram([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]]))
    >>> heart.rules
    {'complete': 4, 'only': 5}
    >>> [*heart.lines][:4]
    [('row', 1), ('row', 2), ('column', 0), ('column', 4)]

    The picture is the first goal that is a solution, or else the first solution.  The fewest of its
    cells are changed that make it the only solution, or with `difficulty="lines"`, solvable by line
    solving alone: see `fewest_changes`, also for `most`.  Blotted clues have no steps and changes.
    Each part stops after a few million steps, or with the budget, which is for all parts together.
    Raises `OutOfBudget` if the budget ends before the verdict.
    """
    check_level(difficulty)
    if isinstance(puzzle, Nonogram):
        puzzle = Puzzle(puzzle)
    check_instance("puzzle", puzzle, Puzzle, error=BadNonogram)
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    nonogram, given = puzzle.nonogram, puzzle.given
    verdict, _ = decide(nonogram, given, meter_of(limits, report))
    if verdict.status == "none":
        return Report(puzzle, verdict, 0, 0, None, None, (), True, None, (), True, None, 0)
    if limits.nodes is None:
        limits = replace(limits, nodes=MOST_STEPS)
    unknown = given or Board.unknown(nonogram.height, nonogram.width)
    solutions, at_least = _count(nonogram, given, verdict, limits, report)
    ambiguous, complete = _ambiguous(nonogram, unknown, verdict, limits, report)
    solving = _Solving(nonogram, unknown, verdict, limits, report)
    picture = next((goal for goal in puzzle.goals if goal.solves(nonogram)), verdict.boards[0])
    fewest, at_least_changed = None, 0
    if not nonogram.blotted:
        try:
            fewest = fewest_changes(
                picture,
                palette=nonogram.palette,
                given=given,
                difficulty=difficulty,
                most=most,
                budget=limits,
                report=report,
            )
            at_least_changed = fewest.at_least
        except OutOfBudget as stop:
            at_least_changed = stop.known["at_least"]
    return Report(
        puzzle,
        verdict,
        solutions,
        at_least,
        picture,
        deduce(nonogram, unknown),
        ambiguous,
        complete,
        solving.difficulty,
        tuple(solving.steps),
        solving.complete,
        fewest,
        at_least_changed,
    )


def _count(
    nonogram: Nonogram,
    given: Board | None,
    verdict: Verdict,
    limits: Budget,
    report: Reporter | None,
) -> tuple[int | None, int]:
    """Return the number of solutions, or None, and a lower bound."""
    known = len(verdict.boards)
    if verdict.status == "unique":
        return known, known
    try:
        found = count(nonogram, given=given, budget=limits, report=report)
    except OutOfBudget as stop:
        return None, max(known, stop.known.get("at_least", 0))
    return found, found


def _ambiguous(
    nonogram: Nonogram,
    unknown: Board,
    verdict: Verdict,
    limits: Budget,
    report: Reporter | None,
) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Return the cells that differ between solutions, and whether they are all."""
    differ = {row * nonogram.width + column for row, column in verdict.differ}
    if verdict.status == "unique":
        return (), True
    first, known = verdict.boards[0], deduce(nonogram, unknown)
    meter = meter_of(limits, report)
    steps, complete = 0, True
    try:
        for place, cell in enumerate(known.cells):
            if cell != UNKNOWN or place in differ:
                continue
            for value in {WHITE, *nonogram.colors} - {first.cells[place]}:
                other, steps = decide(nonogram, known.replaced({place: value}), meter, done=steps)
                for board in other.boards:
                    differ |= {at for at, new in enumerate(board.cells) if new != first.cells[at]}
            if place not in differ:
                known = known.replaced({place: first.cells[place]})
    except OutOfBudget:
        complete = False
    return tuple(divmod(place, nonogram.width) for place in sorted(differ)), complete


class _Solving:
    """The steps of a person, and the difficulty, as far as the budget goes."""

    def __init__(
        self,
        nonogram: Nonogram,
        board: Board,
        verdict: Verdict,
        limits: Budget,
        report: Reporter | None,
    ) -> None:
        self.steps: list[HintStep] = []
        self.difficulty: Difficulty | None = None
        self.complete = False
        with suppress(OutOfBudget):
            self.difficulty = difficulty_of(
                nonogram, given=board, verdict=verdict, budget=limits, report=report
            )
        if nonogram.blotted:
            return
        guide = Guide(nonogram)
        solution = verdict.boards[0] if verdict.status == "unique" else None
        with suppress(OutOfBudget):
            while hint := guide.next(board, solution=solution, budget=limits, report=report):
                self.steps.append(HintStep(hint, _depth(guide, board, hint)))
                board = guide.applied(board, hint)
                if not hint.cells:
                    break
            self.complete = True


def _depth(guide: Guide, board: Board, hint: Hint) -> int:
    """Return the number of lines that give cells before the assumption of a hint fails."""
    if hint.rule != "suppose":
        return 0
    ((row, column, value),) = hint.cells
    line, _ = guide.logic.through(row * board.width + column)
    others = guide.logic.allowed(line, column) - {value}
    place = row * board.width + column
    return max(guide.logic.suppose(board.cells, place, other).steps for other in others)
