"""Samples are uniform: by the statistic of Pearson, with seeds that are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from combien.families import Family

DRAWN = 20_000


def statistic(drawn: Mapping[Any, int], kinds: int) -> float:
    """How far the frequencies are from equal ones: about `kinds` - 1 when they are."""
    expected = sum(drawn.values()) / kinds
    missing = kinds - len(drawn)
    return sum((n - expected) ** 2 for n in drawn.values()) / expected + missing * expected


@pytest.mark.parametrize("seed", [1, -1, 2**70])
def test_sets_of_a_family(seed: int) -> None:
    # All sets of 2 or 3 of 7, of very different depths in the diagram, and one alone in a corner.
    sets = [*combinations(range(7), 2), *combinations(range(7), 3), (7, 8, 9)]
    family = Family(sets)
    assert family.count == len(sets) == 57
    drawn = Counter(family.sample(DRAWN, seed=seed))
    # With 56 degrees of freedom, one in a million is above 118.
    assert statistic(drawn, 57) < 118


def test_the_statistic_sees_what_is_not_uniform() -> None:
    uneven = Counter({k: 300 if k < 40 else 471 for k in range(57)})
    assert statistic(uneven, 57) > 118
