"""Run the commands of a script with the algorithm it names, or with `auto` if that fails.

Scripts of combine name `dlx` or `zdd`, which are not suited to some of their problems: the diagram
does not fit into memory, or there are too many tilings to count one by one.  So a named algorithm
has large limits of memory and steps; beyond them, `auto` takes over, with a warning.  The limits
depend on the memory of the machine, not on time.  If the user sets limits of steps or time, or an
engine for all commands, there is no second attempt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from combien._base.clock import anew, restart
from combien._base.memory import default_bytes
from combien._questions import Solutions, answer, solutions
from combien._questions import first as first_solution
from combien.engines._protocol import Answer, Budget, Engine, Model, Reporter
from combien.errors import BadInput, MissingExtra, OutOfBudget
from combien.language._check import ALGORITHMS, place
from combien.language._equal_size import NAME as EQUAL_SIZE
from combien.language._equal_size import EqualSize
from combien.language._files import Permissions
from combien.language._syntax import Algorithm, UpTo
from combien.tilings._arrangement import Arrangement
from combien.tilings._tiling import TilingProblem

if TYPE_CHECKING:
    from combien._questions import Priced
    from combien.language._models import TilingModel


@dataclass(frozen=True, slots=True)
class NamedLimits:
    """The limits of a named algorithm before `auto` takes over: steps, and bytes of tables.

    Finding one tiling has fewer steps: a search without a result by then has chosen a bad start.
    The steps of a count take dancing links about 20 seconds; the memory fills up in less.
    """

    count_nodes: int = 500_000_000
    solve_nodes: int = 50_000_000
    bytes: int = 2_000_000_000


LIMITS = NamedLimits()


class ScriptSolver:
    """Counts and lists the tilings of the problems of a script."""

    def __init__(
        self,
        *,
        engine: str | Engine | None,
        budget: Budget,
        report: Reporter | None,
        permissions: Permissions,
        warn: Callable[[str], None],
        limits: NamedLimits = LIMITS,
    ) -> None:
        self._engine = engine
        self._budget = budget
        self._report = report
        self._permissions = permissions
        self._warn = warn
        self._limits = limits
        self._work: dict[str, Counter[str]] = {}

    def renew(self) -> None:
        """Let the seconds begin again, for the next command."""
        self._budget = replace(self._budget, seconds=anew(self._budget.seconds))
        restart()

    @property
    def work(self) -> Mapping[str, Mapping[str, int]]:
        """The counters of all work so far, by engine."""
        return self._work

    def require_allowed(self, algorithm: Algorithm) -> None:
        """Raise if a command is not allowed.

        Raises
        ------
        BadScript
            With the position of the command.  A solver that is not installed is accepted here.
        """
        if self._engine is None:
            try:
                self._command(algorithm)
            except MissingExtra:
                return

    def count(
        self, problem: TilingModel, algorithm: Algorithm, *, up_to: UpTo = "none"
    ) -> Answer[Arrangement]:
        """Count the tilings; the answer names the engine and its work."""
        model, engine = self._model_and_engine(problem, algorithm)
        first = self._first_budget(algorithm, nodes=self._limits.count_nodes)
        found = self._counted(model, engine, first or self._budget, up_to)
        if found.count is None and first is not None:
            self._warn_of_limit(algorithm, first)
            found = self._counted(model, "auto", self._budget, up_to)
        if found.count is None:
            raise OutOfBudget(found.why, known=found.known, position=found.position)
        return found

    def cheapest(self, problem: TilingModel) -> Priced[Arrangement, int] | None:
        """Return a cheapest tiling and its cost, or None if there is no tiling."""
        from combien._questions import best  # Start-up: only for solve best.

        found = best(problem, budget=self._budget, report=self._report)
        return found[0] if found else None

    def walk(
        self, problem: TilingModel, algorithm: Algorithm, *, every: bool, up_to: UpTo = "none"
    ) -> tuple[Arrangement | None, Solutions[Arrangement]]:
        """Return the first tiling, or None, and an iterator over the others.

        With `every`, the steps of a named algorithm are not limited.
        """
        model, engine = self._model_and_engine(problem, algorithm)
        first = self._first_budget(algorithm, nodes=None if every else self._limits.solve_nodes)
        ask = partial(solutions, up_to=up_to) if every else first_solution
        walk = self._walk(ask, model, engine, first or self._budget)
        try:
            return next(walk, None), walk
        except OutOfBudget:
            if first is None:
                raise
            self._warn_of_limit(algorithm, first)
        walk = self._walk(ask, model, "auto", self._budget)
        return next(walk, None), walk

    def note(self, engine: str, work: Mapping[str, int]) -> None:
        """Add work to the counters of an engine."""
        self._work.setdefault(engine, Counter()).update(work)

    def _model_and_engine(
        self, problem: TilingModel, algorithm: Algorithm
    ) -> tuple[Model[Any], str | Engine]:
        """Return the model and its engine."""
        if self._engine is not None:
            return problem, self._engine
        if algorithm.command is not None:
            from combien.engines._clauses.sat import Sat  # Start-up: only for a SAT solver.

            return problem, Sat(solver=self._command(algorithm))
        if algorithm.name == EQUAL_SIZE and isinstance(problem, TilingProblem):
            model = EqualSize(problem)
            return model, model.engine
        return problem, ALGORITHMS[algorithm.name]

    def _first_budget(self, algorithm: Algorithm, *, nodes: int | None) -> Budget | None:
        """Return the limits of the named algorithm before `auto` takes over, or None."""
        budget = self._budget
        named = self._engine is not None or algorithm.command is not None
        if (
            named
            or algorithm.name == "auto"
            or budget.nodes is not None
            or budget.seconds is not None
        ):
            return None
        bytes = min(self._limits.bytes, default_bytes()) if budget.bytes is None else budget.bytes
        return Budget(nodes=nodes, bytes=bytes)

    def _command(self, algorithm: Algorithm) -> str:
        """Return the command of the SAT solver; empty for python-sat."""
        command = algorithm.command
        if command is None or not command.text:
            return ""
        try:
            return self._permissions.command(command.text)
        except BadInput as error:
            raise command.span.fault(str(error)) from error

    def _warn_of_limit(self, algorithm: Algorithm, budget: Budget) -> None:
        steps = f" or {budget.nodes:,} steps" if budget.nodes is not None else ""
        memory = f"{(budget.bytes or 0) / 1e9:.3g} GB"
        self._warn(
            f"{place(algorithm.span)}no answer from {algorithm.name} within {memory}{steps}: "
            "auto answers"
        )

    def _counted(
        self, model: Model[Any], engine: str | Engine, budget: Budget, up_to: UpTo
    ) -> Answer[Arrangement]:
        found = answer(
            model,
            "count",
            up_to=up_to,
            engine=engine,
            budget=budget,
            report=self._report,
        )
        self.note(found.engine, found.work)
        return found

    def _walk(
        self,
        ask: Callable[..., Solutions[Arrangement]],
        model: Model[Any],
        engine: str | Engine,
        budget: Budget,
    ) -> Solutions[Arrangement]:
        return ask(
            model,
            engine=engine,
            budget=budget,
            report=self._report,
        )
