"""What the commands have in common: which problem, which engine, how far, and how to answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypedDict

import rich_click as click

from combien.engines import ENGINES, engine_named
from combien.engines.protocol import Budget

if TYPE_CHECKING:
    from combien.cli.files import Loaded

__all__ = ["Asked", "asking", "limits"]

# The steps of a budget cross into the core as 64-bit numbers.
MOST_NODES = 2**62

Command = Callable[..., Any]


class Limits(TypedDict):
    """How far a question may go, as the functions of `combien.questions` take it."""

    nodes: int | None
    seconds: float | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked: about which problem, of which engine, how far, and to be answered how."""

    file: str
    name: str | None
    format: str | None
    engine: str
    budget: Budget
    json: bool
    verbose: bool

    def load(self) -> Loaded:
        """The problem, loaded, with its options made."""
        from combien.cli.files import load

        loaded = load(self.file, name=self.name, format=self.format)
        loaded.model.problem()
        return loaded

    @property
    def limits(self) -> Limits:
        """The budget as arguments."""
        budget = self.budget
        return Limits(nodes=budget.nodes, seconds=budget.seconds, bytes=budget.bytes)

    def words(self) -> list[str]:
        """The words of a command line that asks the same."""
        given = {
            "--problem": self.name,
            "--format": self.format,
            "--engine": None if self.engine == "auto" else self.engine,
            "--seconds": self.budget.seconds,
            "--nodes": self.budget.nodes,
            "--bytes": self.budget.bytes,
        }
        words = [self.file]
        for option, value in given.items():
            if value is not None:
                words += [option, str(value)]
        return words + ["--json"] * self.json + ["-v"] * self.verbose


def limits(command: Command) -> Command:
    """Adds --engine, --seconds, --nodes and --bytes."""
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
        click.option(
            "--engine", callback=_known, metavar="NAME", help=f"Who answers: {', '.join(ENGINES)}."
        ),
    ):
        command = option(command)
    return command


def asking(command: Command) -> Command:
    """Adds what a question about one problem needs; the command takes an `Asked` and the rest."""

    @wraps(command)
    def answering(
        *,
        file: str,
        problem: str | None,
        format: str | None,
        engine: str | None,
        seconds: float | None,
        nodes: int | None,
        bytes: int | None,
        as_json: bool,
        verbose: bool,
        **rest: object,
    ) -> object:
        budget = Budget(nodes, seconds, bytes)
        return command(
            Asked(file, problem, format, engine or "auto", budget, as_json, verbose), **rest
        )

    command_with_options: Command = answering
    for option in (
        click.option("-v", "--verbose", is_flag=True, help="Say who answered, why, and the work."),
        click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object."),
        limits,
        click.option("--format", metavar="NAME", help="What the file is in; else its name tells."),
        click.option(
            "--problem", metavar="NAME", help="Which problem of the file; else the last one."
        ),
        click.argument("file", metavar="FILE"),
    ):
        command_with_options = option(command_with_options)
    return command_with_options


def _known(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        engine_named(name)
    return name
