"""`combien nonogram convert` and `encode`: puzzles in another format, or as clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from combien._cli._shared.declare import argument, command, nonogram_formats, option, paths
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import MOST_BYTES, name_in_errors, read_text
from combien._cli._shared.options import with_options
from combien._cli._shared.output import MOST_UNASKED, stream_to, write_lines
from combien._cli._shared.progress import Spinner
from combien._cli.nonogram.files import (
    load,
    output_options,
    puzzle_options,
    read_all,
    write_puzzles,
)
from combien.errors import BadFormat, BadInput
from combien.nonograms._solver import solve
from combien.nonograms._solving.configurations import ConfigurationEncoding
from combien.nonograms._solving.encodings import AutomatonEncoding, OrderEncoding
from combien.sat import dimacs, results

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Nonogram
    from combien.nonograms._puzzle import Puzzle

    Encoded = AutomatonEncoding | ConfigurationEncoding | OrderEncoding


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
    combien nonogram convert example:snail.non snail.xml
    combien nonogram convert --to sgt --drop title --drop author example:five.non -
    combien nonogram convert --solve example:five.non five.json
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
    with Spinner(f"solving {name}"):
        verdict = solve(puzzle.nonogram, given=puzzle.given)
    if not verdict.boards:
        raise BadFormat(f"{name} has no solution: {verdict.reason}")
    if verdict.status == "several":
        print_message(f"{name} has several solutions; wrote one of them")
    return replace(puzzle, goals=verdict.boards[:1])


@command()
@option(
    "--by",
    "The variables: starts of blocks, configurations of whole lines, or states of the "
    "automaton of a clue (also for blotted clues).  [default: places, or automaton]",
    into="way",
    choices=("places", "configurations", "automaton"),
)
@with_options("--size", "--any-size", "-o", "--read")
@puzzle_options
def encode(
    file: str,
    format: str | None,
    number: int | None,
    way: str | None,
    only_size: bool,
    any_size: bool,
    output: str | None,
    answer: str | None,
) -> Exit:
    """Write a puzzle as clauses in DIMACS form, and read the answer.

    Given cells are included.  The size is printed first.  To read an answer, repeat the same
    options and add --read.

    Examples
    --------
    combien nonogram encode example:snail.non -o snail.cnf
    combien nonogram encode --by configurations --size example:snail.non
    cadical -q snail.cnf | combien nonogram encode --read - example:snail.non
    """
    if answer is not None and (only_size or output is not None):
        raise click.UsageError("--size and -o cannot be combined with --read")
    if only_size and output is not None:
        raise click.UsageError("-o cannot be combined with --size")
    puzzle = load(file, format=format, number=number)
    nonogram = puzzle.nonogram
    formula = _formula(puzzle, way)
    if answer is not None:
        return _read(nonogram, formula, answer)
    if isinstance(formula, ConfigurationEncoding):
        most_bytes = formula.bytes_dimacs
        lines: Iterator[str] = formula.lines(any_size=True)
    else:
        most_bytes = dimacs.most_bytes(formula)
        lines = dimacs.lines(formula)
    size = (
        f"{formula.variable_count:,} variables, {formula.clause_count:,} clauses, "
        f"at most {most_bytes:,} bytes"
    )
    if most_bytes > MOST_UNASKED and not (any_size or only_size):
        raise BadInput(f"{size}: files above 1 GB need --any-size; --by places is smaller")
    print_message(size)
    if not only_size:
        with stream_to(output) as stream:
            write_lines(lines, stream, total=formula.clause_count)
    return Exit.ANSWERED


def _formula(puzzle: Puzzle, way: str | None) -> Encoded:
    if way == "configurations":
        if puzzle.given is not None:
            raise BadInput("--by configurations does not support given cells: use --by places")
        return ConfigurationEncoding(puzzle.nonogram)
    if way == "automaton" or (way is None and puzzle.nonogram.blotted):
        return AutomatonEncoding(puzzle.nonogram, puzzle.given)
    return OrderEncoding(puzzle.nonogram, puzzle.given)


def _read(nonogram: Nonogram, formula: Encoded, answer: str) -> Exit:
    """Print the board that an answer contains, or that there is none, or that it is unknown."""
    text = read_text(answer, MOST_BYTES)
    with name_in_errors(answer):
        result = results.read(text)
    if result.satisfiable is None:
        print_message("the SAT solver did not decide it")
        return Exit.UNKNOWN
    if not result.satisfiable:
        print_message(
            "there is no solution, according to the answer; combien check-proof checks proofs"
        )
        return Exit.NONE
    board = formula.read(result.model)
    if not board.solves(nonogram):
        raise BadInput(
            f"'{answer}' has a model that is not a solution: was it made for this puzzle and --by?"
        )
    print_text(f"{board}\n")
    return Exit.ANSWERED
