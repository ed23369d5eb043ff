"""How commands are declared: their options and arguments, in the words of a help.

    @command()
    @option("--holes N", "The cells to remove.", required=True)
    @option("--verbose", "Show the work.")
    @argument("FILE")
    def boards(file: str, holes: int, verbose: bool) -> Exit:

The docstring is the help, and its section of examples ends the help.  A shell completes commands,
options, and values that have a completer (`combien completion`).

Nothing here imports click, which takes longer than most answers: it reads the words only where an
option is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any

from combien.errors import CombienError

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


EXAMPLES = "\n\nExamples\n--------\n"

Completer = Callable[["click.Context", "click.Parameter", str], Any]
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Declared:
    """A command: its function, its help, examples, options and arguments."""

    def __init__(self, function: Callable[..., Any], name: str, text: str, examples: str) -> None:
        self.function = function
        self.name = name
        self.help = text
        self.examples = examples
        # Decorators run from the last to the first.
        self.parameters: list[Parameter] = function.__dict__.get("declared", [])[::-1]

    def without_click(self, words: Sequence[str]) -> dict[str, Any] | None:
        """Return the arguments of the function for these words, or None if click must read them.

        It need not where all words are arguments: then options have their defaults.
        """
        if not all(word == "-" or (word and word[0] != "-") for word in words):
            return None
        left = list(words)
        given: dict[str, Any] = {}
        for one in self.parameters:
            settings = one.settings
            if one.needs_click:
                return None
            if not one.is_argument:
                flag = settings.get("is_flag") and "flag_value" not in settings
                empty = () if settings.get("multiple") else False if flag else None
                given.setdefault(one.into, settings.get("default", empty))
            elif settings["nargs"] == -1:
                given[one.into], left = tuple(left), []
            else:
                given[one.into] = left.pop(0) if left else None
            if one.is_argument and settings["required"] and not given[one.into]:
                return None
        return None if left else given


class Parameter:
    """An option or an argument: its names, the parameter of the function, and click's settings."""

    def __init__(self, names: Sequence[str], into: str, settings: dict[str, Any]) -> None:
        self.names = names
        self.into = into
        self.settings = settings
        self.is_argument = not names

    @property
    def needs_click(self) -> bool:
        """Whether a command without options needs click to read this one."""
        default, kind = self.settings.get("default"), self.settings.get("type")
        return (
            "callback" in self.settings
            or (self.settings.get("required", False) and not self.is_argument)
            or (kind is not None and self.is_argument)
            or (isinstance(default, str) and not isinstance(kind, (tuple, list, NoneType)))
        )

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        function.__dict__.setdefault("declared", []).append(self)
        return function


def command(name: str = "") -> Callable[[Callable[..., Any]], Declared]:
    """Return a decorator that makes a command of a function, with the help of its docstring."""

    def decorate(function: Callable[..., Any]) -> Declared:
        text, _, examples = _unindented(function.__doc__ or "").partition(EXAMPLES)
        return Declared(function, name or function.__name__, text, examples)

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
) -> Parameter:
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
    into = into or max(names, key=len).partition("/")[0].lstrip("-").replace("-", "_")
    settings.update(help=help, shell_complete=complete)
    return Parameter(names, into, _with_common(settings, choices, check))


def argument(
    value: str,
    *,
    into: str = "",
    choices: Sequence[str] | None = None,
    complete: Completer | None = None,
    **settings: Any,
) -> Parameter:
    """Return a decorator that adds an argument: FILE, [FILE] if it may be missing, or FILES...."""
    settings.update(metavar=value, shell_complete=complete, required=not value.startswith("["))
    settings["nargs"] = -1 if value.endswith("...") else 1
    into = into or value.strip("[].").lower()
    return Parameter((), into, _with_common(settings, choices, None))


def _with_common(
    settings: dict[str, Any],
    choices: Sequence[str] | Callable[[], Sequence[str]] | None,
    check: Callable[..., Any] | None,
) -> dict[str, Any]:
    if callable(choices):
        settings["choices"] = choices
    elif choices is not None:
        settings["type"] = choices
    if check is not None:
        settings["check"] = check
    return settings


def _unindented(text: str) -> str:
    lines = text.strip().expandtabs().split("\n")
    return "\n".join(line.removeprefix("    ") for line in lines)


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
    from click.shell_completion import CompletionItem  # Start-up: only for completion.

    from combien._base.files import EXAMPLE, example_names  # Start-up: only for completion.

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
