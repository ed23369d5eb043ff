"""Counts that are stored in a file and continued after any interruption."""

from __future__ import annotations

from pathlib import Path

from combien._budget import Meter, Spending
from combien._questions.dispatch import resolve_engine, select_searcher
from combien._questions.workers import Workers
from combien.cover._problem import Problem
from combien.engines._counting import finish
from combien.engines._portfolio.auto import Planned
from combien.engines._protocol import Budget, Count, Engine, Reporter
from combien.engines._search.counting import default_threads
from combien.errors import OutOfBudget
from combien.running._coordinator import count_with_ledger, store_count
from combien.running._runners import Processes, Runner, Threads

__all__ = ["counted_in_run"]

# How long `auto` tries every engine before it begins a long search, in nodes.
PLANNED_NODES = 20_000_000


def counted_in_run(
    problem: Problem,
    workers: Workers,
    *,
    engine: str | Engine,
    budget: Budget,
    report: Reporter | None,
) -> Count:
    """Return the number of solutions by a run in a file, which is begun or continued.

    With the engine "auto", a new run first tries all engines for a moment, as other counts do.
    """
    path = Path(workers.checkpoint or "")
    automatic = resolve_engine(engine).name == "auto"
    if automatic and not path.exists():
        spending = Spending(budget)
        nodes = min(PLANNED_NODES, budget.nodes or PLANNED_NODES)
        first = Budget(nodes=nodes, seconds=budget.seconds, bytes=budget.bytes)
        planned = Planned(problem)
        try:
            number = finish(planned, Meter(first, engine="auto", report=report))
        except OutOfBudget:
            spending.spend(planned.steps)
            budget = spending.left
        else:
            found = Count(number, planned.work, planned.winner, planned.why, planned.plan)
            store_count(problem, path, found)
            return found
    name = "auto" if automatic else select_searcher(engine, problem).name

    def runner(problem: Problem) -> Runner:
        if workers.cluster is not None:
            from combien.running._dask import Cluster  # Optional dependency.

            return Cluster(problem, workers.cluster)
        if workers.processes is not None:
            return Processes(problem, workers.processes)
        return Threads(problem, workers.threads or default_threads())

    return count_with_ledger(
        problem, path, engine=name, runner=runner, budget=budget, report=report
    )
