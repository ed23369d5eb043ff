"""`combien nonogram hint`: the next steps of a nonogram, in plain words."""

from __future__ import annotations

import sys
from itertools import islice

import click

from combien._cli._shared.files import STDIN
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, say, tell
from combien._cli._shared.report import say_json
from combien._cli.completion import paths
from combien._cli.nonogram.files import Asked, asking, board_from, saved
from combien.errors import BadInput

__all__ = ["hint"]

EXAMPLES = """\
Examples:

combien nonogram hint examples/snail.non

combien nonogram hint -n 0 examples/snail.non

combien nonogram hint --json --svg next.svg examples/five.non
"""


@command(epilog=EXAMPLES)
@click.option(
    "-n",
    "steps",
    type=click.IntRange(0),
    default=1,
    metavar="N",
    show_default=True,
    help="How many steps; 0 is all.",
)
@click.option(
    "--board",
    "begun",
    metavar="FILE",
    shell_complete=paths,
    help="What is known: . white, # black, ? unknown.",
)
@click.option(
    "--svg",
    metavar="PATH",
    shell_complete=paths,
    help="Write a drawing of the board after these steps, with rings in the cells of the last.",
)
@click.option("--boxes", is_flag=True, help="Draw the board after these steps, with its clues.")
@asking(without=("-v",))
def hint(asked: Asked, steps: int, begun: str | None, svg: str | None, boxes: bool) -> Exit:
    """Tell the next step of a nonogram, as one player would tell another.

    Without --board, from the beginning.  A step is never more than what is certain; where lines
    tell nothing more, the solution helps out if there is a single one.  It is looked for as long as
    the limits allow, by default 5 seconds.
    """
    from combien._cli._shared.spinner import Waiting
    from combien.nonograms._board import Board
    from combien.nonograms._human.hints import Guide, Hint
    from combien.nonograms._images.clued import clued
    from combien.nonograms._solver import solve

    # A drawing on the standard output takes the place of the text.
    streamed = svg == STDIN
    if streamed and (asked.json or boxes):
        raise click.UsageError("--svg - writes a drawing: leave --json and --boxes out")
    silent = asked.json or streamed
    if begun == asked.file == STDIN:
        raise BadInput("the standard input is one file: name another for the puzzle or the board")
    puzzle = asked.load()
    nonogram = puzzle.nonogram
    board = board_from(begun) if begun is not None else puzzle.given
    board = board or Board.unknown(nonogram.height, nonogram.width)
    said: list[Hint] = []

    def drawn() -> bytes:
        """The board as the steps leave it, with rings in the cells of the last of them."""
        latest = [cell[:2] for step in said[-1:] for cell in step.cells]
        return clued(nonogram, board, marked=latest).svg().encode()

    with saved([(svg, drawn)]):
        guide = Guide(nonogram)
        board.check(nonogram)
        with Waiting("looking for the solution"):
            verdict = solve(nonogram, given=puzzle.given, budget=asked.patience)
        if verdict.status == "none":
            tell(f"{asked.name(puzzle)} has no solution: {verdict.reason}")
            return Exit.NONE
        solution = verdict.boards[0] if verdict.status == "unique" else None
        for step in islice(guide.steps(board, solution=solution), steps or None):
            board = guide.applied(board, step)
            said.append(step)
            if not silent:
                say(f"{step}\n")
        if asked.json:
            hints = [{"text": s.text, "rule": s.rule, "cells": [*map(list, s.cells)]} for s in said]
            written = {"title": nonogram.title, "hints": hints, "board": str(board).split("\n")}
            say_json(written)
        elif not said and not silent:
            sys.stdout.write("solved\n")
        if boxes and not asked.json:
            say(f"{clued(nonogram, board).text()}\n")
        if said and said[-1].rule == "search" and verdict.status == "several":
            sys.stdout.flush()
            tell(f"{asked.name(puzzle)} has several solutions")
    return Exit.ANSWERED
