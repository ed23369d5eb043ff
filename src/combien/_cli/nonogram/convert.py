"""`combien nonogram convert`: convert puzzles to another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combien._base.records import replace
from combien._cli._shared.declare import argument, command, nonogram_formats, option, paths
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.progress import Spinner
from combien._cli.nonogram.files import output_options, read_all, write_puzzles
from combien.errors import BadFormat

if TYPE_CHECKING:
    from combien.nonograms._puzzle import Puzzle

__all__ = ["convert"]


@command()
@option(
    "--from NAME",
    "The format of FILE.  [default: by its name or content]",
    into="source",
    complete=nonogram_formats,
)
@option("--number K", "The puzzle of the file to write.  [default: all]", type=click.IntRange(1))
@option("--solve", "Add the solution as the goal.", into="solved")
@output_options
@argument("FILE", complete=paths)
@argument("OUT", complete=paths)
def convert(
    file: str,
    out: str,
    source: str | None,
    number: int | None,
    solved: bool,
    target: str,
    drop: tuple[str, ...],
) -> Exit:
    """Write the puzzles of a file in another format.

    Anything that the other format cannot express is an error, unless --drop omits it.  - is the
    standard input or output.

    Examples
    --------
    combien nonogram convert examples/snail.non snail.xml
    combien nonogram convert --to sgt --drop title --drop author examples/five.non -
    combien nonogram convert --solve examples/five.non five.json
    """
    puzzles = read_all(file, format=source, number=number, option="--from")
    if solved:
        puzzles = [
            _solved(puzzle, f"puzzle {number or at}") for at, puzzle in enumerate(puzzles, 1)
        ]
    write_puzzles(puzzles, out, target, drop)
    return Exit.ANSWERED


def _solved(puzzle: Puzzle, name: str) -> Puzzle:
    """Return the puzzle with one of its solutions as the goal."""
    from combien.nonograms._solver import solve  # Start-up: not for --help.

    with Spinner(f"solving {name}"):
        verdict = solve(puzzle.nonogram, given=puzzle.given)
    if not verdict.boards:
        raise BadFormat(f"{name} has no solution: {verdict.reason}")
    if verdict.status == "several":
        print_message(f"{name} has several solutions; wrote one of them")
    return replace(puzzle, goals=verdict.boards[:1])
