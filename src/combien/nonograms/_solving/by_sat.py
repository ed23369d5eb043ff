"""Solve a nonogram with a SAT solver alone: python-sat's, or any program.

The nonogram is encoded as clauses.  If the solver finds a board, a further clause forbids it, and a
second call finds another board or proves that there is none.  The default method (line solving,
probing, and a search with clause learning) is faster on nearly all puzzles; this module is for
comparing encodings and solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from combien._base.budget import Meter
from combien._base.checks import did_you_mean
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.configurations import ConfigurationEncoding
from combien.nonograms._solving.encodings import AutomatonEncoding, OrderEncoding
from combien.sat._cnf import Clause, Formula
from combien.sat._library import LibrarySolver
from combien.sat._programs import ExternalSolver
from combien.sat._solver import Outcome, SatSolver


class BoardFormula(Formula, Protocol):
    """Clauses whose models are the boards of a nonogram, one each."""

    def read(self, model: Iterable[int]) -> Board:
        """Return the board of a model."""

    def literals(self, place: int, value: int) -> tuple[int, ...]:
        """Return literals whose conjunction means that a cell has this value."""

    def other(self, board: Board) -> Clause:
        """Return the clause that forbids this board, a solution, and no other solution."""


def _by_configurations(nonogram: Nonogram, known: Board | None) -> BoardFormula:
    # Known cells become unit clauses.
    formula = ConfigurationEncoding(nonogram)
    if formula.refusal():
        raise CannotAnswer(
            f"the encoding 'configurations' has {formula.clause_count} clauses, "
            f"{formula.bytes_dimacs / 1e9:.1f} GB: use the encoding 'places'"
        )
    return formula


ENCODINGS: dict[str, Callable[[Nonogram, Board | None], BoardFormula]] = {
    "places": OrderEncoding,
    "configurations": _by_configurations,
    "automaton": AutomatonEncoding,
}


def encoded(nonogram: Nonogram, known: Board | None, encoding: str | None) -> BoardFormula:
    """Return the clauses of a nonogram in the encoding of this name; None chooses one.

    >>> encoded(Nonogram([[1]], [[1]]), None, "configuration")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: there is no encoding 'configuration' of nonograms; there are places, \
configurations, automaton; did you mean 'configurations'?
    """
    if encoding is None:
        encoding = "automaton" if nonogram.blotted else "places"
    if not isinstance(encoding, str) or encoding not in ENCODINGS:
        raise BadInput(
            f"there is no encoding {encoding!r:.40} of nonograms; there are {', '.join(ENCODINGS)}"
            + did_you_mean(str(encoding)[:40], ENCODINGS)
        )
    return ENCODINGS[encoding](nonogram, known)


class SatDecision:
    """Decides with a SAT solver whether there is one board, several or none.

    `boards` are the solutions found so far, at most two.
    Raises `MissingExtra` when python-sat or the program is not installed.
    """

    def __init__(
        self,
        nonogram: Nonogram,
        given: Board | None,
        *,
        encoding: str | None,
        solver: str,
        bytes: int | None,
    ) -> None:
        if not isinstance(solver, str):
            raise BadInput(f"solver={solver!r:.40}: expected the command of a program, as text")
        self._nonogram = nonogram
        self._given = given
        self._formula = encoded(nonogram, given, encoding)
        self._solver: SatSolver = (
            ExternalSolver(solver, self._formula, bytes=bytes)
            if solver
            else LibrarySolver(self._formula, bytes=bytes)
        )
        self._who = f"'{solver}'" if solver else "the SAT solver"
        self.boards: list[Board] = []

    @property
    def work(self) -> dict[str, int]:
        """The counters of the solver."""
        return dict(self._solver.work)

    def run(self, meter: Meter) -> None:
        """Run the solver until two boards are found, or no other exists.  Raises `OutOfBudget`."""
        try:
            self._add_given()
            while len(self.boards) < 2:
                self._solver.ask(())
                if not self._is_satisfiable(meter):
                    return
                board = self._read()
                self.boards.append(board)
                self._solver.add(self._formula.other(board))
        finally:
            self._solver.stop()

    def _is_satisfiable(self, meter: Meter) -> bool:
        """Run the solver to its answer."""
        while True:
            steps, seconds = meter.slice(self._solver.steps)
            if not steps:
                raise self._stopped(meter.stop(self.work))
            outcome = self._solver.run(steps, seconds)
            if outcome is Outcome.OUT_OF_BYTES:
                raise self._stopped(meter.stop_for_bytes(self.work))
            if outcome is not Outcome.OUT_OF_SLICE:
                return outcome is Outcome.SATISFIABLE
            meter.progress(None, self.work)

    def _stopped(self, error: OutOfBudget) -> OutOfBudget:
        """Return the error with the boards found so far."""
        found = "one board was found" if self.boards else "no board was found"
        return OutOfBudget(f"{error}; {found}", known=error.known, found=tuple(self.boards))

    def _add_given(self) -> None:
        """Add the given cells as clauses, if the encoding does not take them."""
        if self._given is None or not isinstance(self._formula, ConfigurationEncoding):
            return
        for place, value in enumerate(self._given.cells):
            if value not in (WHITE, UNKNOWN, *self._nonogram.colors):
                # A black cell, and no block is black: there is no solution.
                self._solver.add(())
            elif value != UNKNOWN:
                for literal in self._formula.literals(place, value):
                    self._solver.add((literal,))

    def _read(self) -> Board:
        """Return the board of the latest model, checked, since external programs may be wrong."""
        board = self._formula.read(self._solver.model())
        agrees = self._given is None or all(
            given in (UNKNOWN, cell)
            for given, cell in zip(self._given.cells, board.cells, strict=True)
        )
        if not agrees or board in self.boards or not board.solves(self._nonogram):
            raise CannotAnswer(
                f"{self._who} returned a model that is not a solution: use another solver"
            )
        return board
