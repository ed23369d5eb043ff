"""`combien completion`: what makes a shell complete our words, and what words there are.

Commands, options and puzzles complete themselves.  For the rest an option or an argument names one
of the functions below; a file must name `paths`, or else a shell offers nothing at all for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = [
    "completion",
    "encodings",
    "engines",
    "formats",
    "forms",
    "nonogram_formats",
    "paths",
    "problems",
    "written",
]

Completer = Callable[[click.Context, click.Parameter, str], list[str]]

EXAMPLES = """\
Examples:

combien completion bash >> ~/.bashrc

combien completion zsh >> ~/.zshrc

combien completion fish > ~/.config/fish/completions/combien.fish
"""


@command(epilog=EXAMPLES)
@click.argument("shell", metavar="SHELL", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(context: click.Context, shell: str) -> Exit:
    """Write what makes a shell complete our words at the tab key.

    SHELL is bash, zsh or fish.  Commands and their options, puzzles, engines, formats, files, and
    the problems of a file that is named before are completed, in shells that are begun afterwards.
    """
    from click import shell_completion

    kinds = {
        "bash": shell_completion.BashComplete,
        "zsh": shell_completion.ZshComplete,
        "fish": shell_completion.FishComplete,
    }
    written = kinds[shell](context.find_root().command, {}, "combien", "_COMBIEN_COMPLETE")
    sys.stdout.write(written.source())
    return Exit.ANSWERED


def paths(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The files that begin so: the shell knows them, once it is told that files are wanted."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


def _among(module: str, table: str) -> Completer:
    """The names of a table that begin so; its module is not loaded before it is asked."""

    def begun_so(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
        return [name for name in getattr(import_module(module), table) if name.startswith(begun)]

    return begun_so


engines = _among("combien.engines", "ENGINES")
formats = _among("combien._cli._shared.files", "FORMATS")
nonogram_formats = _among("combien.nonograms.formats", "FORMATS")
encodings = _among("combien.sat._encoding.exactly", "STYLES")
forms = _among("combien.sat._forms", "FORMS")


def written(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The formats that can be written: all but scripts, which people write."""
    return [name for name in formats(context, parameter, begun) if name != "cmb"]


def problems(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The problems whose names begin so, of the file that the line names; none if it has none."""
    from combien._cli._shared.files import names_in
    from combien.errors import CombienError

    # A line that ends with an option has not been read to its end: the file is among the rest.
    files = [context.params.get("file"), context.params.get("a"), *context.args]
    try:
        names = [name for file in files if file is not None for name in names_in(file)]
    except CombienError:
        return []
    # The shell writes them as they are, and a file may hold escape sequences.
    return [name for name in names if name.startswith(begun) and name.isprintable()]
