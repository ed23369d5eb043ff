"""`combien nonogram`: the group of commands for nonograms."""

from __future__ import annotations

import click

from combien._cli._shared.groups import Group

__all__ = ["COMMANDS", "nonogram"]

EXAMPLES = """\
Examples:

combien nonogram solve examples/snail.non

combien nonogram hint -n 3 examples/snail.non

combien nonogram make --unique cells examples/key.txt key.non
"""


COMMANDS = {
    "solve": (
        "combien._cli.nonogram.solve:solve",
        "Solve a nonogram, or all nonograms of files and folders.",
    ),
    "check": (
        "combien._cli.nonogram.check:check",
        "Check nonograms: clues, goal, uniqueness and difficulty.",
    ),
    "hint": (
        "combien._cli.nonogram.hint:hint",
        "Show the next logical step of a nonogram.",
    ),
    "make": ("combien._cli.nonogram.make:make", "Make a puzzle from a picture."),
    "convert": (
        "combien._cli.nonogram.convert:convert",
        "Write the puzzles of a file in another format.",
    ),
    "draw": (
        "combien._cli.nonogram.draw:draw",
        "Draw puzzles to print (SVG, PNG, PDF), or a page to play on (HTML).",
    ),
    "encode": (
        "combien._cli.nonogram.encode:encode",
        "Write a puzzle as clauses in DIMACS form, and read the answer.",
    ),
    "play": (
        "combien._cli.nonogram.play:play",
        "Play a nonogram: set cells, get hints, undo, check.",
    ),
}


@click.group(cls=Group, table=COMMANDS, epilog=EXAMPLES)
def nonogram() -> None:
    """Nonograms: solve, check, explain, make, convert, draw, encode and play them."""
