"""`combien nonogram solve`: find one, two or all solutions of a nonogram, or count them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import SCHEMA, with_options
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Spinner, counters
from combien._cli._shared.report import print_json, unlimited_digits
from combien._cli.nonogram.batch import Answer, Respond, answer_all, only_file
from combien._cli.nonogram.files import Outcome, PuzzleRequest, decide, request_options
from combien._wording import counted
from combien.errors import CombienError, OutOfBudget
from combien.nonograms._clued import clued, order_of_solving
from combien.nonograms._solver import count, solve_all

if TYPE_CHECKING:
    from combien._base.budget import Budget, Reporter
    from combien.nonograms._nonogram import Board
    from combien.nonograms._puzzle import Puzzle


MOST_PLACES = 12


Draw = Callable[["Board"], None]

CODES = {
    "unique": Exit.ANSWERED,
    "several": Exit.ANSWERED,
    "none": Exit.NONE,
    "unknown": Exit.UNKNOWN,
}


@command()
@option("--all", "Print all solutions, each as soon as it is found.", into="every")
@option("--count", "Print only the number of solutions.", into="counted")
@option("--boxes", "Draw the text with the clues in its margins.")
@option("--svg PATH", "Write a drawing of the first solution.")
@option("--png PATH", "Write an image of the first solution.")
@option("--animate PATH", "Write an animated drawing of the solving steps.")
@option(
    "--duration S",
    "The duration of the animation in seconds.",
    type=click.FloatRange(0.1, 3600),
    shown=12.0,
)
@option(
    "--engine",
    "Solve by line solving, probing and search, or by a SAT solver.  [default: auto]",
    choices=("auto", "sat"),
)
@option(
    "--encoding",
    "The SAT encoding, see combien nonogram encode.",
    choices=("places", "configurations", "automaton"),
)
@option("--solver COMMAND", "The SAT solver to run, as in 'cadical -q'.  [default: python-sat]")
@with_options("--threads")
@request_options(many=True)
def solve(
    request: PuzzleRequest,
    every: bool,
    counted: bool,
    boxes: bool,
    svg: str | None,
    png: str | None,
    animate: str | None,
    duration: float,
    engine: str | None,
    encoding: str | None,
    solver: str | None,
    threads: int | None,
) -> Exit:
    """Solve a nonogram, or all nonograms of files and folders.

    A single solution is proved to be unique.  If there are several, two are printed, and the
    standard error lists where they differ.  Cells are . white, # black, letters for other colors.

    For several files, a folder, or a file with several puzzles, each answer is one line, or one
    object with --json, and a summary follows on the standard error.  The limits apply to each
    puzzle; --threads are for several puzzles.

    Examples
    --------
    combien nonogram solve example:snail.non
    combien nonogram solve --boxes --svg snail.svg --animate moving.svg example:snail.non
    combien nonogram solve --all --json example:key.txt
    combien nonogram solve --engine sat --solver 'cadical -q' example:snail.non
    combien nonogram solve --json example:five.non example:snail.non
    """
    if every and counted:
        raise click.UsageError("--all and --count cannot be combined: omit one")
    if request.json and boxes:
        raise click.UsageError("--boxes cannot be combined with --json")
    way = _sat_arguments(engine, encoding, solver)
    if way and (every or counted):
        raise click.UsageError(
            "a SAT solver gives the verdict only: omit --all and --count, or --engine sat"
        )
    paths = {"svg": svg, "png": png, "animate": animate}
    if counted and any(paths.values()):
        raise click.UsageError("--count draws nothing: omit --svg, --png and --animate")
    files = {
        kind: NumberedFile(path, kind="png" if kind == "png" else "svg")
        for kind, path in paths.items()
        if path is not None
    }
    streamed = any(file.streamed for file in files.values())
    if streamed and (request.json or boxes or [*paths.values()].count("-") > 1):
        raise click.UsageError(
            "only one picture can replace the text on the standard output: name files, or omit "
            "--json and --boxes"
        )
    single = {"--all": every, "--boxes": boxes, **{f"--{kind}": paths[kind] for kind in paths}}
    puzzles = only_file(request, single)
    if puzzles is None or len(puzzles) > 1:
        respond = _count_response if counted else _verdict_response(way)
        return answer_all(request, puzzles, respond, threads=threads)
    (puzzle,) = puzzles

    def draw(board: Board) -> None:
        for kind, file in files.items():
            file.write(partial(_picture, puzzle, board, kind, duration))

    if counted:
        return _counted(request, puzzle)
    if every:
        return _listed(request, puzzle, boxes, draw, silent=streamed)
    return _decided(request, puzzle, boxes, draw, way, silent=streamed)


def _sat_arguments(engine: str | None, encoding: str | None, solver: str | None) -> dict[str, Any]:
    """Return the arguments of `solve` for a SAT solver, if one is requested."""
    given = {"--encoding": encoding, "--solver": solver}
    names = [name for name, value in given.items() if value is not None]
    if engine == "auto" and names:
        raise click.UsageError(f"{' and '.join(names)}: only with --engine sat")
    if solver is not None and not solver.strip():
        raise click.UsageError("--solver is empty: name a command, or omit it")
    if engine != "sat" and not names:
        return {}
    return {"engine": "sat", "encoding": encoding, "solver": solver or ""}


def _decided(
    request: PuzzleRequest,
    puzzle: Puzzle,
    boxes: bool,
    draw: Draw,
    way: dict[str, Any],
    *,
    silent: bool,
) -> Exit:

    with Spinner(f"solving {request.name(puzzle)}"):
        outcome = decide(puzzle, request.budget, **way)
    code = CODES[outcome.status]
    if outcome.boards:
        draw(outcome.boards[0])
    if request.json:
        print_json(_facts(puzzle, outcome))
        return code
    if not silent:
        print_text("\n\n".join(_text(puzzle, board, boxes) for board in outcome.boards))
        sys.stdout.write("\n" * bool(outcome.boards))
    sys.stdout.flush()
    name = request.name(puzzle)
    if outcome.status == "none":
        print_message(f"{name} has no solution: {outcome.reason}")
    elif outcome.status == "several":
        print_message(
            f"{name} has several solutions; these two differ in "
            f"{describe_difference(outcome.differ)}"
        )
    elif outcome.status == "unknown":
        print_message(f"combien: {outcome.reason}")
    if request.verbose:
        print_message(f"{outcome.status}: {outcome.reason}; {counters(outcome.work)}")
    return code


def _verdict_response(way: dict[str, Any]) -> Respond:
    """Return the function that solves one of several puzzles."""

    def respond(puzzle: Puzzle, budget: Budget, report: Reporter) -> Answer:
        outcome = decide(puzzle, budget, report=report, **way)
        facts = _facts(puzzle, outcome)
        return Answer(outcome.status, describe_status(outcome), facts)

    return respond


def _count_response(puzzle: Puzzle, budget: Budget, report: Reporter) -> Answer:
    """Count the solutions of one of several puzzles."""
    try:
        number = count(puzzle.nonogram, given=puzzle.given, budget=budget, report=report)
    except OutOfBudget as stop:
        facts = {"count": None, "at_least": _bound(stop), "reason": str(stop)}
        return Answer("unknown", f"unknown: at least {_bound(stop)}; {stop}", facts)
    with unlimited_digits():
        text = str(number)
    return Answer("counted" if number else "none", text, {"count": text})


def _bound(stop: OutOfBudget) -> str:
    """Return the lower bound of a count that was stopped."""
    with unlimited_digits():
        return str(stop.known.get("at_least", 0))


def describe_status(outcome: Outcome) -> str:
    """Describe an outcome in a few words."""
    if outcome.status == "unique":
        return "unique"
    if outcome.status == "several":
        return f"several; two differ in {describe_difference(outcome.differ)}"
    return f"{outcome.status}: {outcome.reason}"


def _listed(
    request: PuzzleRequest, puzzle: Puzzle, boxes: bool, draw: Draw, *, silent: bool
) -> Exit:
    """Write each solution as it is found."""
    found = 0
    stopped: CombienError | KeyboardInterrupt | None = None
    boards = solve_all(puzzle.nonogram, given=puzzle.given, budget=request.budget)
    title = json.dumps(puzzle.nonogram.title)
    opening = f'{{"schema": {SCHEMA}, "title": {title}, "boards": [\n'
    between = opening if request.json else ""
    while True:
        try:
            with Spinner(f"solving {request.name(puzzle)}"):
                board = next(boards, None)
        except (OutOfBudget, KeyboardInterrupt) as error:
            stopped = error
            break
        if board is None:
            break
        if not found:
            draw(board)
        found += 1
        if request.json:
            sys.stdout.write(between + json.dumps(str(board).split("\n")))
            between = ",\n"
        elif not silent:
            print_text(f"{between}{_text(puzzle, board, boxes)}\n")
            between = "\n"
    if request.json:
        opening = "" if found else between
        facts = json.dumps({"complete": stopped is None, "at_least": str(found)})
        sys.stdout.write(f"{opening}], {facts[1:]}\n")
    sys.stdout.flush()
    if stopped is not None:
        raise stopped
    if not found:
        print_message(f"{request.name(puzzle)} has no solution")
    elif request.verbose:
        print_message(counted(found, "solution"))
    return Exit.ANSWERED if found else Exit.NONE


def _counted(request: PuzzleRequest, puzzle: Puzzle) -> Exit:
    try:
        with Spinner(f"counting {request.name(puzzle)}"):
            number = count(puzzle.nonogram, given=puzzle.given, budget=request.budget)
    except OutOfBudget as stop:
        if request.json:
            print_json({"title": puzzle.nonogram.title, "count": None, "at_least": _bound(stop)})
        raise
    with unlimited_digits():
        said = str(number)
    if request.json:
        print_json({"title": puzzle.nonogram.title, "count": said})
    else:
        sys.stdout.write(f"{said}\n")
    return Exit.ANSWERED if number else Exit.NONE


def _picture(puzzle: Puzzle, board: Board, kind: str, duration: float) -> bytes | str:
    if kind != "animate":
        drawn = clued(puzzle.nonogram, board)
        return drawn.svg() if kind == "svg" else drawn.png()
    steps = order_of_solving(puzzle.nonogram, board, given=puzzle.given)
    return clued(puzzle.nonogram, board, steps=steps).svg(duration=duration)


def _text(puzzle: Puzzle, board: Board, boxes: bool) -> str:
    return clued(puzzle.nonogram, board).text() if boxes else str(board)


def _facts(puzzle: Puzzle, outcome: Outcome) -> dict[str, object]:
    """Return a verdict for JSON; rows and columns count from 0."""
    return {
        "title": puzzle.nonogram.title,
        "status": outcome.status,
        "reason": outcome.reason,
        "boards": [str(board).split("\n") for board in outcome.boards],
        "differ": [list(place) for place in outcome.differ],
        "work": dict(outcome.work),
    }


def describe_difference(places: tuple[tuple[int, int], ...]) -> str:
    """Describe the cells in which two boards differ; a long list is shortened.

    >>> describe_difference(((0, 0), (0, 1), (4, 1)))
    '3 cells: row 1, columns 1 2; row 5, column 2'
    """
    rows: dict[int, list[int]] = {}
    for row, column in places[:MOST_PLACES]:
        rows.setdefault(row, []).append(column + 1)
    parts = [
        f"row {row + 1}, column{'s' * (len(columns) > 1)} {' '.join(map(str, columns))}"
        for row, columns in rows.items()
    ]
    parts += ["..."] * (len(places) > MOST_PLACES)
    return f"{counted(len(places), 'cell')}: {'; '.join(parts)}"
