"""`combien nonogram play`: a nonogram on the terminal, by lines of text."""

from __future__ import annotations

import sys

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.progress import Spinner
from combien._cli.completion import paths
from combien._cli.nonogram.files import HINT_BUDGET, board_from, decide, load, puzzle_options
from combien.errors import BadInput

__all__ = ["play"]

EXAMPLES = """\
Examples:

combien nonogram play examples/snail.non

printf '1 1-5 .\\nhint\\nquit\\n' | combien nonogram play examples/snail.non
"""


@command(epilog=EXAMPLES)
@click.option(
    "--board",
    "begun",
    metavar="FILE",
    shell_complete=paths,
    help="Continue from a saved board.",
)
@puzzle_options
def play(file: str, format: str | None, number: int | None, begun: str | None) -> Exit:
    """Play a nonogram: set cells, get hints, undo, check.

    Commands are read line by line; "help" lists them.
    """
    from combien.nonograms._human.game import Game  # Start-up: not for --help.

    for what, name in (("puzzle", file), ("board", begun)):
        if name == STDIN:
            raise BadInput(
                f"the game reads moves from the standard input: name a file for the {what}"
            )
    puzzle = load(file, format=format, number=number)
    board = board_from(begun) if begun is not None else puzzle.given
    with Spinner("preparing"):
        outcome = decide(puzzle, HINT_BUDGET)
    if outcome.status == "none":
        print_message(f"this nonogram has no solution: {outcome.reason}")
        return Exit.NONE
    solution = outcome.boards[0] if outcome.status == "unique" else None
    game = Game(puzzle.nonogram, board=board, solution=solution)
    person = sys.stdin.isatty()
    print_text(f"{game.do('help')}\n\n" * person + f"{game.drawn()}\n")
    while not game.over and not game.solved:
        if person:
            sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            break
        if reply := game.do(line.rstrip("\n")):
            print_text(f"{reply}\n")
    return Exit.ANSWERED
