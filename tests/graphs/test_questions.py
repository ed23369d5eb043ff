"""Questions about sets of edges with given degrees: whatever has a number for each edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import BadInput, BadProblem, Constrained, SideConstraint, graphs

TRIANGLE = graphs.with_degrees([(0, 1), (1, 2), (2, 0)], {0: 1, 1: 1, 2: 0})


@given(st.data())
def test_a_number_for_each_edge(data: st.DataObject) -> None:
    """Where a vertex has no edge, the problem has an option more than there are edges."""
    pairs = [*combinations(range(4), 2)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1, max_size=6))
    vertices = sorted({*sum(edges, ())})
    bounds: Any = data.draw(
        st.fixed_dictionaries(dict.fromkeys(vertices, st.sampled_from([0, 1, (0, 1), (0, 2)])))
    )
    numbers = data.draw(st.lists(st.integers(-3, 3), min_size=len(edges), max_size=len(edges)))
    model = graphs.with_degrees(edges, bounds)
    limits: dict[int, tuple[int, int]] = {
        v: (b, b) if isinstance(b, int) else b for v, b in bounds.items()
    }

    def fits(chosen: tuple[int, ...]) -> bool:
        ends = [end for number in chosen for end in edges[number]]
        return all(low <= ends.count(v) <= high for v, (low, high) in limits.items())

    taken = product([False, True], repeat=len(edges))
    sets = [tuple(n for n, one in enumerate(each) if one) for each in taken]
    solutions = [chosen for chosen in sets if fits(chosen)]

    def total(chosen: tuple[int, ...]) -> int:
        return sum(numbers[number] for number in chosen)

    found = combien.best(model, costs=numbers, k=len(solutions) + 1, engine="zdd")
    assert [each.cost for each in found] == sorted(map(total, solutions))
    if solutions:
        again = combien.best(model, costs=numbers, start=solutions[-1], engine="zdd")
        assert [each.cost for each in again] == [min(map(total, solutions))]
    totals = sorted(map(total, solutions))
    by_total = combien.count_by_total(model, numbers)
    assert by_total == {number: totals.count(number) for number in dict.fromkeys(totals)}
    kinds = combien.count_by(model, lambda edge: edge)
    assert kinds.kinds == (*range(len(edges)),)
    limited = Constrained(model, [SideConstraint(numbers, most=0)])
    kept = [chosen for chosen in solutions if total(chosen) <= 0]
    assert combien.count(limited) == len(kept)
    assert {*combien.family(limited)} == {*map(frozenset, kept)}
    assert combien.marginals(limited) == [sum(n in s for s in kept) for n in range(len(edges))]
    weights = [Fraction(number + 4, 3) for number in numbers]
    heavy = [prod((weights[n] for n in s), start=Fraction(1)) for s in kept]
    assert combien.marginals(limited, weights=weights) == [
        sum(weight for weight, s in zip(heavy, kept, strict=True) if n in s)
        for n in range(len(edges))
    ]
    assert combien.count_by_total(limited, numbers) == {
        number: count for number, count in by_total.items() if number <= 0
    }
    assert all(limited.fault(chosen) == "" for chosen in kept)


def test_numbers_are_those_of_the_edges() -> None:
    assert combien.best(TRIANGLE, costs=[5, 1, 1]) == [(5, frozenset({(0, 1)}))]
    assert combien.best(TRIANGLE, costs=[5, 1, 1], start=[0], then=[[1, 2, 3]]).costs == ((5, 1),)
    with pytest.raises(BadProblem, match="4 costs are given for 3 options"):
        combien.best(TRIANGLE, costs=[1, 2, 3, 4])
    with pytest.raises(BadProblem, match="start is not a solution"):
        combien.best(TRIANGLE, costs=[1, 2, 3], start=[1])
    with pytest.raises(BadInput, match="4 weights were given for 3 options"):
        Constrained(TRIANGLE, [SideConstraint([1, 2, 3, 4], most=2)])


def test_the_relaxation_has_a_part_of_each_edge() -> None:
    pytest.importorskip("highspy", reason='pip install ".[milp]"')
    found = combien.relaxation(TRIANGLE, costs=[5, 1, 1])
    assert (found.bound, found.parts) == (Fraction(5), [1.0, 0.0, 0.0])
