"""`combien nonogram check` and `hint`: validity, uniqueness, difficulty, and the next steps."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.options import with_options
from combien._cli._shared.picture_files import LANGUAGES
from combien._cli._shared.progress import Spinner, counters
from combien._cli._shared.report import in_french, print_json
from combien._cli.nonogram.batch import Answer, answer_all, only_file
from combien._cli.nonogram.files import (
    Outcome,
    PuzzleRequest,
    board_from,
    decide,
    request_options,
    saved,
)
from combien._cli.nonogram.solve import CODES, describe_difference, describe_status
from combien._french.paper import said
from combien._wording import counted
from combien.errors import BadInput, OutOfBudget
from combien.nonograms._clued import clued
from combien.nonograms._human.difficulty import difficulty
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._nonogram import Board

if TYPE_CHECKING:
    from combien._base.budget import Budget, Reporter
    from combien.nonograms._puzzle import Puzzle


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
    combien nonogram check example:snail.non
    combien nonogram check --seconds 10 --json example:key.txt
    combien nonogram check example:five.non example:snail.non
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


@command()
@option("-n N", "The number of steps; 0 means all.", into="steps", type=click.IntRange(0), shown=1)
@option("--why", "Show below each step the known cells that imply it.")
@option("--board FILE", "The board so far: . white, # black, ? unknown.", into="begun")
@option("--svg PATH", "Write a drawing of the board after these steps, with the last one marked.")
@option("--boxes", "Draw the board after these steps, with its clues.")
@option("--language", "The language of the steps.", choices=LANGUAGES, shown="en")
@request_options(without=("-v",))
def hint(
    request: PuzzleRequest,
    steps: int,
    why: bool,
    begun: str | None,
    svg: str | None,
    boxes: bool,
    language: str,
) -> Exit:
    """Show the next logical step of a nonogram.

    Without --board, the hints start from the empty board.  Each step follows from the clues; where
    line solving gets stuck, it is taken from the solution, if that is unique.  The search for the
    solution takes at most half of --seconds, by default 5 seconds.  With --why, none of the cells
    shown below a step for one row or column can be left out.

    Examples
    --------
    combien nonogram hint example:snail.non
    combien nonogram hint -n 0 --why example:snail.non
    combien nonogram hint --json --svg next.svg example:five.non
    combien nonogram hint --language fr example:snail.non
    """
    # A drawing on the standard output replaces the text.
    streamed = svg == STDIN
    if streamed and (request.json or boxes):
        raise click.UsageError("--svg - cannot be combined with --json and --boxes")
    silent = request.json or streamed
    french = language == "fr"
    if begun == request.file == STDIN:
        raise BadInput("the puzzle and the board cannot both be the standard input")
    puzzle = request.load()
    nonogram = puzzle.nonogram
    board = board_from(begun) if begun is not None else puzzle.given
    board = board or Board.unknown(nonogram.height, nonogram.width)
    shown: list[Hint] = []

    def drawn() -> str:
        """Draw the board after the steps, with the cells of the last one marked."""
        latest = [cell[:2] for step in shown[-1:] for cell in step.cells]
        return clued(nonogram, board, marked=latest).svg()

    with saved([(svg, drawn)]):
        guide = Guide(nonogram)
        board.check(nonogram)
        with Spinner("looking for the solution"):
            outcome = decide(puzzle, request.hint_budget)
        if outcome.status == "none":
            print_message(f"{request.name(puzzle)} has no solution: {outcome.reason}")
            return Exit.NONE
        solution = outcome.boards[0] if outcome.status == "unique" else None
        ended = ""
        while not (steps and len(shown) == steps):
            try:
                step = guide.next(board, solution=solution, seconds=request.budget.seconds)
            except OutOfBudget as stop:
                ended = str(stop)
                break
            if step is None:
                break
            board = guide.applied(board, step)
            shown.append(step)
            if not silent:
                print_text(f"{in_french(step.statement) if french else step}\n")
                if why and (because := guide.stated_reason(step)):
                    reason = in_french(because) if french else guide.because(step)
                    print_text(f"  {reason}\n")
            if not step.cells:
                break
        if request.json:
            hints = [
                {
                    "text": in_french(s.statement) if french else s.text,
                    "rule": s.rule,
                    "cells": [*map(list, s.cells)],
                    "reason": None if s.reason is None else [*map(list, s.reason)],
                }
                for s in shown
            ]
            written = {"title": nonogram.title, "hints": hints, "board": str(board).split("\n")}
            print_json(written)
        elif not shown and not silent and not ended:
            sys.stdout.write(f"{said('solved', language)}\n")
        if boxes and not request.json:
            print_text(f"{clued(nonogram, board).text()}\n")
        if shown and shown[-1].rule == "search" and outcome.status == "several":
            sys.stdout.flush()
            print_message(f"{request.name(puzzle)} has several solutions")
    if ended:
        print_message(f"combien: {ended}")
        return Exit.UNKNOWN
    return Exit.ANSWERED
