"""Sums of weights as clauses: one model for each choice within the limit, and none for others."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import CannotAnswer, Problem
from combien.cover._verify import SumLimits
from combien.sat import _weighted
from combien.sat._weighted import WeightedEncoding, at_most

# Auxiliary variables are tried in all ways.
MOST_AUXILIARY = 9


@given(st.lists(st.integers(-5, 7), max_size=6), st.integers(-8, 14))
def test_a_choice_within_the_limit_has_one_model(weights: list[int], most: int) -> None:
    auxiliary, clauses = at_most(weights, most, len(weights) + 1)
    if auxiliary > MOST_AUXILIARY:
        return
    for choice in product((False, True), repeat=len(weights)):
        models = 0
        for others in product((False, True), repeat=auxiliary):
            values = (*choice, *others)
            models += all(
                any(values[abs(literal) - 1] == (literal > 0) for literal in clause)
                for clause in clauses
            )
        fits = sum(weight for weight, chosen in zip(weights, choice, strict=True) if chosen) <= most
        assert models == fits


def test_sizes_and_names() -> None:
    problem = Problem.from_options(["ab", "a", "b", "b"])
    encoding = WeightedEncoding(
        problem, [SumLimits((3, 1, 1, 2), 2, 3), SumLimits((1, 1, 1, 1), 0, 4)]
    )
    clauses = list(encoding)
    assert len(clauses) == encoding.clause_count
    assert sum(map(len, clauses)) == encoding.literal_count
    assert max(abs(literal) for clause in clauses for literal in clause) == encoding.variable_count
    assert encoding.name(1) == "a b"
    assert encoding.name(encoding.variable_count).startswith("partial sum")
    assert encoding.fault((1, 2)) == ""
    assert "add up to 2" in WeightedEncoding(problem, [SumLimits((1, 1, 1, 1), 0, 1)]).fault((1, 2))


def test_too_many_sums_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_weighted, "MOST_STATES", 1000)
    with pytest.raises(CannotAnswer, match="partial sums: ask dlx or zdd"):
        at_most([1009 * k % 7919 for k in range(60)], 100_000, 61)
