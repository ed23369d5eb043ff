"""A search split into shares: positions below which others can search, and nothing is done twice.

What is left of a search at some position is: the subtree at the position itself, then the untried
choices of each level, the deepest first.  That is a list of shares in the order of the search, and
each share can be split again.  So the solutions of the shares, one share after the other, are the
solutions of the whole in the same order.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from operator import itemgetter

from combien._checks import check_int
from combien.cover._problem import Problem
from combien.engines._searching import SearchEngine
from combien.engines._walk import Place

__all__ = ["shares"]

# More would take hours to split, and gigabytes to hold.
_MOST = 1_000_000


def shares(problem: Problem, engine: SearchEngine, *, parts: int, resume: str = "") -> list[str]:
    """At least `parts` positions (fewer when the tree is smaller) that make up what is left.

    >>> from combien import Problem, solutions
    >>> from combien.engines._dlx import smallest
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> split = shares(problem, smallest(), parts=2)
    >>> [list(solutions(problem, engine="dlx", resume=share)) for share in split]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    Cost: a search is opened for each share that is split.
    """
    parts = check_int("parts", parts, least=1, most=_MOST)
    start = Place.parse(resume, engine.name, problem)
    rest = [] if start.visited else [Place(start.choices, False, len(start.choices))]
    for level in range(len(start.choices) - 1, start.floor - 1, -1):
        above = start.choices[:level]
        choices = engine.open_at(problem, Place(above)).branches()
        untried = choices[choices.index(start.choices[level]) + 1 :]
        rest.extend(Place((*above, choice), False, level + 1) for choice in untried)
    # Each share with its way here, so that they can be sorted in the order of the search.
    waiting: list[tuple[int, tuple[int, ...], Place]]
    waiting = [(len(place.choices), (number,), place) for number, place in enumerate(rest)]
    heapify(waiting)
    leaves: list[tuple[tuple[int, ...], Place]] = []
    while waiting and len(waiting) + len(leaves) < parts:
        # The highest share that is no leaf is the largest, as far as anybody knows.
        depth, way, place = heappop(waiting)
        choices = engine.open_at(problem, place).branches()
        if not choices:
            leaves.append((way, place))
        for number, choice in enumerate(choices):
            below = Place((*place.choices, choice), False, depth + 1)
            heappush(waiting, (depth + 1, (*way, number), below))
    split = sorted([*leaves, *((way, place) for _, way, place in waiting)], key=itemgetter(0))
    return [place.text(engine.name, problem) for _, place in split]
