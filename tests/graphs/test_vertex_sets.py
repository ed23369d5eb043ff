"""Sets of vertices, colorings and matchings as problems: definitions, known numbers, networkx."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Problem, graphs
from combien.errors import BadInput, CannotAnswer
from tests.graphs.test_subgraphs import Drawn

Pair = tuple[int, int]


def path(n: int) -> list[Pair]:
    return [(k, k + 1) for k in range(n - 1)]


def ring(n: int) -> list[Pair]:
    return [*path(n), (0, n - 1)]


PETERSEN = [
    *((k, (k + 1) % 5) for k in range(5)),
    *((k, k + 5) for k in range(5)),
    *((5 + k, 5 + (k + 2) % 5) for k in range(5)),
]


def found(problem: Problem) -> set[frozenset[Any]]:
    return {frozenset(problem.names(solution)) for solution in combien.solutions(problem)}


def subsets(vertices: Iterable[int]) -> list[frozenset[int]]:
    listed = list(vertices)
    return [
        frozenset(part) for size in range(len(listed) + 1) for part in combinations(listed, size)
    ]


def are_maximal(sets: Iterable[frozenset[int]]) -> set[frozenset[int]]:
    listed = list(sets)
    return {one for one in listed if not any(one < other for other in listed)}


@given(st.integers(1, 5), st.data())
def test_sets_match_their_definitions(count: int, data: st.DataObject) -> None:
    pairs = list(combinations(range(count), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = Drawn(range(count), edges)
    near = {v: {a + b - v for a, b in edges if v in (a, b)} for v in range(count)}
    every = subsets(range(count))
    independent = {s for s in every if not any(near[v] & s for v in s)}
    cliques = {s for s in every if all(s <= near[v] | {v} for v in s)}
    assert found(graphs.independent_sets(graph)) == independent
    assert found(graphs.independent_sets(graph, maximal=True)) == are_maximal(independent)
    assert found(graphs.cliques(graph)) == cliques
    assert found(graphs.cliques(graph, maximal=True)) == are_maximal(cliques)
    covers = {s for s in every if all(s & {a, b} for a, b in edges)}
    assert found(graphs.vertex_covers(graph)) == covers
    dominating = {s for s in every if all(s & (near[v] | {v}) for v in range(count))}
    assert found(graphs.dominating_sets(graph)) == dominating
    total = {s for s in every if all(s & near[v] for v in range(count))}
    assert found(graphs.dominating_sets(graph, total=True)) == total
    assert found(graphs.dominating_sets(graph, independent=True)) == dominating & independent
    colored = {
        frozenset(enumerate(shades))
        for shades in product(range(2), repeat=count)
        if all(shades[a] != shades[b] for a, b in edges)
    }
    assert found(graphs.colorings(graph, 2)) == colored


def test_known_numbers() -> None:
    maximal = graphs.independent_sets
    # OEIS A000931 (Padovan) and A001608 (Perrin).
    assert [combien.count(maximal(path(n), maximal=True)) for n in range(2, 11)] == [
        2, 2, 3, 4, 5, 7, 9, 12, 16,
    ]  # fmt: skip
    assert [combien.count(maximal(ring(n), maximal=True)) for n in range(3, 11)] == [
        3, 2, 5, 5, 7, 10, 12, 17,
    ]  # fmt: skip
    assert combien.count(graphs.cliques(PETERSEN)) == 1 + 10 + 15
    assert combien.count(graphs.colorings(PETERSEN, 3)) == 120
    # Three times OEIS A068253.
    assert [combien.count(graphs.colorings(graphs.grid(n, n), 3)) for n in range(2, 6)] == [
        18, 246, 7812, 580986,
    ]  # fmt: skip
    largest = combien.best(graphs.independent_sets(PETERSEN), costs=[1] * 10, maximize=True)
    assert largest[0].cost == 4
    fewest = combien.best(graphs.dominating_sets(PETERSEN), costs=[1] * 10)
    assert fewest[0].cost == 3


def test_matchings_are_problems() -> None:
    board = graphs.grid(8, 8)
    perfect = graphs.with_degrees(board, 1)
    assert combien.count(perfect.problem()) == 12988816 == perfect.count()
    tiling = combien.solve(perfect)
    assert tiling is not None
    assert len(tiling) == 32
    matchings = graphs.matchings(PETERSEN)
    assert combien.count(matchings.problem()) == combien.count(matchings) == 332
    numbers: dict[Any, int] = {edge: number for number, edge in enumerate(PETERSEN)}
    heaviest = combien.best(matchings, costs=numbers.values(), maximize=True)[0]
    assert heaviest.cost == max(sum(numbers[edge] for edge in one) for one in matchings.family())
    with pytest.raises(CannotAnswer, match="these subgraphs are not the solutions"):
        graphs.cycles(board).problem()


DEGREES = st.integers(0, 2).flatmap(lambda low: st.tuples(st.just(low), st.integers(low, 3)))


@given(st.lists(DEGREES, min_size=4, max_size=4))
def test_degrees_as_problems(degrees: list[Pair]) -> None:
    edges = list(combinations(range(4), 2))
    model = graphs.with_degrees(edges, dict(enumerate(degrees)))
    wanted = {
        frozenset(chosen)
        for size in range(len(edges) + 1)
        for chosen in combinations(edges, size)
        if all(
            low <= sum(v in edge for edge in chosen) <= high
            for v, (low, high) in enumerate(degrees)
        )
    }
    assert {model.read(solution) for solution in combien.solutions(model.problem())} == wanted
    assert set(combien.solutions(model)) == wanted
    assert model.count() == len(wanted)
    if wanted:
        assert combien.sample(model, 1, seed=1)[0] in wanted


def test_lists_of_colors() -> None:
    lists = {"a": "rg", "b": "g", "c": "rgb"}
    problem = graphs.colorings(["ab", "bc"], lists)
    assert found(problem) == {frozenset({("a", "r"), ("b", "g"), ("c", color)}) for color in "rb"}
    assert combien.count(graphs.colorings(["ab"], "rgb")) == 6


@pytest.mark.needs("networkx")
def test_attributes_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.karate_club_graph()
    for node in graph:
        graph.nodes[node]["fee"] = 1 + node % 7
    calm = graphs.independent_sets(graph, weights="fee")
    cost, solution = combien.best(calm, maximize=True)[0]
    complement = networkx.complement(graph)
    complement.add_nodes_from(graph.nodes(data=True))
    _, expected = networkx.max_weight_clique(complement, weight="fee")
    assert cost == expected
    assert not any(graph.has_edge(a, b) for a, b in combinations(calm.names(solution), 2))
    listed = {frozenset(clique) for clique in networkx.find_cliques(graph)}
    assert found(graphs.cliques(graph, maximal=True)) == listed
    heaviest = networkx.max_weight_matching(graph, weight=None)
    size = combien.best(graphs.matchings(graph), costs=[1] * graph.size(), maximize=True)[0].cost
    assert size == len(heaviest)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: graphs.independent_sets(["ab"], weights="fee"), "this graph has no attributes"),
        (lambda: graphs.independent_sets(["ab"], weights={"c": 1}), "weights: 'c' is not a vertex"),
        (
            lambda: graphs.cliques(["ab"], weights={"a": cast("int", 0.5)}),
            "the weight of vertex 'a' is 0.5",
        ),
        (lambda: graphs.cliques(["ab"], weights=5), "weights=5: expected a dict"),  # type: ignore[arg-type]
        (lambda: graphs.cliques(path(5000)), "12492501 pairs of vertices are not neighbors"),
        (lambda: graphs.colorings(["ab"], 0), "colors=0: expected at least one color"),
        (lambda: graphs.colorings(["ab"], {"a": [1]}), "colors: vertex 'b' has none"),
        (lambda: graphs.colorings(["ab"], None), "colors=None"),  # type: ignore[arg-type]
        (lambda: graphs.dominating_sets(["ab"], independent=True, total=True), "both given"),
    ],
)
def test_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()
