"""Symmetry breaking: search only one option of each orbit among the options of an item.

A symmetry maps solutions to solutions.  Where an item must be covered exactly once, it exchanges
the solutions with one of its options for those with another option of the same orbit.  So every
solution is an image of one with the first option of an orbit, and the search may leave out the
other options of that item.  (The first item to branch on is then often this one, as it has few
options left.)

Among the solutions that remain, some are still images of each other, by symmetries that map kept
options to each other.  `Representatives` keeps the least of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from combien import _native
from combien.cover._elements import Solution
from combien.cover._invariant import orbits_of
from combien.cover._problem import Problem, compiled
from combien.cover._shuffle import with_options
from combien.cover._symmetry import ProblemGroup
from combien.engines._portfolio.orbit_nodes import branching_of

__all__ = ["Representatives", "broken"]

# The edge visits of the search for symmetries, at 10 ns each.
EFFORT = 3_000_000


def broken(problem: Problem) -> tuple[Problem, Sequence[int]] | None:
    """Return a problem with fewer options that has a solution if this one has, or None.

    >>> from itertools import combinations
    >>> pairs = Problem.from_options(combinations(range(5), 2))
    >>> other, numbers = broken(pairs)
    >>> [pairs.entries(number) for number in numbers]
    [(0, 1), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]

    `numbers` are the options in the numbers of this problem.  None if no symmetry was found that
    exchanges options of an item; not all may be found in large problems.
    Cost: up to 30 ms.
    """
    if problem.option_count < 2:
        return None
    group = _native.automorphisms(compiled(problem), EFFORT)
    while group.run(2**62, 1.0, 2**62) == _native.OUT_OF_SLICE:
        pass
    kept = _kept(problem, group.orbits())
    return None if kept is None else (with_options(problem, kept), kept)


class Representatives:
    """The least solution of each orbit under a group, by a search with fewer options.

    >>> problem = Problem.from_options(["ab", "cd", "bc", "da"])
    >>> found = Representatives(ProblemGroup.generated_by(problem, (2, 3, 1, 0)))
    >>> found.numbers, found.least((0, 1))
    ((0, 1, 2), (0, 1))

    `numbers` are the options of `problem` in the numbers of the group's problem.
    """

    def __init__(self, group: ProblemGroup) -> None:
        whole = group.problem
        self._images = [element.options for element in group]
        first = [0] * whole.option_count
        steps = [group[number].options for number in group.generators]
        for orbit in orbits_of(whole.option_count, steps):
            for option in orbit:
                first[option] = orbit[0]
        kept = _kept(whole, first)
        self.numbers = tuple(range(whole.option_count) if kept is None else kept)
        self.problem = whole if kept is None else with_options(whole, self.numbers)
        self._left_out = frozenset(range(whole.option_count)).difference(self.numbers)

    def least(self, solution: Sequence[int]) -> Solution | None:
        """Return the least image of a solution of kept options; None if another one stands for it.

        Of the images that have kept options only, the least stands for all.  Options are in
        increasing order.
        """
        given = list(solution)
        least = given
        for options in self._images:
            image = sorted(map(options.__getitem__, given))
            least = min(least, image)
            if image < given and self._left_out.isdisjoint(image):
                return None
        return Solution(least)


def _kept(problem: Problem, orbits: Sequence[int]) -> list[int] | None:
    """Return all options but the later ones of each orbit of an item; None if that is all.

    `orbits` has the first option of the orbit of each option.
    """
    branching = branching_of(problem, orbits, once=True)
    if branching is None:
        return None
    left_out = set(branching.options).difference(option for option, _ in branching.orbits)
    return [option for option in range(problem.option_count) if option not in left_out]
