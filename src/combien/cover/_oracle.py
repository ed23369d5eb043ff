"""The definition of a solution, executed: every set of options is tested.

Only tests import this module, and the check of engines.  It takes 2^n steps for n options, and
shares nothing with engines.
"""

from __future__ import annotations

from itertools import combinations

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import fault


def all_solutions(problem: Problem) -> list[Solution]:
    """Return all solutions, in lexicographic order.

    >>> all_solutions(Problem.from_options(["a", "b", "ab"]))
    [(0, 1), (2,)]
    """
    numbers = range(problem.option_count)
    counts, wanted = _exact_counts(problem)
    return sorted(
        Solution(chosen)
        for size in range(problem.option_count + 1)
        for chosen in combinations(numbers, size)
        if sum(map(counts.__getitem__, chosen)) == wanted and not fault(problem, chosen)
    )


def _exact_counts(problem: Problem) -> tuple[list[int], int]:
    """Return a number for each option, and the sum of these numbers in every solution.

    A number has a digit for each item that must be covered a fixed number of times.  Most sets have
    another sum, and need not be verified.
    """
    exact = [item for item in problem.items if item.primary and item.low == item.high]
    base = 1 + max([problem.option_count, *(item.low for item in exact)])
    digits = {item.number: base**place for place, item in enumerate(exact)}
    counts = [
        sum(digits.get(number, 0) for number in problem.indices(option))
        for option in range(problem.option_count)
    ]
    return counts, sum(item.low * digits[item.number] for item in exact)
