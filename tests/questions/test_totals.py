"""The number of solutions for each total of numbers of their options: polynomials in q."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import gcd, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, TilingProblem, count_by_total
from combien._base.budget import Spending
from combien.cover._oracle import all_solutions
from combien.engines._protocol import UNLIMITED
from combien.engines._sweeps import totals
from combien.engines._sweeps.totals import coprime_bases, matched_totals, reduced, swept_totals
from combien.errors import BadInput, Cancelled, CannotAnswer, Disagreement, OutOfBudget
from combien.families import Family, _queries
from combien.tilings import volumes
from combien.tilings.boards import aztec_diamond, hexagon
from tests.engines.test_fkt import Pairs, matching, planar_graphs, torus, torus_graphs
from tests.questions.test_constrained import models
from tests.questions.test_weights import DOMINO, LOZENGE, times
from tests.random_problems import all_problems

ANY = st.integers(-9, 9) | st.sampled_from([-(10**6), 6, 12, 10**9])


def unlimited() -> Spending:
    return Spending(UNLIMITED)


def defined(solutions: Sequence[Sequence[int]], numbers: Sequence[int]) -> dict[int, int]:
    """The definition: solutions by the sum of their options' numbers."""
    return dict(
        sorted(Counter(sum(numbers[option] for option in one) for one in solutions).items())
    )


@given(all_problems(), st.data())
@settings(max_examples=60)
def test_totals_are_those_of_the_definition(problem: Problem, data: st.DataObject) -> None:
    count = problem.option_count
    numbers = data.draw(st.lists(ANY, min_size=count, max_size=count))
    solutions = list(all_solutions(problem))
    expected = defined(solutions, numbers)
    found = count_by_total(problem, numbers)
    assert [*found.items()] == [*expected.items()]
    assert combien.family(problem).count_by_total(dict(enumerate(numbers))) == expected
    try:
        assert swept_totals(problem, numbers, unlimited(), None) == expected
    except CannotAnswer:
        left, _, _ = reduced(problem, numbers)
        assert min(left) < 0 or not coprime_bases(max(left), len(solutions))
    for smooth in (False, True):
        left, begin, unit = reduced(problem, numbers, smooth=smooth)
        again = {begin + unit * total: n for total, n in defined(solutions, left).items()}
        assert again == expected
        assert problem.has_bounds or min(left, default=0) >= 0


@given(planar_graphs() | torus_graphs(), st.data())
@settings(max_examples=25)
def test_matchings_of_graphs_as_by_sweeps(graph: tuple[Pairs, int], data: st.DataObject) -> None:
    problem = matching(*graph)
    count = problem.option_count
    numbers = data.draw(st.lists(st.integers(-2, 2), min_size=count, max_size=count))
    expected = swept_totals(problem, numbers, unlimited(), None)
    assert matched_totals(problem, numbers, unlimited(), None) == expected


@given(models(), st.data())
@settings(max_examples=25)
def test_side_constraints(
    model: combien.Constrained[combien.Solution], data: st.DataObject
) -> None:
    count = model.covers.option_count
    numbers = data.draw(st.lists(ANY, min_size=count, max_size=count))
    solutions = [one for one in all_solutions(model.covers) if not model.fault(one)]
    assert count_by_total(model, numbers) == defined(solutions, numbers)


# Known polynomials --------------------------------------------------------------------------------


def coefficients(problem: TilingProblem) -> list[int]:
    found = count_by_total(problem, volumes(problem))
    return [found.get(total, 0) for total in range(min(found), max(found) + 1)]


def test_plane_partitions_in_a_box_of_side_six() -> None:
    # MacMahon: the product of 1 - q**(i + j + k - 1) over that of 1 - q**(i + j + k - 2).
    sums = [i + j + k for i in range(1, 7) for j in range(1, 7) for k in range(1, 7)]
    above, below = Counter(n - 1 for n in sums), Counter(n - 2 for n in sums)
    found = coefficients(TilingProblem(hexagon(6, 6, 6), [LOZENGE]))
    assert len(found) == 6**3 + 1
    assert found[:6] == [1, 1, 3, 6, 13, 24]
    factors = [[1] + [0] * (n - 1) + [-1] for n in (below - above).elements()]
    product = times([[1] + [0] * (n - 1) + [-1] for n in (above - below).elements()])
    assert times([found, *factors]) == product


def test_smooth_numbers_are_small() -> None:
    problem = TilingProblem(hexagon(4, 4, 4), [LOZENGE])
    plain, _, _ = reduced(problem.problem(), volumes(problem))
    smooth, _, _ = reduced(problem.problem(), volumes(problem), smooth=True)
    # The largest total is that of a tiling with all cubes.
    assert sum(smooth) < sum(plain) / 2
    sums = [sum(smooth[option] for option in one) for one in combien.sample(problem.problem(), 9)]
    assert max(sums) <= 4**3


def test_an_aztec_diamond_of_order_nine() -> None:
    # Elkies, Kuperberg, Larsen and Propp, by rank.
    factors = [[1] + [0] * 2 * k + [1] for k in range(9) for _ in range(9 - k)]
    assert coefficients(TilingProblem(aztec_diamond(9), [DOMINO])) == times(factors)


def test_monominoes_and_dominoes_by_the_holes() -> None:
    # Matchings of a square grid by the number of their edges (OEIS A210662, row 4).
    problem = TilingProblem(Region.box(4, 4), [combien.Tile("*", name="one", times="any"), DOMINO])
    found = count_by_total(problem, lambda option: int(problem.kind(option) == "domino"))
    assert [*found.values()] == [1, 24, 224, 1044, 2593, 3388, 2150, 552, 36]
    assert found == dict(enumerate(combien.count_by_size(problem)[16:7:-1]))


def test_two_dominoes_on_a_torus_of_squares() -> None:
    problem = torus(4, 4)
    numbers = [*range(problem.option_count)]
    solutions = list(combien.solutions(problem))
    assert len(solutions) == 272
    assert matched_totals(problem, numbers, unlimited(), None) == defined(solutions, numbers)


# Ways to the answer -------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 3])
def test_every_way_has_the_same_answer(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    board = Region.box(4, 4) - Region([(1, 2)])
    problem = TilingProblem(board, [combien.Tile("*", times="any"), DOMINO])
    numbers = [(7 * option) % 11 - 5 for option in range(problem.problem().option_count)]
    expected = count_by_total(problem, numbers)
    assert sum(expected.values()) == combien.count(problem)
    monkeypatch.setattr("combien._questions.distribution.MOST_SWEEPS", most)
    assert count_by_total(problem, numbers) == expected
    # The dicts, and the sweeps after a family that is too large.
    monkeypatch.setattr(_queries, "_MOST_BITS", -1)
    assert count_by_total(problem, numbers) == expected
    monkeypatch.setattr("combien._questions.distribution.MOST_FAMILY_BYTES", 0)
    assert count_by_total(problem, numbers) == expected


def test_bases_of_sweeps() -> None:
    for largest, count in [(0, 5), (1, 2**70), (2, 10**12), (5, 10**40), (11, 10**9), (63, 1)]:
        bases = coprime_bases(largest, count)
        assert prod(bases) > count
        assert max(bases) ** largest < 2**64
        assert all(gcd(p, q) == 1 for p, q in combinations(bases, 2))
    assert coprime_bases(21, 10**9) == []
    assert coprime_bases(10**9, 1) == []


def test_values_of_no_polynomial_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options(["ab", "c", "a", "bc"])
    real = totals._counted
    for wrong in (-1, 1, 2**64):
        monkeypatch.setattr(totals, "_counted", lambda *args, w=wrong: real(*args) + w)
        with pytest.raises(Disagreement):
            swept_totals(problem, [1, 1, 2, 0], unlimited(), None)


def test_numbers_too_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    options = [*(("a", n) for n in range(3)), *((n,) for n in range(3)), ("a", 0, 1)]
    problem = Problem.from_options(options)
    numbers = [0, 10**9, 10**9 + 1, 5, 0, 0, 7]
    with pytest.raises(CannotAnswer, match="too far apart for sweeps"):
        swept_totals(problem, numbers, unlimited(), None)
    expected = defined(list(combien.solutions(problem)), numbers)
    assert len(expected) == 4
    assert count_by_total(problem, numbers) == expected
    # Without another way, the family may take more memory.
    monkeypatch.setattr("combien._questions.distribution.MOST_FAMILY_BYTES", 0)
    assert count_by_total(problem, numbers) == expected
    # Pfaffians with values of more bits than allowed leave it to the others.
    ladder = Problem.from_options(["ab", "bc", "de", "ef", "ad", "be", "cf"])
    numbers = [10**9, 7, 0, 0, 0, 0, 0]
    assert matched_totals(ladder, numbers, unlimited(), None) is None
    assert count_by_total(ladder, numbers) == {0: 1, 7: 1, 10**9: 1}


# Arguments ----------------------------------------------------------------------------------------


def test_numbers_by_default_and_by_name() -> None:
    problem = Problem.from_options(["ab", "c", "a", "bc"], costs=[3, 0, -1, 2])
    assert count_by_total(problem) == count_by_total(problem, {0: 3, 2: -1, 3: 2}) == {1: 1, 3: 1}
    limited = combien.Constrained(problem, [combien.SideConstraint([1, 0, 0, 0], most=0)])
    assert count_by_total(limited) == {1: 1}
    assert count_by_total(Problem.from_options([]), []) == {0: 1}
    assert count_by_total(Problem.from_options(["ab", "bc"]), [4, 5]) == {}
    assert Family([]).count_by_total({}) == {}


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (None, "the options have no costs"),
        ([1], "1 numbers were given for 2 options"),
        ([1, 0.5], "number of option 1 is 0.5: expected a whole number; scale"),
        ({2: 1}, "there is no option 2"),
        (3, "expected a dict of numbers by option number"),
    ],
)
def test_numbers_that_are_refused(numbers: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        count_by_total(Problem.from_options(["a", "a"]), numbers)  # type: ignore[arg-type]


def test_numbers_of_a_family_that_are_refused() -> None:
    family = Family(["ab", "c"])
    for numbers, message in (
        ({"a": 1, "b": 2}, "'c' has no number"),
        ({"a": 1, "b": 2, "c": 0.5}, "the number of 'c'"),
        ([1, 2, 3], "expected a dict of numbers"),
    ):
        with pytest.raises(BadInput, match=message):
            family.count_by_total(numbers)  # type: ignore[arg-type]


def test_whole_costs_of_any_type() -> None:
    lists: list[list[Any]] = [[2.0, 3.0, 5], [Fraction(4, 2), Fraction(3), Fraction(5)]]
    for costs in lists:
        problem = Problem.from_options(["ab", "a", "b"], costs=costs)
        assert count_by_total(problem) == {2: 1, 8: 1}


def test_costs_that_are_not_whole_are_refused() -> None:
    with pytest.raises(BadInput, match=r"the cost of option 0 is 0\.5"):
        count_by_total(Problem.from_options(["a"], costs=[0.5]))


def test_short_counts_report_their_work() -> None:
    seen: list[combien.Progress] = []
    count_by_total(TilingProblem("**\n**", [DOMINO]), [0, 1, 2, 3], report=seen.append)
    assert [one.fraction for one in seen] == [0.05, 1]
    assert {one.engine for one in seen} == {"fkt"}
    assert all(one.work["pivots"] > 0 for one in seen)


@pytest.mark.parametrize("tiles", [[DOMINO], [DOMINO, combien.Tile("*", times="any")]])
def test_limits_and_progress(tiles: list[combien.Tile]) -> None:
    problem = TilingProblem(Region.box(24, 24), tiles)
    numbers = [option % 3 for option in range(problem.problem().option_count)]
    for limit in ({"nodes": 3}, {"seconds": 0}):
        with pytest.raises(OutOfBudget):
            count_by_total(problem, numbers, **limit)  # type: ignore[arg-type]

    def report(progress: combien.Progress) -> None:
        assert progress.fraction is None or 0 <= progress.fraction <= 1
        raise Cancelled

    with pytest.raises(Cancelled):
        count_by_total(problem, numbers, report=report)
