"""The compiled twin of a problem: its arrays handed to the core once, and kept with it."""

from __future__ import annotations

from array import array

from combien import _native
from combien.cover._problem import Problem
from combien.errors import BadProblem

__all__ = ["compiled"]


def compiled(problem: Problem) -> _native.Problem:
    """Return the problem as the core sees it; made on first use.

    Cost: a copy of the arrays, some 10 ns an entry.
    """
    twin = problem._compiled
    if not isinstance(twin, _native.Problem):
        bounds = [problem.bounds(item) for item in range(problem.item_count)]
        starts, entries, colors = problem.arrays()
        try:
            twin = _native.Problem(
                primary=bytes(problem.primary_flags),
                low=array("i", (low for low, _ in bounds)),
                high=array("i", (high for _, high in bounds)),
                starts=starts,
                items=entries,
                colors=colors,
            )
        except ValueError as error:
            # A problem is checked when it is made; this is the second wall.
            raise BadProblem(str(error)) from error
        problem._compiled = twin
    return twin
