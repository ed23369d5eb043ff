"""Shared options: the problem, the engine, the limits and the output.

A table defines each option once; a command takes only the options that have an effect there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from combien._base.checks import did_you_mean
from combien._base.records import dataclass
from combien._cli._shared.amounts import BYTES, SECONDS, THREADS, WHOLE
from combien._cli._shared.declare import (
    argument,
    encodings,
    engines,
    formats,
    gathered,
    option,
    paths,
    problems,
    together,
)
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
    "--problem": option(
        "--problem NAME", "The problem of the file.  [default: the last one]", complete=problems
    ),
    "--format": option(
        "--format NAME",
        "The format of the file: cmb, pavage, xmpuzzle, dlx, json, emc or ec.  [default: by "
        "name or content]",
        complete=formats,
    ),
    "--allow-files": option("--allow-files", "Let a script include files from any folder."),
    "--engine": option(
        "--engine NAME",
        f"The engine to use: {', '.join(ENGINES)}.  [default: auto]",
        complete=engines,
        callback=_check_engine,
    ),
    "--seconds": option("--seconds S", "Stop after this time: 90, 90s, 2m or 1h.", type=SECONDS),
    "--nodes": option(
        "--nodes N",
        "Stop after this many steps of work, as in 1e6.",
        type=WHOLE,
        callback=in_range(MOST_NODES),
    ),
    "--bytes": option(
        "--bytes N",
        "Memory limit for tables, as in 500MB, 2GB or 1GiB.",
        type=BYTES,
        callback=in_range(MOST_NODES),
    ),
    "--json": option("--json", "Print one JSON object.", into="as_json"),
    "-v": option("-v --verbose", "Show the engine, the reason for its choice, and its work."),
    "--up-to": option(
        "--up-to",
        "Count solutions that differ by these symmetries as one.",
        choices=("none", "rotations", "all"),
        default="none",
    ),
    "--fault-free": option(
        "--fault-free", "Only tilings in which a tile crosses every line through the board."
    ),
    "-n": option(
        "-n N",
        "The number of solutions; 0 means all.",
        into="number",
        shown=1,
        callback=in_range(MOST_ASKED),
    ),
    "--boxes": option("--boxes", "Draw lines around tiles or squares."),
    "--resume": option(
        "--resume POSITION", "Continue an earlier search from this position.", default=""
    ),
    "--threads": option(
        "--threads N",
        "Search or sweep with this many threads.  [default: auto, all processors after a second]",
        type=THREADS,
    ),
    "--seed": option("--seed N", "Shuffle the search; the same N gives the same order."),
    "--encoding": option(
        "--encoding NAME",
        "The SAT encoding of 'at most one': pairwise, sequential, ladder, totalizer, "
        "product, commander or bitwise.",
        complete=encodings,
        callback=one_of(_encodings),
    ),
    "--size": option("--size", "Print the size and write nothing.", into="only_size"),
    "--any-size": option("--any-size", "Allow files larger than 1 GB."),
    "-o": option("-o PATH", "The output file.  [default: the standard output]", into="output"),
    "--read": option("--read PATH", "Read the answer of a SAT solver instead.", into="answer"),
}
_COMMON = ("--engine", "--seconds", "--nodes", "--bytes", "--json", "-v")
_KEYS = ("engine", "seconds", "nodes", "bytes", "as_json", "verbose")


def with_options(*names: str) -> Decorator:
    """Return a decorator that adds these shared options, in this order."""
    return together(*(_OPTIONS[name] for name in names))


def common_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `CommonOptions`, except those in `without`.

    The command is called with a `CommonOptions` as `common` and its other options.
    """
    return gathered("common", _common, *_options_of_answers(without))


def request_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `Request`, except those in `without`.

    The command is called with a `Request` as `request` and its other options.
    """
    problem = with_options("--problem", "--format", "--allow-files")
    file = argument("FILE", complete=paths)
    keys = ("file", "problem", "format", "allow_files", *_KEYS)
    return gathered("request", _request, file, problem, *_options_of_answers(without), keys=keys)


def _options_of_answers(without: Collection[str]) -> Iterator[Decorator]:
    return (_OPTIONS[name] for name in _COMMON if name not in without)


def _common(
    engine: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    bytes: int | None = None,
    as_json: bool = False,
    verbose: bool = False,
) -> CommonOptions:
    budget = Budget(nodes=nodes, seconds=seconds, bytes=bytes)
    return CommonOptions(engine or "auto", budget, as_json, verbose)


def _request(
    file: str, problem: str | None, format: str | None, allow_files: bool, **given: Any
) -> Request:
    common = _common(**given)
    answer = (common.engine, common.budget, common.json, common.verbose)
    return Request(*answer, file, problem, format, allow_files)
