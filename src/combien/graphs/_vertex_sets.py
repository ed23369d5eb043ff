"""Sets of vertices of a graph, and colorings, as exact cover problems with bounds.

Each vertex is an option, so that every question of `combien` and every engine answers for them:
`best` with weights, `family`, `sample`, and so on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations
from typing import Any

from combien._base.checks import as_int, check_hashable, check_list, short_repr
from combien.cover._problem import Problem
from combien.errors import BadInput
from combien.graphs._graph import Graph, graph_of

# A weight for each vertex, or the name of the attribute of a networkx graph that has it.
Weights = Mapping[Any, int] | str | None

# Pairs of vertices that are not neighbors: each is an item of the cliques.
_MOST_PAIRS = 2_000_000
# Of the options of a coloring: a color of a vertex, or of an end of an edge.
_MOST_ENTRIES = 10_000_000

Pair = tuple[int, int]


def independent_sets(graph: Any, *, weights: Weights = None, maximal: bool = False) -> Problem:
    """Return the problem of the independent sets: no two of their vertices are neighbors.

    >>> import combien
    >>> from combien.graphs import grid
    >>> ring = independent_sets(["ab", "bc", "cd", "da"], weights={"a": 3, "b": 4, "d": 1})
    >>> combien.family(ring, names=ring.name).ascii()
    '{{}, {a}, {a, c}, {b}, {b, d}, {d}, {c}}'
    >>> cost, solution = combien.best(ring, maximize=True)[0]
    >>> cost, ring.names(solution)
    (5, ('b', 'd'))
    >>> combien.count(independent_sets(grid(8, 8)))
    660647962955

    With `maximal`, only those to which no vertex can be added.  The options have the names of the
    vertices.  The graph is as in `paths`.  `weights` are the costs of the vertices, 0 if missing,
    or the name of an attribute of the nodes of a networkx graph.
    """
    read = graph_of(graph)
    return _independent(read, read.ends, _costs(graph, read, weights), maximal=maximal)


def cliques(graph: Any, *, weights: Weights = None, maximal: bool = False) -> Problem:
    """Return the problem of the cliques: all their vertices are neighbors, also the empty one.

    >>> import combien
    >>> house = cliques(["ab", "bc", "cd", "da", "ae", "be"], maximal=True)
    >>> combien.family(house, names=house.name).ascii()
    '{{a, b, e}, {a, d}, {c, b}, {c, d}}'

    With `maximal`, only those to which no vertex can be added; the largest ones are the `best` with
    `costs=[1] * n` and `maximize=True`.  Options and `weights` are as in `independent_sets`.
    Raises `BadInput` if more than 2,000,000 pairs of vertices are not neighbors.
    """
    read = graph_of(graph)
    count = len(read.vertices)
    apart = count * (count - 1) // 2 - len(read.ends)
    if apart > _MOST_PAIRS:
        raise BadInput(
            f"{apart} pairs of vertices are not neighbors: expected at most {_MOST_PAIRS}"
        )
    known = {(min(ends), max(ends)) for ends in read.ends}
    others = [pair for pair in combinations(range(count), 2) if pair not in known]
    return _independent(read, others, _costs(graph, read, weights), maximal=maximal)


def vertex_covers(graph: Any, *, weights: Weights = None) -> Problem:
    """Return the problem of the vertex covers: each edge has an end in them.

    >>> import combien
    >>> path = vertex_covers(["ab", "bc", "cd"])
    >>> combien.family(path, names=path.name).minimal().ascii()
    '{{a, c}, {b, c}, {b, d}}'

    Options and `weights` are as in `independent_sets`.
    """
    read = graph_of(graph)
    return _with_pairs(read, read.ends, (1, 2), _costs(graph, read, weights))


def dominating_sets(
    graph: Any, *, weights: Weights = None, independent: bool = False, total: bool = False
) -> Problem:
    """Return the problem of the dominating sets: each vertex is in them or has a neighbor that is.

    >>> import combien
    >>> from combien.graphs import grid
    >>> path = dominating_sets(["ab", "bc"])
    >>> combien.family(path, names=path.name).minimal().ascii()
    '{{a, c}, {b}}'
    >>> combien.count(dominating_sets(grid(6, 6)))
    16031828359

    With `independent`, only sets without neighbors (they are the maximal independent sets).  With
    `total`, each vertex has a neighbor in the set, even if it is in the set itself.
    Options and `weights` are as in `independent_sets`.
    """
    read = graph_of(graph)
    costs = _costs(graph, read, weights)
    if independent and total:
        raise BadInput("independent= and total= were both given: no set is both; give one of them")
    if independent:
        return _independent(read, read.ends, costs, maximal=True)
    near = _neighborhoods(len(read.vertices), read.ends, closed=not total)
    builder = Problem.builder()
    for vertex, found in enumerate(near):
        # In total domination, a vertex without neighbors has no option: there is no solution.
        builder.item(vertex, bounds=(1, max(1, len(found))))
    for vertex, found in enumerate(near):
        own = () if found else (("alone", vertex),)
        builder.option(*found, *own, name=read.vertices[vertex], cost=costs[vertex])
    return builder.build()


def colorings(graph: Any, colors: int | Iterable[Hashable] | Mapping[Any, Any]) -> Problem:
    """Return the problem of the colorings: neighbors have different colors.

    >>> import combien
    >>> problem = colorings(["ab", "bc", "ca", "cd"], 3)
    >>> combien.count(problem)
    12
    >>> dict(problem.names(combien.solve(problem)))
    {'a': 0, 'b': 1, 'c': 2, 'd': 0}

    `colors` is their number (colors 0, 1, ...), a list of them, or a dict from each vertex to its
    own list.  Options are named by pairs of a vertex and its color.  Colorings that differ by a
    permutation of the colors are counted separately.  The graph is as in `paths`.
    """
    read = graph_of(graph)
    number = as_int(colors)
    if number is not None and number < 1:
        raise BadInput(f"colors={short_repr(colors)}: expected at least one color")
    if isinstance(colors, Mapping):
        _check_vertices("colors", read, colors)
        lists = {}
        for vertex in read.vertices:
            if vertex not in colors:
                raise BadInput(f"colors: vertex {short_repr(vertex)} has none: expected its list")
            lists[vertex] = _distinct(f"colors of {short_repr(vertex)}", colors[vertex])
    else:
        every = _distinct("colors", range(number) if number is not None else colors)
        lists = dict.fromkeys(read.vertices, every)
    near: list[list[Pair]] = [[] for _ in read.vertices]
    for ends in read.ends:
        for vertex in ends:
            near[vertex].append(ends)
    total = sum(len(lists[name]) * (1 + len(near[at])) for at, name in enumerate(read.vertices))
    if total > _MOST_ENTRIES:
        raise BadInput(
            f"colors: the options would have {total} entries: expected at most {_MOST_ENTRIES}; "
            "give fewer colors"
        )
    builder = Problem.builder()
    for name in read.vertices:
        builder.item(("vertex", name))
    for vertex, name in enumerate(read.vertices):
        for color in lists[name]:
            entries = [("edge", ends, color) for ends in near[vertex]]
            for entry in entries:
                if entry not in builder.item_index:
                    builder.item(entry, secondary=True)
            builder.option(("vertex", name), *entries, name=(name, color))
    return builder.build()


def _distinct(what: str, given: Any) -> list[Hashable]:
    """Return the colors of a list, each once."""
    found: dict[Hashable, None] = {}
    for color in check_list(what, given, "a list of colors", most=_MOST_ENTRIES):
        if check_hashable("color", color) in found:
            raise BadInput(f"{what}: {short_repr(color)} is given twice")
        found[color] = None
    return list(found)


def _check_vertices(what: str, graph: Graph, given: Mapping[Any, Any]) -> None:
    known = set(graph.vertices)
    for vertex in given:
        if vertex not in known:
            raise BadInput(f"{what}: {short_repr(vertex)} is not a vertex of the graph")


def _independent(
    graph: Graph, apart: Iterable[Pair], costs: list[int], *, maximal: bool
) -> Problem:
    """Return the problem of the sets without any of the pairs."""
    pairs = list(apart)
    if not maximal:
        return _with_pairs(graph, pairs, (0, 1), costs)
    near = _neighborhoods(len(graph.vertices), pairs, closed=True)
    builder = Problem.builder()
    for vertex, found in enumerate(near):
        builder.item(vertex, bounds=(1, len(found)))
    for pair in pairs:
        builder.item(pair, secondary=True)
    members: list[list[Pair]] = [[] for _ in near]
    for pair in pairs:
        for vertex in pair:
            members[vertex].append(pair)
    for vertex, found in enumerate(near):
        name = graph.vertices[vertex]
        builder.option(*found, *members[vertex], name=name, cost=costs[vertex])
    return builder.build()


def _with_pairs(
    graph: Graph, pairs: Iterable[Pair], bounds: tuple[int, int], costs: list[int]
) -> Problem:
    """Return the problem whose items are pairs of vertices, each chosen within bounds."""
    # A vertex without pairs needs an item, too: its own.
    items: list[list[tuple[int, ...]]] = [[] for _ in graph.vertices]
    for pair in pairs:
        for vertex in pair:
            items[vertex].append(pair)
    builder = Problem.builder()
    for vertex, found in enumerate(items):
        for item in found or [(vertex,)]:
            if item not in builder.item_index:
                builder.item(item, bounds=bounds if found else (0, 1))
    for vertex, found in enumerate(items):
        name = graph.vertices[vertex]
        builder.option(*(found or [(vertex,)]), name=name, cost=costs[vertex])
    return builder.build()


def _neighborhoods(count: int, pairs: Iterable[Pair], *, closed: bool) -> list[list[int]]:
    near = [[vertex] if closed else [] for vertex in range(count)]
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    return near


def _costs(given: Any, graph: Graph, weights: Weights) -> list[int]:
    """Return the weight of each vertex."""
    if weights is None:
        return [0] * len(graph.vertices)
    if isinstance(weights, str):
        nodes = getattr(given, "nodes", None)
        if not isinstance(nodes, Mapping):
            raise BadInput(
                f"weights={short_repr(weights)}: expected a dict from vertices to weights, as this "
                "graph has no attributes"
            )
        if not any(weights in nodes[vertex] for vertex in graph.vertices):
            raise BadInput(f"weights={short_repr(weights)}: no node has this attribute")
        found = [nodes[vertex].get(weights, 0) for vertex in graph.vertices]
    elif isinstance(weights, Mapping):
        _check_vertices("weights", graph, weights)
        found = [weights.get(vertex, 0) for vertex in graph.vertices]
    else:
        raise BadInput(
            f"weights={short_repr(weights)}: expected a dict from vertices to weights, or the name "
            "of an attribute of the nodes"
        )
    for vertex, weight in zip(graph.vertices, found, strict=True):
        if as_int(weight) is None:
            raise BadInput(
                f"the weight of vertex {short_repr(vertex)} is {short_repr(weight)}: expected a "
                "whole number"
            )
    return found
