"""The options of the sat engine: the encoding, the solver and the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combien._base.records import dataclass
from combien._cli._shared.declare import Decorator, gathered, option
from combien._cli._shared.guard import print_message
from combien._cli._shared.options import with_options

if TYPE_CHECKING:
    from combien._cli._shared.options import CommonOptions
    from combien.engines._protocol import Engine

__all__ = ["SatOptions", "sat_options"]


@dataclass(frozen=True, slots=True)
class SatOptions:
    """The options of the sat engine; by default none is set."""

    encoding: str | None = None
    solver: str | None = None
    proof: str | None = None

    def engine(self, common: CommonOptions) -> str | Engine:
        """Return the engine to use: sat if any of these options is set.  Raises `UsageError`."""
        given = self._given()
        if not given:
            return common.engine
        if "" in given.values():
            empty = ", ".join(name for name, value in given.items() if not value)
            raise click.UsageError(f"{empty} is empty: give a value or omit it")
        if common.engine not in ("auto", "sat"):
            names = ", ".join(given)
            raise click.UsageError(f"{names} needs the sat engine: omit it or --engine")
        from combien.engines._sat.engine import Sat  # Start-up: not for --help.

        return Sat(
            encoding=self.encoding or "bitwise", solver=self.solver or "", proof=self.proof or ""
        )

    def words(self) -> list[str]:
        """Return the equivalent command-line options, except --proof: proofs cannot be resumed."""
        given = self._given()
        return [word for name in given if name != "--proof" for word in (name, given[name])]

    def print_proof_hint(self, *, none: bool) -> None:
        """Print how to check the proof, if --proof was given."""
        if self.proof is None:
            return
        if not none:
            print_message("nothing was proved: no proof was written")
            return
        from combien.sat._proofs.steps import proof_files  # Start-up: not for --help.

        print_message(
            f"proved; check it with: combien check-proof {' '.join(proof_files(self.proof))}"
        )

    def _given(self) -> dict[str, str]:
        options = {"--encoding": self.encoding, "--solver": self.solver, "--proof": self.proof}
        return {name: value for name, value in options.items() if value is not None}


def sat_options(*, proof: bool) -> Decorator:
    """Return a decorator that adds --encoding, --solver and perhaps --proof.

    The command is called with a `SatOptions` as `sat`.
    """
    options = [
        with_options("--encoding"),
        option(
            "--solver COMMAND", "The SAT solver to run, as in 'cadical -q'.  [default: python-sat]"
        ),
    ]
    if proof:
        text = "Write a DRUP proof that there is no solution, and its clauses (.cnf)."
        options.append(option("--proof FILE", text))
    return gathered("sat", SatOptions, *options, keys=SatOptions.__match_args__)
