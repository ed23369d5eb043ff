"""`combien completion`: the shell completion script, and the completers of options and arguments.

Click itself completes commands, options and puzzles.  Other values use one of the functions below
as `shell_complete`; files need `paths`, without which shells offer nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit
from combien.errors import CombienError

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
    """Print the shell completion script.

    SHELL is bash, zsh or fish.  New shells then complete commands, options, puzzles, engines,
    formats, files, and the problems of a file named earlier on the line.
    """
    from click import shell_completion  # Start-up: only for completion.

    kinds = {
        "bash": shell_completion.BashComplete,
        "zsh": shell_completion.ZshComplete,
        "fish": shell_completion.FishComplete,
    }
    written = kinds[shell](context.find_root().command, {}, "combien", "_COMBIEN_COMPLETE")
    sys.stdout.write(written.source())
    return Exit.ANSWERED


def paths(context: click.Context, parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return an item that makes the shell complete file names."""
    from click.shell_completion import CompletionItem  # Start-up: only for completion.

    return [CompletionItem(prefix, type="file")]


def _among(module: str, table: str) -> Completer:
    """Return a completer for the names of a table, whose module is imported on use."""

    def complete(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
        return [name for name in getattr(import_module(module), table) if name.startswith(prefix)]

    return complete


engines = _among("combien.engines", "ENGINES")
formats = _among("combien._cli._shared.files", "FORMATS")
nonogram_formats = _among("combien.nonograms.formats", "FORMATS")
encodings = _among("combien.sat._exactly", "STYLES")
forms = _among("combien.sat._forms", "FORMS")


def written(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the matching formats that can be written: all but scripts."""
    return [name for name in formats(context, parameter, prefix) if name != "cmb"]


def problems(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the matching problems of the file that the command line names."""
    from combien._cli._shared.files import names_in  # Start-up: only for completion.

    # On an unfinished line the file may be among the arguments that are not parsed yet.
    files = [context.params.get("file"), context.params.get("a"), *context.args]
    try:
        names = [name for file in files if file is not None for name in names_in(file)]
    except CombienError:
        return []
    # The shell prints names unchanged, and a file may contain escape sequences.
    return [name for name in names if name.startswith(prefix) and name.isprintable()]
