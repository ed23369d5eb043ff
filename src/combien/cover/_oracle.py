"""The definition of a solution, executed: every set of options is tested.

Only tests import this module.  It takes 2^n steps for n options, and shares nothing with engines.
"""

from __future__ import annotations

from itertools import combinations

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import fault

__all__ = ["all_solutions"]


def all_solutions(problem: Problem) -> list[Solution]:
    """Return all solutions, in lexicographic order.

    >>> all_solutions(Problem.from_options(["a", "b", "ab"]))
    [(0, 1), (2,)]
    """
    numbers = range(problem.option_count)
    return sorted(
        Solution(chosen)
        for size in range(problem.option_count + 1)
        for chosen in combinations(numbers, size)
        if not fault(problem, chosen)
    )
