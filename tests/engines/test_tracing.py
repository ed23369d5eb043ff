"""Random solutions and shares by a sweep that is read back: exact, within limits, on the disk."""

from __future__ import annotations

import errno
import shutil
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from math import prod
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, _native
from combien._questions import distribution
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.cover._verify import fault
from combien.engines._sweeps import tracing
from combien.engines._sweeps.frontier import opened
from combien.engines._sweeps.tracing import swept_shares, traced
from combien.errors import Cancelled, CannotWrite, Interrupted, OutOfBudget
from tests.engines.boards import dominoes, queens, timetable
from tests.engines.test_random_matchings import squared
from tests.random_problems import all_problems


@given(all_problems())
@settings(max_examples=80)
def test_every_solution_has_its_numbers(problem: Problem) -> None:
    every = all_solutions(problem)
    found = traced(problem, 60, 1)
    assert found == traced(problem, 60, 1)
    assert set(found) <= set(every)
    assert len(found) == (60 if every else 0)
    # If one of six were never drawn, this would happen once in fifty thousand.
    if len(every) <= 6:
        assert set(found) == set(every)


def defined_shares(problem: Problem, weights: Sequence[int]) -> tuple[list[int], int]:
    """The definition: each solution counts as the product of its options' weights."""
    shares = [0] * problem.option_count
    count = 0
    for one in all_solutions(problem):
        weight = prod(weights[option] for option in one)
        count += weight
        for option in one:
            shares[option] += weight
    return shares, count


@given(all_problems(), st.data())
@settings(max_examples=80)
def test_shares_are_those_of_the_definition(problem: Problem, data: st.DataObject) -> None:
    ones = [1] * problem.option_count
    assert swept_shares(problem) == defined_shares(problem, ones)
    size = st.integers(1, 2**64 - 1) | st.integers(1, 3)
    weights = data.draw(st.lists(size, min_size=len(ones), max_size=len(ones)))
    assert swept_shares(problem, weights=weights) == defined_shares(problem, weights)


@pytest.mark.parametrize("piece", [1 << 6, 1 << 17])
def test_shares_of_several_words(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(tracing, "PIECE", piece)
    # By Pfaffians, and by a diagram.
    for problem in (dominoes(16, 16), queens(8), timetable(4, 3, slots=4, seed=1)):
        shares, count = swept_shares(problem)
        assert count == combien.count(problem)
        assert shares == combien.marginals(problem)


def test_marginals_of_a_family_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = queens(8)
    expected = combien.marginals(problem)
    monkeypatch.setattr(distribution, "MOST_FAMILY_BYTES", 1000)
    assert combien.marginals(problem) == expected
    with pytest.raises(OutOfBudget):
        combien.marginals(problem, nodes=100)
    with pytest.raises(OutOfBudget):
        combien.marginals(problem, seconds=0)
    assert combien.marginals(Problem.from_options(["ab", "bc"])) == [0, 0]


def test_weights_of_samples() -> None:
    problem = dominoes(4, 4)
    # Horizontal dominoes weigh 3, so a solution with k of them 3**k.
    weights = [1 + 2 * (max(pair) - min(pair) == 1) for pair in map(problem.indices, range(24))]
    every = combien.solutions(problem, engine="dlx")
    expected = {one: prod(weights[o] for o in one) for one in every}
    total = sum(expected.values())
    found = Counter(traced(problem, 2_000, 3, weights=weights))
    squares = sum((found[one] - 2_000 * w / total) ** 2 * total / w for one, w in expected.items())
    assert squares / 2_000 < len(expected) + 7 * (2 * len(expected)) ** 0.5


@pytest.mark.parametrize("problem", [dominoes(4, 4), queens(7), timetable(4, 2, slots=3, seed=1)])
def test_samples_are_uniform(problem: Problem) -> None:
    count = combien.count(problem)
    found = traced(problem, 100 * count, 2)
    assert squared(Counter(found), count) < count + 7 * (2 * count) ** 0.5


def test_numbers_of_several_words(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = dominoes(16, 16)
    monkeypatch.setattr(tracing, "PIECE", 1 << 9)
    found = traced(problem, 3, 5)
    assert len(set(found)) == 3
    assert not any(fault(problem, one) for one in found)
    # The first and the last of all.
    count = combien.count(problem)
    ends = []
    for number in (0, count - 1):
        dice: Any = SimpleNamespace(randrange=lambda most, number=number: number)
        monkeypatch.setattr(tracing, "Random", lambda seed, dice=dice: dice)
        ends += traced(problem, 1, 0)
    assert count.bit_length() > 64
    assert ends[0] != ends[1]
    assert not any(fault(problem, one) for one in ends)


def test_a_family_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "MOST_FAMILY_BYTES", 1000)
    problem = dominoes(8, 8)
    found = combien.sample(problem, 5, seed=3)
    assert found == traced(problem, 5, 3)
    with pytest.raises(OutOfBudget):
        combien.sample(problem, 5, seed=3, nodes=100)
    with pytest.raises(OutOfBudget):
        combien.sample(problem, 5, seed=3, seconds=0)


@pytest.mark.parametrize("large", [0, 1 << 26])
def test_layers_that_do_not_fit_on_the_disk(monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr(tracing, "IN_MEMORY", large)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    if large:
        assert len(traced(queens(8), 2, 0)) == 2
    else:
        with pytest.raises(CannotWrite, match="more than half of what is free"):
            traced(queens(8), 2, 0)


def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __init__(self, **options: object) -> None:
            pass

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def tell(self) -> int:
            return 0

        def write(self, piece: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tracing, "SpooledTemporaryFile", Full)
    with pytest.raises(CannotWrite, match="No space left on device; set TMPDIR"):
        traced(queens(8), 2, 0)


@pytest.mark.parametrize("left", [0, 8])
def test_a_layer_that_became_shorter(left: int) -> None:
    layer = tracing._Layer(0, 0, limbs=1, stride=2, begin=0, size=32)
    with pytest.raises(CannotWrite, match="became shorter"):
        list(tracing._pieces(BytesIO(bytes(left)), layer))


def test_limits() -> None:
    for budget in (
        combien.Budget(nodes=10),
        combien.Budget(nodes=200_000),
        combien.Budget(seconds=0),
        combien.Budget(bytes=1000),
    ):
        with pytest.raises(OutOfBudget):
            traced(queens(11), 2, 0, budget=budget)
        with pytest.raises(OutOfBudget):
            swept_shares(queens(11), budget=budget)
    for error, expected in ((Cancelled(), Cancelled), (KeyboardInterrupt(), Interrupted)):

        def report(progress: object, error: BaseException = error) -> None:
            raise error

        with pytest.raises(expected):
            traced(queens(11), 2, 0, report=report)
        with pytest.raises(expected):
            swept_shares(queens(11), report=report)


def test_limits_on_the_way_back() -> None:
    problem = queens(9)
    known: list[int] = []
    swept_shares(problem, report=lambda progress: known.append(progress.work["transitions"]))
    budget = combien.Budget(nodes=known[-2])
    with pytest.raises(OutOfBudget):
        swept_shares(problem, budget=budget)


def test_the_core_refuses_other_layers() -> None:
    problem = queens(5)
    counting = opened(problem, "given")
    counting.run(10**9, 10.0, 10**9)
    for read_back in (counting.tracing, counting.shares):
        with pytest.raises(ValueError, match="does not look at the options"):
            read_back()
    sweep = _native.sweep(compiled(problem), counting.items, options=True)
    assert sweep is not None
    backward = sweep.tracing()
    with pytest.raises(ValueError, match="no such step"):
        backward.begin(99, 0, [])
    with pytest.raises(ValueError, match="other words"):
        backward.begin(0, 0, [([1] * 99, [0])])
    with pytest.raises(ValueError, match="another length"):
        backward.read(bytes(24), 2, 1)
    backward.begin(0, 0, [([1 << 63], [5])])
    with pytest.raises(ValueError, match="no state before it"):
        backward.ways()
    sweep.run(10**9, 10.0, 10**9)
    shares = sweep.shares()
    with pytest.raises(ValueError, match="no such step"):
        shares.open(99, 0, 1, 10**9)
    assert shares.open(0, 0, 10**9, 1000) == _native.OUT_OF_BYTES
    shares.open(0, 0, 0, 10**9)
    with pytest.raises(ValueError, match="more states"):
        shares.read(bytes(16), 2, 1)
