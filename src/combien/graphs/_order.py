"""Orders of edges in which few vertices are in the frontier of a sweep.

The vertices are put in order, and each brings its edges to the vertices before it; a vertex leaves
the frontier after its last edge.  The next vertex is one that lets the frontier grow least, and of
these one next to the vertex that has been there longest, or shortest.  Several first vertices are
tried, and the given orders of the edges and of the vertices: on a square grid, the search finds
diagonals, which are best for trees, but for paths the rows of `grid` are better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# A layer has about as many states as the product of these numbers over its frontier, which is what
# an order is judged by: for a vertex with several edges left, and with one.  (Fitted to grids and
# random planar graphs, where the order that is chosen has 1.1 times the states of the best one that
# was tried, and 1.8 times at most.)
SEVERAL, LAST_OF_PATH = 3.0, 2.3
# Beyond this a frontier is hopeless, and the product need not be a number.
WIDEST = 500

# The first vertices that are tried, and about how much the search may take, in vertices.
MOST_STARTS, MOST_WORK = 4, 10_000
# The search ends when the sweep is expected to take no longer than the search has: an edge in a
# trial takes as long as about this number of states.
TRIAL = 100


def sweep_order(
    vertices: int, edges: Sequence[tuple[int, int]], *, paths: bool
) -> tuple[list[int], int]:
    """Return the edges in a good order, by their numbers, and the width of the widest frontier.

    >>> ladder = [(k, k + 12) for k in range(12)] + [(k, k + 1) for k in range(23) if k != 11]
    >>> max(widths(ladder)), sweep_order(24, ladder, paths=True)[1]
    (24, 3)

    With `paths`, vertices with one edge left have fewer states, as in a sweep for paths or cycles.
    Cost: at most 13 trials, which take about 1 us per edge and vertex of the frontier; few where
    the sweep is short.
    """
    neighbors: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in edges:
        neighbors[a].append(b)
        neighbors[b].append(a)

    def by_vertices(order: Sequence[int]) -> list[int]:
        place = {vertex: k for k, vertex in enumerate(order)}
        ends = [sorted((place[a], place[b]), reverse=True) for a, b in edges]
        return sorted(range(len(edges)), key=ends.__getitem__)

    last = LAST_OF_PATH if paths else SEVERAL
    best, least = list(range(len(edges))), _cost(edges, last)
    trials: list[tuple[int, ...]] = [()]
    by_degree = sorted(range(vertices), key=lambda vertex: (len(neighbors[vertex]), vertex))
    starts = by_degree[: max(1, min(MOST_STARTS, MOST_WORK // max(1, vertices)))]
    trials += [(first, *rule) for first in starts for rule in ((1, 1), (-1, 1), (-1, -1))]
    for number, trial in enumerate(trials, 1):
        if least < TRIAL * len(edges) * number:
            break
        order = by_vertices(_greedy(neighbors, by_degree, *trial) if trial else range(vertices))
        cost = _cost([edges[edge] for edge in order], last)
        if cost < least:
            best, least = order, cost
    return best, max(widths([edges[edge] for edge in best]), default=0)


def widths(edges: Sequence[tuple[int, int]]) -> list[int]:
    """Return the number of vertices in the frontier at each edge of a sweep.

    >>> widths([(0, 1), (1, 2), (2, 3)])
    [2, 2, 2]
    """
    return [width for width, _, _ in _frontiers(edges)]


def _frontiers(edges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield for each edge the vertices at it; after it, those with several edges left, and one."""
    left: dict[int, int] = {}
    for edge in edges:
        for vertex in edge:
            left[vertex] = left.get(vertex, 0) + 1
    frontier: set[int] = set()
    last = 0
    for edge in edges:
        last += sum(left[vertex] == 1 and vertex not in frontier for vertex in edge)
        frontier.update(edge)
        width = len(frontier)
        for vertex in edge:
            left[vertex] -= 1
            last += (left[vertex] == 1) - (left[vertex] == 0)
            if not left[vertex]:
                frontier.remove(vertex)
        yield width, len(frontier) - last, last


def _cost(edges: Sequence[tuple[int, int]], last: float) -> float:
    return sum(
        SEVERAL ** min(several, WIDEST) * last ** min(one, WIDEST)
        for _, several, one in _frontiers(edges)
    )


def _greedy(
    neighbors: list[list[int]], by_degree: Sequence[int], first: int, age: int, sign: int
) -> list[int]:
    """Return the vertices in order, from the first on.

    Of equally good ones, the next is a neighbor of the oldest vertex if `age` is 1, of the newest
    if it is -1; then, the one with the smallest number if `sign` is 1, the largest if it is -1.
    """
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
            next_to = min((age * place[other] for other in before), default=0)
            growth[vertex] = (-leaving, next_to, sign * vertex)
        chosen = min(candidates, key=growth.__getitem__)
        candidates.remove(chosen)
        place[chosen] = len(order)
        order.append(chosen)
        for other in neighbors[chosen]:
            left[other] -= 1
            if other not in place:
                candidates.add(other)
    return order
