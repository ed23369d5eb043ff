"""`combien nonogram encode`: a puzzle as clauses for SAT, and the answer as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from combien._cli._shared.files import MOST_BYTES, naming, text_of
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, say, tell
from combien._cli._shared.options import offering
from combien._cli._shared.streams import MOST_UNASKED, stream_to, write_lines
from combien._cli.nonogram.files import load, reading
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien.nonograms._encodings.automaton import AutomatonEncoding
    from combien.nonograms._encodings.configurations import ConfigurationEncoding
    from combien.nonograms._encodings.order import OrderEncoding
    from combien.nonograms._nonogram import Nonogram
    from combien.nonograms._puzzle import Puzzle

    Encoded = AutomatonEncoding | ConfigurationEncoding | OrderEncoding

__all__ = ["encode"]

EXAMPLES = """\
Examples:

combien nonogram encode examples/snail.non -o snail.cnf

combien nonogram encode --by configurations --size examples/snail.non

cadical -q snail.cnf | combien nonogram encode --read - examples/snail.non
"""


@command(epilog=EXAMPLES)
@click.option(
    "--by",
    "way",
    type=click.Choice(("places", "configurations", "automaton")),
    help="Variables for where blocks begin, for each way to lay a whole line, or for how much of a "
    "clue is laid before a cell (also of blotted clues).  [default: places, or automaton]",
)
@offering("--size", "--any-size", "-o", "--read")
@reading
def encode(
    file: str,
    format: str | None,
    number: int,
    way: str | None,
    only_size: bool,
    any_size: bool,
    output: str | None,
    answer: str | None,
) -> Exit:
    """Write a puzzle as clauses in DIMACS form, and read the answer.

    Cells that are given are part of it.  The size is told before a line is written.  Give the same
    words again with --read.
    """
    if answer is not None and (only_size or output is not None):
        raise click.UsageError("--read writes no clauses: leave --size and -o out")
    if only_size and output is not None:
        raise click.UsageError("--size writes nothing: leave -o out")
    puzzle = load(file, format=format, number=number)
    nonogram = puzzle.nonogram
    formula = _formula(puzzle, way)
    if answer is not None:
        return _read(nonogram, formula, answer)
    from combien.nonograms._encodings.configurations import ConfigurationEncoding
    from combien.sat import dimacs

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
        raise BadInput(f"{size}: above 1 GB only with --any-size; --by places says it in fewer")
    tell(size)
    if not only_size:
        with stream_to(output) as stream:
            write_lines(lines, stream, total=formula.clause_count)
    return Exit.ANSWERED


def _formula(puzzle: Puzzle, way: str | None) -> Encoded:
    if way == "configurations":
        from combien.nonograms._encodings.configurations import ConfigurationEncoding

        if puzzle.given is not None:
            raise BadInput("cells are given, which --by places says and --by configurations cannot")
        return ConfigurationEncoding(puzzle.nonogram)
    if way == "automaton" or (way is None and puzzle.nonogram.blotted):
        from combien.nonograms._encodings.automaton import AutomatonEncoding

        return AutomatonEncoding(puzzle.nonogram, puzzle.given)
    from combien.nonograms._encodings.order import OrderEncoding

    return OrderEncoding(puzzle.nonogram, puzzle.given)


def _read(nonogram: Nonogram, formula: Encoded, answer: str) -> Exit:
    """Says what an answer says: a board; or that there is none, or that nobody knows."""
    from combien.sat import results

    text = text_of(answer, MOST_BYTES)
    with naming(answer):
        result = results.read(text)
    if result.satisfiable is None:
        tell("the answer is that it is not known")
        return Exit.UNKNOWN
    if not result.satisfiable:
        tell("there is no solution, the answer says; a proof is checked by combien check-proof")
        return Exit.NONE
    board = formula.read(result.model)
    if not board.solves(nonogram):
        raise BadInput(
            f"'{answer}' says a model that is no solution: was it asked about this puzzle, with "
            "this --by?"
        )
    say(f"{board}\n")
    return Exit.ANSWERED
