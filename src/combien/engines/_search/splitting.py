"""Split a search into places that can be searched separately."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from operator import itemgetter

from combien._base.budget import NO_LIMIT
from combien._base.checks import check_int
from combien.cover._problem import Problem
from combien.engines._places import Open, Place, opened
from combien.engines._search.searching import SearchEngine

# The maximum number of shares.  More would take hours to split, and gigabytes to store.
_MOST_SHARES = 1_000_000


def split_off(open_at: Open, problem: Problem, place: Place) -> tuple[Place, list[Place]]:
    """Split off the untried choices nearest to the root; they are probably the largest part.

    Return the rest of the search and the parts that were split off, in the order of the search;
    there are none if the search has no untried choices above the node where it is.  No node is lost
    or visited twice.

    Cost: one search is opened per level from the floor to those choices.
    """
    for level in range(place.floor, len(place.choices)):
        choices = opened(open_at, problem, Place(place.choices[:level])).branches()
        untried = choices[choices.index(place.choices[level]) + 1 :]
        if untried:
            parts = [Place((*place.choices[:level], each), False, level + 1) for each in untried]
            return Place(place.choices, place.visited, level + 1), parts
    return place, []


def parts_of(engine: SearchEngine, problem: Problem, place: Place) -> list[Place]:
    """Return the subtree at a place, and the untried choices of each level, the deepest first.

    Together they are the rest of the search, in its order.
    """
    rest = [] if place.visited else [Place(place.choices, False, len(place.choices))]
    for level in range(len(place.choices) - 1, place.floor - 1, -1):
        above = place.choices[:level]
        choices = opened(engine.open_at, problem, Place(above)).branches()
        untried = choices[choices.index(place.choices[level]) + 1 :]
        rest.extend(Place((*above, choice), False, level + 1) for choice in untried)
    return rest


def shares(problem: Problem, engine: SearchEngine, *, parts: int, resume: str = "") -> list[str]:
    """Split a search into at least `parts` positions (fewer if the tree is smaller).

    Each share can be searched separately, and together they do exactly the remaining work.  What
    remains of a search is the subtree at its position, and the untried choices of each level, the
    deepest level first.  This is a list of shares in the order of the search, and each share can be
    split again.  So the solutions of the shares, one after the other, are the solutions of the
    whole search in the same order.

    >>> from combien import Problem, solutions
    >>> from combien.engines._search.searching import smallest
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> split = shares(problem, smallest(), parts=2)
    >>> [list(solutions(problem, engine="dlx", resume=share)) for share in split]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    Cost: one search is opened for each share that is split.
    """
    return split(problem, engine, parts=parts, resume=resume)[0]


def split(
    problem: Problem,
    engine: SearchEngine,
    *,
    parts: int,
    resume: str = "",
    nodes: int = NO_LIMIT,
) -> tuple[list[str], int]:
    """Return the shares, and the number of nodes above them, which are in none: at most `nodes`."""
    parts = check_int("parts", parts, least=1, most=_MOST_SHARES)
    rest = parts_of(engine, problem, Place.parse(resume, engine.name, problem))
    # Each share with its path from the start, by which the shares are sorted in search order.
    waiting: list[tuple[int, tuple[int, ...], Place]]
    waiting = [(len(place.choices), (number,), place) for number, place in enumerate(rest)]
    heapify(waiting)
    leaves: list[tuple[tuple[int, ...], Place]] = []
    visited = 0
    while waiting and len(waiting) + len(leaves) < parts and visited < nodes:
        # The share nearest to the root that can be split is probably the largest one.
        depth, way, place = heappop(waiting)
        choices = engine.open_at(problem, place).branches()
        if choices:
            visited += 1
        else:
            leaves.append((way, place))
        for number, choice in enumerate(choices):
            below = Place((*place.choices, choice), False, depth + 1)
            heappush(waiting, (depth + 1, (*way, number), below))
    found = sorted([*leaves, *((way, place) for _, way, place in waiting)], key=itemgetter(0))
    return [place.text(engine.name, problem) for _, place in found], visited
