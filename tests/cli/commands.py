"""What the tests of the command line share: running a command, a script, a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import click

from combien._cli.main import main

SCRIPT = Path(__file__).with_name("dominoes.cmb")


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def printed(self) -> str:
        """The standard error on one line, without the frame around error messages."""
        return " ".join(self.err.replace("│", " ").split())


def combien(*words: object) -> Outcome:
    """Runs a command line."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in words])
    return Outcome(code, out.getvalue(), err.getvalue())


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def every_command(group: click.Group) -> Iterator[click.Command]:
    """The commands of a group and of its subgroups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from every_command(command)
