"""Reduce a problem before the search, without losing solutions.

Rules are applied until none applies or the budget of steps runs out.  Each is exact:
`Reduction.expand` maps the solutions of the reduced problems to all solutions of the original, each
once.  In particular, an option is removed only if it is in no solution.

    forced      an item takes all of its remaining options if it needs them   remains.py
    excluded    options that conflict with a forced option are removed
    idle        items without effect are dropped                              items.py
    implied     items implied by another item are dropped
    dominated   an option that conflicts with all options of another item is removed
    copies      equal options are merged if a constant factor accounts for it copies.py
    hopeless    an option that leaves an item with too few options is removed look_ahead.py
    parts       components without a common item become separate problems     components.py

"Implied", "dominated" and "hopeless" are part of Knuth's preprocessor, Algorithm P (The Art of
Computer Programming 4B, 7.2.2.1); the expansion of solutions, bounds, costs, copies and components
are added here.
"""

from __future__ import annotations

from array import array

from combien.cover._problem import Problem
from combien.cover._reduction.components import components, part
from combien.cover._reduction.copies import merge_copies
from combien.cover._reduction.items import drop_idle_items, drop_implied_items
from combien.cover._reduction.look_ahead import remove_hopeless_options
from combien.cover._reduction.reduction import Reduction, Report
from combien.cover._reduction.remains import Remains
from combien.errors import BadInput

__all__ = ["Reduction", "Report", "reduce"]

# A step takes 0.1 to 0.6 microseconds, so this is 5 to 30 seconds; pentominoes in a box need 20
# million steps, and dominoes on 1000 x 1000 cells would need 55 million.
STEPS = 50_000_000


def reduce(problem: Problem, *, steps: int = STEPS) -> Reduction:
    """Reduce a problem; the result can expand the solutions of the reduced problems.

    >>> reduction = reduce(Problem.from_options(["ab", "bc", "cd", "a", "d", "ef", "e", "f"]))
    >>> reduction.problems
    (<Problem: 4 items, 5 options>, <Problem: 2 items, 3 options>)
    >>> print(reduction.report)
    8 options and 6 items became 8 options and 6 items in 2 parts.

    `steps` limits the work of the rules that search (in entries examined); rules that only count
    are always applied.  The report shows whether the limit was reached; the reduction is exact in
    any case.  Equal problems and steps give equal reductions.
    Raises `BadInput` for a negative number of steps.
    """
    if not isinstance(steps, int) or steps < 0:
        raise BadInput(f"steps={steps!r}: the budget must be a non-negative integer")
    remains = Remains(problem, steps=steps)
    remains.propagate()
    _apply_rules(remains)
    options = [] if remains.impossible else components(remains)
    problems = tuple(part(remains, numbers) for numbers in options)
    taken = sorted(remains.taken)
    forced = tuple(option for option in taken if option not in remains.copies)
    choices = tuple(remains.copies[option] for option in taken if option in remains.copies)
    return Reduction(
        problems=problems,
        factor=remains.factor,
        forced=forced,
        choices=choices,
        cost=sum(problem.cost(option) for option in taken),
        impossible=remains.impossible,
        report=Report(
            options=problem.option_count,
            items=problem.item_count,
            options_left=sum(p.option_count for p in problems),
            items_left=sum(p.item_count for p in problems),
            parts=len(problems),
            forced=len(forced),
            choices=len(choices),
            options_removed=remains.removed,
            items_dropped=remains.dropped,
            factor=remains.factor,
            steps=remains.steps,
            stopped=remains.stopped,
            impossible=remains.impossible,
        ),
        numbers=tuple(array("i", numbers) for numbers in options),
        copies=remains.copies,
    )


def _apply_rules(remains: Remains) -> None:
    """Apply the rules, cheap ones first, until none of them changes anything."""
    everything = range(len(remains.live))
    fresh = hopeful = list(everything)
    before = None
    while not remains.impossible and not remains.stopped:
        now = len(remains.losses), sum(remains.live)
        if now == before:
            return
        before = now
        read = len(remains.losses)
        drop_idle_items(remains, fresh)
        drop_implied_items(remains, fresh)
        if remains.impossible or remains.stopped:
            return
        merge_copies(remains)
        hopeful = sorted({*hopeful, *remains.losses[read:]})
        if remains.impossible or remains.stopped:
            return
        remove_hopeless_options(remains, hopeful)
        hopeful = []
        fresh = sorted(set(remains.losses[read:]))
