"""The door: `combien COMMAND`, and what every command shares on its way in and out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import rich_click as click

import combien
from combien.cli.best import best
from combien.cli.check_proof import check_proof
from combien.cli.completion import completion
from combien.cli.convert import convert
from combien.cli.count import count
from combien.cli.encode import encode
from combien.cli.explain import explain
from combien.cli.groups import Group
from combien.cli.guard import Exit, guarded
from combien.cli.marginals import marginals
from combien.cli.nonogram import nonogram
from combien.cli.plan import estimate, shares
from combien.cli.puzzle import puzzle, puzzle_command
from combien.cli.run import run
from combien.cli.sample import sample
from combien.cli.solve import solve
from combien.cli.sudoku import sudoku

__all__ = ["main"]

EXAMPLES = """\
Examples:

combien run examples/camel.cmb

combien count examples/scott.cmb --problem scott

combien solve examples/scott.cmb --svg scott.svg

combien queens 8

combien COMMAND --help

Exit codes: 0 answered, 10 proved none, 20 unknown (the budget ended), 130 interrupted, 2 bad input.
"""


# Puzzles that are commands of their own; each is made when it is asked for.
SHORT = ("queens",)


class _Guarded(Group):
    """A group whose commands give exit codes, and whose errors are messages."""

    def list_commands(self, context: click.Context) -> list[str]:
        return [*super().list_commands(context), *SHORT]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return puzzle_command(name) if name in SHORT else super().get_command(context, name)

    def invoke(self, context: click.Context) -> Any:
        context.exit(guarded(lambda: Exit(super(_Guarded, self).invoke(context))))


@click.group(
    cls=_Guarded,
    epilog=EXAMPLES,
    commands=[
        *(run, count, solve, best, sample, marginals, estimate, shares, explain, convert),
        *(encode, check_proof, completion),
        *(puzzle, sudoku, nonogram),
    ],
    context_settings={
        "help_option_names": ["-h", "--help"],
        # What is too large is refused by name; in a help, [0<=x<=4611686018427387904] says nothing.
        "rich_help_config": click.RichHelpConfiguration(range_string=""),
    },
)
@click.version_option(combien.__version__, message="combien %(version)s")
def combien_command() -> None:
    """Exact cover and tilings: how many ways, show me one, show me all."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line (by default that of the process) and gives its exit code."""
    _prepare_streams()
    try:
        combien_command(arguments, prog_name="combien")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else Exit.ANSWERED
    # Help, too, may be written to a reader who has left.
    return code or guarded(lambda: Exit.ANSWERED)


def _prepare_streams() -> None:
    """Makes sure that there are streams, and that no character that they lack ends a command."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    raise SystemExit(main())
