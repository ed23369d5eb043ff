"""Graphs and designs: perfect matchings, triple systems, partitions into connected parts."""

from __future__ import annotations

from itertools import combinations
from math import prod

from bench.instances.instance import Draw, Instance

__all__ = ["cubic", "matchings", "partitions", "random_graph", "set_partitions", "steiner"]


def matchings(vertices: int) -> Instance:
    """Return the perfect matchings of a complete graph, whose options have no locality."""
    return Instance(
        f"matchings-{vertices}",
        [list(pair) for pair in combinations(range(vertices), 2)],
        primary=vertices,
        items=vertices,
        count=prod(range(vertices - 1, 0, -2)),
        source="published; (n - 1)!!, OEIS A001147",
    )


def steiner(points: int) -> Instance:
    """Return Steiner triple systems on labeled points: every pair is in one triple."""
    counts = {7: 30, 9: 840}
    number = {pair: item for item, pair in enumerate(combinations(range(points), 2))}
    return Instance(
        f"steiner-{points}",
        [
            [number[pair] for pair in combinations(triple, 2)]
            for triple in combinations(range(points), 3)
        ],
        primary=len(number),
        items=len(number),
        count=counts[points],
        source="published; OEIS A030128",
    )


def set_partitions(size: int) -> Instance:
    """Return the partitions of a set: every part is an option."""
    return Instance(
        f"set-partitions-{size}",
        [
            list(part)
            for part_size in range(1, size + 1)
            for part in combinations(range(size), part_size)
        ],
        primary=size,
        items=size,
        count={12: 4213597}[size],
        source="published; Bell numbers, OEIS A000110",
    )


def cubic(vertices: int) -> Instance:
    """Return the perfect matchings of a random graph in which every vertex has three edges."""
    draw = Draw(3)
    while True:
        # Three half edges for each vertex are joined in pairs, until no edge is a loop or double.
        halves = draw.some(3 * vertices, 3 * vertices)
        edges = {
            (min(a, b), max(a, b))
            for a, b in (
                (halves[k] % vertices, halves[k + 1] % vertices) for k in range(0, 3 * vertices, 2)
            )
            if a != b
        }
        if 2 * len(edges) == 3 * vertices:
            break
    return Instance(
        f"cubic-{vertices}",
        [list(edge) for edge in sorted(edges)],
        primary=vertices,
        items=vertices,
        count={140: 696265970}[vertices],
        source="computed here by two engines",
    )


def random_graph(vertices: int, edges: int) -> Instance:
    """Return the perfect matchings of a uniform random graph, which no order makes narrow."""
    draw = Draw(5)
    kept: set[tuple[int, int]] = set()
    while len(kept) < edges:
        a, b = draw.below(vertices), draw.below(vertices)
        if a != b:
            kept.add((min(a, b), max(a, b)))
    return Instance(
        f"random-graph-{vertices}",
        [list(edge) for edge in sorted(kept)],
        primary=vertices,
        items=vertices,
        count={60: 1897452592548}[vertices],
        source="computed here by sweep and by tables along two lines of vertices",
    )


# A narrow graph: each vertex of a path is joined to the next one, and at random to the following
# ones up to distance REACH.  An algorithm that finds this order has a small frontier; labels are
# shuffled.
VERTICES = 72
REACH = 4
LEAST, MOST = 2, 4


def partitions() -> Instance:
    """Return the partitions of a narrow graph into connected parts of 2 to 4 vertices."""
    draw = Draw(1)
    joined: list[set[int]] = [set() for _ in range(VERTICES)]
    for a in range(VERTICES):
        for b in range(a + 1, min(VERTICES, a + REACH + 1)):
            if b == a + 1 or draw.below(2):
                joined[a].add(b)
                joined[b].add(a)
    label = draw.some(VERTICES, VERTICES)
    parts = {frozenset([vertex]) for vertex in range(VERTICES)}
    options: set[frozenset[int]] = set()
    for size in range(2, MOST + 1):
        parts = {part | {near} for part in parts for at in part for near in joined[at] - part}
        options |= parts if size >= LEAST else set()
    return Instance(
        "partitions",
        sorted(sorted(label[vertex] for vertex in part) for part in options),
        primary=VERTICES,
        items=VERTICES,
        count=312818464201244062670309,
        source="computed here by sweep and by diagram, with and without the shuffle",
    )
