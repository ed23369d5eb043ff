"""Weights on the items that show which options no solution has, in turns with a search.

Weights are *tight* if no option weighs less than 0 and all items together weigh 0: those with a
positive weight counted as often as they may be covered, those with a negative one as seldom.  Then
the options of a solution weigh 0, and these items are covered just so often.  So options that weigh
more are left out, and the bounds of the items are fixed.

An example are the 27 bricks of 4 x 5 x 6 in a cube of 15 (D. G. Hoffman, 1981): 384 of 7920 places
of a brick are left, and more cells must be covered.  Then a search finds a packing at once; before,
no engine finds one in a minute.

The core looks for weights by linear programming (`native/cover/tightness.hpp`), in floating-point
numbers; they are verified here, exactly.  The work is counted in steps, never by the clock, so that
the same problem has the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise

from combien import _native
from combien.cover._problem import Problem, compiled
from combien.cover._reductions import allows
from combien.cover._shuffle import with_options

# The visits of entries after which the search for weights is given up: about a second.
EFFORT = 1_000_000_000
# What a visit costs, in nanoseconds.
VISIT = 0.8


def tightened(problem: Problem, weights: Sequence[int]) -> tuple[Problem, Sequence[int]] | None:
    """Return a problem with the same solutions and fewer options, or None.

    >>> bricks = [["brick", *cells] for cells in ("ab", "bc", "cd")]
    >>> problem = Problem.from_options(bricks, secondary="abcd", bounds={"brick": (2, 2)})
    >>> other, numbers = tightened(problem, [-1, 0, 1, 1, 0])
    >>> numbers, [item.name for item in other.items if item.primary]
    ([0, 2], ['brick', 'b', 'c'])

    `numbers` are the options in the numbers of this problem.  None if the weights are not tight, or
    nothing follows from them.  Weights that prove that there is no solution leave no option.
    Cost: one pass over the entries.
    """
    if len(weights) != problem.item_count:
        return None
    fixed: dict[int, tuple[int, int]] = {}
    unused = bytearray(problem.item_count)
    total = 0
    for item, weight in enumerate(weights):
        low, high = problem.bounds(item) if problem.primary_flags[item] else (0, 1)
        times = high if weight > 0 else low
        total += weight * times
        if weight and low < high and times:
            fixed[item] = (times, times)
        unused[item] = bool(weight) and not times
    starts, entries, colors = problem.arrays()
    if any(weights[item] for item in compress(entries, colors)):
        # An item may be covered any number of times in one color.
        return None
    weighed = list(map(weights.__getitem__, entries))
    heavy = [sum(weighed[begin:end]) for begin, end in pairwise(starts)]
    if total > 0 or min(heavy, default=0) < 0:
        return None
    if total < 0:
        return with_options(problem, []), []
    kept = [
        option
        for option, weight in enumerate(heavy)
        if not weight and not any(unused[item] for item in problem.indices(option))
    ]
    if len(kept) == problem.option_count and not fixed:
        return None
    return with_options(problem, kept, bounds=fixed), kept


class TightTurns:
    """A search for tight weights.

    When `done` is set, `problem()` is what it found.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._search = _native.tightness(compiled(problem), EFFORT)
        self.done = not allows("tight options", "exists")

    @property
    def steps(self) -> int:
        """Rounds of refinement and steps of the simplex method so far."""
        return self._search.steps

    @property
    def cost(self) -> float:
        """The cost so far, in nanoseconds."""
        return VISIT * self._search.visits

    def advance(self, steps: int, seconds: float) -> None:
        """Continue for at most this many steps."""
        self.done = self.done or self._search.run(steps, seconds) == _native.DONE

    def problem(self) -> tuple[Problem, Sequence[int]] | None:
        """Return a problem with the same solutions and fewer options, as `tightened` does."""
        weights = self._search.weights()
        return tightened(self._problem, weights) if weights else None
