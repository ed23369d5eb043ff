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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from combien import _native
from combien.cover._elements import Solution
from combien.cover._invariant import orbits_of
from combien.cover._problem import Problem, compiled
from combien.cover._reductions import allows
from combien.cover._shuffle import with_options
from combien.cover._symmetry import ProblemGroup

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
    if problem.option_count < 2 or not allows("leaders", "exists"):
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
        kept = _kept(whole, first) if allows("least images", "representatives") else None
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


@dataclass(frozen=True, slots=True)
class Branching:
    """An item to branch on, and the orbits of its options: the first option and the size of each.

    `times` is the number of times the item must be covered; the sum counts each solution that many
    times.
    """

    item: int
    orbits: tuple[tuple[int, int], ...]
    options: tuple[int, ...]
    times: int


def branching_of(
    problem: Problem, orbits: Sequence[int], *, once: bool = False
) -> Branching | None:
    """Return the item whose branching saves most, or None if none saves anything.

    >>> problem = Problem.from_options(["ab", "bc", "ca", "cd"])
    >>> branching_of(problem, [0, 1, 1, 3])
    Branching(item=2, orbits=((1, 2), (3, 1)), options=(1, 2, 3), times=1)

    `orbits` has the first option of the orbit of each option.  An item with a single orbit is
    preferred, as it needs no branching; otherwise the item with the largest mean orbit.  With
    `once`, only items that are covered exactly once.
    """
    if all(leader == option for option, leader in enumerate(orbits)):
        return None
    starts, entries, _ = problem.arrays()
    options: list[list[int]] = [[] for _ in range(problem.item_count)]
    for option, (begin, end) in enumerate(pairwise(starts)):
        for item in entries[begin:end]:
            options[item].append(option)
    best: tuple[bool, float, int] | None = None
    chosen = 0
    for item, own in enumerate(options):
        low, high = problem.bounds(item)
        if not problem.primary_flags[item] or low != high or (once and low != 1):
            continue
        many = len({orbits[option] for option in own})
        if many == len(own):
            continue
        score = many > 1, many / len(own), many
        if best is None or score < best:
            best, chosen = score, item
    if best is None:
        return None
    first: dict[int, int] = {}
    for option in options[chosen]:
        first.setdefault(orbits[option], option)
    sizes = Counter(orbits[option] for option in options[chosen])
    return Branching(
        chosen,
        tuple((option, sizes[leader]) for leader, option in first.items()),
        tuple(options[chosen]),
        problem.bounds(chosen)[0],
    )
