"""The `--help` of every command, for the page about the command line."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import redirect_stdout

import click

from combien._cli._shared.groups import combien_command
from combien._cli.main import main


def commands(group: click.Group, *words: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command, groups before their commands."""
    yield words
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *words, name)
        else:
            yield (*words, name)


def helps(columns: int) -> Iterator[tuple[str, str]]:
    """Yield each command with its help text, in lines of at most so many characters."""
    os.environ["COLUMNS"] = str(columns)
    for words in commands(combien_command):
        output = io.StringIO()
        with redirect_stdout(output):
            main([*words, "--help"])
        lines = [line.rstrip() for line in output.getvalue().splitlines()]
        yield " ".join(["combien", *words]), "\n".join(lines).strip("\n")


def page() -> str:
    """Return the help texts, each below the name of its command."""
    return "\n".join(f"## {name}\n\n```text\n{text}\n```\n" for name, text in helps(100))
