"""`combien nonogram draw`: puzzles to print, several to a page, and a page to play on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from combien._cli._shared.declare import argument, command, nonogram_formats, option, paths
from combien._cli._shared.drawing import interruptible
from combien._cli._shared.files import format_of
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.options import with_options
from combien._cli._shared.picture_files import PAPERS, NumberedFile
from combien._cli.nonogram.files import HINT_BUDGET, decide, read_all
from combien.drawing._clued import CluedSheet
from combien.engines._protocol import Budget
from combien.errors import BadFormat, BadInput, OutOfBudget
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._clued import clued
from combien.nonograms._nonogram import Board
from combien.nonograms._play_page import page

if TYPE_CHECKING:
    from combien.drawing._clued import CluedBoard
    from combien.engines._protocol import Reporter
    from combien.nonograms._puzzle import Puzzle


# Where the eye loses the line, a board has its clues on both sides.
LARGE = 30
EXTENSIONS = {"svg": (".svg",), "png": (".png",), "pdf": (".pdf",), "html": (".html", ".htm")}


@command()
@option(
    "--to", "The format of OUT.  [default: by its name]", into="target", choices=tuple(EXTENSIONS)
)
@option(
    "--format NAME",
    "The format of the files.  [default: by name or content]",
    complete=nonogram_formats,
)
@option("--number K", "The puzzle of each file to draw.  [default: all]", type=click.IntRange(1))
@option("--goal", "Draw the pictures, as a key to the puzzles.")
@option("--answers", "Add the pictures on further pages of a PDF file.")
@option(
    "--both-sides/--one-side",
    "Repeat the clues on the right and below.  [default: on boards of more than 30 lines]",
    default=None,
)
@option(
    "--across N",
    "Put N puzzles side by side.  [default: as many as can be read]",
    type=click.IntRange(1, 1000),
)
@option("--paper", "The paper of a PDF file.", choices=PAPERS, shown="A4")
@option(
    "--width N", "The width of a PNG image in pixels.", type=click.IntRange(1, 65535), shown=1200
)
@with_options("--seconds")
@argument("FILE...", into="files", complete=paths)
@argument("OUT", complete=paths)
def draw(
    files: tuple[str, ...],
    out: str,
    target: str | None,
    format: str | None,
    number: int | None,
    goal: bool,
    answers: bool,
    both_sides: bool | None,
    across: int | None,
    paper: str,
    width: int,
    seconds: float | None,
) -> Exit:
    """Draw puzzles to print (SVG, PNG, PDF), or a page to play on (HTML).

    A picture that the file does not have is found by solving the puzzle, in 5 seconds each or in
    --seconds all together.  Several puzzles are arranged on one sheet, or on the pages of a PDF
    file (which needs pydyf).  The HTML page is one file and needs no network; it is in English or
    French, as the browser asks for.  OUT - is the standard output.

    Examples
    --------
    combien nonogram draw example:snail.non snail.svg
    combien nonogram draw --paper letter --answers example:snail.non example:five.non booklet.pdf
    combien nonogram draw --goal --width 800 example:snail.non snail.png
    combien nonogram draw example:snail.non snail.html
    """
    if out == STDIN and target is None:
        raise BadInput("the standard output needs a format, as in --to svg")
    kind = target or format_of(
        out, hint=f"use --to with one of {', '.join(EXTENSIONS)}", known=EXTENSIONS
    )
    if answers and (goal or kind != "pdf"):
        other = "--goal has no others" if goal else f"{kind} has none"
        raise BadInput(f"--answers adds pages to the puzzles of a PDF file, and {other}")
    output = NumberedFile(out, kind="png" if kind == "png" else "")
    if files.count(STDIN) > 1:
        raise BadInput("the standard input can be read only once")
    puzzles = [puzzle for file in files for puzzle in read_all(file, format=format, number=number)]
    if kind == "html":
        output.write(lambda: _page(puzzles, goal))
        return Exit.ANSWERED
    budget = HINT_BUDGET if seconds is None else Budget(seconds=seconds)
    boards = [_board(puzzle, goal, both_sides, budget) for puzzle in puzzles]
    sheet = CluedSheet(boards, across=across)
    pictures = [_board(puzzle, True, both_sides, budget) for puzzle in puzzles if answers]
    key = CluedSheet(pictures) if pictures else None
    single = boards[0] if len(boards) == 1 else None
    writers: dict[str, Callable[[Reporter], bytes | str]] = {
        "svg": lambda _: (single or sheet).svg(),
        "png": lambda _: (single or sheet).png(width=width),
        "pdf": lambda report: sheet.pdf(answers=key, paper=paper, report=report),
    }
    output.draw(writers[kind])
    return Exit.ANSWERED


def _page(puzzles: Sequence[Puzzle], goal: bool) -> str:
    """Return the page to play on."""
    if goal:
        raise BadInput("a page to play on does not show the picture: omit --goal")
    return page(puzzles)


def _board(puzzle: Puzzle, goal: bool, both_sides: bool | None, budget: Budget) -> CluedBoard:
    """Return the drawing of a puzzle with its given cells, or of its picture."""
    nonogram = puzzle.nonogram
    both = max(nonogram.height, nonogram.width) > LARGE if both_sides is None else both_sides
    board, title = _goal(puzzle, budget) if goal else (puzzle.given, nonogram.title)
    drawn = clued(nonogram, board, both_sides=both, for_print=True)
    return replace(drawn, title=title)


def _goal(puzzle: Puzzle, budget: Budget) -> tuple[Board, str]:
    """Return the picture of a puzzle, its goal or else a solution, and the title above it."""
    nonogram = puzzle.nonogram
    title = nonogram.title[:80] or "the puzzle"
    if puzzle.goals:
        goal, given = puzzle.goals[0], puzzle.given or puzzle.goals[0]
        pairs = zip(given.cells, goal.cells, strict=True)
        if not goal.solves(nonogram) or any(cell not in (UNKNOWN, color) for cell, color in pairs):
            raise BadFormat(
                f"the picture that is stored with {title} does not solve it: convert the puzzle "
                "with --drop goal, and it is solved instead"
            )
        return goal, nonogram.title
    with interruptible(f"solving {title}", f"while {title} was solved"):
        outcome = decide(puzzle, budget)
    if not outcome.boards:
        unsolved = f"no solution of {title} was found: {outcome.reason}"
        raise OutOfBudget(unsolved) if outcome.status == "unknown" else BadFormat(unsolved)
    if outcome.status != "several":
        return outcome.boards[0], nonogram.title
    print_message(f"combien: {title} has several solutions: one of them is drawn")
    return outcome.boards[0], f"{nonogram.title} (one of several solutions)".strip()
