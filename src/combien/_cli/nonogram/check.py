"""`combien nonogram check`: the validity, uniqueness and difficulty of a puzzle."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.progress import Spinner, counters
from combien._cli._shared.report import print_json
from combien._cli.nonogram.files import Outcome, PuzzleRequest, decide, request_options
from combien._cli.nonogram.solve import CODES, describe_difference
from combien._wording import counted
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    from combien.nonograms._puzzle import Puzzle

__all__ = ["check"]

DECIDED = ("unique", "several")

EXAMPLES = """\
Examples:

combien nonogram check examples/snail.non

combien nonogram check --seconds 10 --json examples/key.txt
"""


@command(epilog=EXAMPLES)
@request_options()
def check(request: PuzzleRequest) -> Exit:
    """Check a nonogram: clues, goal, uniqueness and difficulty."""
    puzzle = request.load()
    with Spinner(f"checking {request.name(puzzle)}"):
        outcome = decide(puzzle, request.budget)
        hard = _difficulty(request, puzzle, outcome) if outcome.status in DECIDED else None
    facts = _facts(request, puzzle, outcome)
    if request.json:
        print_json(facts | {"difficulty": hard})
        return CODES[outcome.status]
    size = ", ".join(
        (counted(puzzle.nonogram.height, "row"), counted(puzzle.nonogram.width, "column"))
    )
    lines = [f"{facts['title']}: {size}"]
    lines += [f"goal: {'solves it' if good else 'does not solve it'}" for good in facts["goals"]]
    lines.append(f"solutions: {_solutions(outcome)}")
    if outcome.status in DECIDED:
        lines.append(
            f"difficulty: {hard['text'] if hard else 'the budget ended before it was known'}"
        )
    print_text("\n".join([*lines, ""]))
    if request.verbose:
        print_message(f"{outcome.status}: {outcome.reason}; {counters(outcome.work)}")
    return CODES[outcome.status]


def _facts(request: PuzzleRequest, puzzle: Puzzle, outcome: Outcome) -> dict[str, Any]:
    return {
        "title": puzzle.nonogram.title or request.name(puzzle),
        "height": puzzle.nonogram.height,
        "width": puzzle.nonogram.width,
        "problems": puzzle.nonogram.problems(),
        "goals": [goal.solves(puzzle.nonogram) for goal in puzzle.goals],
        "status": outcome.status,
        "reason": outcome.reason,
        "differ": [list(place) for place in outcome.differ],
    }


def _solutions(outcome: Outcome) -> str:
    if outcome.status == "unique":
        return "one"
    if outcome.status == "several":
        return f"several; two differ in {describe_difference(outcome.differ)}"
    return f"{outcome.status}: {outcome.reason}"


def _difficulty(
    request: PuzzleRequest, puzzle: Puzzle, outcome: Outcome
) -> dict[str, object] | None:
    from combien.nonograms._human.difficulty import difficulty  # Start-up: not for --help.

    try:
        found = difficulty(
            puzzle.nonogram, given=puzzle.given, budget=request.budget, verdict=outcome.verdict
        )
    except OutOfBudget:
        return None
    return {"text": str(found), **asdict(found)}
