"""Families from a state specification, against direct enumeration."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadInput
from combien.families import Family
from tests.families.every_set import sets_of

Edge = tuple[int, int]


@given(st.lists(st.integers(0, 4), max_size=7), st.integers(0, 9))
def test_sums(weights: list[int], wanted: int) -> None:
    def child(left: int, element: int, take: bool) -> int | bool:
        left -= weights[element] * take
        return left if left >= 0 else False

    numbers = range(len(weights))
    family = Family.from_states(numbers, wanted, child, accept=lambda left: left == 0)
    assert set(family) == {s for s in sets_of(len(weights)) if sum(weights[e] for e in s) == wanted}
    assert family.universe.elements == tuple(numbers)


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_independent_sets(pairs: set[Edge]) -> None:
    edges = {(min(p), max(p)) for p in pairs if p[0] != p[1]}

    # The chosen vertices with later neighbors.
    def child(chosen: frozenset[int], vertex: int, take: bool) -> frozenset[int] | bool:
        if take and any((other, vertex) in edges for other in chosen):
            return False
        chosen = chosen | {vertex} if take else chosen
        return frozenset(v for v in chosen if any((v, w) in edges for w in range(vertex + 1, 7)))

    family = Family.from_states(range(7), frozenset(), child, accept=lambda chosen: True)
    assert set(family) == {
        s for s in sets_of(7) if not any(e in edges for e in combinations(sorted(s), 2))
    }


def lattice(side: int) -> list[Edge]:
    """The edges of side x side points, in reading order."""
    points = range(side * side)
    across = [(p, p + 1) for p in points if p % side < side - 1]
    return sorted(across + [(p, p + side) for p in points[:-side]])


def paths(edges: list[Edge], start: int, end: int) -> Family:
    """The simple paths between two points: the state is the other end of each piece of path."""
    last = {p: k for k, edge in enumerate(edges) for p in edge}
    numbers = {edge: k for k, edge in enumerate(edges)}

    def child(
        mates: frozenset[tuple[int, int]], edge: Edge, take: bool
    ) -> frozenset[tuple[int, int]] | bool:
        # Of each point that is not alone: the other end of its piece, or itself when it is inside.
        ends = dict(mates)
        if take:
            a, b = (ends.get(p, -1) for p in edge)
            for p, mate in zip(edge, (a, b), strict=True):
                if mate == p or (mate != -1 and p in (start, end)):
                    return False
            if a == edge[1]:
                return False
            far = [p if mate == -1 else mate for p, mate in zip(edge, (a, b), strict=True)]
            for p in edge:
                ends[p] = p
            ends[far[0]], ends[far[1]] = far[1], far[0]
        for p in edge:
            if last[p] != numbers[edge]:
                continue
            mate = ends.get(p, -1)
            if p in (start, end):
                if mate == -1:
                    return False
            elif mate not in (-1, p):
                return False
            elif mate == p:
                del ends[p]
        return frozenset(ends.items())

    wanted = frozenset({(start, end), (end, start)})
    return Family.from_states(edges, frozenset(), child, accept=wanted.__eq__)


def walked(edges: list[Edge], start: int, end: int) -> set[frozenset[Edge]]:
    """The same paths, by a depth-first search."""
    found: set[frozenset[Edge]] = set()
    waiting: list[tuple[tuple[int, ...], frozenset[Edge]]] = [((start,), frozenset())]
    while waiting:
        path, used = waiting.pop()
        if path[-1] == end:
            found.add(used)
            continue
        for edge in edges:
            for here, there in (edge, edge[::-1]):
                if here == path[-1] and there not in path:
                    waiting.append(((*path, there), used | {edge}))
    return found


def test_simple_paths() -> None:
    assert set(paths(lattice(3), 0, 8)) == walked(lattice(3), 0, 8)
    assert set(paths(lattice(4), 1, 14)) == walked(lattice(4), 1, 14)
    # OEIS A007764: self-avoiding walks from corner to corner.
    assert [paths(lattice(n), 0, n * n - 1).count for n in (2, 3, 4, 5, 6)] == [
        2, 12, 184, 8512, 1262816,
    ]  # fmt: skip


def test_true_ends_a_set() -> None:
    # As soon as two are taken, whatever follows; 0 and 1 are states like any other.
    family = Family.from_states(
        "abcd", 0, lambda n, _, take: n + take if n + take < 2 else True, accept=lambda n: False
    )
    assert set(family) == set(map(frozenset, combinations("abcd", 2)))
    assert set(Family.from_states("abcd", True, lambda *_: False)) == {frozenset()}
    assert set(Family.from_states("abcd", False, lambda *_: True)) == set()
    assert set(Family.from_states("", 0, lambda *_: True, accept=lambda n: n == 0)) == {frozenset()}


def test_as_many_nodes_as_states() -> None:
    # At least 10 of 1000: a state is how many are still wanted, and the states are the nodes.
    def child(left: int, element: int, take: bool) -> int | bool:
        left -= take
        return left if left <= 999 - element else False

    family = Family.from_states(range(1000), 10, child, accept=lambda left: left <= 0)
    assert family.count == sum(_binomials(1000)[10:])
    assert family.with_(0).count_by_size()[10] == _binomials(999)[9]


def _binomials(n: int) -> list[int]:
    line = [1]
    for _ in range(n):
        line = [a + b for a, b in zip([0, *line], [*line, 0], strict=True)]
    return line


def test_clear_errors() -> None:
    with pytest.raises(BadInput, match=r"level 1: child\(state, 'b', True\) returned None"):
        Family.from_states("abc", 0, lambda n, e, take: None if (e, take) == ("b", True) else n)
    with pytest.raises(BadInput, match=r"level 0: child\(state, 'a', False\).*not hashable, \[\]"):
        Family.from_states("abc", 0, lambda *_: [])
    with pytest.raises(BadInput, match="the state 0 is left after the last level"):
        Family.from_states("abc", 0, lambda n, *_: n)
    with pytest.raises(BadInput, match="elements: 'a' is given twice"):
        Family.from_states("aba", 0, lambda *_: True)
    with pytest.raises(BadInput, match="before level 0: root"):
        Family.from_states("abc", None, lambda *_: True)
