"""`combien completion`: the shell completion script."""

from __future__ import annotations

import sys

import click

from combien._cli._shared.declare import argument, command
from combien._cli._shared.guard import Exit

__all__ = ["completion"]


@command()
@argument("SHELL", choices=("bash", "zsh", "fish"))
@click.pass_context
def completion(context: click.Context, shell: str) -> Exit:
    """Print the shell completion script.

    SHELL is bash, zsh or fish.  New shells then complete commands, options, puzzles, engines,
    formats, files, and the problems of a file named earlier on the line.

    Examples
    --------
    combien completion bash >> ~/.bashrc
    combien completion zsh >> ~/.zshrc
    combien completion fish > ~/.config/fish/completions/combien.fish
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
