"""Reasons why there is no solution: found if they exist, never if there is a solution."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover._needs import blocked_item, uncoverable_items
from combien.cover._oracle import all_solutions
from combien.cover._weights import (
    LARGE_PRIME,
    Weights,
    separating,
    weights_by_class,
    weights_fault,
    weights_of_items,
    whole_numbers,
)
from combien.errors import BadInput
from tests.random_problems import all_problems, problems

# The algebra --------------------------------------------------------------------------------------

PLACES = 3


def functional_by_hand(
    vectors: list[tuple[int, ...]], target: tuple[int, ...], modulus: int
) -> bool:
    """The definition: some weights make every vector 0 and the target not."""

    def weigh(weights: tuple[int, ...], vector: tuple[int, ...]) -> int:
        return sum(map(int.__mul__, weights, vector)) % modulus

    return any(
        weigh(weights, target) and not any(weigh(weights, vector) for vector in vectors)
        for weights in product(range(modulus), repeat=PLACES)
    )


vectors_of_numbers = st.tuples(*[st.integers(0, 8)] * PLACES)


@pytest.mark.parametrize(("prime", "power"), [(2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2)])
@settings(max_examples=40)
@given(vectors=st.lists(vectors_of_numbers, max_size=5), target=vectors_of_numbers)
def test_weights_are_found_exactly_when_there_are_any(
    prime: int, power: int, vectors: list[tuple[int, ...]], target: tuple[int, ...]
) -> None:
    modulus = prime**power
    found = separating(
        [dict(enumerate(vector)) for vector in vectors],
        dict(enumerate(target)),
        prime=prime,
        power=power,
    )
    assert (found is not None) == functional_by_hand(vectors, target, modulus)
    if found is not None:
        for vector in vectors:
            assert sum(found.get(at, 0) * number for at, number in enumerate(vector)) % modulus == 0
        assert sum(found.get(at, 0) * number for at, number in enumerate(target)) % modulus


def test_the_work_is_limited() -> None:
    vectors = [{at: 1, at + 1: 1, 50: at} for at in range(50)]
    target = dict.fromkeys(range(51), 1)
    assert separating(vectors, {51: 1}, prime=5) is not None
    assert separating(vectors + vectors, target, prime=5, steps=40) is None


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5).filter(any), st.integers(1, 10**9))
def test_ratios_of_whole_numbers_are_reconstructed(numbers: list[int], factor: int) -> None:
    remainders = {at: number * factor % LARGE_PRIME for at, number in enumerate(numbers)}
    found = whole_numbers(remainders)
    assert found is not None
    assert all(
        found.get(a, 0) * numbers[b] == found.get(b, 0) * numbers[a]
        for a, b in product(range(len(numbers)), repeat=2)
    )
    assert next(iter(sorted(found.items())))[1] > 0


def test_large_numbers_are_refused() -> None:
    odd = {at: pow(number, -1, LARGE_PRIME) for at, number in enumerate((1, 10007, 10009))}
    assert whole_numbers(odd) is None
    assert whole_numbers({}) is None


# Soundness ----------------------------------------------------------------------------------------


@given(all_problems())
def test_a_problem_with_a_solution_has_no_reason(problem: Problem) -> None:
    solvable = bool(all_solutions(problem))
    weights, lacking = weights_of_items(problem), uncoverable_items(problem)
    assert not (solvable and weights)
    assert not (solvable and lacking)
    assert not (solvable and blocked_item(problem))
    if weights:
        assert weights_fault(problem, weights) == ""


@given(
    problems(bounds=True), st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.integers(0, 4)
)
def test_the_check_lets_no_weights_pass_where_there_is_a_solution(
    problem: Problem, values: list[int], modulus: int
) -> None:
    weights = Weights(tuple(values[: problem.item_count]), modulus=modulus if modulus != 1 else 6)
    if not weights_fault(problem, weights):
        assert all_solutions(problem) == []


@pytest.mark.parametrize(
    ("weights", "fault"),
    [
        (Weights((1, 2)), "2 weights are given for 3 items"),
        (Weights((1, -1, 1), modulus=2), "item 'c' may be covered 0 to 1 times and weighs 1"),
        (Weights((1, 1, 0), modulus=3), "option 0 weighs 2"),
        (Weights((0, 0, 2), modulus=2), "all items weigh 0 together, as the options do"),
    ],
)
def test_messages_of_the_check(weights: Weights, fault: str) -> None:
    problem = Problem.from_options(["ab", "ac", "b"], secondary="c", primary="ab")
    assert weights_fault(problem, weights) == fault


@pytest.mark.parametrize("modulus", [-1, 1, "2"])
def test_invalid_moduli(modulus: int) -> None:
    with pytest.raises(BadInput, match="a modulus is 2 or more"):
        Weights((1,), modulus=modulus)


def test_weights_are_whole() -> None:
    with pytest.raises(BadInput, match="weights are whole numbers"):
        Weights((0.5,))  # type: ignore[arg-type]


# Known reasons ------------------------------------------------------------------------------------


def test_a_triangle_has_no_perfect_matching() -> None:
    triangle = Problem.from_options(["ab", "bc", "ca"])
    assert weights_of_items(triangle) == Weights((1, 1, 1), modulus=2)
    assert weights_by_class(triangle, [0, 0, 0], moduli=[(3, 1)]) is None


def test_bounds_count_when_they_are_exact() -> None:
    # Three of "t" cover six places of two kinds, of which there are four and one.
    options = ["tab", "tcd", "tad", "tcb"]
    exact = Problem.from_options(options, bounds={"t": (3, 3)})
    assert weights_by_class(exact, [0, 1, 1, 1, 1]) == Weights((2, -1, -1, -1, -1))
    loose = Problem.from_options(options, bounds={"t": (2, 3)})
    assert weights_of_items(loose) is None


def test_an_item_in_no_option_lacks_one() -> None:
    found = uncoverable_items(Problem.from_options(["a"], primary="ab"))
    assert found is not None
    assert (found.items, found.forced) == ((1,), ())


def clash(problem: Problem, option: int, other: int) -> bool:
    """Whether two options cannot both be chosen, where items are covered once."""
    color_of = dict(zip(problem.indices(option), problem.colors(option), strict=True))
    return any(
        item in color_of and (problem.items[item].primary or not color or color != color_of[item])
        for item, color in zip(problem.indices(other), problem.colors(other), strict=True)
    )


@given(problems(colors=True))
def test_each_step_of_a_chain_follows_from_those_before(problem: Problem) -> None:
    found = uncoverable_items(problem)
    if found is None:
        reject()

    def left(item: int, forced: tuple[int, ...]) -> list[int]:
        return [
            option
            for option in range(problem.option_count)
            if item in problem.indices(option)
            and not any(clash(problem, option, other) for other in forced)
        ]

    for step, (option, item) in enumerate(zip(found.forced, found.because, strict=True)):
        assert left(item, found.forced[:step]) == [option]
    for item in found.items:
        assert left(item, found.forced) == []


@given(problems(colors=True))
def test_cornered_items_match_the_definition(problem: Problem) -> None:
    def is_cornered(item: int) -> bool:
        return problem.items[item].primary and all(
            any(
                other.primary
                and other.number not in problem.indices(option)
                and all(
                    clash(problem, option, rival)
                    for rival in range(problem.option_count)
                    if other.number in problem.indices(rival)
                )
                for other in problem.items
            )
            for option in range(problem.option_count)
            if item in problem.indices(option)
        )

    found = blocked_item(problem)
    there = [
        item
        for item in range(problem.item_count)
        if is_cornered(item)
        and 0 < sum(item in problem.indices(o) for o in range(problem.option_count)) <= 8
    ]
    if uncoverable_items(problem) is None:
        assert (found is not None) == bool(there)
        assert found is None or found.item in there


def test_a_chain_has_only_the_steps_that_its_end_needs() -> None:
    # "p" forces option 0, which has nothing to do with it; "a" forces 1, so "b" loses 2, "c" dies.
    problem = Problem.from_options(["pq", "ab", "bc"])
    found = uncoverable_items(problem)
    assert found is not None
    assert (found.items, found.forced, found.because) == ((4,), (1,), (2,))


def test_a_chain_of_two_steps() -> None:
    problem = Problem.from_options(["ab", "bc", "cd", "de", "ef"])
    assert uncoverable_items(problem) is None
    problem = Problem.from_options(["ab", "bc", "cd", "de"])
    found = uncoverable_items(problem)
    assert found is not None
    assert [problem.names([option])[0] for option in found.forced] in (
        [("a", "b"), ("c", "d")],
        [("d", "e")],
        [("a", "b"), ("d", "e")],
    )


def test_colors_exclude_options_that_disagree() -> None:
    builder = Problem.builder()
    for name in "ab":
        builder.item(name)
    builder.item("x", secondary=True)
    builder.option("a", Colored("x", "red"))
    builder.option("b", Colored("x", "blue"))
    found = uncoverable_items(builder.build())
    assert found is not None
    assert (found.items, found.forced) == ((1,), (0,))
