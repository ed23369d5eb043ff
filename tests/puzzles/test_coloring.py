"""Coloring graphs: chromatic polynomials, the definition, graphs by name and from files."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._coloring import Colored, Coloring
from combien.puzzles._graphs import _cross, dimacs, graph_of


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_chromatic_polynomials(engine: str) -> None:
    def count(graph: str, colors: int) -> int:
        return combien.count(Coloring(graph, colors=colors), engine=engine)

    # The Petersen graph, the example of every textbook.
    assert [count("petersen", k) for k in (2, 3, 4)] == [0, 120, 12960]
    # Complete graphs k(k-1)(k-2)..., cycles (k-1)^n + (-1)^n (k-1), trees k(k-1)^(n-1).
    assert [count("complete:4", k) for k in range(3, 7)] == [0, 24, 120, 360]
    for nodes in range(3, 8):
        assert count(f"cycle:{nodes}", 4) == 3**nodes + (-1) ** nodes * 3
        assert count(f"path:{nodes}", 4) == 4 * 3 ** (nodes - 1)
    assert count("wheel:5", 4) == 4 * count("cycle:5", 3) == 120


@pytest.mark.parametrize("engine", ["frontier", "auto"])
def test_meshes_in_three_colors(engine: str) -> None:
    # Three times OEIS A068253.
    counts = [combien.count(Coloring(f"mesh:{n}x{n}"), engine=engine) for n in range(1, 6)]
    assert counts == [3, 18, 246, 7812, 580986]


EDGES = list(combinations("abcde", 2))


@given(st.lists(st.sampled_from(EDGES), unique=True, min_size=1), st.integers(1, 3))
def test_solutions_match_the_definition(edges: list[tuple[str, str]], colors: int) -> None:
    puzzle = Coloring(" ".join(f"{a}-{b}" for a, b in edges), colors=colors)
    nodes = len(puzzle.as_graph.names)
    ways = {
        reading
        for some in product(range(1, colors + 1), repeat=nodes)
        if puzzle.check(reading := Colored(puzzle.as_graph, some))
    }
    assert set(combien.solutions(puzzle)) == ways
    assert Coloring.parse(str(puzzle)).problem() == puzzle.problem()


def test_a_file_of_the_dimacs_challenge() -> None:
    # The Grötzsch graph, myciel3.col: no triangle, and four colors at least.
    rim = [(i, i % 5 + 1) for i in range(1, 6)]
    outer = [(a + 5, b) for one in rim for a, b in (one, one[::-1])]
    hub = [(11, i) for i in range(6, 11)]
    edges = "".join(f"e {a} {b}\n" for a, b in [*rim, *outer, *hub])
    puzzle = Coloring.parse(f"c myciel3\np edge 11 20\n{edges}")
    assert (len(puzzle.as_graph.names), len(puzzle.as_graph.edges)) == (11, 20)
    assert combien.count(puzzle) == 0
    four = Coloring(puzzle.graph, colors=4)
    assert combien.count(four, engine="bits") == combien.count(four, engine="frontier") > 0
    assert combien.count(Coloring.parse("p edge 3 1\ne 1 2\n")) == 6 * 3
    assert combien.count(Coloring.parse("p edge 1 0\n")) == 3


def test_random_planar_graphs_are_planar_and_have_four_colors() -> None:
    for deal in range(5):
        graph = graph_of(f"planar:12x{deal}")
        places = [(round(1e4 * x), round(1e4 * y)) for x, y in graph.places]
        assert not any(_cross(places, *two) for two in combinations(graph.edges, 2))
        assert len(graph.edges) > 2 * 12
        found = combien.solve(Coloring(f"planar:12x{deal}", colors=4))
        assert found is not None
        assert found.picture().svg().startswith("<svg")


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Coloring("a-b b-c", colors=2)
    assert puzzle.check(Colored(puzzle.as_graph, (1, 2, 1)))
    assert not puzzle.check(Colored(puzzle.as_graph, (1, 1, 2)))
    assert not puzzle.check(Colored(puzzle.as_graph, (1, 2, 3)))
    assert not puzzle.check(Colored(puzzle.as_graph, (1, 2)))


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ("petersn", "did you mean 'petersen'"),
        ("kneser(5,2)", "there is no graph 'kneser' "),
        ("generalized-petersen:5x2", "there is no graph 'generalized-petersen' "),
        ("complete(5)", "did you mean 'complete'.; sizes follow a colon, as in complete:4"),
        ("cycle:2", "expected a size from 3 to 2000, not 2"),
        ("mesh:4", "expected mesh:WIDTHxHEIGHT, for example mesh:4x3"),
        ("a-b a-a", "'a-a' is not an edge"),
        ("a-b-c", "'a-b-c' is not an edge"),
    ],
)
def test_graphs_that_are_refused(graph: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Coloring(graph)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p edge 3 1\ne 1 4\n", "line 2: an edge must join two different nodes from 1 to 3"),
        ("e 1 2\n", "line 1: an edge must join two different nodes from 1 to 0"),
        ("p edge 3 1\ne 1\n", "line 2: expected 'p edge NODES EDGES' or 'e NODE NODE'"),
        ("c nothing\n", "the line 'p edge NODES EDGES' is missing"),
        ("p edge 0 0\n", "line 1: expected 1 to 2000 nodes"),
    ],
)
def test_files_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        dimacs(text)
