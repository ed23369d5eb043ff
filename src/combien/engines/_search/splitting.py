"""Split a search into places that can be searched separately."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING

from combien._checks import check_int
from combien.cover._problem import Problem
from combien.engines._search.places import Open, Piece, Place, opened

if TYPE_CHECKING:
    from combien.engines._searching import SearchEngine

__all__ = ["parts_of", "pieces_of", "shares", "split", "split_off"]

# The most parts of a piece, and how many times longer a part should take than being opened.
MOST_PARTS, WORTH = 8, 20

# The maximum number of shares.  More would take hours to split, and gigabytes to store.
_MOST_SHARES = 1_000_000


def split_off(
    open_at: Open, problem: Problem, place: Place, *, most: int = _MOST_SHARES
) -> tuple[Place, list[Place]]:
    """Split off the untried choices nearest to the root; they are probably the largest part.

    There are at most this number of parts: the last one has all choices that are left.  Return the
    rest of the search and the parts that were split off, in the order of the search; there are none
    if the search has no untried choices above the node where it is.  No node is lost or visited
    twice.

    Cost: one search is opened per level from the floor to those choices.
    """
    for level in range(place.floor, len(place.choices)):
        choices = opened(open_at, problem, Place(place.choices[:level])).branches()
        untried = choices[choices.index(place.choices[level]) + 1 :]
        if untried:
            above = place.choices[:level]
            alone = untried if len(untried) <= most else untried[: most - 1]
            parts = [Place((*above, each), False, level + 1) for each in alone]
            if len(alone) < len(untried):
                parts.append(Place((*above, untried[len(alone)]), False, level))
            return Place(place.choices, place.visited, level + 1), parts
    return place, []


def pieces_of(piece: Piece, problem: Problem, open_at: Open) -> list[Piece]:
    """Return what is left of a piece in parts, in the order of the search; one if it has no parts.

    The first one is opened, and continues where the search is.  There are only as many parts as pay
    for being opened, and one if the piece will be done soon.
    """
    most = int(min(MOST_PARTS, piece.seconds_left / (WORTH * max(1e-6, piece.opening_seconds))))
    if most < 1:
        return [piece]
    kept, parts = split_off(open_at, problem, piece.rest, most=most)
    if not parts:
        return [piece]
    first = Piece(kept, 0.0)
    left = 1 - first.open(problem, open_at).fraction
    shares = [1.0] * len(parts)
    if parts[-1].floor < len(parts[-1].choices):
        # The last part has several choices; how many is not needed to know what is left in all.
        shares[-1] = float(most)
    units = max(1e-300, left + sum(shares))
    unit, seconds = piece.weight_left / units, piece.seconds_left / units
    first.weight, first.expected = unit * left, seconds * left
    return [
        first,
        *(
            Piece(part, unit * share, expected=seconds * share)
            for part, share in zip(parts, shares, strict=True)
        ),
    ]


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
    >>> from combien.engines._searching import smallest
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> split = shares(problem, smallest(), parts=2)
    >>> [list(solutions(problem, engine="dlx", resume=share)) for share in split]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    Cost: one search is opened for each share that is split.
    """
    return split(problem, engine, parts=parts, resume=resume)[0]


def split(
    problem: Problem, engine: SearchEngine, *, parts: int, resume: str = ""
) -> tuple[list[str], int]:
    """Return the shares, and the number of nodes above them, which are in none."""
    parts = check_int("parts", parts, least=1, most=_MOST_SHARES)
    rest = parts_of(engine, problem, Place.parse(resume, engine.name, problem))
    # Each share with its path from the start, by which the shares are sorted in search order.
    waiting: list[tuple[int, tuple[int, ...], Place]]
    waiting = [(len(place.choices), (number,), place) for number, place in enumerate(rest)]
    heapify(waiting)
    leaves: list[tuple[tuple[int, ...], Place]] = []
    nodes = 0
    while waiting and len(waiting) + len(leaves) < parts:
        # The share nearest to the root that can be split is probably the largest one.
        depth, way, place = heappop(waiting)
        choices = engine.open_at(problem, place).branches()
        if choices:
            nodes += 1
        else:
            leaves.append((way, place))
        for number, choice in enumerate(choices):
            below = Place((*place.choices, choice), False, depth + 1)
            heappush(waiting, (depth + 1, (*way, number), below))
    found = sorted([*leaves, *((way, place) for _, way, place in waiting)], key=itemgetter(0))
    return [place.text(engine.name, problem) for _, place in found], nodes
