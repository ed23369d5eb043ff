"""Sets of vertices of a graph, which are solutions of exact cover problems with bounds.

Each vertex is an option, so that every question of `combien` and every engine answers for them.
"""

from __future__ import annotations

from typing import Any

from combien.cover._problem import Problem
from combien.graphs._graph import graph_of


def independent_sets(graph: Any) -> Problem:
    """Return the problem of the independent sets: no two of their vertices are neighbors.

    >>> import combien
    >>> from combien.graphs import grid
    >>> ring = independent_sets(["ab", "bc", "cd", "da"])
    >>> combien.family(ring, names=ring.name).ascii()
    '{{}, {a}, {a, c}, {b}, {b, d}, {d}, {c}}'
    >>> combien.count(independent_sets(grid(8, 8)))
    660647962955

    The options have the names of the vertices.  The graph is as in `paths`.
    """
    read = graph_of(graph)
    # A vertex without edges needs an item, too: its own.
    items: list[list[tuple[int, ...]]] = [[] for _ in read.vertices]
    for ends in read.ends:
        for vertex in ends:
            items[vertex].append(ends)
    options = [found or [(vertex,)] for vertex, found in enumerate(items)]
    bounds = {item: (0, 1) for option in options for item in option}
    return Problem.from_options(dict(zip(read.vertices, options, strict=True)), bounds=bounds)


def dominating_sets(graph: Any) -> Problem:
    """Return the problem of the dominating sets: each vertex is in them or has a neighbor that is.

    >>> import combien
    >>> from combien.graphs import grid
    >>> path = dominating_sets(["ab", "bc"])
    >>> combien.family(path, names=path.name).minimal().ascii()
    '{{a, c}, {b}}'
    >>> combien.count(dominating_sets(grid(6, 6)))
    16031828359

    The options have the names of the vertices.  The graph is as in `paths`.
    """
    read = graph_of(graph)
    items = [[vertex] for vertex in range(len(read.vertices))]
    for a, b in read.ends:
        items[a].append(b)
        items[b].append(a)
    bounds = {vertex: (1, len(near)) for vertex, near in enumerate(items)}
    return Problem.from_options(dict(zip(read.vertices, items, strict=True)), bounds=bounds)
