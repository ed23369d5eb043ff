"""`combien nonogram play`: a nonogram on the whole terminal, or by lines of text."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Spinner
from combien._cli.nonogram.files import HINT_BUDGET, board_from, decide, load, puzzle_options
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien.nonograms._board import Board
    from combien.nonograms._nonogram import Nonogram

__all__ = ["play"]


@command()
@option("--board FILE", "Continue from a saved board.", into="begun")
@option("--lines", "Read commands line by line, as without a terminal.")
@puzzle_options
def play(file: str, format: str | None, number: int | None, begun: str | None, lines: bool) -> Exit:
    """Play a nonogram: set cells, get hints, undo, check.

    On a terminal, arrow keys move and single keys do the rest.  Without one, or with --lines,
    commands are read line by line; "help" lists them.

    Examples
    --------
    combien nonogram play examples/snail.non
    printf '1 1-5 .\\nhint\\nquit\\n' | combien nonogram play examples/snail.non
    """
    from combien._cli.nonogram import screen  # Start-up: not for --help.

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
    if not lines and screen.can_run():
        from combien.nonograms._human.player import Player  # Start-up: only on a terminal.

        player = Player(
            puzzle.nonogram,
            board=board,
            given=puzzle.given,
            solution=solution,
            exists=os.path.lexists,
            write=_write,
        )
        sys.stdout.flush()
        screen.run(player)
        return Exit.ANSWERED
    _by_lines(puzzle.nonogram, board, solution)
    return Exit.ANSWERED


def _write(name: str, text: str) -> None:
    """Write a board.  Raises `BadInput`, `CannotWrite`."""
    NumberedFile(name).write(text.encode())


def _by_lines(nonogram: Nonogram, board: Board | None, solution: Board | None) -> None:
    """Play by lines of text."""
    from combien.nonograms._human.game import Game  # Start-up: not on a whole terminal.

    game = Game(nonogram, board=board, solution=solution)
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
