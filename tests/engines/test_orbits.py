"""Counting by symmetry: planted symmetries by definition, published counts, refusals, budgets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial, prod

import pytest
from hypothesis import given, settings

import combien
from combien import Colored, Problem, Region, Tile, TilingProblem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.engines import engine_named
from combien.engines._counting import OutOfBytes
from combien.engines._portfolio.candidates import Candidate, swept_with
from combien.engines._portfolio.orbits import OrbitCounting, orbits
from combien.engines._portfolio.race import Race
from combien.engines._search.breaking import branching_of
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes, langford, latin, pairs, queens
from tests.random_problems import all_problems
from tests.symmetric_problems import is_symmetry, planted
from tests.tilings.pentominoes import pentominoes

NO_LIMIT = 2**62


def steiner(n: int) -> Problem:
    """Triples of n points that hold every pair once."""
    return Problem.from_options(combinations(three, 2) for three in combinations(range(n), 3))


def regular(n: int, degree: int) -> Problem:
    """Graphs on n points where every point has this degree."""
    return Problem.from_options(
        combinations(range(n), 2), bounds=dict.fromkeys(range(n), (degree, degree))
    )


def found(problem: Problem) -> _native.Automorphisms:
    """The symmetries of a problem, all of them."""
    group = _native.automorphisms(compiled(problem), NO_LIMIT)
    assert group.run(NO_LIMIT, 60.0, NO_LIMIT) == _native.DONE
    assert group.complete
    return group


@given(planted())
@settings(max_examples=100)
def test_planted_symmetries_by_definition(case: tuple[Problem, list[int]]) -> None:
    problem, images = case
    orbits = found(problem).orbits()
    if images:
        assert is_symmetry(problem, images)
        assert all(orbits[option] == orbits[image] for option, image in enumerate(images))
    wanted = len(all_solutions(problem))
    if branching_of(problem, orbits) is None:
        with pytest.raises(CannotAnswer, match="no symmetry"):
            engine_named("orbits").count(problem)
    else:
        assert engine_named("orbits").count(problem).count == wanted


@given(all_problems())
@settings(max_examples=80)
def test_what_is_found_is_a_symmetry(problem: Problem) -> None:
    group = found(problem)
    everything = range(problem.option_count)
    for generator in group.generators():
        images = [generator.get(option, option) for option in everything]
        assert is_symmetry(problem, images)
    # Every permutation that is a symmetry stays within the orbits: none was missed.
    if problem.option_count <= 5:
        orbits = group.orbits()
        for order in permutations(everything):
            if is_symmetry(problem, order):
                assert all(orbits[a] == orbits[b] for a, b in enumerate(order))


def test_latin_squares() -> None:
    # OEIS A002860.
    counts = {4: 576, 5: 161280, 6: 812851200, 7: 61479419904000}
    assert {n: combien.count(latin(n), engine="orbits") for n in counts} == counts


def test_steiner_systems() -> None:
    # OEIS A030128: labeled; only sizes 1 and 3 modulo 6 have any.
    counts = {6: 0, 7: 30, 8: 0, 9: 840, 13: 1197504000, 15: 60281712691200}
    assert {n: combien.count(steiner(n), engine="orbits") for n in counts} == counts


def test_matchings_of_all_pairs() -> None:
    for n in (4, 9, 10, 30):
        wanted = prod(range(1, n, 2)) if n % 2 == 0 else 0
        assert combien.count(pairs(n), engine="orbits") == wanted


def test_regular_graphs() -> None:
    # OEIS A002829 and A001205: items that are covered three times, and twice.
    cubic = {4: 1, 6: 70, 8: 19355, 10: 11180820}
    assert {n: combien.count(regular(n, 3), engine="orbits") for n in cubic} == cubic
    rings = {3: 1, 4: 3, 5: 12, 6: 70, 7: 465, 8: 3507}
    assert {n: combien.count(regular(n, 2), engine="orbits") for n in rings} == rings


def test_boards() -> None:
    assert combien.count(queens(8), engine="orbits") == 92
    assert combien.count(queens(9), engine="orbits") == 352
    assert combien.count(langford(8), engine="orbits") == 300
    assert combien.count(dominoes(8, 8), engine="orbits") == 12988816


def test_pentominoes() -> None:
    # Up to symmetry 2339 and 1010, times the four symmetries of the board.
    for width, height, count in ((10, 6, 9356), (12, 5, 4040)):
        board = "\n".join(["*" * width] * height)
        problem = combien.TilingProblem(board, pentominoes()).problem()
        answer = combien.answer(problem, "count", engine="orbits")
        assert answer.count == count
        assert answer.why.startswith("4 symmetries: one option an orbit was taken of 1 item")


def test_colors_change_names() -> None:
    # A ring of five points, colored so that neighbors differ: (k - 1)^5 - (k - 1) ways.
    def ring(colors: int) -> Problem:
        options = []
        for point in range(5):
            for color in range(colors):
                # A point has one color, on which its edges must agree.
                here = Colored(("point", point), color)
                options.append([("paint", point), here])
        for point, (one, other) in enumerate([(k, (k + 1) % 5) for k in range(5)]):
            for a, b in permutations(range(colors), 2):
                options.append(
                    [
                        ("edge", point),
                        Colored(("point", one), a),
                        Colored(("point", other), b),
                    ]
                )
        return Problem.from_options(options, secondary=[("point", k) for k in range(5)])

    for colors in (2, 3, 4):
        problem = ring(colors)
        wanted = (colors - 1) ** 5 - (colors - 1)
        assert combien.count(problem, engine="orbits") == wanted
        assert found(problem).order() == factorial(colors) * 10


def test_equivalent_parts_are_counted_once() -> None:
    answer = combien.answer(steiner(13), "count", engine="orbits")
    assert answer.why.startswith("6227020800 symmetries: one option an orbit was taken of ")
    # Bricks of two cells in a box: the placements of the first ones are images of each other.
    brick = Tile(Region([(0, 0, 0), (1, 0, 0)]), symmetries="all", times="any")
    bricks = TilingProblem(Region.box(4, 4, 3), [brick])
    answer = combien.answer(bricks.problem(), "count", engine="orbits")
    assert answer.count == combien.count(bricks, engine="frontier")
    assert answer.work["alike"] > 0


def test_work_counters_do_not_drift() -> None:
    begun = OrbitCounting(latin(5))
    assert (begun.steps, begun.counted_cost, begun.fraction) == (0, 0, 0)
    assert begun.bytes > 0
    answer = combien.answer(latin(5), "count", engine="orbits")
    assert dict(answer.work) == {
        "symmetry searches": 8,
        "visits": 77493,
        "branchings": 7,
        "bundles": 1,
        "alike": 0,
        "leaves": 1,
        "given up": 0,
        "nodes": 46,
        "updates": 226,
    }


def test_sweeps_of_bundles_begin_with_the_item_that_was_branched_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[int | None] = []

    def watched(plain: Sequence[Candidate], *, first: int | None) -> object:
        given.append(first)
        return swept_with(plain, first=first)

    monkeypatch.setattr("combien.engines._portfolio.orbits.swept_with", watched)
    for problem in (latin(5), steiner(9), queens(6), regular(6, 3)):
        combien.count(problem, engine="orbits")
    assert any(first is not None for first in given)


@given(all_problems())
@settings(max_examples=50)
def test_a_sweep_may_begin_with_any_item(problem: Problem) -> None:
    wanted = len(all_solutions(problem))
    for item in range(-1, problem.item_count + 1):
        counting = FrontierCounting(problem, first=item)
        while not counting.advance(NO_LIMIT, 1e9, 10**9):
            pass
        assert counting.count == wanted


def test_refusals_name_an_alternative() -> None:
    alone = Problem.from_options(["a", "ab", "abc", "bc"])
    with pytest.raises(CannotAnswer, match=r"no symmetry.* ask engine='auto'"):
        combien.count(alone, engine="orbits")
    with pytest.raises(CannotAnswer, match="counts and does not list: ask engine='dlx'"):
        list(combien.solutions(pairs(4), engine="orbits"))
    with pytest.raises(CannotAnswer):
        orbits().count(Problem.from_options([]))
    # Secondary items, and items that may stay uncovered, are not branched on.
    with pytest.raises(CannotAnswer):
        orbits().count(Problem.from_options(["a", "a"], bounds={"a": (0, 1)}))


def test_a_count_in_slices_is_the_same_count() -> None:
    for problem in (latin(5), steiner(9), queens(6), regular(6, 3)):
        whole, sliced = OrbitCounting(problem), OrbitCounting(problem)
        while not whole.advance(NO_LIMIT, 1e9, 10**9):
            pass
        last = -1.0
        while not sliced.advance(1, 1e9, 10**9):
            assert last <= sliced.fraction <= 1
            last = sliced.fraction
        assert sliced.count == whole.count
        assert dict(sliced.work) == dict(whole.work)
        assert sliced.steps == whole.steps


@pytest.mark.parametrize("searched", [0, 1])
def test_symmetries_keep_to_the_bytes(searched: int) -> None:
    counting = OrbitCounting(latin(6))
    while counting.work["symmetry searches"] < searched:
        counting.advance(100, 1e9, 10**9)
    with pytest.raises(OutOfBytes):
        while counting.work["symmetry searches"] == searched:
            counting.advance(100, 1e9, 1000)


def test_counts_of_what_is_left_keep_to_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    original = Race.advance

    def advance(self: Race, steps: int, seconds: float, bytes: int) -> bool:
        given.append(bytes)
        return original(self, steps, seconds, bytes)

    monkeypatch.setattr(Race, "advance", advance)
    counting = OrbitCounting(latin(6))
    most = 500_000
    while not counting.advance(NO_LIMIT, 1e9, most):
        # A quarter is for problems that were counted before.
        assert counting._known_bytes <= most // 4
    assert 0 <= min(given) <= max(given) <= most


def test_budgets() -> None:
    with pytest.raises(OutOfBudget, match="budget of 5000 nodes") as caught:
        combien.count(latin(6), engine="orbits", nodes=5000)
    assert caught.value.known["visits"] > 0
    # The symmetries of the whole are within the budget, too.
    with pytest.raises(OutOfBudget, match="budget of 50 nodes") as caught:
        combien.count(latin(6), engine="orbits", nodes=50)
    assert caught.value.known["symmetry searches"] == 0
    with pytest.raises(OutOfBudget, match="more than 1e-06 GB"):
        combien.count(latin(6), engine="orbits", bytes=1000)
    with pytest.raises(OutOfBudget):
        combien.count(latin(7), engine="orbits", seconds=0.01)
