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


def page() -> str:
    """Return the help texts, each below the name of its command."""
    os.environ["COLUMNS"] = "100"
    parts = []
    for words in commands(combien_command):
        output = io.StringIO()
        with redirect_stdout(output):
            main([*words, "--help"])
        lines = [line.rstrip() for line in output.getvalue().splitlines()]
        text = "\n".join(lines).strip("\n")
        parts.append(f"## {' '.join(['combien', *words])}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)
