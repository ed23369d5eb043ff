"""`combien nonogram`: pictures told by the blocks of their lines; a file for each command."""

from __future__ import annotations

import rich_click as click

from combien.cli.groups import Group
from combien.cli.nonogram_check import check
from combien.cli.nonogram_convert import convert
from combien.cli.nonogram_encode import encode
from combien.cli.nonogram_hint import hint
from combien.cli.nonogram_make import make
from combien.cli.nonogram_play import play
from combien.cli.nonogram_solve import solve

__all__ = ["nonogram"]

EXAMPLES = """\
Examples:

combien nonogram solve examples/snail.non

combien nonogram hint -n 3 examples/snail.non

combien nonogram make --unique cells examples/key.txt key.non
"""


@click.group(cls=Group, epilog=EXAMPLES, commands=[solve, check, hint, make, convert, encode, play])
def nonogram() -> None:
    """Nonograms: solve, check, explain, make, convert, encode and play them."""
