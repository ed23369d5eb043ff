"""`combien nonogram report`: solutions, difficulty, deciding lines, and the smallest change."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.progress import Spinner
from combien._cli._shared.report import print_json
from combien._cli.nonogram.files import PuzzleRequest, request_options, saved
from combien._cli.nonogram.solve import CODES, describe_difference
from combien._wording import counted
from combien.errors import BadInput
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._english import cell_name, span_text
from combien.nonograms._human.report import report as report_on

if TYPE_CHECKING:
    from combien.nonograms._human.report import Report
    from combien.nonograms._nonogram import Board

# Changes, and lines, that are listed in text.
MOST_LISTED = 10


@command()
@option(
    "--difficulty",
    "lines: look for changes that make the puzzle solvable line by line, without guesses.",
    choices=("any", "lines"),
    shown="any",
)
@option(
    "--most N",
    "The largest number of cells to change.",
    type=click.IntRange(0),
    shown=3,
)
@option("--svg PATH", "Draw the ambiguous cells of the picture, and the changed one.")
@request_options(without=("-v",))
def report(
    request: PuzzleRequest, difficulty: Literal["any", "lines"], most: int, svg: str | None
) -> Exit:
    """Report solutions, difficulty and smallest changes of a nonogram.

    For setters: the number of solutions and the cells in which they differ, the lines in the order
    in which they give cells, the rules that a person needs, and the fewest cells of the picture to
    change so that the solution is unique.  The picture is the one in the file, or else the first
    solution.  Each part ends after a million steps, or with --nodes; --seconds are for all parts.

    Examples
    --------
    combien nonogram report example:key.txt
    combien nonogram report --difficulty lines --svg key.svg example:key.txt
    combien nonogram report --json example:snail.non
    """
    if svg == STDIN and request.json:
        raise click.UsageError("--svg - cannot be combined with --json")
    puzzle = request.load()
    with Spinner(f"examining {request.name(puzzle)}") as spinner:
        found = report_on(
            puzzle,
            difficulty=difficulty,
            most=most,
            budget=request.budget,
            report=spinner.update,
        )
    if svg is not None and found.picture is None:
        raise BadInput(f"there is nothing to draw: {found.verdict.reason}")
    with saved([(svg, lambda: found.sheet().svg())]):
        if request.json:
            print_json({"title": puzzle.nonogram.title or request.name(puzzle), **_facts(found)})
        elif svg != STDIN:
            print_text("\n".join([*_lines(found, request.name(puzzle), difficulty), ""]))
    return CODES[found.verdict.status]


def _lines(found: Report, name: str, difficulty: str) -> list[str]:
    nonogram, verdict = found.puzzle.nonogram, found.verdict
    size = f"{counted(nonogram.height, 'row')}, {counted(nonogram.width, 'column')}"
    lines = [f"{name}: {size}"]
    lines += [
        f"goal: {'solves it' if goal.solves(nonogram) else 'does not solve it'}"
        for goal in found.puzzle.goals
    ]
    if found.picture is None or found.by_lines is None:
        return [*lines, f"solutions: none: {verdict.reason}"]
    number = f"at least {found.at_least}" if found.count is None else str(found.count)
    lines.append(f"solutions: {number}")
    if found.ambiguous:
        least = "" if found.all_ambiguous else "at least "
        lines.append(f"ambiguous: {least}{describe_difference(found.ambiguous)}")
        unsure = {row * nonogram.width + column: UNKNOWN for row, column in found.ambiguous}
        lines += [f"  {line}" for line in str(found.picture.replaced(unsure)).split("\n")]
    if found.difficulty is not None:
        lines.append(f"difficulty: {found.difficulty}")
    if found.by_lines.unknown_count:
        after = f" after step {found.stalls[0]}" if found.stalls else ""
        lines.append(f"line solving stalls{after} in {_open_lines(found.by_lines)}")
    if found.steps:
        lines += _solving_lines(found)
    return lines + _change_lines(found, difficulty)


def _open_lines(board: Board) -> str:
    """Name the rows and columns with unknown cells."""
    places = [place for place, cell in enumerate(board.cells) if cell == UNKNOWN]
    rows = sorted({place // board.width for place in places})
    columns = sorted({place % board.width for place in places})
    return f"{span_text('row', rows)}, {span_text('column', columns)}"


def _solving_lines(found: Report) -> list[str]:
    """Describe the steps of a person."""
    rules = ", ".join(f"{rule} {number}" for rule, number in found.rules.items())
    lines = [f"{counted(len(found.steps), 'step')} of a person: {rules}"]
    if not found.all_steps:
        lines[0] += "; the budget ended before the last step"
    if found.depth:
        lines.append(f"longest contradiction: {counted(found.depth, 'line')}")
    order = [f"{kind} {n + 1} ({cells})" for (kind, n), cells in found.lines.items()]
    more = ["..."] * (len(order) > MOST_LISTED)
    if order:
        lines.append(f"lines (cells) in order: {', '.join([*order[:MOST_LISTED], *more])}")
    return lines


def _change_lines(found: Report, difficulty: str) -> list[str]:
    """Describe the smallest changes."""
    fewest, least = found.fewest, found.at_least_changed
    goal = "solvable by lines alone" if difficulty == "lines" else "unique"
    if found.puzzle.nonogram.blotted:
        return ["changes: not for blotted clues"]
    if fewest is None:
        return [
            f"changes to make it {goal}: at least {counted(least, 'cell')}; the budget ended "
            "before more was known (give more --seconds or --nodes)"
        ]
    if fewest.number is None:
        return [
            f"changes to make it {goal}: at least {counted(least, 'cell')}, proved "
            f"(--most {least} tries {least})"
        ]
    if not fewest.number:
        return [f"changes to make it {goal}: none"]
    number = len(fewest.changes)
    few = f"{counted(fewest.number, 'cell')}, and no fewer"
    ways = ("" if fewest.complete else "at least ") + counted(number, "choice")
    nonogram = found.puzzle.nonogram
    lines = [f"changes to make it {goal}: {few}; {ways}:"]
    for change in fewest.changes[:MOST_LISTED]:
        cells = (
            f"{cell_name(row * nonogram.width + column, nonogram.width)} {nonogram.ink(new).name}"
            for row, column, new in change
        )
        lines.append(f"  {'; '.join(cells)}")
    return lines + ["  ..."] * (number > MOST_LISTED)


def _facts(found: Report) -> dict[str, Any]:
    """Return the report for JSON; rows and columns count from 0."""
    nonogram, verdict, fewest = found.puzzle.nonogram, found.verdict, found.fewest
    return {
        "height": nonogram.height,
        "width": nonogram.width,
        "goals": [goal.solves(nonogram) for goal in found.puzzle.goals],
        "status": verdict.status,
        "reason": verdict.reason,
        "count": None if found.count is None else str(found.count),
        "at_least": str(found.at_least),
        "boards": [str(board).split("\n") for board in verdict.boards],
        "differ": [list(place) for place in verdict.differ],
        "ambiguous": [list(place) for place in found.ambiguous],
        "all_ambiguous": found.all_ambiguous,
        "picture": None if found.picture is None else str(found.picture).split("\n"),
        "board": None if found.by_lines is None else str(found.by_lines).split("\n"),
        "difficulty": found.difficulty
        and {"text": str(found.difficulty), **asdict(found.difficulty)},
        "rules": [*found.rules.items()],
        "steps": [
            {
                "rule": step.hint.rule,
                "line": step.line and list(step.line),
                "cells": [list(cell) for cell in step.hint.cells],
                "depth": step.depth,
            }
            for step in found.steps
        ],
        "all_steps": found.all_steps,
        "at_least_changed": found.at_least_changed,
        "fewest": fewest
        and {
            "cells": fewest.number,
            "changes": [[list(cell) for cell in change] for change in fewest.changes],
            "complete": fewest.complete,
        },
    }
