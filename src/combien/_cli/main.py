"""The command line `combien COMMAND`: the table of commands and the entry point."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

import combien
from combien._cli._shared.groups import Group
from combien._cli._shared.guard import Exit, guarded
from combien._wording import printable_lines

__all__ = ["COMMANDS", "combien_command", "main"]

EXAMPLES = """\
Examples:

combien run examples/camel.cmb

combien count examples/scott.cmb --problem scott

combien solve examples/scott.cmb --svg scott.svg

combien queens 8

combien COMMAND --help

Exit codes: 0 answered, 10 proved none, 20 unknown (a limit was reached), 130 interrupted, 2 bad
input, 70 an error of combien (please report it).
"""

# The module and the short help of each command; the module is imported when it is named.
COMMANDS = {
    "run": ("combien._cli.run:run", "Run a tiling script: answer its commands in order."),
    "count": (
        "combien._cli.count:count",
        "Count the solutions of a problem, all of them or up to symmetry.",
    ),
    "solve": ("combien._cli.solve:solve", "Find solutions of a problem."),
    "best": ("combien._cli.best:best", "Find the cheapest solutions, and prove that they are."),
    "sample": (
        "combien._cli.sample:sample",
        "Draw solutions uniformly at random, with replacement.",
    ),
    "marginals": (
        "combien._cli.marginals:marginals",
        "Count, for each option, the solutions that contain it.",
    ),
    "sequence": (
        "combien._cli.sequence:sequence",
        "Count the tilings of the boards of a family, and prove a formula.",
    ),
    "estimate": (
        "combien._cli.plan:estimate",
        "Estimate how large a search will be, by random walks down its tree (Knuth, 1975).",
    ),
    "shares": (
        "combien._cli.plan:shares",
        "Split a search into shares, as positions for `combien solve --resume`.",
    ),
    "runs": (
        "combien._cli.runs:runs",
        "Show, check or export the file of a long run (combien count --checkpoint).",
    ),
    "explain": (
        "combien._cli.explain:explain",
        "Explain why there is no solution, or describe the problem and its search.",
    ),
    "web": (
        "combien._cli.web:web",
        "Draw boards, count their tilings and solve nonograms in a browser.",
    ),
    "convert": (
        "combien._cli.convert:convert",
        "Write the problem of file A to file B, in another format.",
    ),
    "encode": (
        "combien._cli.encode:encode",
        "Write a problem as clauses for a SAT solver, and read the answer.",
    ),
    "check-proof": (
        "combien._cli.check_proof:check_proof",
        "Check a proof that a formula in DIMACS form is unsatisfiable.",
    ),
    "completion": (
        "combien._cli.completion:completion",
        "Print the shell completion script.",
    ),
    "puzzle": (
        "combien._cli.puzzle:puzzle",
        "Solve a puzzle, count its solutions, or draw them.",
    ),
    "sudoku": (
        "combien._cli.sudoku.sudoku:sudoku",
        "Solve the sudokus of a file, or generate new ones.",
    ),
    "nonogram": (
        "combien._cli.nonogram.group:nonogram",
        "Nonograms: solve, check, explain, make, convert, draw, encode and play them.",
    ),
    "rectangles": (
        "combien._cli.rectangles:rectangles",
        "Find which rectangles some polyominoes tile, each used any number of times.",
    ),
    "design": (
        "combien._cli.design.design:design",
        "Design puzzles: unique boards, sets of pieces, packings of rectangles.",
    ),
    "polyforms": (
        "combien._cli.design.polyforms:polyforms",
        "List the polyforms of a set by name, or all with N cells, up to rotation and reflection.",
    ),
    "apart": (
        "combien._cli.packings.apart:apart",
        "Find which assemblies of a puzzle come apart by translations, and in how many moves.",
    ),
    "queens": (
        "combien._cli.puzzle:queens",
        "Place n queens on an n x n board so that no two attack each other.",
    ),
}


@click.group(
    cls=Group,
    table=COMMANDS,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(combien.__version__, message="combien %(version)s")
def combien_command() -> None:
    """Solve, count and draw exact covers, tilings and puzzles."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default `sys.argv`; return its exit code."""
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    return guarded(lambda: _run(words))


def _run(words: list[str]) -> Exit:
    if "_COMBIEN_COMPLETE" in os.environ:
        # The shell asks for completions.
        try:
            combien_command.main(words, prog_name="combien")
        except SystemExit as end:
            return Exit.ANSWERED if not end.code else Exit.NOT_WRITTEN
    try:
        with combien_command.make_context("combien", words) as context:
            ended: Any = combien_command.invoke(context)
            return Exit(ended or Exit.ANSWERED)
    except click.exceptions.Exit as end:
        return Exit(end.exit_code)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stdout.write(f"{error.format_message()}\n")
        return Exit(error.exit_code)
    except click.ClickException as error:
        sys.stdout.flush()
        sys.stderr.write(printable_lines(_usage(error)))
        return Exit.BAD_INPUT


def _usage(error: click.ClickException) -> str:
    """Format an error in the arguments, with the usage of the command."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    lines = [f"combien: {error.format_message()}"]
    if context is not None:
        lines += [context.get_usage(), f"Try '{context.command_path} --help'."]
    return "".join(f"{line}\n" for line in lines)


def _prepare_streams() -> None:
    """Open missing output streams, and replace characters that their encoding lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
