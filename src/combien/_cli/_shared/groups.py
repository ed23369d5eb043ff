"""A click group that imports its commands lazily and suggests commands for typos.

A group is a table from command names to modules and short help texts.  Running a command imports
only the module of that command, and listing the commands imports none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from combien._base.checks import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["Command", "Group", "Table", "command"]

# Options that other programs have as commands.
OPTIONS = {"help": "--help", "version": "--version"}

# From the name of a command to "module:attribute" and the short help, the first line of the help.
Table = Mapping[str, tuple[str, str]]


class Command(click.Command):
    """A command whose `--seconds` begin at once, and whose help is colored on a terminal."""

    def invoke(self, ctx: click.Context) -> Any:
        seconds = ctx.params.get("seconds")
        if seconds is None:
            return super().invoke(ctx)
        from combien._base.clock import Running, alarm  # Start-up: only for --seconds.

        # The clock starts here, so that reading files is limited, too.
        ctx.params["seconds"] = Running(seconds)
        with alarm(seconds):
            return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        from combien._cli._shared.drawn_help import help_text  # Start-up: only for help.

        return help_text(self, ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from combien._cli._shared.drawn_help import write_examples  # Start-up: only for help.

        if self.epilog:
            write_examples(self.epilog, formatter)


def command(
    name: str | None = None, **options: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that turns a function into a `Command`, like `click.command`."""
    return click.command(name, cls=Command, **options)


class Group(Command, click.Group):
    """A group whose commands are imported when they are invoked."""

    def __init__(self, *arguments: Any, table: Table, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name][0].partition(":")
        return cast("click.Command", getattr(import_module(module), attribute))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        stubs = [self.stub(name) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(stub.name or "", stub.short_help or "") for stub in stubs])

    def stub(self, name: str) -> click.Command:
        """Return a placeholder with the name and the short help of a command, for lists."""
        return click.Command(name, callback=_nothing, short_help=self.table[name][1])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # Start-up: only for completion.

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=self.table[name][1]) for name in names]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"No such command '{name[:60]}'{self._hint(ctx, name, known)}")
        return super().resolve_command(ctx, args)

    def _hint(self, ctx: click.Context, name: str, known: list[str]) -> str:
        if ctx.parent is None:
            from combien.puzzles import PUZZLES  # Start-up: only for a typo.

            if name in OPTIONS:
                return f": use 'combien {OPTIONS[name]}'"
            if name in PUZZLES:
                return f": it is a puzzle, use 'combien puzzle {name}'"
            if os.path.exists(name):
                return f": it is a file; name a command first, as in 'combien solve {name}'"
            puzzle = did_you_mean(name, PUZZLES).replace("'", "'puzzle ", 1)
            return did_you_mean(name, known) or puzzle
        return did_you_mean(name, known)


def _nothing() -> None:
    """Do nothing: the callback of placeholders."""
