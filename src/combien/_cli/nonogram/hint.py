"""`combien nonogram hint`: the next logical steps of a nonogram."""

from __future__ import annotations

import sys

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.progress import Spinner
from combien._cli._shared.report import print_json
from combien._cli.nonogram.files import PuzzleRequest, board_from, decide, request_options, saved
from combien.errors import BadInput, OutOfBudget
from combien.nonograms._board import Board

__all__ = ["hint"]


@command()
@option("-n N", "The number of steps; 0 means all.", into="steps", type=click.IntRange(0), shown=1)
@option("--why", "Show below each step the known cells that imply it.")
@option("--board FILE", "The board so far: . white, # black, ? unknown.", into="begun")
@option("--svg PATH", "Write a drawing of the board after these steps, with the last one marked.")
@option("--boxes", "Draw the board after these steps, with its clues.")
@request_options(without=("-v",))
def hint(
    request: PuzzleRequest, steps: int, why: bool, begun: str | None, svg: str | None, boxes: bool
) -> Exit:
    """Show the next logical step of a nonogram.

    Without --board, the hints start from the empty board.  Each step follows from the clues; where
    line solving gets stuck, it is taken from the solution, if that is unique.  The search for the
    solution takes at most half of --seconds, by default 5 seconds.  With --why, none of the cells
    shown below a step for one row or column can be left out.

    Examples
    --------
    combien nonogram hint examples/snail.non
    combien nonogram hint -n 0 --why examples/snail.non
    combien nonogram hint --json --svg next.svg examples/five.non
    """
    from combien.nonograms._human.hints import Guide, Hint  # Start-up: not for --help.
    from combien.nonograms._images.clued import clued  # Start-up: only for drawing.

    # A drawing on the standard output replaces the text.
    streamed = svg == STDIN
    if streamed and (request.json or boxes):
        raise click.UsageError("--svg - cannot be combined with --json and --boxes")
    silent = request.json or streamed
    if begun == request.file == STDIN:
        raise BadInput("the puzzle and the board cannot both be the standard input")
    puzzle = request.load()
    nonogram = puzzle.nonogram
    board = board_from(begun) if begun is not None else puzzle.given
    board = board or Board.unknown(nonogram.height, nonogram.width)
    shown: list[Hint] = []

    def drawn() -> bytes:
        """Draw the board after the steps, with the cells of the last one marked."""
        latest = [cell[:2] for step in shown[-1:] for cell in step.cells]
        return clued(nonogram, board, marked=latest).svg().encode()

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
                print_text(f"{step}\n")
                if why and (because := guide.because(step)):
                    print_text(f"  {because}\n")
            if not step.cells:
                break
        if request.json:
            hints = [
                {
                    "text": s.text,
                    "rule": s.rule,
                    "cells": [*map(list, s.cells)],
                    "reason": None if s.reason is None else [*map(list, s.reason)],
                }
                for s in shown
            ]
            written = {"title": nonogram.title, "hints": hints, "board": str(board).split("\n")}
            print_json(written)
        elif not shown and not silent and not ended:
            sys.stdout.write("solved\n")
        if boxes and not request.json:
            print_text(f"{clued(nonogram, board).text()}\n")
        if shown and shown[-1].rule == "search" and outcome.status == "several":
            sys.stdout.flush()
            print_message(f"{request.name(puzzle)} has several solutions")
    if ended:
        print_message(f"combien: {ended}")
        return Exit.UNKNOWN
    return Exit.ANSWERED
