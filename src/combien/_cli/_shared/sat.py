"""What a question to the sat engine can say besides: which clauses, which solver, which proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from combien._cli._shared.guard import tell
from combien._cli._shared.options import offering
from combien._cli.completion import paths

if TYPE_CHECKING:
    from combien._cli._shared.options import How
    from combien.engines._protocol import Engine

__all__ = ["BySat", "by_sat"]

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class BySat:
    """What was said to the sat engine; nothing at all, as a rule."""

    encoding: str | None = None
    solver: str | None = None
    proof: str | None = None

    def engine(self, how: How) -> str | Engine:
        """The engine that answers: to speak of clauses is to ask sat."""
        given = self._given()
        if not given:
            return how.engine
        if "" in given.values():
            empty = ", ".join(name for name, value in given.items() if not value)
            raise click.UsageError(f"{empty} says nothing: name something, or leave it out")
        if how.engine not in ("auto", "sat"):
            said = ", ".join(given)
            raise click.UsageError(f"{said} is for the sat engine: leave it or --engine out")
        from combien.engines._sat.engine import Sat

        return Sat(
            encoding=self.encoding or "bitwise", solver=self.solver or "", proof=self.proof or ""
        )

    def words(self) -> list[str]:
        """The words of a command line that says the same; a proof is not gone on with."""
        given = self._given()
        return [word for name in given if name != "--proof" for word in (name, given[name])]

    def tell_proof(self, *, none: bool) -> None:
        """Says where the proof is and who checks it, if one was asked for."""
        if self.proof is None:
            return
        if not none:
            tell("nothing was proved: no proof is written")
            return
        from combien.sat._proofs.files import names

        tell(f"proved; check it with: combien check-proof {' '.join(names(self.proof))}")

    def _given(self) -> dict[str, str]:
        options = {"--encoding": self.encoding, "--solver": self.solver, "--proof": self.proof}
        return {name: value for name, value in options.items() if value is not None}


def by_sat(*, proof: bool) -> Callable[[Command], Command]:
    """Adds --encoding, --solver and perhaps --proof; the command takes a `BySat` as `sat`."""

    def adding(command: Command) -> Command:
        @wraps(command)
        def answering(
            *words: object,
            encoding: str | None,
            solver: str | None,
            proof: str | None = None,
            **rest: object,
        ) -> object:
            return command(*words, sat=BySat(encoding, solver, proof), **rest)

        command_with_options: Command = answering
        if proof:
            command_with_options = click.option(
                "--proof",
                metavar="FILE",
                shell_complete=paths,
                help="Write a DRUP proof that there is none, and its clauses beside it (.cnf).",
            )(command_with_options)
        for option in (
            click.option(
                "--solver",
                metavar="COMMAND",
                help="The SAT solver to ask, as in 'cadical -q'; else that of python-sat.",
            ),
            offering("--encoding"),
        ):
            command_with_options = option(command_with_options)
        return command_with_options

    return adding
