"""How commands are declared: their options and arguments, in the words of a help.

    @command()
    @option("--holes N", "The cells to remove.", required=True)
    @option("--verbose", "Show the work.")
    @argument("FILE")
    def boards(file: str, holes: int, verbose: bool) -> Exit:

The docstring is the help, and its section of examples ends the help.  `combien completion` prints a
script with which a shell completes commands, options, and values that have a completer.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from combien._cli._shared.groups import Command
from combien._cli._shared.guard import Exit
from combien.errors import CombienError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = [
    "Decorator",
    "argument",
    "command",
    "completion",
    "encodings",
    "engines",
    "formats",
    "forms",
    "gathered",
    "nonogram_formats",
    "option",
    "paths",
    "problems",
    "together",
    "written",
]

EXAMPLES = "\n\nExamples\n--------\n"

Completer = Callable[[click.Context, click.Parameter, str], Any]
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def command(name: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a command of a function, with the help of its docstring."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        text, _, examples = inspect.cleandoc(function.__doc__ or "").partition(EXAMPLES)
        return click.command(name, cls=Command, help=text, epilog=examples)(function)

    return decorate


def option(
    words: str,
    help: str,  # noqa: A002
    *,
    into: str = "",
    choices: Sequence[str] | None = None,
    shown: Any = None,
    complete: Completer | None = None,
    **given: Any,
) -> Decorator:
    """Return a decorator that adds an option; what else is `given` goes to `click.option`.

    `words` are its names and what stands for its value; without a value it is a flag.  N is a
    whole number, and PATH, FILE and FOLDER are completed.  `into` is the parameter of the function
    if it has another name, and `shown` a default that the help shows.
    """
    names = words.split()
    value = "" if names[-1].startswith("-") else names.pop()
    if choices is not None:
        given["type"] = click.Choice(choices)
    if not value and not given and shown is None:
        given["is_flag"] = True
    if value:
        given["metavar"] = value
    if value == "N":
        given.setdefault("type", int)
    if shown is not None:
        given.update(default=shown, show_default=True)
    if value in ("PATH", "FILE", "FOLDER"):
        complete = complete or paths
    return click.option(*names, *filter(None, [into]), help=help, shell_complete=complete, **given)


def argument(
    value: str,
    *,
    into: str = "",
    choices: Sequence[str] | None = None,
    complete: Completer | None = None,
    **given: Any,
) -> Decorator:
    """Return a decorator that adds an argument: FILE, [FILE] if it may be missing, or FILES...."""
    many, needed = value.endswith("..."), not value.startswith("[")
    if choices is not None:
        given["type"] = click.Choice(choices)
    return click.argument(
        into or value.strip("[].").lower(),
        metavar=value,
        nargs=-1 if many else 1,
        required=needed,
        shell_complete=complete,
        **given,
    )


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
encodings = _among("combien.sat._encoding.exactly", "STYLES")
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
