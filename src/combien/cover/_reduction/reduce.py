"""Reduce a problem before the search, without losing solutions.

Rules are applied until none applies or the budget of steps runs out.  Each is exact:
`Reduction.expand` maps the solutions of the reduced problems to all solutions of the original, each
once.  In particular, an option is removed only if it is in no solution.

    forced      an item takes all of its remaining options if it needs them
    excluded    options that conflict with a forced option are removed
    idle        items without effect are dropped
    implied     items implied by another item are dropped
    dominated   an option that conflicts with all options of another item is removed
    copies      equal options are merged if a constant factor accounts for it
    hopeless    an option that leaves an item with too few options is removed
    parts       components without a common item become separate problems

The core applies them; `native/cover/reduction/rules.hpp` describes each.
"""

from __future__ import annotations

from math import prod

from combien import _native
from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.cover._reduction.components import Components
from combien.cover._reduction.reduction import ITEM_RULES, OPTION_RULES, Reduction, Report
from combien.cover._reduction.remains import contradiction
from combien.errors import BadInput

__all__ = ["Reduction", "Report", "reduce"]

# A step takes 4 to 40 nanoseconds; pentominoes in a box need 20 million steps, and dominoes on
# 1000 x 1000 cells would need 55 million.
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
    core = _native.reduction(compiled(problem), problem._costs, min(steps, NO_LIMIT))
    while core.run(SLICE_SECONDS) == _native.OUT_OF_SLICE:
        pass
    impossible = contradiction(problem, core)
    components = [] if impossible else list(Components(problem, core))
    problems = tuple(part for _, part in components)
    taken = sorted(core.taken)
    copies, work = core.copies, core.work
    forced = tuple(option for option in taken if option not in copies)
    choices = tuple(copies[option] for option in taken if option in copies)
    factor = prod(core.divisors)
    return Reduction(
        problems=problems,
        factor=factor,
        forced=forced,
        choices=choices,
        cost=sum(problem.cost(option) for option in taken),
        impossible=impossible,
        report=Report(
            options=problem.option_count,
            items=problem.item_count,
            options_left=sum(p.option_count for p in problems),
            items_left=sum(p.item_count for p in problems),
            parts=len(problems),
            forced=len(forced),
            choices=len(choices),
            options_removed={rule: work[rule] for rule in OPTION_RULES if rule in work},
            items_dropped={rule: work[rule] for rule in ITEM_RULES if rule in work},
            factor=factor,
            steps=core.steps,
            stopped=core.stopped,
            impossible=impossible,
        ),
        numbers=tuple(options for options, _ in components),
        copies=copies,
    )
