"""`combien nonogram check`: the validity, uniqueness and difficulty of a puzzle."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from combien._cli._shared.declare import command
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import with_options
from combien._cli._shared.progress import Spinner, counters
from combien._cli._shared.report import print_json
from combien._cli.nonogram.batch import Answer, answer_all, only_file
from combien._cli.nonogram.files import Outcome, PuzzleRequest, decide, request_options
from combien._cli.nonogram.solve import CODES, describe_difference, describe_status
from combien._wording import counted
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    from combien._base.budget import Budget, Reporter
    from combien.nonograms._puzzle import Puzzle

__all__ = ["check"]

DECIDED = ("unique", "several")


@command()
@with_options("--threads")
@request_options(many=True)
def check(request: PuzzleRequest, threads: int | None) -> Exit:
    """Check nonograms: clues, goal, uniqueness and difficulty.

    For several files, a folder, or a file with several puzzles, each answer is one line, or one
    object with --json, and a summary follows on the standard error.  The limits apply to each
    puzzle; --threads are for several puzzles.

    Examples
    --------
    combien nonogram check examples/snail.non
    combien nonogram check --seconds 10 --json examples/key.txt
    combien nonogram check examples/five.non examples/snail.non
    """
    puzzles = only_file(request, {})
    if puzzles is None or len(puzzles) > 1:
        return answer_all(request, puzzles, _respond, threads=threads)
    (puzzle,) = puzzles
    with Spinner(f"checking {request.name(puzzle)}"):
        checked = _checked(puzzle)
        outcome = decide(puzzle, request.budget)
        hard = _difficulty(puzzle, outcome, request.budget) if outcome.status in DECIDED else None
    facts = {"title": puzzle.nonogram.title or request.name(puzzle), **checked, **_facts(outcome)}
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


def _respond(puzzle: Puzzle, budget: Budget, report: Reporter) -> Answer:
    """Check one of several puzzles."""
    checked = _checked(puzzle)
    outcome = decide(puzzle, budget, report=report)
    hard = _difficulty(puzzle, outcome, budget, report) if outcome.status in DECIDED else None
    facts = {**checked, **_facts(outcome), "difficulty": hard}
    wrong = sum(not good for good in facts["goals"])
    parts = [describe_status(outcome)]
    parts += [f"{counted(wrong, 'goal')} of {len(facts['goals'])} wrong"] if wrong else []
    parts += [f"difficulty: {hard['text']}"] if hard else []
    return Answer(outcome.status, "; ".join(parts), facts)


def _checked(puzzle: Puzzle) -> dict[str, Any]:
    """Return the facts that need no search: a goal of a million cells takes a second to check."""
    return {
        "height": puzzle.nonogram.height,
        "width": puzzle.nonogram.width,
        "problems": puzzle.nonogram.problems(),
        "goals": [goal.solves(puzzle.nonogram) for goal in puzzle.goals],
    }


def _facts(outcome: Outcome) -> dict[str, Any]:
    return {
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
    puzzle: Puzzle, outcome: Outcome, budget: Budget, report: Reporter | None = None
) -> dict[str, object] | None:
    from combien.nonograms._human.difficulty import difficulty  # Start-up: not for --help.

    try:
        found = difficulty(
            puzzle.nonogram,
            given=puzzle.given,
            budget=budget,
            verdict=outcome.verdict,
            report=report,
        )
    except OutOfBudget:
        return None
    return {"text": str(found), **asdict(found)}
