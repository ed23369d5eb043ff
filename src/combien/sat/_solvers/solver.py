"""The protocol of SAT solvers, for libraries and programs.

A query is started once and then run in slices, like the searches of the core, so that Python can
handle Ctrl-C and the caller can check the budget between two slices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Protocol

__all__ = ["Outcome", "SatSolver"]


class Outcome(Enum):
    """How a slice ends."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    OUT_OF_SLICE = "out of slice"
    OUT_OF_BYTES = "out of bytes"


class SatSolver(Protocol):
    """An incremental SAT solver, with assumptions."""

    @property
    def steps(self) -> int:
        """Steps of work so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, which may contain new variables."""

    def ask(self, assumptions: Sequence[int]) -> None:
        """Start a query: whether the formula is satisfiable with these literals true."""

    def run(self, steps: int, seconds: float) -> Outcome:
        """Run for a slice of at most this number of steps and seconds."""

    def model(self) -> Iterable[int]:
        """Return the true literals, perhaps with the negative ones; only after SATISFIABLE."""

    def core(self) -> Iterable[int]:
        """Return assumptions that suffice for a contradiction; only after UNSATISFIABLE."""

    def stop(self) -> None:
        """Abandon the query at once; another may be started."""

    def proof(self) -> Iterator[str]:
        """Generate the lines of a DRUP proof; only after UNSATISFIABLE without assumptions."""
