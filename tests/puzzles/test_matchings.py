"""Perfect matchings: double factorials, dominoes, the definition."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.puzzles._matchings import Matched, Matchings


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_published_counts(engine: str) -> None:
    def count(graph: str) -> int:
        return combien.count(Matchings(graph), engine=engine)

    # OEIS A001147 and A004003; cubes A005271.
    assert [count(f"complete:{2 * n}") for n in range(1, 6)] == [1, 3, 15, 105, 945]
    assert [count(f"mesh:{2 * n}x{2 * n}") for n in range(1, 4)] == [2, 36, 6728]
    assert [count(f"cube:{n}") for n in range(1, 5)] == [1, 2, 9, 272]
    assert count("petersen") == 6
    assert count("complete:5") == 0


def test_thirty_nodes() -> None:
    assert combien.count(Matchings("complete:30")) == prod(range(1, 30, 2)) == 6190283353629375


EDGES = list(combinations("abcdef", 2))


@given(st.lists(st.sampled_from(EDGES), unique=True, min_size=1))
def test_solutions_match_the_definition(edges: list[tuple[str, str]]) -> None:
    puzzle = Matchings(" ".join(f"{a}-{b}" for a, b in edges))
    graph = puzzle.as_graph
    wanted = {
        some
        for size in range(4)
        for some in combinations(graph.edges, size)
        if puzzle.check(Matched(graph, some))
    }
    assert {reading.edges for reading in combien.solutions(puzzle)} == wanted


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Matchings("mesh:2x2")
    assert puzzle.check(Matched(puzzle.as_graph, ((0, 1), (2, 3))))
    assert not puzzle.check(Matched(puzzle.as_graph, ((0, 3), (1, 2))))
    assert not puzzle.check(Matched(puzzle.as_graph, ((0, 1),)))
