"""The cheapest solutions by CP-SAT, the constraint solver of OR-tools (extra `cpsat`).

A Boolean variable for each option says whether it is chosen, and a constraint for each item how
often it is covered, with a variable for each color of an item, as in `milp`.  CP-SAT computes its
costs in integers but reports them in floating point, so they are limited and rounded as there, and
its solutions are verified.

CP-SAT cannot run in slices, nor count its steps: it runs in a thread of its own until it is done,
or a limit of time or memory stops it.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread
from typing import Any

from combien._base.extras import needed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits
from combien.engines._counting import OutOfBytes
from combien.engines._optimum.highs import SolverRun
from combien.engines._optimum.milp import BYTES_AN_ENTRY, SolverSearch


def cpsat_module() -> Any:
    """Return the module of CP-SAT; raise `MissingExtra` if it cannot be loaded."""
    with needed("the cpsat engine needs OR-tools", "cpsat"):
        from ortools.sat.python import cp_model  # Optional dependency.
    return cp_model


class ConstraintSearch(SolverSearch):
    """A search for the `k` cheapest solutions by CP-SAT, in progress.

    It has no reduced costs.
    """

    NAME = "cpsat"

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: Sequence[int],
        *,
        start: Sequence[Solution] = (),
        threads: int = 1,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        super().__init__(
            problem, k, costs, start=start, threads=threads, beside=True, limits=limits
        )
        self._variables: list[Any] = []

    def _load(self) -> Any:
        return cpsat_module()

    @property
    def work(self) -> dict[str, int]:
        """CP-SAT counts nothing that can be compared."""
        return {}

    def _begin(self, bytes: int) -> None:
        if self._model is None:
            if BYTES_AN_ENTRY * len(self._problem.arrays()[1]) > bytes:
                raise OutOfBytes
            costs = [cost // self._unit for cost in self._costs]
            self._core = self._options_within_gap()
            self._model, self._variables = _model(self._module, self._problem, costs, self._limits)
            for _, start in self._found[:1]:
                hinted = {*start}
                for option, variable in enumerate(self._variables):
                    self._model.add_hint(variable, option in hinted)
        self._run = CpsatRun(self._module, self._model, self._variables, self._threads)

    def _outcome(self) -> tuple[bool, Sequence[float] | None]:
        assert isinstance(self._run, CpsatRun)
        status = self._run.status
        return status == self._module.INFEASIBLE, (
            self._run.values if status == self._module.OPTIMAL else None
        )

    def _exclude(self, solution: Solution) -> None:
        chosen = {*solution}
        clause = [self._variables[option].negated() for option in solution]
        if self._problem.has_bounds:
            # More options than these may be a solution as well.
            clause += [one for o, one in enumerate(self._variables) if o not in chosen]
        self._model.add_bool_or(clause)


class CpsatRun(SolverRun):
    """A run of CP-SAT in a thread of its own."""

    def __init__(self, module: Any, model: Any, variables: Sequence[Any], threads: int) -> None:
        self.status: Any = None
        # Of the last solution.
        self.values: list[bool] | None = None
        self._model = model
        self._solver = module.CpSolver()
        self._solver.parameters.num_workers = threads
        # With less of the relaxation, the bound stays that of the presolving: 900 options of a
        # timetable took 0.2 s instead of more than 15.  One worker has these settings, and of
        # several, this strategy is the first.
        self._solver.parameters.linearization_level = 2
        self._solver.parameters.subsolvers.extend(["max_lp", "quick_restart", "reduced_costs"])
        run = self

        class Watcher(module.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                run.values = [self.boolean_value(one) for one in variables]
                run._solutions.append(run.values)

        self._watcher = Watcher()
        super().__init__(pausing=False)

    def cancel(self) -> None:
        """Let it end soon."""
        super().cancel()
        Thread(target=self._stop, name="stop CP-SAT", daemon=True).start()

    def _stop(self) -> None:
        # A search that is about to start does not hear it the first time.
        while not self._ended:
            self._solver.stop_search()
            self._stopped.wait(0.05)

    def _run(self) -> None:
        self._solver.best_bound_callback = self._improve
        if self._check():
            return
        self.status = self._solver.solve(self._model, self._watcher)
        self._improve(self._solver.best_objective_bound)

    def _improve(self, bound: float) -> None:
        self.bound = max(self.bound, bound)
        if self._check():
            self._solver.stop_search()


def _model(
    module: Any, problem: Problem, costs: Sequence[int], limits: Sequence[SumLimits]
) -> tuple[Any, list[Any]]:
    """Return the model of CP-SAT, and the variable of each option."""
    model = module.CpModel()
    chosen = [model.new_bool_var("") for _ in range(problem.option_count)]
    covering: list[list[Any]] = [[] for _ in range(problem.item_count)]
    kinds: dict[tuple[int, int], Any] = {}
    starts, entries, colors = problem.arrays()
    for option, variable in enumerate(chosen):
        for at in range(starts[option], starts[option + 1]):
            item, color = entries[at], colors[at] if problem.has_colors else 0
            if not color:
                covering[item].append(variable)
                continue
            if (item, color) not in kinds:
                kinds[item, color] = model.new_bool_var("")
                covering[item].append(kinds[item, color])
            model.add_implication(variable, kinds[item, color])
    total = module.LinearExpr.weighted_sum
    for item, variables in enumerate(covering):
        low, high = problem.bounds(item) if problem.primary_flags[item] else (0, 1)
        if low == high == 1:
            model.add_exactly_one(variables)
        elif (low, high) == (0, 1):
            model.add_at_most_one(variables)
        elif variables:
            model.add_linear_constraint(total(variables, [1] * len(variables)), low, high)
        elif low:
            model.add_bool_or([])
    for weights, least, most in limits:
        heavy = [option for option, weight in enumerate(weights) if weight]
        variables, factors = [chosen[o] for o in heavy], [weights[o] for o in heavy]
        if heavy:
            model.add_linear_constraint(total(variables, factors), least, most)
        elif not least <= 0 <= most:
            model.add_bool_or([])
    model.minimize(total(chosen, list(costs)))
    return model, chosen
