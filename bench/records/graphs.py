"""Matchings and independent sets of graphs: boards of chess pieces, and Johnson graphs.

A matching covers each vertex by an edge or by itself; a matching is maximal if no two adjacent
vertices are covered by themselves.  An independent set chooses vertices, at most one of each edge;
where edges belong to cliques (a line of a queen, the triples with a common pair), an item for each
clique replaces them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from bench.records.record import Record, whole
from combien.cover import Problem

Cell = tuple[int, int]
Edges = list[tuple[int, int]]

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))
# Steps on a triangle of hexagons, cell (row, place): the cells at distance sqrt 3 and sqrt 7.
ACUTE_KNIGHT = ((2, 1), (1, 2), (1, -1))
OBTUSE_KNIGHT = ((3, 1), (3, 2), (2, 3), (1, 3), (2, -1), (1, -2))


def square(side: int) -> list[Cell]:
    return [(row, column) for row in range(side) for column in range(side)]


def triangle(side: int) -> list[Cell]:
    """Return the cells by colors: the acute knight keeps its color."""
    cells = [(row, place) for row in range(side) for place in range(row + 1)]
    return sorted(cells, key=lambda cell: (sum(cell) % 3, cell))


def steps(cells: list[Cell], moves: Iterable[Cell]) -> Edges:
    """Return the edges of a piece that moves by one of these steps, or back."""
    number = {cell: i for i, cell in enumerate(cells)}
    ends = ((cell, (cell[0] + down, cell[1] + right)) for cell in cells for down, right in moves)
    return [(number[cell], number[end]) for cell, end in ends if end in number]


def queens(side: int) -> Edges:
    cells = square(side)
    return [
        (i, j)
        for (i, (r, c)), (j, (s, d)) in combinations(enumerate(cells), 2)
        if r == s or c == d or abs(r - s) == abs(c - d)
    ]


def matchings(vertices: int, edges: Edges) -> Problem:
    return Problem.from_indices([*edges, *((v,) for v in range(vertices))], items=vertices)


def maximal_matchings(vertices: int, edges: Edges) -> Problem:
    alone: list[list[int]] = [[v] for v in range(vertices)]
    for number, edge in enumerate(edges):
        for end in edge:
            alone[end].append(vertices + number)
    items = vertices + len(edges)
    return Problem.from_indices([*edges, *alone], items=items, primary=vertices)


def independent_sets(vertices: int, cliques: Iterable[Iterable[int]]) -> Problem:
    # The second item makes a vertex without neighbors differ from its absence.
    chosen = [[v, vertices + v] for v in range(vertices)]
    items = 2 * vertices
    for clique in cliques:
        for v in clique:
            chosen[v].append(items)
        items += 1
    absent = ([v] for v in range(vertices))
    return Problem.from_indices([*chosen, *absent], items=items, primary=vertices)


def edge_covers(vertices: int, edges: Edges) -> Problem:
    """Return the sets of edges that meet each vertex.

    A vertex is covered by the first of its edges that is chosen.  An edge is chosen as first or as
    a later one at each of its ends, or it is absent.  A vertex has a secondary item for each of its
    edges: the first edge covers those of the edges before it, a later edge covers its own, so none
    is before the first.
    """
    items = vertices + len(edges)
    places: list[list[int]] = [[] for _ in range(vertices)]
    absent = [[vertices + number] for number in range(len(edges))]
    options = []
    for number, edge in enumerate(edges):
        ways = []
        for end in edge:
            ways.append(([end, *places[end]], [items]))
            places[end].append(items)
            items += 1
        options += [[vertices + number, *one, *other] for one in ways[0] for other in ways[1]]
    return Problem.from_indices([*options, *absent], items=items, primary=vertices + len(edges))


def on_triangle(
    count: Callable[[int, Edges], Problem], moves: tuple[Cell, ...]
) -> Callable[[int], Problem]:
    def made(n: int) -> Problem:
        cells = triangle(n)
        return count(len(cells), steps(cells, moves))

    return made


def knights(count: Callable[[int, Edges], Problem]) -> Callable[[int], Problem]:
    return lambda n: count(n * n, steps(square(n), KNIGHT))


def triples(points: int) -> Problem:
    """Return the independent sets of a Johnson graph: triples of which no two share a pair."""
    blocks = list(combinations(range(points), 3))
    pairs = combinations(range(points), 2)
    sharing = ([i for i, block in enumerate(blocks) if set(pair) <= set(block)] for pair in pairs)
    return independent_sets(len(blocks), sharing)


def aztec_rectangle(order: int) -> Problem:
    """Return the perfect matchings of Propp's variant of an Aztec rectangle (his problem 28)."""
    span = range(2 * order + 2)
    cells = [
        (x, y)
        for x in span
        for y in span
        if order + 1 <= x + y <= 3 * order + 1 and abs(y - x) <= order + 2
    ]
    edges = steps(cells, ((0, 1), (1, 0)))
    odd = [cell for cell in cells if (sum(cell) + order) % 2]
    number = {cell: i for i, cell in enumerate(cells)}
    for x, y in odd:
        ends = ((x + down, y + right) for down in (-1, 1) for right in (-1, 1))
        edges += [(number[x, y], number[end]) for end in ends if end in number]
    # An edge between two odd cells has been found from both ends.
    edges = sorted({(min(edge), max(edge)) for edge in edges})
    return Problem.from_indices(edges, items=len(cells))


RECORDS = (
    Record(
        "A071103",
        "perfect matchings of a variant of the n X n+2 Aztec rectangle graph",
        whole(aztec_rectangle),
    ),
    Record(
        "A289904",
        "edge covers of the n-triangular honeycomb acute knight graph",
        whole(on_triangle(edge_covers, ACUTE_KNIGHT)),
    ),
    Record(
        "A287230",
        "matchings of the n-triangular honeycomb acute knight graph",
        whole(on_triangle(matchings, ACUTE_KNIGHT)),
    ),
    Record(
        "A287204",
        "independent sets of the n-triangular honeycomb acute knight graph",
        whole(on_triangle(independent_sets, ACUTE_KNIGHT)),
    ),
    Record(
        "A287228",
        "matchings of the n-triangular honeycomb obtuse knight graph",
        whole(on_triangle(matchings, OBTUSE_KNIGHT)),
    ),
    Record(
        "A287229",
        "independent sets of the n-triangular honeycomb obtuse knight graph",
        whole(on_triangle(independent_sets, OBTUSE_KNIGHT)),
    ),
    Record(
        "A287226",
        "matchings of the n X n queen graph",
        whole(lambda n: matchings(n * n, queens(n))),
    ),
    Record(
        "A287225",
        "matchings of the n X n knight graph",
        whole(knights(matchings)),
    ),
    Record(
        "A289200",
        "maximal matchings of the n X n knight graph",
        whole(knights(maximal_matchings)),
    ),
    Record(
        "A287232",
        "independent sets of the n-tetrahedral graph",
        whole(triples),
    ),
)
