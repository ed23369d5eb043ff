"""Whoever says whether clauses can be met: one protocol for libraries and programs.

A question is asked once and then worked on in slices, as the machines of the core are, so that
between two slices Python sees Ctrl-C and whoever asks looks at the budget.
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
    """Clauses that may grow, and questions whether they can be met together with some literals."""

    @property
    def steps(self) -> int:
        """Steps of work so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause; it may bring variables that nobody has spoken of."""

    def ask(self, assumptions: Sequence[int]) -> None:
        """Begins a question: can all clauses be met, with these literals true?"""

    def run(self, steps: int, seconds: float) -> Outcome:
        """Goes on for a slice of at most so many steps and seconds."""

    def model(self) -> Iterable[int]:
        """The literals that are true, perhaps the negative ones too; only after SATISFIABLE."""

    def core(self) -> Iterable[int]:
        """Assumptions that suffice for a contradiction; only after UNSATISFIABLE."""

    def stop(self) -> None:
        """Gives the question up at once; another may be asked."""

    def proof(self) -> Iterator[str]:
        """The lines of a DRUP proof; only after UNSATISFIABLE without assumptions."""
