"""Groups and commands of click: imported when they are named, with suggestions for typos.

Running a command imports only the module of that command, and listing the commands imports none.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import click

import combien
from combien._base.checks import did_you_mean
from combien._base.files import EXAMPLE
from combien._cli._shared.declare import ADDED, Declared, Parameter
from combien._cli._shared.guard import Exit
from combien._cli.tables import TABLES, HelpFormatter, Table, write_commands
from combien._wording import printable_lines

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# Options that other programs have as commands.
OPTIONS = {"help": "--help", "version": "--version"}


# The sections of a help with many options: what few people need comes later.
MOST_TOGETHER = 15
SOLIDS = "Solids and 3D printing"
SECTIONS = {
    "Search": "--limit --resume --fault-free --nodes --bytes --verbose",
    "Files and text": "--format --allow-files --style --color",
    "Pictures": (
        "--png --render --sheet --palette --labels --color-by --cut --pdf --pages --paper --link "
        "--language"
    ),
    SOLIDS: (
        "--view --turntable --stl --cube --gap --3mf --size --tolerance --bevel --hollow --drain "
        "--assembled --bed --split"
    ),
    "SAT solvers": "--encoding --solver --proof",
}
SECTION_OF = {name: heading for heading, names in SECTIONS.items() for name in names.split()}


class Command(click.Command):
    """A command whose `--seconds` begin at once, and whose help is colored on a terminal."""

    def invoke(self, ctx: click.Context) -> Any:
        seconds = ctx.params.get("seconds")
        if seconds is None:
            return super().invoke(ctx)
        from combien._base.clock import Running, alarm  # Start-up: only for --seconds.

        # The clock starts here, so that reading files is limited, too.
        ctx.params["seconds"] = running = Running(seconds)
        with alarm(running):
            return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        formatter = HelpFormatter()
        self.format_help(ctx, cast("click.HelpFormatter", formatter))
        return formatter.getvalue()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {
            heading: [] for heading in ("Options", *SECTIONS)
        }
        shown = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        for one in shown:
            place = SECTION_OF.get(max(one.opts, key=len), "Options")
            if place == SOLIDS and not any("--stl" in other.opts for other in shown):
                # The gap of `best` is another one than that between printed tiles.
                place = "Options"
            row = one.get_help_record(ctx)
            if row is not None:
                row = (row[0], row[1] + _added(one))
                sections[place if len(shown) > MOST_TOGETHER else "Options"].append(row)
        for heading, rows in sections.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            cast("HelpFormatter", formatter).write_examples(self.epilog)


class Amount(click.ParamType[Any]):
    """The type of values that a function reads; it raises `ValueError`."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        self.name = read.__name__
        self._read = read

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        try:
            return self._read(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)


def clicked(declared: Declared) -> click.Command:
    """Return the command of click for a declared one."""
    return Command(
        declared.name,
        callback=declared.function,
        params=[_parameter(one) for one in declared.parameters],
        help=declared.help,
        epilog=declared.examples,
    )


def _parameter(one: Parameter) -> click.Parameter:
    settings = dict(one.settings)
    kind = settings.get("type")
    if "choices" in settings:
        settings["type"] = click.Choice(settings.pop("choices")(), case_sensitive=False)
    elif isinstance(kind, (tuple, list)):
        settings["type"] = click.Choice(kind, case_sensitive=False)
    elif isinstance(kind, FunctionType):
        settings["type"] = Amount(kind)
    if "check" in settings:
        settings["callback"] = settings.pop("check")
    if one.is_argument:
        return click.Argument([one.into], **settings)
    return click.Option([*one.names, one.into], **settings)


def _added(one: click.Option) -> str:
    """Return a sentence about the names that plug-ins add to those in the help of an option."""
    group = ADDED.get(cast("Any", one._custom_shell_complete))
    if group is None:
        return ""
    from combien._base.plugins import added  # Start-up: only for help.

    names = ", ".join(added(group))
    return f"  Of plug-ins: {names}." if names else ""


class Group(Command, click.Group):
    """A group whose commands are imported when they are invoked."""

    def __init__(self, table: Table) -> None:
        names = {"help_option_names": ["-h", "--help"]}
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
        found = self.table.command(cmd_name)
        return clicked(found) if isinstance(found, Declared) else cast("click.Command", found)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def summary_of(self, name: str) -> str:
        """Return the line of a command in lists."""
        return self.table.commands[name][1]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, self.summary_of(name)) for name in self.list_commands(ctx)]
        write_commands(cast("HelpFormatter", formatter), rows, self.table.headings)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # Start-up: only for completion.

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


def run(words: list[str]) -> Exit:
    """Run a command line; return its exit code."""
    if "_COMBIEN_COMPLETE" in os.environ:
        return _completed(words)
    try:
        with combien_command.make_context("combien", words) as context:
            ended: Any = combien_command.invoke(context)
            return Exit(ended or Exit.ANSWERED)
    except click.exceptions.Exit as end:
        return Exit(end.exit_code)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stdout.write(f"{error.format_message()}\n")
        return Exit(error.exit_code)
    except click.ClickException as error:
        return _refused(error)


def _completed(words: list[str]) -> Exit:
    """Answer a shell that asks for completions."""
    from click.shell_completion import BashComplete, add_completion_class  # Start-up: rare.

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


def shown(error: Exception, words: list[str]) -> Exit:
    """Print an error that a command raised where click did not read its words."""
    if not isinstance(error, click.ClickException):
        raise error
    if isinstance(error, click.UsageError):
        error.ctx = error.ctx or _context(words)
    return _refused(error)


def _context(words: list[str]) -> click.Context:
    context = click.Context(combien_command, info_name="combien")
    for word in words:
        if not isinstance(context.command, Group):
            break
        command = context.command.get_command(context, word)
        assert command is not None
        context = click.Context(command, info_name=word, parent=context)
    return context


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
