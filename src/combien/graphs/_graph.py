"""Graphs as they are given: a list of pairs, or an object with `nodes` and `edges`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from combien._base.checks import check_hashable, check_int, check_list, short_repr
from combien.errors import BadInput

Vertex = Hashable
# A pair of vertices: a tuple, or a text of two letters.
Edge = Any

MOST_EDGES = 20_000
MOST_SIDE = 10_000


@dataclass(frozen=True, slots=True)
class Graph:
    """An undirected graph: vertices, and edges as pairs of their numbers and as they were given."""

    vertices: tuple[Hashable, ...]
    ends: tuple[tuple[int, int], ...]
    edges: tuple[Edge, ...]


def graph_of(given: Any) -> Graph:
    """Return the graph of a list of pairs of vertices, or of a networkx graph.

    >>> graph_of(["ab", (3, "b")])
    Graph(vertices=('a', 'b', 3), ends=((0, 1), (1, 2)), edges=('ab', (3, 'b')))
    >>> graph_of(["ab", "ba"])
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: edge 1, 'ba', joins the same vertices as edge 0
    """
    nodes: list[Any] = []
    pairs = given
    if hasattr(given, "edges"):
        for wrong in ("is_directed", "is_multigraph"):
            if callable(question := getattr(given, wrong, None)) and question():
                raise BadInput(
                    f"graph={short_repr(given)}: expected an undirected graph without parallel "
                    "edges, such as networkx.Graph(graph)"
                )
        own = getattr(given, "nodes", ())
        # A dict has the attributes of the nodes.
        nodes = check_list("graph.nodes", own.keys() if isinstance(own, dict) else own)
        pairs = given.edges
    numbers: dict[Hashable, int] = {}
    for vertex in nodes:
        if check_hashable("vertex", vertex) in numbers:
            raise BadInput(f"graph.nodes: {short_repr(vertex)} is given twice")
        numbers[vertex] = len(numbers)
    what = "a list of pairs of vertices, or a graph with `edges`"
    listed = check_list("graph", pairs, what, most=MOST_EDGES)
    edges: list[Edge] = []
    ends: dict[tuple[int, int], int] = {}
    for number, pair in enumerate(listed):
        both = check_list(f"edge {number}", pair, "a pair of vertices")
        edge = pair if isinstance(pair, (str, tuple)) else tuple(both)
        if len(both) != 2:
            raise BadInput(f"edge {number}, {short_repr(edge)}: expected a pair of vertices")
        a, b = (
            numbers.setdefault(check_hashable(f"edge {number}: vertex", vertex), len(numbers))
            for vertex in both
        )
        if a == b:
            raise BadInput(f"edge {number}, {short_repr(edge)}, joins a vertex to itself")
        other = ends.setdefault((min(a, b), max(a, b)), number)
        if other != number:
            raise BadInput(
                f"edge {number}, {short_repr(edge)}, joins the same vertices as edge {other}"
            )
        edges.append(edge)
    if not numbers:
        raise BadInput("the graph has no vertices: expected an edge at least")
    return Graph(tuple(numbers), tuple(ends), tuple(edges))


def grid(rows: int, columns: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the edges of a grid of vertices (row, column), from (0, 0) on.

    >>> grid(2, 2)
    [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]

    They are in a good order for a sweep: along the short side, by their second vertices.
    Raises `BadInput` for fewer than two vertices, and for more edges than a graph may have.
    """
    rows = check_int("rows", rows, least=1, most=MOST_SIDE)
    columns = check_int("columns", columns, least=1, most=MOST_SIDE)
    count = rows * (columns - 1) + columns * (rows - 1)
    if not 1 <= count <= MOST_EDGES:
        raise BadInput(
            f"a grid of {rows} x {columns} vertices has {count} edges: expected 1 to {MOST_EDGES}"
        )
    if columns > rows:
        vertices = [(row, column) for column in range(columns) for row in range(rows)]
    else:
        vertices = [(row, column) for row in range(rows) for column in range(columns)]
    return [
        (before, (row, column))
        for row, column in vertices
        for before in ((row - 1, column), (row, column - 1))
        if min(before) >= 0
    ]
