"""`combien nonogram check`: the validity, uniqueness and difficulty of a puzzle."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, say, tell
from combien._cli._shared.progress import Waiting, counters
from combien._cli._shared.report import say_json
from combien._cli.nonogram.files import Asked, Outcome, asking, decide
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
@asking()
def check(asked: Asked) -> Exit:
    """Check a nonogram: clues, goal, uniqueness and difficulty."""
    puzzle = asked.load()
    with Waiting(f"checking {asked.name(puzzle)}"):
        outcome = decide(puzzle, asked.budget)
        hard = _difficulty(asked, puzzle, outcome) if outcome.status in DECIDED else None
    facts = _facts(asked, puzzle, outcome)
    if asked.json:
        say_json(facts | {"difficulty": hard})
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
    say("\n".join([*lines, ""]))
    if asked.verbose:
        tell(f"{outcome.status}: {outcome.reason}; {counters(outcome.work)}")
    return CODES[outcome.status]


def _facts(asked: Asked, puzzle: Puzzle, outcome: Outcome) -> dict[str, Any]:
    return {
        "title": puzzle.nonogram.title or asked.name(puzzle),
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


def _difficulty(asked: Asked, puzzle: Puzzle, outcome: Outcome) -> dict[str, object] | None:
    from combien.nonograms._human.difficulty import difficulty  # Start-up: not for --help.

    try:
        found = difficulty(
            puzzle.nonogram, given=puzzle.given, budget=asked.budget, verdict=outcome.verdict
        )
    except OutOfBudget:
        return None
    return {"text": str(found), **asdict(found)}
