"""Solutions that count as the product of their options' weights: marginals, samples, volumes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, TilingProblem, graphs
from combien._questions.distribution import option_weights
from combien.cover._oracle import all_solutions
from combien.engines._matchings import random_matchings
from combien.engines._matchings.fkt import shares
from combien.engines._protocol import UNLIMITED
from combien.engines._sweeps.tracing import swept_shares
from combien.engines._sweeps.whole_weights import whole_weights
from combien.errors import BadInput, BadTiling, CannotAnswer
from combien.families import Family
from combien.geometry import TRIANGLES
from combien.tilings import volumes
from combien.tilings.boards import aztec_diamond, hexagon
from tests.engines.boards import queens
from tests.engines.test_fkt import Pairs, matching, planar_graphs
from tests.questions.test_constrained import models, wanted
from tests.random_problems import all_problems

DOMINO = combien.Tile("**", name="domino", symmetries="all", times="any")
LOZENGE = combien.Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")


def defined(problem: Problem, weights: Sequence[Fraction]) -> tuple[list[Fraction], Fraction]:
    """The definition: the total weight of the solutions with each option, and of all.

    That of `all_solutions` is too slow for boards.
    """
    found, total = [Fraction(0)] * problem.option_count, Fraction(0)
    for one in combien.solutions(problem, engine="dlx"):
        weight = prod((weights[option] for option in one), start=Fraction(1))
        total += weight
        for option in one:
            found[option] += weight
    return found, total


@given(all_problems(), st.data())
@settings(max_examples=80)
def test_marginals_are_those_of_the_definition(problem: Problem, data: st.DataObject) -> None:
    size = st.fractions(Fraction(1, 50), 50, max_denominator=50)
    count = problem.option_count
    weights = data.draw(st.lists(size, min_size=count, max_size=count))
    try:
        whole, factor = whole_weights(problem, weights)
    except CannotAnswer:
        assert problem.has_bounds
        return
    assert all(weight > 0 for weight in whole)
    for one in all_solutions(problem):
        products = (prod(numbers[option] for option in one) for numbers in (whole, weights))
        assert next(products) * factor == next(products)
    assert combien.marginals(problem, weights=weights) == defined(problem, weights)[0]


@given(planar_graphs(), st.data())
@settings(max_examples=40)
def test_pfaffians_have_weights_of_any_size(pairs: tuple[Pairs, int], data: st.DataObject) -> None:
    problem = matching(pairs[0], pairs[1])
    size = st.integers(1, 3) | st.integers(2**64 - 1, 2**64 + 1) | st.integers(1, 2**150)
    count = problem.option_count
    weights = data.draw(st.lists(size, min_size=count, max_size=count))
    if combien.count(problem) <= 100:
        found, total = defined(problem, [*map(Fraction, weights)])
        assert shares(problem, weights=weights) == ([*map(int, found)], int(total))
    if max(weights, default=0) < 2**64:
        assert shares(problem, weights=weights) == swept_shares(problem, weights=weights)


# Families -----------------------------------------------------------------------------------------


@given(models(), st.data())
@settings(max_examples=30)
def test_side_constraints(
    model: combien.Constrained[combien.Solution], data: st.DataObject
) -> None:
    size = st.integers(1, 9) | st.fractions(Fraction(1, 50), 50, max_denominator=50)
    count = model.covers.option_count
    weights = data.draw(st.lists(size, min_size=count, max_size=count))
    shares, total = [Fraction(0)] * count, Fraction(0)
    expected = wanted(model)
    for one in expected:
        weight = prod((weights[option] for option in one), start=Fraction(1))
        total += weight
        for option in one:
            shares[option] += weight
    assert option_weights(model, weights, UNLIMITED, None) == (shares, total)
    drawn = combien.sample(model, 3, weights=weights, seed=data.draw(st.integers(0, 9)))
    assert set(drawn) <= set(expected)
    assert len(drawn) == (3 if expected else 0)


# Whole weights of the covers, and fractions.
@pytest.mark.parametrize("bounds", [{}, {"a": (1, 2)}])
def test_samples_with_side_constraints(bounds: dict[str, tuple[int, int]]) -> None:
    options = ["ab", "cd", "a", "bcd", "b", "c", "d", "ac", "bd", "b"]
    problem = Problem.from_options(options, bounds=bounds)
    model = combien.Constrained(problem, [combien.SideConstraint([1] * 10, most=3)])
    weights = [Fraction(n + 2, n + 1) ** (n % 4) for n in range(10)]
    solutions = list(combien.solutions(model))
    assert 4 < len(solutions) < combien.count(problem)
    exact = {one: prod((weights[n] for n in one), start=Fraction(1)) for one in solutions}
    drawn = Counter(combien.sample(model, 3000, seed=2, weights=weights))
    assert chi_squared(drawn, exact) < len(exact) + 5 * (2 * len(exact)) ** 0.5
    # The test would notice uniform samples.
    uniform = Counter(combien.sample(model, 3000, seed=2))
    assert chi_squared(uniform, exact) > len(exact) + 5 * (2 * len(exact)) ** 0.5


def chi_squared(found: Counter[Any], exact: Mapping[Any, Fraction]) -> float:
    """Pearson's statistic, whose mean is about the number of solutions."""
    assert found.keys() <= exact.keys()
    number, total = found.total(), sum(exact.values())
    expected = {one: float(number * weight / total) for one, weight in exact.items()}
    return sum((found[one] - mean) ** 2 / mean for one, mean in expected.items())


def test_subgraphs_have_weights() -> None:
    model = graphs.paths(["ab", "ac", "bc", "bd", "cd"], "a", "d")
    count = model.sweep().option_count
    weights = [Fraction(1, n + 2) for n in range(count)]
    family: Any = combien.family(model)
    products = [prod((weights[n] for n in one), start=Fraction(1)) for one in family]
    found, total = option_weights(model, weights, UNLIMITED, None)
    assert len(products) == 4
    assert total == sum(products)
    assert found == [
        sum(weight for one, weight in zip(family, products, strict=True) if n in one)
        for n in range(count)
    ]
    assert len(combien.sample(model, 5, weights=weights)) == 5


def test_weights_of_a_family() -> None:
    family = Family(["ab", "b", "c", ""])
    half = Fraction(1, 2)
    assert family.marginals(weights={"a": half, "b": 2, "c": 3}) == {"a": 1, "b": 3, "c": 3}
    assert Family([]).marginals(weights={}) == {}
    heavy = family.sample(50, seed=1, weights={"a": 1, "b": 1, "c": 10**9})
    assert heavy == [{"c"}] * 50
    for weights in ({"a": 1, "b": 2}, {"a": 1, "b": 0, "c": 1}, {"a": 1, "b": 0.5, "c": 1}, [1]):
        for ask in (family.marginals, partial(family.sample, 1, seed=1)):
            with pytest.raises(BadInput, match=r"positive whole number or Fraction|a dict of"):
                ask(weights=weights)  # type: ignore[arg-type]


# The volume ---------------------------------------------------------------------------------------


def polynomial(problem: TilingProblem) -> list[int]:
    """The number of tilings by volume above the least."""
    numbers = volumes(problem)
    totals = Counter(sum(numbers[o] for o in one) for one in combien.solutions(problem.problem()))
    least = min(totals)
    return [totals[least + k] for k in range(max(totals) - least + 1)]


def times(factors: Sequence[Sequence[int]]) -> list[int]:
    found = [1]
    for factor in factors:
        product = [0] * (len(found) + len(factor) - 1)
        for i, a in enumerate(found):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        found = product
    return found


@pytest.mark.parametrize("sides", [(1, 1, 1), (2, 1, 3), (2, 2, 2), (3, 2, 2), (1, 4, 2)])
def test_lozenges_are_plane_partitions(sides: tuple[int, int, int]) -> None:
    # MacMahon: the product of 1 - q**(i + j + k - 1) over that of 1 - q**(i + j + k - 2).
    boxes = [
        i + j + k
        for i in range(1, sides[0] + 1)
        for j in range(1, sides[1] + 1)
        for k in range(1, sides[2] + 1)
    ]
    above = times([[1] + [0] * (n - 2) + [-1] for n in boxes])
    below = times([[1] + [0] * (n - 3) + [-1] for n in boxes])
    found = polynomial(TilingProblem(hexagon(*sides), [LOZENGE]))
    assert len(found) == prod(sides) + 1
    assert times([found, below]) == above


@pytest.mark.parametrize("order", [1, 2, 3])
def test_volumes_of_an_aztec_diamond(order: int) -> None:
    # Elkies, Kuperberg, Larsen and Propp: the product of (1 + q**(2k + 1))**(order - k).
    factors = [[1] + [0] * 2 * k + [1] for k in range(order) for _ in range(order - k)]
    assert polynomial(TilingProblem(aztec_diamond(order), [DOMINO])) == times(factors)


@pytest.mark.parametrize("board", ["****\n****\n****\n****", ".***\n*.**\n****", ".**\n****\n**"])
def test_two_dominoes_of_a_square_turn_by_one(board: str) -> None:
    problem = TilingProblem(board, [DOMINO])
    numbers = dict(zip((p.region for p in problem.placements), volumes(problem), strict=True))
    for x, y in problem.board:
        square = Region.box(2, 2).shift(x, y)
        if not square <= problem.board:
            continue
        across = sum(numbers[Region.box(2, 1).shift(x, y + k)] for k in (0, 1))
        up = sum(numbers[Region.box(1, 2).shift(x + k, y)] for k in (0, 1))
        assert across - up == (1 if (x + y) % 2 else -1)


def test_macmahon_in_a_large_box() -> None:
    problem, q = TilingProblem(hexagon(6, 5, 7), [LOZENGE]), Fraction(9, 10)
    weights = [q**number for number in volumes(problem)]
    found = combien.marginals(problem, weights=weights)
    total = sum(
        share
        for share, placement in zip(found, problem.placements, strict=True)
        if problem.board.cells[0] in placement.region
    )
    expected = Fraction(1)
    for i in range(1, 7):
        for j in range(1, 6):
            for k in range(1, 8):
                expected *= (1 - q ** (i + j + k - 1)) / (1 - q ** (i + j + k - 2))
    ratio = total / expected
    # The constant of the volume.
    power = next(n for n in range(-1000, 1000) if q**n == ratio)
    assert total == expected * q**power


# Samples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 1000])
def test_samples_follow_the_weights(monkeypatch: pytest.MonkeyPatch, least: int) -> None:
    # By coupling from the past, and by a sweep.
    monkeypatch.setattr(random_matchings, "LEAST_ITEMS", least)
    problem = TilingProblem(hexagon(2, 2, 2), [LOZENGE])
    weights = [Fraction(2, 3) ** number for number in volumes(problem)]
    exact = {
        one: prod((weights[option] for option in one), start=Fraction(1))
        for one in combien.solutions(problem.problem())
    }
    number = 2_000
    found = Counter(combien.sample(problem.problem(), number, seed=4, weights=weights))
    assert found == Counter(combien.sample(problem.problem(), number, seed=4, weights=weights))
    assert chi_squared(found, exact) < len(exact) + 5 * (2 * len(exact)) ** 0.5


def test_weights_that_are_all_one() -> None:
    problem = queens(6)
    ones = [1.0] * problem.option_count
    assert combien.marginals(problem, weights=ones) == combien.marginals(problem)
    assert combien.marginals(Problem.from_options([]), weights=[]) == []


def test_a_heat_map_by_weights() -> None:
    problem = TilingProblem("**\n**", [DOMINO])
    heat = combien.heat_map(problem, weights=[Fraction(1, 2), Fraction(1, 3), 1, 1])
    assert heat.total == heat.counts[0, 0][0] == 1 + Fraction(1, 6)
    assert "100" in heat.picture(0).ascii(boxes=True, labels=True)
    assert "tilings" not in heat.sheet().svg(palette="heat")


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1], "1 numbers, but the problem has 2 options"),
        ([1, 0], "option 1 has the weight 0: weights are positive"),
        ([1, -0.5], "weights are positive"),
        ([1, "2"], "option 1: a weight is a finite int, float"),
        ([1, True], "option 1: a weight is"),
        ([1, float("inf")], "a weight is a finite int"),
        ([1, Decimal("1e-1000")], "of fewer than 400 zeros"),
        ([1, 2**5000], "more than 4096 bits"),
        (3, "weights"),
    ],
)
def test_weights_that_are_refused(weights: object, message: str) -> None:
    problem = Problem.from_options(["a", "a"])
    with pytest.raises(BadInput, match=message):
        combien.marginals(problem, weights=weights)  # type: ignore[call-overload]
    with pytest.raises(BadInput, match=message):
        combien.sample(problem, weights=weights)  # type: ignore[arg-type]


def test_problems_that_refuse_weights() -> None:
    free = Problem.from_options(["a", "a"], bounds={"a": (0, 2)})
    assert combien.marginals(free, weights=[2, 3]) == [2 + 6, 3 + 6]
    with pytest.raises(CannotAnswer, match=r"option 1 has the weight 0\.5"):
        combien.marginals(free, weights=[1, 0.5])
    fine = Problem.from_options(["ab", "a", "b", "bc", "c"])
    with pytest.raises(CannotAnswer, match="a sweep has 64: round the weights"):
        combien.marginals(fine, weights=[1, 2**70, 3, 5, 1])


def test_models_without_a_volume() -> None:
    for problem in (
        TilingProblem("***", [combien.Tile("***")]),
        TilingProblem(Region.box(2, 2, 2), [combien.Tile(Region.box(2, 1, 1))]),
        queens(4),
    ):
        with pytest.raises(BadTiling, match=r"volume|TilingProblem"):
            volumes(problem)  # type: ignore[arg-type]
