"""Which runner of a race is next: by lower bounds of the costs, and the budget of competitors."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal

from combien.engines._portfolio.runner import Runner

__all__ = ["HEDGE", "allowance", "favorite_of", "next_runner"]

# The part of a trusted forecast that all competitors together may spend.
TOGETHER = 0.6

# A competitor may finish all the same if it expects to need this many times less than the favorite.
NEARLY = 3

# Waiting runners get this many times less work than the leader; and less than that if they expect
# so many times as much work as the leader, by a trusted or a rough forecast.
HEDGE, LEAST_HEDGE = 12, 100
MISERY, ROUGH_MISERY = 100, 1000

# A sweep that tries one of p options of an item takes at least WEAK/p of a sweep of the whole.
WEAK = 4


def favorite_of(runners: Sequence[Runner]) -> Runner | None:
    """Return the trusted runner with the lowest remaining cost, if any."""
    trusted = [runner for runner in runners if runner.has_trusted_forecast]
    return min(trusted, key=lambda runner: runner.left, default=None)


def allowance(favorite: Runner) -> float:
    """Return the budget for each competitor before the favorite runs alone."""
    return (favorite.expected or inf) / favorite.candidate.competitor_budget_ratio


def next_runner(runners: Sequence[Runner], after: Runner | None = None) -> Runner:
    """Return the runner whose turn is next, or next after a turn of `after`."""
    if len(runners) == 1:
        return runners[0]
    search, sweep = _least(runners, "search"), _least(runners, "sweep")
    spent: dict[Runner, float] = {}
    due: dict[Runner, float] = {}
    for runner in runners:
        candidate, bound = runner.candidate, runner.lower_bound
        ahead = runner.spent + (runner.turn_cost if runner is after else 0.0)
        most = runner.expected if candidate.hasty else None
        spent[runner] = ahead = ahead if most is None else min(ahead, most)
        if candidate.part_of_search is not None:
            part = candidate.part_of_search(runner.counting)
            bound = _bound_by_others(runner, part * search, min(1.0, WEAK * part) * sweep)
        due[runner] = max(ahead * candidate.share_divisor, bound)
    leader = min(runners, key=due.__getitem__)
    favorite = favorite_of(runners)
    if favorite is not None:
        budget = allowance(favorite)
        untrusted = [r for r in runners if not r.has_trusted_forecast]
        competitors = [r for r in untrusted if due[r] < budget and not _is_hopeless(r, favorite)]
        if sum(spent[r] for r in untrusted) >= TOGETHER * (favorite.expected or inf):
            competitors = []
        competitors += [r for r in untrusted if _is_nearly_done(r, favorite)]
        leader = min(competitors, key=due.__getitem__, default=favorite)
    most_spent = spent[leader]
    waiting = [
        r
        for r in runners
        if spent[r] * HEDGE < most_spent and spent[r] * _hedge(r, leader) < most_spent
    ]
    return min(waiting, key=spent.__getitem__, default=leader)


def _least(runners: Sequence[Runner], kind: Literal["search", "sweep"]) -> float:
    """Return the lowest forecast of the searches or of the sweeps; infinite if there is none."""
    known = [r for r in runners if r.candidate.kind == kind and r.expected is not None]
    forecasts = [r.lower_bound if r.candidate.hasty else r.expected for r in known]
    return min((forecast for forecast in forecasts if forecast is not None), default=inf)


def _bound_by_others(runner: Runner, search: float, sweep: float) -> float:
    """Return a lower bound for one that does parts of a search or a sweep, with their costs.

    Its own forecast is limited by the search, as the beginning of a search may expect far too much.
    """
    return max(runner.spent, min(runner.lower_bound, search), min(search, sweep))


def _is_nearly_done(runner: Runner, favorite: Runner) -> bool:
    """Whether a competitor that has used up its budget should finish all the same."""
    left = runner.lower_bound - runner.spent
    return 0 < left < favorite.left / NEARLY and runner.spent < favorite.left


def _is_hopeless(runner: Runner, leader: Runner) -> bool:
    """Whether a runner expects far more work than the leader, even if its forecast is rough."""
    if runner.candidate.part_of_search is not None:
        # Its bound is that of the search.
        return False
    times = MISERY if runner.has_trusted_forecast else ROUGH_MISERY
    return (runner.expected or 0) > times * leader.lower_bound


def _hedge(runner: Runner, leader: Runner) -> float:
    """Return how many times less work than the leader a runner gets while it waits."""
    return LEAST_HEDGE if _is_hopeless(runner, leader) else HEDGE
