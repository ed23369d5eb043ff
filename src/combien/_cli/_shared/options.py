"""Shared options: the problem, the engine, the limits and the output.

A table defines each option once; a command takes only the options that have an effect there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from combien._base.checks import did_you_mean
from combien._base.records import dataclass
from combien._cli._shared.amounts import BYTES, SECONDS, THREADS, WHOLE
from combien._cli.completion import encodings, engines, formats, paths, problems
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Budget
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded

__all__ = [
    "SCHEMA",
    "CommonOptions",
    "Request",
    "common_options",
    "in_range",
    "one_of",
    "request_options",
    "with_options",
]

# The version of the JSON output, see docs/json.md.
SCHEMA = 1
# Limits of steps and bytes must fit into a signed 64-bit integer.
MOST_NODES = 2**62
MOST_ASKED = 10**18

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The options of most commands: the engine, the budget, and the form of the output."""

    engine: str
    budget: Budget
    json: bool
    verbose: bool

    def words(self) -> list[str]:
        """Return the equivalent command-line options."""
        given = {
            "--engine": None if self.engine == "auto" else self.engine,
            "--seconds": self.budget.seconds,
            "--nodes": self.budget.nodes,
            "--bytes": self.budget.bytes,
        }
        return _option_words(given) + ["--json"] * self.json + ["-v"] * self.verbose


@dataclass(frozen=True, slots=True)
class Request(CommonOptions):
    """The common options with the file, the name and the format of a problem."""

    file: str
    name: str | None
    format: str | None
    allow_files: bool = False

    def load(self) -> Loaded:
        """Load the problem, and build its exact cover."""
        from combien._cli._shared.files import load  # Start-up: not for --help.

        loaded = load(self.file, name=self.name, format=self.format, allow_files=self.allow_files)
        loaded.model.problem()
        return loaded

    def load_fault_free(self) -> Loaded:
        """Load the tilings without fault lines.  Raises `BadInput` for other problems."""
        from combien._cli._shared.files import Loaded  # Start-up: not for --help.
        from combien.design import FaultFree  # Start-up: not for --help.
        from combien.tilings import PackingProblem, TilingProblem  # Start-up: not for --help.

        loaded = self.load()
        if not isinstance(loaded.model, (TilingProblem, PackingProblem)):
            raise BadInput(
                f"--fault-free: {loaded.name} is not a tiling problem, so it has no fault lines: "
                "omit --fault-free"
            )
        return Loaded(loaded.name, FaultFree(loaded.model))

    def words(self) -> list[str]:
        """Return the equivalent command-line options."""
        which = _option_words({"--problem": self.name, "--format": self.format})
        return [
            self.file,
            *which,
            *["--allow-files"] * self.allow_files,
            *CommonOptions.words(self),
        ]


def _option_words(given: Mapping[str, object]) -> list[str]:
    return [
        word for name, value in given.items() if value is not None for word in (name, str(value))
    ]


def _check_engine(
    context: click.Context, parameter: click.Parameter, name: str | None
) -> str | None:
    if name is not None:
        engine_named(name)
    return name


def in_range(most: int) -> Callable[..., int | None]:
    """Return a callback that checks the range 0 to `most`, without showing it in the help."""

    def check(context: click.Context, parameter: click.Parameter, number: int | None) -> int | None:
        if number is not None and not 0 <= number <= most:
            raise click.BadParameter(f"{number} is not in the range from 0 to {most}.")
        return number

    return check


def one_of(known: Callable[[], Collection[str]]) -> Callable[..., str | None]:
    """Return a callback that checks a name; `known` returns the valid names, imported on use."""

    def check(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
        if name is not None and name not in known():
            raise BadInput(
                f"{parameter.opts[0]} {name[:40]!r}: expected one of {', '.join(known())}"
                f"{did_you_mean(name, known())}"
            )
        return name

    return check


def _encodings() -> Collection[str]:
    from combien.sat._encoding.exactly import STYLES  # Start-up: not for --help.

    return STYLES


_OPTIONS: dict[str, Decorator] = {
    "--problem": click.option(
        "--problem",
        shell_complete=problems,
        metavar="NAME",
        help="The problem of the file.  [default: the last one]",
    ),
    "--format": click.option(
        "--format",
        metavar="NAME",
        shell_complete=formats,
        help="The format of the file: cmb, pavage, xmpuzzle, dlx, json, emc or ec.  [default: by "
        "name or content]",
    ),
    "--allow-files": click.option(
        "--allow-files", is_flag=True, help="Let a script include files from any folder."
    ),
    "--engine": click.option(
        "--engine",
        callback=_check_engine,
        shell_complete=engines,
        metavar="NAME",
        help=f"The engine to use: {', '.join(ENGINES)}.  [default: auto]",
    ),
    "--seconds": click.option(
        "--seconds",
        type=SECONDS,
        metavar="S",
        help="Stop after this time: 90, 90s, 2m or 1h.",
    ),
    "--nodes": click.option(
        "--nodes",
        type=WHOLE,
        callback=in_range(MOST_NODES),
        metavar="N",
        help="Stop after this many steps of work, as in 1e6.",
    ),
    "--bytes": click.option(
        "--bytes",
        type=BYTES,
        callback=in_range(MOST_NODES),
        metavar="N",
        help="Memory limit for tables, as in 500MB, 2GB or 1GiB.",
    ),
    "--json": click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    "-v": click.option(
        "-v",
        "--verbose",
        is_flag=True,
        help="Show the engine, the reason for its choice, and its work.",
    ),
    "--up-to": click.option(
        "--up-to",
        type=click.Choice(("none", "rotations", "all")),
        default="none",
        help="Count solutions that differ by these symmetries as one.",
    ),
    "--fault-free": click.option(
        "--fault-free",
        is_flag=True,
        help="Only tilings in which a tile crosses every line through the board.",
    ),
    "-n": click.option(
        "-n",
        "number",
        type=int,
        callback=in_range(MOST_ASKED),
        default=1,
        metavar="N",
        show_default=True,
        help="The number of solutions; 0 means all.",
    ),
    "--boxes": click.option("--boxes", is_flag=True, help="Draw lines around tiles or squares."),
    "--resume": click.option(
        "--resume",
        default="",
        metavar="POSITION",
        help="Continue an earlier search from this position.",
    ),
    "--threads": click.option(
        "--threads",
        type=THREADS,
        metavar="N",
        help="Search or sweep with this many threads.  "
        "[default: auto, all processors after a second]",
    ),
    "--seed": click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Shuffle the search; the same N gives the same order.",
    ),
    "--encoding": click.option(
        "--encoding",
        callback=one_of(_encodings),
        shell_complete=encodings,
        metavar="NAME",
        # Listed as text, since importing them would slow down other commands.
        help="The SAT encoding of 'at most one': pairwise, sequential, ladder, totalizer, "
        "product, commander or bitwise.",
    ),
    "--size": click.option(
        "--size", "only_size", is_flag=True, help="Print the size and write nothing."
    ),
    "--any-size": click.option("--any-size", is_flag=True, help="Allow files larger than 1 GB."),
    "-o": click.option(
        "-o",
        "output",
        metavar="PATH",
        shell_complete=paths,
        help="The output file.  [default: the standard output]",
    ),
    "--read": click.option(
        "--read",
        "answer",
        metavar="PATH",
        shell_complete=paths,
        help="Read the answer of a SAT solver instead.",
    ),
}
_LIMITS = ("--seconds", "--nodes", "--bytes")
_COMMON = ("--engine", *_LIMITS, "--json", "-v")


def with_options(*names: str) -> Decorator:
    """Return a decorator that adds these shared options, in this order."""

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            command = _OPTIONS[name](command)
        return command

    return decorate


def common_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `CommonOptions`, except those in `without`.

    The command is called with a `CommonOptions` and its other options.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def wrapper(
            *arguments: object,
            engine: str | None = None,
            seconds: float | None = None,
            nodes: int | None = None,
            bytes: int | None = None,
            as_json: bool = False,
            verbose: bool = False,
            **rest: object,
        ) -> object:
            common = CommonOptions(
                engine or "auto",
                Budget(nodes=nodes, seconds=seconds, bytes=bytes),
                as_json,
                verbose,
            )
            return command(*arguments, common, **rest)

        return with_options(*(name for name in _COMMON if name not in without))(wrapper)

    return decorate


def request_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `Request`, except those in `without`.

    The command is called with a `Request` and its other options.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def wrapper(
            common: CommonOptions,
            *,
            file: str,
            problem: str | None,
            format: str | None,
            allow_files: bool,
            **rest: object,
        ) -> object:
            limits = (common.engine, common.budget, common.json, common.verbose)
            request = Request(*limits, file, problem, format, allow_files)
            return command(request, **rest)

        answered = with_options("--problem", "--format", "--allow-files")(
            common_options(without=without)(wrapper)
        )
        return click.argument("file", metavar="FILE", shell_complete=paths)(answered)

    return decorate
