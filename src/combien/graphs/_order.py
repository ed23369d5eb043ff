"""Orders of edges in which few vertices are in the frontier of a sweep.

The vertices are put in order, and each brings its edges to the vertices before it; a vertex leaves
the frontier after its last edge.  The next vertex is one that lets the frontier grow least, and of
these the one next to the vertex that has been there longest.  On a board this goes row by row,
along the short side, which is optimal; in general it is a heuristic, so that several first vertices
are tried, and the order that is given.
"""

from __future__ import annotations

from collections.abc import Sequence

# A layer has at most about this power of its width of states, which is what an order is judged by.
STATES, WIDEST = 3.0, 500

# The first vertices that are tried, and about how much the search may take, in vertices.
MOST_STARTS, MOST_WORK = 8, 20_000


def sweep_order(vertices: int, edges: Sequence[tuple[int, int]]) -> tuple[list[int], int]:
    """Return the edges in a good order, by their numbers, and the width of the widest frontier.

    >>> square = [(0, 1), (2, 3), (1, 2), (0, 3)]
    >>> sweep_order(4, square)
    ([0, 3, 1, 2], 3)
    """
    neighbors: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in edges:
        neighbors[a].append(b)
        neighbors[b].append(a)
    tried = [list(range(len(edges)))]
    by_degree = sorted(range(vertices), key=lambda vertex: (len(neighbors[vertex]), vertex))
    for first in by_degree[: max(1, min(MOST_STARTS, MOST_WORK // max(1, vertices)))]:
        place = {v: k for k, v in enumerate(_greedy(first, neighbors, by_degree))}
        ends = [sorted((place[a], place[b]), reverse=True) for a, b in edges]
        tried.append(sorted(range(len(edges)), key=ends.__getitem__))
    best = min(tried, key=lambda order: _cost([edges[number] for number in order]))
    return best, max(widths([edges[number] for number in best]), default=0)


def widths(edges: Sequence[tuple[int, int]]) -> list[int]:
    """Return the number of vertices in the frontier at each edge of a sweep.

    >>> widths([(0, 1), (1, 2), (2, 3)])
    [2, 2, 2]
    """
    left: dict[int, int] = {}
    for edge in edges:
        for vertex in edge:
            left[vertex] = left.get(vertex, 0) + 1
    frontier: set[int] = set()
    found = []
    for edge in edges:
        frontier.update(edge)
        found.append(len(frontier))
        for vertex in edge:
            left[vertex] -= 1
            if not left[vertex]:
                frontier.remove(vertex)
    return found


def _cost(edges: Sequence[tuple[int, int]]) -> float:
    return sum(STATES ** min(width, WIDEST) for width in widths(edges))


def _greedy(first: int, neighbors: list[list[int]], by_degree: Sequence[int]) -> list[int]:
    """Return the vertices in order, from the first on."""
    order: list[int] = []
    place: dict[int, int] = {}
    # The neighbors of each vertex that are not in the order yet.
    left = [len(others) for others in neighbors]
    candidates = {first}
    rest = iter(by_degree)
    while len(order) < len(neighbors):
        if not candidates:
            candidates.add(next(vertex for vertex in rest if vertex not in place))
        growth = {}
        for vertex in candidates:
            before = [other for other in neighbors[vertex] if other in place]
            leaving = sum(left[other] == 1 for other in before) + (left[vertex] == 0)
            oldest = min((place[other] for other in before), default=0)
            growth[vertex] = (-leaving, oldest, vertex)
        chosen = min(candidates, key=growth.__getitem__)
        candidates.remove(chosen)
        place[chosen] = len(order)
        order.append(chosen)
        for other in neighbors[chosen]:
            left[other] -= 1
            if other not in place:
                candidates.add(other)
    return order
