"""Counts that are stored in a file and continued after any interruption."""

from __future__ import annotations

from pathlib import Path

from combien._base.budget import Meter, Spending
from combien._base.threads import default_threads
from combien._questions.dispatch import Workers, resolve_engine, select_searcher
from combien.cover._problem import Problem
from combien.engines import engine_named, searcher_named
from combien.engines._counting import finish
from combien.engines._portfolio.divided import Planned
from combien.engines._protocol import Budget, Count, Engine, Plan, Reporter
from combien.engines._search.searching import Bits
from combien.engines._sweeps.frontier import Frontier
from combien.errors import BadInput, OutOfBudget
from combien.running._coordinator import count_with_ledger
from combien.running._ledger import MEMO, SWEEP, Ledger
from combien.running._memos import count_by_memo
from combien.running._runners import Cluster, Processes, Runner, Threads
from combien.running._sweeps import count_by_sweep

# How long `auto` tries every engine before it begins a long search, in nodes; at least the latter
# under any limit, as the choice is for the whole run, and nothing can be told from a few nodes.
PLANNED_NODES, LEAST_PLANNED_NODES = 20_000_000, 1_000_000

# A sweep is chosen if a search is expected to cost this many times as much.
DOUBT = 4


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
    Their nodes are not part of the budget.
    """
    if isinstance(engine, (Bits, Frontier)) and repr(engine) != repr(engine_named(engine.name)):
        raise BadInput(
            f"checkpoint= and {engine!r} were both given: the file of a run knows engines by their "
            f"names, without settings; give engine='{engine.name}', or no checkpoint"
        )
    path = Path(workers.checkpoint or "")
    automatic = resolve_engine(engine).name == "auto"
    if automatic and not path.exists():
        spending = Spending(budget)
        nodes = PLANNED_NODES
        if budget.nodes is not None:
            nodes = min(nodes, max(LEAST_PLANNED_NODES, budget.nodes))
        first = Budget(nodes=nodes, seconds=budget.seconds, bytes=budget.bytes)
        planned = Planned(problem)
        try:
            number = finish(planned, Meter(first, engine="auto", report=report))
        except OutOfBudget:
            budget = spending.left
            one = workers.processes is None and workers.cluster is None
            if one and _sweep_leads(planned.plan):
                return count_by_sweep(problem, path, budget=budget, report=report)
        else:
            name = planned.winner
            new = Ledger.create(
                path, problem, engine=name, seed=0, nodes=0, found=number, positions=()
            )
            new.close()
            return Count(number, planned.work, name, planned.why, planned.plan)
    engine_name = _engine_of(engine, path, automatic=automatic)
    if engine_name == SWEEP:
        _require_one_process(workers, "a sweep")
        return count_by_sweep(problem, path, budget=budget, report=report)
    if engine_name == MEMO:
        _require_one_process(workers, "a count with a memo")
        return count_by_memo(problem, path, budget=budget, report=report)
    name = "auto" if automatic else select_searcher(engine, problem).name

    def runner(problem: Problem) -> Runner:
        if workers.cluster is not None:
            return Cluster(problem, workers.cluster)
        # Each search needs its memory.
        needs = searcher_named(name, problem).needs(problem)
        most = max(1, Meter(budget, engine=name).bytes // max(1, needs))
        if workers.processes is not None:
            return Processes(problem, min(most, workers.processes))
        return Threads(problem, min(most, workers.threads or default_threads()))

    return count_with_ledger(
        problem, path, engine=name, runner=runner, budget=budget, report=report
    )


def _engine_of(engine: str | Engine, path: Path, *, automatic: bool) -> str:
    """Return the engine of a run, by its name or by the file; empty if a search is to be chosen."""
    if not automatic:
        return resolve_engine(engine).name
    if not path.exists():
        return ""
    with Ledger.opened(path) as ledger:
        # A sweep that `auto` had done before it began a run has no layers.
        return "" if ledger.engine == SWEEP and "order" not in ledger.facts else ledger.engine


def _require_one_process(workers: Workers, what: str) -> None:
    for name in ("processes", "cluster"):
        if getattr(workers, name) is not None:
            raise BadInput(f"{name}= was given: {what} has one process; leave it out")


def _sweep_leads(plan: Plan) -> bool:
    """Whether a sweep of the whole problem is expected to end before any search.

    Its forecast may be too low, so it must be lower by a good factor.
    """
    if len(plan.parts) != 1:
        return False
    entries = {entry.name: entry for entry in plan.parts[0].entries}
    sweep = entries[SWEEP]
    if sweep.outcome != "beside" or sweep.expected is None:
        return False
    searches = [entries[name].expected for name in ("bits", "dlx")]
    return all(each is None or each > DOUBT * sweep.expected for each in searches)
