"""What the commands have in common: which problem, which engine, how far, and how to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypedDict

import rich_click as click

from combien.cli.completion import engines, formats, paths, problems
from combien.engines import ENGINES, engine_named
from combien.engines.protocol import Budget

if TYPE_CHECKING:
    from combien.cli.files import Loaded

__all__ = ["Asked", "How", "answering", "asking", "budget", "limits", "up_to"]

# The steps of a budget cross into the core as 64-bit numbers.
MOST_NODES = 2**62

Command = Callable[..., Any]


class Limits(TypedDict):
    """How far a question may go, as the functions of `combien.questions` take it."""

    nodes: int | None
    seconds: float | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class How:
    """How to answer: by which engine, how far, in JSON or text, and saying how much."""

    engine: str
    budget: Budget
    json: bool
    verbose: bool

    @property
    def limits(self) -> Limits:
        """The budget as arguments."""
        budget = self.budget
        return Limits(nodes=budget.nodes, seconds=budget.seconds, bytes=budget.bytes)

    def words(self) -> list[str]:
        """The words of a command line that asks the same."""
        given = {
            "--engine": None if self.engine == "auto" else self.engine,
            "--seconds": self.budget.seconds,
            "--nodes": self.budget.nodes,
            "--bytes": self.budget.bytes,
        }
        return _worded(given) + ["--json"] * self.json + ["-v"] * self.verbose


@dataclass(frozen=True, slots=True)
class Asked(How):
    """What was asked about a problem of a file, and how to answer."""

    file: str
    name: str | None
    format: str | None

    def load(self) -> Loaded:
        """The problem, loaded, with its options made."""
        from combien.cli.files import load

        loaded = load(self.file, name=self.name, format=self.format)
        loaded.model.problem()
        return loaded

    def words(self) -> list[str]:
        """The words of a command line that asks the same."""
        which = _worded({"--problem": self.name, "--format": self.format})
        return [self.file, *which, *How.words(self)]


def _worded(given: Mapping[str, object]) -> list[str]:
    return [
        word for name, value in given.items() if value is not None for word in (name, str(value))
    ]


def budget(command: Command) -> Command:
    """Adds --seconds, --nodes and --bytes."""
    for option in (
        click.option(
            "--bytes", type=click.IntRange(0), metavar="N", help="Memory that tables may take."
        ),
        click.option(
            "--nodes",
            type=click.IntRange(0, MOST_NODES),
            metavar="N",
            help="Stop after so many steps of work.",
        ),
        click.option("--seconds", type=float, metavar="S", help="Stop after so many seconds."),
    ):
        command = option(command)
    return command


def limits(command: Command) -> Command:
    """Adds --engine, and how far it may go."""
    return click.option(
        "--engine",
        callback=_known,
        shell_complete=engines,
        metavar="NAME",
        help=f"Who answers: {', '.join(ENGINES)}; without it auto, which chooses.",
    )(budget(command))


def up_to(command: Command) -> Command:
    """Adds --up-to."""
    return click.option(
        "--up-to",
        type=click.Choice(("none", "rotations", "all")),
        default="none",
        help="Which symmetries make two solutions one.",
    )(command)


def answering(command: Command) -> Command:
    """Adds how to answer a question; the command takes a `How` and the rest."""

    @wraps(command)
    def taking(
        *arguments: object,
        engine: str | None,
        seconds: float | None,
        nodes: int | None,
        bytes: int | None,
        as_json: bool,
        verbose: bool,
        **rest: object,
    ) -> object:
        how = How(engine or "auto", Budget(nodes, seconds, bytes), as_json, verbose)
        return command(*arguments, how, **rest)

    command_with_options: Command = taking
    for option in (
        click.option("-v", "--verbose", is_flag=True, help="Say who answered, why, and the work."),
        click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object."),
        limits,
    ):
        command_with_options = option(command_with_options)
    return command_with_options


def asking(command: Command) -> Command:
    """Adds what a question about one problem needs; the command takes an `Asked` and the rest."""

    @wraps(command)
    def taking(
        how: How, *, file: str, problem: str | None, format: str | None, **rest: object
    ) -> object:
        asked = Asked(how.engine, how.budget, how.json, how.verbose, file, problem, format)
        return command(asked, **rest)

    command_with_options: Command = answering(taking)
    for option in (
        click.option(
            "--format",
            metavar="NAME",
            shell_complete=formats,
            help="What the file is in: cmb, pavage, xmpuzzle, dlx, json, emc or ec; else its name "
            "tells.",
        ),
        click.option(
            "--problem",
            shell_complete=problems,
            metavar="NAME",
            help="Which problem of the file; else the last one.",
        ),
        click.argument("file", metavar="FILE", shell_complete=paths),
    ):
        command_with_options = option(command_with_options)
    return command_with_options


def _known(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        engine_named(name)
    return name
