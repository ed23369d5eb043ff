"""Families of subgraphs: against all sets of edges, known numbers, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import graphs
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from combien.graphs import Subgraphs, grid

Pair = tuple[int, int]
Edges = frozenset[Pair]


# The definitions ----------------------------------------------------------------------------------


def degrees(edges: Iterable[Pair]) -> dict[int, int]:
    found: dict[int, int] = {}
    for edge in edges:
        for vertex in edge:
            found[vertex] = found.get(vertex, 0) + 1
    return found


def components(vertices: Iterable[int], edges: Iterable[Pair]) -> int:
    name = {vertex: vertex for vertex in vertices}
    for a, b in edges:
        old, new = name[a], name[b]
        name = {vertex: new if its == old else its for vertex, its in name.items()}
    return len(set(name.values()))


def is_forest(edges: Edges) -> bool:
    return components(degrees(edges), edges) == len(degrees(edges)) - len(edges)


def is_connected(edges: Edges) -> bool:
    return components(degrees(edges), edges) == 1


def is_path(edges: Edges, *ends: int) -> bool:
    found = degrees(edges)
    return (
        is_connected(edges)
        and is_forest(edges)
        and max(found.values()) <= 2
        and all(found.get(vertex) == 1 for vertex in ends)
    )


def is_cycle(edges: Edges) -> bool:
    return is_connected(edges) and set(degrees(edges).values()) == {2}


def is_connecting(edges: Edges, *terminals: int) -> bool:
    chosen = next(iter(terminals))
    reached, before = {chosen}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {v for edge in edges if reached & set(edge) for v in edge}
    return reached >= set(terminals)


def by_definition(pairs: list[Pair], wanted: Callable[[Edges], bool]) -> set[Edges]:
    sets = (frozenset(some) for k in range(len(pairs) + 1) for some in combinations(pairs, k))
    return {edges for edges in sets if wanted(edges)}


# Against all sets of edges ------------------------------------------------------------------------


@st.composite
def drawn(draw: st.DrawFn) -> list[Pair]:
    vertices = draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(vertices) for b in range(vertices) if a != b]
    return draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=11, unique_by=frozenset))


def agrees(model: Subgraphs, wanted: Callable[[Edges], bool]) -> None:
    expected = by_definition(list(model.edges), wanted)
    assert model.count() == combien.count(model) == len(expected)
    assert set(model.family()) == expected


@given(drawn(), st.sampled_from(["auto", "given"]), st.data())
def test_definitions(pairs: list[Pair], order: Any, data: st.DataObject) -> None:
    vertices = sorted(degrees(pairs))
    whole = set(vertices)
    start, end, third = data.draw(st.permutations([*vertices, vertices[0]]).map(lambda p: p[:3]))

    def spanning(edges: Edges) -> bool:
        return set(degrees(edges)) == whole

    agrees(graphs.paths(pairs, order=order), is_path)
    agrees(graphs.hamiltonian_paths(pairs, order=order), lambda e: spanning(e) and is_path(e))
    agrees(graphs.cycles(pairs, order=order), is_cycle)
    agrees(graphs.hamiltonian_cycles(pairs, order=order), lambda e: spanning(e) and is_cycle(e))
    agrees(graphs.forests(pairs, order=order), is_forest)
    agrees(graphs.trees(pairs, order=order), lambda e: is_connected(e) and is_forest(e))
    agrees(
        graphs.spanning_trees(pairs, order=order),
        lambda e: spanning(e) and is_connected(e) and is_forest(e),
    )
    agrees(graphs.connected_subgraphs(pairs, order=order), is_connected)
    agrees(
        graphs.connected_spanning_subgraphs(pairs, order=order),
        lambda e: spanning(e) and is_connected(e),
    )
    agrees(graphs.matchings(pairs, order=order), lambda e: max(degrees(e).values(), default=0) <= 1)
    if start == end:
        return
    agrees(graphs.paths(pairs, start, end, order=order), lambda e: is_path(e, start, end))
    agrees(
        graphs.hamiltonian_paths(pairs, start, end, order=order),
        lambda e: spanning(e) and is_path(e, start, end),
    )
    terminals = {start, end, third}
    agrees(graphs.connecting(pairs, terminals, order=order), lambda e: is_connecting(e, *terminals))


@given(drawn(), st.data())
def test_degrees(pairs: list[Pair], data: st.DataObject) -> None:
    bounds = st.integers(0, 3) | st.tuples(st.integers(0, 2), st.integers(2, 4) | st.none())
    vertices = sorted(degrees(pairs))
    limits = data.draw(st.dictionaries(st.sampled_from(vertices), bounds))

    def wanted(edges: Edges) -> bool:
        found = degrees(edges)
        for vertex, bound in limits.items():
            low, high = bound if isinstance(bound, tuple) else (bound, bound)
            if not low <= found.get(vertex, 0) <= (99 if high is None else high):
                return False
        return True

    agrees(graphs.with_degrees(pairs, limits), wanted)


@given(drawn())
def test_sets_of_vertices(pairs: list[Pair]) -> None:
    vertices = sorted(degrees(pairs))
    sets = {frozenset(some) for k in range(len(vertices) + 1) for some in combinations(vertices, k)}
    alone = Drawn([*vertices, 99], pairs)
    independent = {some for some in sets if not any(some >= set(pair) for pair in pairs)}
    dominating = {
        some
        for some in sets
        if all(v in some or any(v in pair and some & set(pair) for pair in pairs) for v in vertices)
    }
    for model, expected in (
        (graphs.independent_sets, independent),
        (graphs.dominating_sets, dominating),
    ):
        problem = model(pairs)
        assert combien.count(problem) == len(expected)
        assert set(combien.family(problem, names=problem.name)) == expected
    assert combien.count(graphs.independent_sets(alone)) == 2 * len(independent)
    assert combien.count(graphs.dominating_sets(alone)) == len(dominating)


# Known numbers ------------------------------------------------------------------------------------


def square(n: int) -> list[tuple[Pair, Pair]]:
    return grid(n, n)


def complete(n: int) -> list[Pair]:
    return list(combinations(range(n), 2))


@pytest.mark.parametrize(
    ("model", "sizes", "known"),
    [
        # A007764: paths between opposite corners.
        (
            lambda n: graphs.paths(square(n), (0, 0), (n - 1, n - 1)),
            range(2, 10),
            [2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642],
        ),
        # A140517: cycles of a grid of n x n cells.
        (
            lambda n: graphs.cycles(square(n)),
            range(2, 9),
            [1, 13, 213, 9349, 1222363, 487150371, 603841648931],
        ),
        # A003763: Hamiltonian cycles of 2n x 2n vertices.
        (
            lambda n: graphs.hamiltonian_cycles(square(n)),
            range(2, 11, 2),
            [1, 6, 1072, 4638576, 467260456608],
        ),
        # A007341: spanning trees.
        (
            lambda n: graphs.spanning_trees(square(n)),
            range(2, 8),
            [4, 192, 100352, 557568000, 32565539635200, 19872369301840986112],
        ),
        # Cayley's formula.
        (
            lambda n: graphs.spanning_trees(complete(n)),
            range(2, 9),
            [n ** (n - 2) for n in range(2, 9)],
        ),
        # Half of the permutations.
        (
            lambda n: graphs.hamiltonian_paths(complete(n)),
            range(2, 8),
            [1, 3, 12, 60, 360, 2520],
        ),
        # A001187: connected graphs with labels.
        (
            lambda n: graphs.connected_spanning_subgraphs(complete(n)),
            range(2, 8),
            [1, 4, 38, 728, 26704, 1866256],
        ),
    ],
)
def test_known_numbers(model: Callable[[int], Subgraphs], sizes: range, known: list[int]) -> None:
    assert [model(n).count() for n in sizes] == known


def kirchhoff(edges: Iterable[tuple[Any, Any]]) -> int:
    """The number of spanning trees: a minor of the Laplacian."""
    pairs = list(edges)
    numbers = {vertex: k for k, vertex in enumerate(dict.fromkeys(v for e in pairs for v in e))}
    size = len(numbers)
    matrix = [[0] * size for _ in range(size)]
    for edge in pairs:
        a, b = (numbers[vertex] for vertex in edge)
        matrix[a][a] += 1
        matrix[b][b] += 1
        matrix[a][b] -= 1
        matrix[b][a] -= 1
    # Bareiss: every entry is a minor, so the divisions have no rest.
    before, sign = 1, 1
    for k in range(size - 1):
        pivot = next((row for row in range(k, size - 1) if matrix[row][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
            sign = -sign
        own = matrix[k]
        for row in range(k + 1, size - 1):
            factor = matrix[row][k]
            pairs_of_row = zip(matrix[row], own, strict=True)
            matrix[row] = [(x * own[k] - factor * y) // before for x, y in pairs_of_row]
        before = own[k]
    return sign * before


@pytest.mark.parametrize("size", [(3, 7), (8, 8), (20, 5)])
def test_spanning_trees_as_a_determinant(size: Pair) -> None:
    assert graphs.spanning_trees(grid(*size)).count() == kirchhoff(grid(*size))


def test_wide_frontiers_and_long_counts() -> None:
    # More slots than a word holds, in an order that nobody would choose.
    ladder = [((0, k), (1, k)) for k in range(18)]
    ladder += [((side, k), (side, k + 1)) for k in range(17) for side in (0, 1)]
    narrow, wide = graphs.cycles(ladder), graphs.cycles(ladder, order="given")
    assert (narrow.width, wide.width) == (3, 36)
    with pytest.raises(CannotAnswer, match="frontier of 36"):
        wide.count()
    some = graphs.cycles(ladder[:14] + ladder[18:44], order="given")
    assert some.width == 28
    assert some.count() == some.family().count == 13 * 14 // 2
    # A count of more than 64 bits, limb after limb.
    path = [(k, k + 1) for k in range(300)]
    assert graphs.forests(path).count() == 2**300


# Questions ----------------------------------------------------------------------------------------


def test_questions() -> None:
    trees = graphs.spanning_trees(["ab", "bc", "ca", "cd"])
    assert combien.answer(trees).count == 3
    assert combien.count(trees, modulo=2) == 1
    assert combien.marginals(trees) == [2, 2, 2, 3]
    assert combien.count_by_size(trees) == [0, 0, 0, 3]
    assert combien.family(trees).ascii() == "{{0, 1, 3}, {0, 2, 3}, {1, 2, 3}}"
    assert combien.family(trees, names="wxyz").ascii() == "{{w, x, z}, {w, y, z}, {x, y, z}}"
    assert all(drawn in trees.family() for drawn in combien.sample(trees, 5))
    assert trees.family().best({edge: k for k, edge in enumerate(trees.edges)}) == [
        (4, frozenset(["ab", "bc", "cd"]))
    ]


@pytest.mark.parametrize(
    "keywords",
    [{"up_to": "all"}, {"engine": "dlx"}, {"resume": "x"}, {"checkpoint": "x"}, {"threads": 2}],
)
def test_what_only_exact_covers_have(keywords: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=f"{next(iter(keywords))}= was given"):
        combien.count(graphs.forests(["ab"]), **keywords)
    with pytest.raises(CannotAnswer, match="not the solutions of an exact cover"):
        combien.solve(graphs.forests(["ab"]))


@pytest.mark.parametrize("limit", [{"nodes": 1000}, {"seconds": 0.0}, {"bytes": 10_000}])
def test_limits(limit: dict[str, Any]) -> None:
    model = graphs.spanning_trees(grid(12, 12))
    for question in (model.count, model.family):
        with pytest.raises(OutOfBudget):
            question(**limit)


def test_limits_that_suffice() -> None:
    model = graphs.paths(grid(6, 6), (0, 0), (5, 5))
    work = combien.answer(model).work
    assert model.count(nodes=work["nodes"]) == model.family(nodes=work["nodes"]).count == 1262816
    with pytest.raises(OutOfBudget):
        model.count(nodes=work["nodes"] - 1)


def test_reports() -> None:
    fractions: list[float | None] = []
    model = graphs.spanning_trees(grid(9, 9))
    model.family(report=lambda progress: fractions.append(progress.fraction))
    assert fractions == sorted(f for f in fractions if f is not None)
    assert fractions[-1] == 1


# Graphs -------------------------------------------------------------------------------------------


class Drawn:
    """What is used of a networkx graph."""

    def __init__(self, nodes: Iterable[Any], edges: Iterable[Any], *, directed: bool = False):
        self.nodes, self.edges, self._directed = nodes, edges, directed

    def is_directed(self) -> bool:
        return self._directed


def test_graphs_with_nodes() -> None:
    alone = Drawn("abc", ["ab"])
    assert graphs.spanning_trees(alone).count() == 0
    assert graphs.forests(alone).count() == 2
    assert graphs.hamiltonian_paths(alone).count() == 0
    assert graphs.with_degrees(alone, {"c": 1}).count() == 0
    assert graphs.with_degrees(alone, {"c": (2**70, None)}).count() == 0
    assert graphs.connecting(alone, "ac").count() == 0
    one = Drawn("a", [])
    assert graphs.spanning_trees(one).count() == graphs.spanning_trees(one).family().count == 1
    assert graphs.forests(one).count() == graphs.with_degrees(one, 0).count() == 1
    assert graphs.trees(one).count() == graphs.paths(one).count() == graphs.cycles(one).count() == 0
    assert not graphs.cycles(one).family()


@pytest.mark.needs("networkx")
def test_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.petersen_graph()
    assert graphs.hamiltonian_cycles(graph).count() == 0
    assert graphs.hamiltonian_paths(graph).count() == 120
    assert graphs.spanning_trees(graph).count() == 2000
    with pytest.raises(BadInput, match="undirected graph without parallel"):
        graphs.forests(networkx.MultiGraph([(0, 1)]))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: graphs.paths(5), "graph=5: expected a list of pairs"),
        (lambda: graphs.paths([5]), "edge 0=5: expected a pair"),
        (lambda: graphs.paths(["abc"]), "edge 0, .*: expected a pair"),
        (lambda: graphs.paths(["aa"]), "joins a vertex to itself"),
        (lambda: graphs.paths(["ab", "ba"]), "joins the same vertices as edge 0"),
        (lambda: graphs.paths([]), "no vertices"),
        (lambda: graphs.paths([([], 1)]), "expected a hashable value"),
        (lambda: graphs.paths(Drawn("ab", ["ab"], directed=True)), "undirected"),
        (lambda: graphs.paths(["ab"], "a"), "two vertices, or neither"),
        (lambda: graphs.paths(["ab"], "a", "a"), "expected different vertices"),
        (lambda: graphs.paths(["ab"], "a", "c"), "end: 'c' is not a vertex"),
        (lambda: graphs.paths(["ab"], order="best"), "order='best'"),  # type: ignore[arg-type]
        (lambda: graphs.connecting(["ab"], "a"), "two different vertices"),
        (lambda: graphs.connecting(["ab"], 5), "terminals=5"),  # type: ignore[arg-type]
        (lambda: graphs.with_degrees(["ab"], -1), "degrees: -1"),
        (lambda: graphs.with_degrees(["ab"], (2, 1)), r"degrees: \(2, 1\)"),
        (lambda: graphs.with_degrees(["ab"], {"c": 1}), "degrees: 'c' is not a vertex"),
        (lambda: graphs.with_degrees(["ab"], "11"), "degrees: '11'"),  # type: ignore[arg-type]
        (lambda: grid(1, 1), "0 edges"),
        (lambda: grid(0, 1), "rows=0"),
        (lambda: grid(200, 200), "79600 edges"),
        (lambda: graphs.forests(combinations(range(300), 2)), "at most 20000"),
    ],
)
def test_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()


def test_large_degrees() -> None:
    assert graphs.with_degrees(["ab"], {"a": (2, None)}).count() == 0
    star = [(0, k) for k in range(1, 301)]
    assert graphs.with_degrees(star, {0: (1, None)}).count() == 2**300 - 1
    assert graphs.with_degrees(star, {0: (0, 2)}).count() == 1 + 300 + 300 * 299 // 2
    with pytest.raises(CannotAnswer, match="up to 255"):
        graphs.with_degrees(star, {0: 280}).count()
