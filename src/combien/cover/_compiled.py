"""Problems converted for the compiled core; the result is cached in the problem."""

from __future__ import annotations

from array import array

from combien import _native
from combien.cover._problem import Problem
from combien.errors import BadProblem

__all__ = ["compiled"]


def compiled(problem: Problem) -> _native.Problem:
    """Return the problem as an object of the core; converted on first use.

    Cost: a copy of the arrays, about 10 ns per entry.
    """
    twin = problem._compiled
    if not isinstance(twin, _native.Problem):
        low = array("i", list(problem.primary_flags))
        high = array("i", [1]) * problem.item_count
        for item, (least, most) in problem._bounds.items():
            low[item], high[item] = least, most
        starts, entries, colors = problem.arrays()
        try:
            twin = _native.Problem(
                primary=problem.primary_flags,
                low=low,
                high=high,
                starts=starts,
                items=entries,
                colors=colors,
            )
        except ValueError as error:
            # Cannot happen, because a problem is validated when it is made.
            raise BadProblem(str(error)) from error
        problem._compiled = twin
    return twin
