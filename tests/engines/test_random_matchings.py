"""Random perfect matchings: uniform, the same for the same seed, and refused where it must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings

import combien
from combien import Problem, Region
from combien.cover._verify import fault
from combien.engines._matchings.random_matchings import _shuffling, random_matchings
from combien.errors import Cancelled, Interrupted, OutOfBudget
from combien.tilings.boards import aztec_diamond
from tests.engines.test_fkt import Pairs, lozenges, matching, planar_graphs

DOMINO = combien.Tile("**", symmetries="all", times="any")


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.engines._matchings.random_matchings.LEAST_ITEMS", 0)


def dominoes(board: Region) -> Problem:
    return combien.TilingProblem(board, [DOMINO]).problem()


def squared(counts: Counter[tuple[int, ...]], solutions: int) -> float:
    """Pearson's statistic, whose mean is about the number of solutions for uniform samples."""
    expected = counts.total() / solutions
    missing = solutions - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    ("problem", "solutions"),
    [
        (dominoes(Region.box(4, 4)), 36),
        (dominoes(Region.box(2, 1)), 1),
        (dominoes(Region.box(4, 4) - Region([(0, 0), (3, 2)])), 6),
        # A hole, and two components.
        (dominoes(Region.box(4, 4) - Region([(1, 1), (1, 2), (2, 1), (2, 2)])), 2),
        (dominoes(Region.from_art("**.**\n**.**")), 4),
        (dominoes(aztec_diamond(1)), 2),
        (dominoes(aztec_diamond(3)), 64),
        (lozenges(2, 2, 2), 20),
    ],
    ids=str,
)
def test_samples_are_uniform(problem: Problem, solutions: int) -> None:
    found = random_matchings(problem, 200 * solutions, 1)
    assert found is not None
    assert all(not fault(problem, one) for one in set(found))
    assert combien.count(problem) == solutions
    # Beyond this about once in a million for 64.
    assert squared(Counter(found), solutions) < solutions + 7 * (2 * solutions) ** 0.5


@pytest.mark.usefixtures("_small")
def test_shuffling_and_coupling_draw_from_the_same_distribution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = dominoes(aztec_diamond(2))
    assert _shuffling(problem, None, {}) is not None  # type: ignore[arg-type]
    monkeypatch.setattr(
        "combien.engines._matchings.random_matchings._shuffling", lambda *args: None
    )
    found = random_matchings(problem, 2000, 5)
    assert found is not None
    assert squared(Counter(found), 8) < 8 + 7 * 4


@pytest.mark.usefixtures("_small")
@given(planar_graphs(most=5))
@settings(max_examples=100)
def test_random_graphs(graph: tuple[Pairs, int]) -> None:
    problem = matching(*graph)
    found = random_matchings(problem, 3, 2)
    if found is None:
        # An odd cycle, or an edge twice.
        assert combien.exists(problem)
        return
    assert found == random_matchings(problem, 3, 2)
    assert len(found) == (3 if combien.exists(problem) else 0)
    assert all(not fault(problem, one) for one in found)


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_options(["ab", "bc", "ca", "da", "db", "dc"]),
        Problem.from_options(["ab", "ab"]),
        Problem.from_options([(a, b) for a in range(3) for b in range(3, 6)]),
        Problem.from_options(["abc"]),
        Problem.from_options(list(combinations(range(6), 2))),
    ],
    ids=["odd cycle", "parallel", "not planar", "no pairs", "neither"],
)
def test_what_it_leaves_to_the_family(problem: Problem) -> None:
    assert random_matchings(problem, 1, 0) is None
    assert len(combien.sample(problem, 2)) == 2


@pytest.mark.parametrize("board", [Region.box(20, 20), aztec_diamond(20)], ids=str)
def test_large_boards_are_not_tiled_by_a_family(
    board: Region, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("combien._questions.distribution.family", None)
    model = combien.TilingProblem(board, [DOMINO])
    one, two = combien.sample(model, 2, seed=3)
    assert [one, two] == combien.sample(model, 2, seed=3)
    assert one != two
    assert len({cell for placed in one.placements for cell in placed.region}) == len(board)
    assert combien.sample(combien.TilingProblem(board - Region([min(board)]), [DOMINO])) == []


def test_no_matching_at_all() -> None:
    assert combien.sample(combien.TilingProblem(Region.box(11, 11), [DOMINO]), 3) == []


@pytest.mark.parametrize("board", [Region.box(40, 40), aztec_diamond(40)], ids=str)
def test_limits(board: Region) -> None:
    model = combien.TilingProblem(board, [DOMINO])
    for limit in ({"nodes": 3}, {"seconds": 0}):
        with pytest.raises(OutOfBudget):
            combien.sample(model, 2, **limit)  # type: ignore[arg-type]

    def raised(error: BaseException) -> Callable[[object], None]:
        def report(progress: object) -> None:
            raise error

        return report

    with pytest.raises(Cancelled):
        combien.sample(model, 2, report=raised(Cancelled()))
    with pytest.raises(Interrupted):
        combien.sample(model, 2, report=raised(KeyboardInterrupt()))
