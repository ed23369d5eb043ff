"""The bit kernel: one tree on every processor, and the boards that exercise its blocks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import combien
from combien import Problem, Solution, _native
from combien.engines._compiled import compiled
from combien.errors import CannotAnswer
from tests.engines.boards import dominoes, langford, latin, queens
from tests.engines.vectors import VECTORS
from tests.random_problems import problems

EVERYTHING = 2**62


def run(problem: Problem, vectors: str) -> tuple[list[tuple[int, ...]], int, int]:
    """All solutions in order, and the counters."""
    search = _native.bit_search(compiled(problem), [], visited=False, vectors=vectors)
    _, solutions = search.solutions(EVERYTHING, EVERYTHING, float("inf"), Solution)
    return list(solutions), search.nodes, search.updates


@pytest.mark.parametrize("vectors", VECTORS)
@settings(max_examples=500)
@given(problem=problems(colors=True))
def test_every_processor_walks_the_same_tree(vectors: str, problem: Problem) -> None:
    assert run(problem, vectors) == run(problem, "plain")


@pytest.mark.parametrize("vectors", VECTORS)
@pytest.mark.parametrize(
    ("problem", "counters"),
    [
        # (solutions, nodes, updates): exact, so a change must be explained.
        (queens(9), (352, 2093, 3451)),
        (langford(8), (300, 1514, 2457)),
        (latin(4), (576, 1121, 4600)),
        (dominoes(6, 6), (6728, 13455, 25694)),
    ],
)
def test_counters_do_not_drift(
    vectors: str, problem: Problem, counters: tuple[int, int, int]
) -> None:
    solutions, nodes, updates = run(problem, vectors)
    assert (len(solutions), nodes, updates) == counters


def test_its_solutions_are_those_of_the_links() -> None:
    for problem in (queens(8), langford(7), latin(4), dominoes(5, 6)):
        assert sorted(combien.solutions(problem, engine="bits")) == sorted(
            combien.solutions(problem, engine="dlx")
        )


def test_more_than_255_options_for_an_item() -> None:
    # The counters of sizes stop at 255; what is counted does not.
    problem = Problem.from_options([["a", k % 3] for k in range(900)] + [[0], [1], [2]])
    assert combien.count(problem, engine="bits") == 900


def test_more_items_than_fit_four_vectors() -> None:
    # 600 items in ten vectors of 64, taken in groups of four.
    options = [[k] for k in range(600)] + [[k, k + 1] for k in range(0, 20, 2)]
    problem = Problem.from_options(options)
    assert combien.count(problem, engine="bits") == 2**10


def test_what_it_cannot_do_it_says() -> None:
    with pytest.raises(CannotAnswer, match="has bounds: ask dlx"):
        combien.count(Problem.from_options(["a"], bounds={"a": (0, 1)}), engine="bits")
    huge = Problem.from_options([k] for k in range(30_000))
    with pytest.raises(CannotAnswer, match="MB: ask dlx"):
        combien.solve(huge, engine="bits")
    assert combien.solve(huge) == tuple(range(30_000))
    with pytest.raises(ValueError, match="there are no vectors 'sse'"):
        _native.bit_search(compiled(huge), [], visited=False, vectors="sse")
