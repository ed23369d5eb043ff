"""`combien completion`: what makes a shell complete commands, options, puzzles and engines."""

from __future__ import annotations

import sys

import rich_click as click

from combien.cli.guard import Exit

__all__ = ["completion", "engines", "problems"]

EXAMPLES = """\
Examples:

combien completion bash >> ~/.bashrc

combien completion zsh >> ~/.zshrc

combien completion fish > ~/.config/fish/completions/combien.fish
"""


@click.command(epilog=EXAMPLES)
@click.argument("shell", metavar="SHELL", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(context: click.Context, shell: str) -> Exit:
    """Write what makes a shell complete our words at the tab key.

    SHELL is bash, zsh or fish. Commands and their options, puzzles, engines, and the problems of a
    file that is named before are completed, in shells that are begun afterwards.
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


def engines(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The engines whose names begin so."""
    from combien.engines import ENGINES

    return [name for name in ENGINES if name.startswith(begun)]


def problems(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The problems whose names begin so, of the file that the line names; none if it has none."""
    from combien.cli.files import names_in
    from combien.errors import CombienError

    # A line that ends with an option has not been read to its end: the file is among the rest.
    files = [context.params.get("file"), *context.args]
    try:
        return [
            n for file in files if file is not None for n in names_in(file) if n.startswith(begun)
        ]
    except CombienError:
        return []
