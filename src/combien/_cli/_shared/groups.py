"""Groups and commands of click: imported when they are named, with suggestions for typos.

Running a command imports only the module of that command, and listing the commands imports none.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

import combien
from combien._base.checks import did_you_mean
from combien._base.files import EXAMPLE
from combien._cli._shared.declare import Command
from combien._cli._shared.guard import Exit
from combien._cli.tables import TABLES, Table
from combien._wording import printable_lines

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# Options that other programs have as commands.
OPTIONS = {"help": "--help", "version": "--version"}


class Group(Command, click.Group):
    """A group whose commands are imported when they are invoked."""

    def __init__(self, table: Table) -> None:
        names = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        name = table.path.split()[-1]
        epilog = table.examples
        super().__init__(name, help=table.summary, epilog=epilog, context_settings=names)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table.commands:
            return None
        if not self.table.commands[cmd_name][0]:
            return Group(TABLES[f"{self.table.path} {cmd_name}"])
        return self.table.command(cmd_name)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def summary_of(self, name: str) -> str:
        """Return the line of a command in lists."""
        return self.table.commands[name][1]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        heading = "Commands"
        for name in self.list_commands(ctx):
            heading = self.table.headings.get(name, heading)
            sections.setdefault(heading, []).append((name, self.summary_of(name)))
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=self.summary_of(name)) for name in names]
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
            if name in PUZZLES.built_in:
                return f": it is a puzzle, use 'combien puzzle {name}'"
            if os.path.exists(name) or name.startswith(EXAMPLE):
                return f": it is a file; name a command first, as in 'combien solve {name}'"
            puzzle = did_you_mean(name, PUZZLES.built_in).replace("'", "'puzzle ", 1)
            return did_you_mean(name, known) or puzzle
        return did_you_mean(name, known)


combien_command = Group(TABLES["combien"])
click.version_option(combien.__version__, message="combien %(version)s")(combien_command)


def run(words: list[str], command: click.Command, name: str = "combien") -> Exit:
    """Run a command line, of a program of this name; return its exit code."""
    if "_COMBIEN_COMPLETE" in os.environ:
        return _completed(words)
    try:
        with command.make_context(name, words) as context:
            ended: Any = command.invoke(context)
            return Exit(ended or Exit.ANSWERED)
    except click.exceptions.Exit as end:
        return Exit(end.exit_code)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), color=error.ctx.color if error.ctx else None)
        return Exit(error.exit_code)
    except click.ClickException as error:
        return _refused(error)


def _completed(words: list[str]) -> Exit:
    """Answer a shell that asks for completions."""

    class JoiningBash(BashComplete):
        """Bash, which passes `example:camel.cmb` as three words and completes the last one."""

        def get_completion_args(self) -> tuple[list[str], str]:
            before, word = super().get_completion_args()
            line = "\n".join([*before, word]).replace("\nexample\n:\n", f"\n{EXAMPLE}")
            *before, word = re.sub(r"\nexample\n:$", f"\n{EXAMPLE}", line).split("\n")
            return before, word

        def format_completion(self, item: CompletionItem) -> str:
            return f"{item.type},{str(item.value).removeprefix(EXAMPLE)}"

    add_completion_class(JoiningBash)
    try:
        combien_command.main(words, prog_name="combien")
    except SystemExit as end:
        if end.code:
            return Exit.NOT_WRITTEN
    return Exit.ANSWERED


def _refused(error: click.ClickException) -> Exit:
    sys.stdout.flush()
    sys.stderr.write(printable_lines(_usage(error)))
    return Exit.BAD_INPUT


def _usage(error: click.ClickException) -> str:
    """Format an error in the arguments, with the usage of the command."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and re.fullmatch(r"-\d+", error.option_name):
        message = f"{error.option_name} is read as an option; no number here may be negative"
    lines = [f"combien: {message}"]
    if context is not None:
        lines += [context.get_usage(), f"Try '{context.command_path} --help'."]
    return "".join(f"{line}\n" for line in lines)
