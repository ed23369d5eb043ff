"""Set packing, set covering and partial covers, against their definitions and known numbers."""

from __future__ import annotations

from collections.abc import Hashable
from decimal import Decimal
from itertools import chain, combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import BadProblem, Problem
from combien.cover import covering, packing, partial_covers
from combien.errors import BadInput

BELL = [1, 1, 2, 5, 15, 52]


def pairs(n: int) -> list[tuple[int, int]]:
    return list(combinations(range(n), 2))


def subsets(n: int) -> list[tuple[int, ...]]:
    return [part for size in range(1, n + 1) for part in combinations(range(n), size)]


def test_packings_of_pairs_are_involutions() -> None:
    # OEIS A000085.
    assert [combien.count(packing(pairs(n))) for n in range(2, 9)] == [2, 4, 10, 26, 76, 232, 764]


def test_coverings_by_pairs_and_by_sets() -> None:
    # OEIS A006129 and A003465.
    assert [combien.count(covering(pairs(n))) for n in range(2, 6)] == [1, 4, 41, 768]
    assert [combien.count(covering(subsets(n))) for n in range(1, 5)] == [1, 5, 109, 32297]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_partial_partitions_are_partitions_of_one_more(n: int) -> None:
    # OEIS A000110: what is left out is the part of a new element.
    for most in range(n + 2):
        wanted = sum(comb(n, k) * BELL[n - k] for k in range(min(most, n) + 1))
        assert combien.count(partial_covers(subsets(n), uncovered=most)) == wanted
    assert wanted == BELL[n + 1]


OPTIONS = st.lists(st.sets(st.sampled_from("abcd"), min_size=1).map(sorted), min_size=1, max_size=6)


@given(options=OPTIONS, most=st.integers(0, 3), data=st.data())
def test_models_match_their_definitions(
    options: list[list[str]], most: int, data: st.DataObject
) -> None:
    items = sorted(set(chain(*options)))
    penalty: dict[Hashable, int] = {
        item: data.draw(st.integers(0, 9), label=item) for item in items
    }
    overlap: dict[Hashable, Decimal] = {
        item: Decimal(data.draw(st.integers(0, 9), label=item)) / 4 for item in items
    }
    costs = [len(option) + 1 for option in options]
    packings, covers, overlaps, partial = [], {}, {}, {}
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            times = [sum(item in options[o] for o in chosen) for item in items]
            price = sum(costs[o] for o in chosen) + sum(
                penalty[item] for item, n in zip(items, times, strict=True) if not n
            )
            if max(times) <= 1:
                packings.append(chosen)
            if times.count(0) <= most:
                covers[chosen] = price
                overlaps[chosen] = price + sum(
                    overlap[item] * (n - 1) for item, n in zip(items, times, strict=True) if n
                )
                if max(times) <= 1:
                    partial[chosen] = price
    assert sorted(combien.solutions(packing(options))) == sorted(packings)
    for problem, wanted in (
        (covering(options, costs=costs, uncovered=most, penalty=penalty), covers),
        (
            covering(options, costs=costs, uncovered=most, penalty=penalty, overlap=overlap),
            overlaps,
        ),
        (partial_covers(options, costs=costs, uncovered=most, penalty=penalty), partial),
    ):
        found = {
            tuple(o for o in solution if o < len(options)): sum(map(problem.cost, solution))
            for solution in combien.solutions(problem)
        }
        assert found == wanted
        assert combien.count(problem) == len(wanted)
        if wanted:
            assert combien.best(problem)[0].cost == min(wanted.values())
            assert combien.best(problem, maximize=True)[0].cost == max(wanted.values())


def test_names_are_kept() -> None:
    problem = covering({"left": "ab", "right": "bc"}, uncovered=1, penalty=3)
    assert [problem.name(option) for option in range(5)] == [
        "left", "right", ("uncovered", "a"), ("uncovered", "b"), ("uncovered", "c"),
    ]  # fmt: skip
    assert covering(["a", "a"], overlap=0.1).name(2) == ("overlap",)
    assert covering(["a", "a"], overlap=0) == covering(["a", "a"])
    assert packing({"left": "ab"}).item_names == ("a", "b")
    assert partial_covers(["ab"], uncovered=0) == Problem.from_options({("a", "b"): "ab"})


def test_what_is_refused() -> None:
    with pytest.raises(BadInput, match="uncovered=-1"):
        covering(["a"], uncovered=-1)
    with pytest.raises(BadProblem, match="penalty: 'b' is not an item of the options"):
        partial_covers(["a"], uncovered=1, penalty={"b": 1})
    with pytest.raises(BadProblem, match="overlap: 'b' is not an item of the options"):
        covering(["a"], overlap={"b": 1})
    with pytest.raises(BadProblem, match=r"a cost is a whole number, a float, .*, not 'x'"):
        covering(["a"], overlap="x")  # type: ignore[arg-type]
    with pytest.raises(BadProblem, match=r"a cost is a whole number, .* not 'x'"):
        partial_covers(["a"], uncovered=1, penalty="x")  # type: ignore[arg-type]
    with pytest.raises(BadProblem, match="option 0 is empty"):
        packing([[]])
