"""How commands are declared: their options and arguments, in the words of a help.

    @command()
    @option("--holes N", "The cells to remove.", required=True)
    @option("--verbose", "Show the work.")
    @argument("FILE")
    def boards(file: str, holes: int, verbose: bool) -> Exit:

The docstring is the help, and its section of examples ends the help.  A shell completes commands,
options, and values that have a completer (`combien completion`).
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from importlib import import_module
from types import FunctionType
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from combien._base.clock import Running, alarm
from combien._base.files import EXAMPLE, example_names
from combien._base.plugins import added
from combien.errors import CombienError

EXAMPLES = "\n\nExamples\n--------\n"

# The sections of a help with many options: what few people need comes later.
MOST_TOGETHER = 15
# The width of names that are joined in the first column.
WIDEST_NAMES = 60
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

# Wraps like a letter, and is no character of a help.
NO_BREAK = "\u2011"

Completer = Callable[["click.Context", "click.Parameter", str], Any]
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Formatter(click.HelpFormatter):
    """Formats a help with bold headings and colored names; `click.echo` removes colors.

    Lines are not broken at hyphens, so that names can be copied.
    """

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{click.style(f'{heading}:', bold=True)}\n")

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", NO_BREAK))

    def write_dl(self, rows: Iterable[tuple[str, str]], *widths: int, **more: int) -> None:
        styled = [
            (click.style(name, fg="cyan"), text.replace("-", NO_BREAK)) for name, text in rows
        ]
        super().write_dl(styled, *widths, **more)

    def getvalue(self) -> str:
        return super().getvalue().replace(NO_BREAK, "-")


class Context(click.Context):
    """The context of a command: in color unless the environment is against it."""

    formatter_class = Formatter

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            self.color = False


class Command(click.Command):
    """A command whose `--seconds` begin at once, and whose options are shown in sections."""

    context_class = Context

    def invoke(self, ctx: click.Context) -> Any:
        seconds = ctx.params.get("seconds")
        if seconds is None:
            return super().invoke(ctx)
        # The clock starts here, so that reading files is limited, too.
        ctx.params["seconds"] = running = Running(seconds)
        with alarm(running):
            return super().invoke(ctx)

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
            formatter.write_paragraph()
            formatter.write_heading("Examples")
            for paragraph in self.epilog.strip().split("\n\n"):
                if paragraph.startswith("combien ") or "| combien" in paragraph:
                    # Commands are not wrapped, so that they can be copied.
                    formatter.write("".join(f"  {line}\n" for line in paragraph.splitlines()))
                else:
                    formatter.write_paragraph()
                    formatter.write_text(paragraph)


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


class Names(click.Choice[Any]):
    """A choice among names that a function returns when they are needed.

    Names that are wider than a column of the help follow its text.
    """

    def __init__(self, names: Callable[[], Sequence[str]]) -> None:
        self._names = names
        self.case_sensitive = False

    @property
    def choices(self) -> Sequence[str]:  # type: ignore[override]
        return tuple(self._names())

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return "NAME" if self.wide else super().get_metavar(param, ctx)

    @property
    def wide(self) -> bool:
        return len("|".join(self.choices)) > WIDEST_NAMES


def _added(one: click.Option) -> str:
    """Return sentences about names that the help of an option lacks: many, and of plug-ins."""
    group = ADDED.get(cast("Any", one._custom_shell_complete))
    names = ", ".join(added(group)) if group is not None else ""
    names_of = one.type if isinstance(one.type, Names) and one.type.wide else None
    listed = f"  One of {', '.join(names_of.choices)}." if names_of else ""
    return listed + (f"  Of plug-ins: {names}." if names else "")


def command(name: str = "") -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a command of a function, with the help of its docstring."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        text, _, examples = inspect.cleandoc(function.__doc__ or "").partition(EXAMPLES)
        make = click.command(name or function.__name__, cls=Command, help=text, epilog=examples)
        return make(function)

    return decorate


def option(
    words: str,
    help: str,  # noqa: A002
    *,
    into: str = "",
    choices: Sequence[str] | Callable[[], Sequence[str]] | None = None,
    shown: Any = None,
    complete: Completer | None = None,
    check: Callable[..., Any] | None = None,
    **settings: Any,
) -> Decorator:
    """Return a decorator that adds an option; what else is given goes to `click.Option`.

    `words` are its names and what stands for its value; without a value it is a flag.  N is a
    whole number, and PATH, FILE and FOLDER are completed.  `into` is the parameter of the function
    if it has another name, `shown` a default that the help shows, and `check` a callback that
    returns the same value or raises.  A function for `choices` is called when they are needed.
    """
    names = words.split()
    value = "" if names[-1].startswith("-") else names.pop()
    if not value and not choices and shown is None and settings.keys() <= {"flag_value"}:
        settings["is_flag"] = True
    if value:
        settings["metavar"] = value
    if value == "N":
        settings.setdefault("type", int)
    if shown is not None:
        settings.update(default=shown, show_default=True)
    if value in ("PATH", "FILE", "FOLDER"):
        complete = complete or paths
    if check is not None:
        settings["callback"] = check
    into = into or max(names, key=len).partition("/")[0].lstrip("-").replace("-", "_")
    settings.update(help=help, shell_complete=complete)
    return click.option(*names, into, **_typed(settings, choices))


def argument(
    value: str,
    *,
    into: str = "",
    choices: Sequence[str] | None = None,
    complete: Completer | None = None,
    **settings: Any,
) -> Decorator:
    """Return a decorator that adds an argument: FILE, [FILE] if it may be missing, or FILES...."""
    settings.update(metavar=value, shell_complete=complete, required=not value.startswith("["))
    settings["nargs"] = -1 if value.endswith("...") else 1
    return click.argument(into or value.strip("[].").lower(), **_typed(settings, choices))


def _typed(
    settings: dict[str, Any], choices: Sequence[str] | Callable[[], Sequence[str]] | None
) -> dict[str, Any]:
    kind = settings.get("type")
    if callable(choices):
        settings["type"] = Names(choices)
    elif choices is not None:
        settings["type"] = click.Choice(choices, case_sensitive=False)
    elif isinstance(kind, FunctionType):
        settings["type"] = Amount(kind)
    return settings


def together(*decorators: Decorator) -> Decorator:
    """Return a decorator that applies these, which a help shows in this order."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for one in reversed(decorators):
            function = one(function)
        return function

    return decorate


def gathered(
    name: str, make: Callable[..., Any], *options: Decorator, keys: Sequence[str] = ()
) -> Decorator:
    """Return a decorator that adds options, and passes what `make` returns for them as `name`.

    `keys` are their names, by default the parameters of `make`.
    """
    keys = keys or make.__code__.co_varnames[: make.__code__.co_argcount]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def wrapper(**given: Any) -> Any:
            kept = {key: given.pop(key) for key in keys if key in given}
            return command(**{name: make(**kept)}, **given)

        return together(*options)(wrapper)

    return decorate


def paths(context: click.Context, parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return an item that makes the shell complete file names, or the matching examples."""
    if prefix.startswith(EXAMPLE):
        names = [f"{EXAMPLE}{name}" for name in example_names()]
        return [CompletionItem(name) for name in names if name.startswith(prefix)]
    return [CompletionItem(prefix, type="file")]


def _among(module: str, table: str) -> Completer:
    """Return a completer for the names of a table, or those that a function returns.

    The module is imported on use.
    """

    def complete(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
        names = getattr(import_module(module), table)
        return [name for name in (names() if callable(names) else names) if name.startswith(prefix)]

    return complete


engines = _among("combien.engines", "ENGINES")
formats = _among("combien._cli._shared.files", "readable")
written = _among("combien._cli._shared.files", "writable")
nonogram_formats = _among("combien.nonograms.formats", "FORMATS")
# The groups of plug-ins that add to these names; helps list them.
ADDED: dict[Completer, str] = {
    engines: "engines",
    formats: "formats",
    written: "formats",
    nonogram_formats: "nonogram_formats",
}
encodings = _among("combien.sat._exactly", "STYLES")
forms = _among("combien.sat._forms", "FORMS")


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
