"""The problem: every way to build one, and every way in which it refuses."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, ProblemBuilder
from combien.cover import formats
from combien.cover._oracle import all_solutions
from combien.cover._shuffle import shuffled
from combien.cover._verify import fault, verify
from combien.errors import BadProblem
from tests.random_problems import all_problems, priced

# The paper's matrix: its solutions are rows 0 and 4, and rows 1 and 3.
PAPER = [[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 0]]
# Knuth's first example.
KNUTH = [
    [0, 0, 1, 0, 1, 1, 0],
    [1, 0, 0, 1, 0, 0, 1],
    [0, 1, 1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 1],
    [0, 0, 0, 1, 1, 0, 1],
]


def test_four_ways_to_build_the_same_problem() -> None:
    dense = Problem.from_matrix(PAPER)
    sparse = Problem.from_indices(
        [[j for j, bit in enumerate(row) if bit] for row in PAPER], items=4
    )
    builder = ProblemBuilder()
    for item in range(4):
        builder.item(item)
    for row in PAPER:
        builder.option(*(j for j, bit in enumerate(row) if bit))
    named = Problem.from_options(
        [[j for j, bit in enumerate(row) if bit] for row in PAPER], primary=range(4)
    )
    assert dense == sparse == builder.build() == named
    assert dense.fingerprint == named.fingerprint
    assert list(combien.solutions(dense)) == [(0, 4), (1, 3)]


def test_knuths_example() -> None:
    assert list(combien.solutions(Problem.from_matrix(KNUTH))) == [(0, 3, 4)]


def test_matrix_with_secondary_items() -> None:
    # The last item may stay uncovered.
    assert combien.count(Problem.from_matrix([[1, 0, 1], [0, 1, 0], [0, 1, 1]], primary=2)) == 1
    assert combien.count(Problem.from_matrix([[1, 0, 1], [0, 1, 0], [0, 1, 1]])) == 1
    assert combien.count(Problem.from_matrix([[1, 0, 0], [0, 1, 0], [0, 1, 1]], primary=2)) == 2


def test_items_are_numbered_in_order_of_first_use() -> None:
    problem = Problem.from_options([["b", "a"], ["c", "a"]], secondary=["a", "z"])
    assert problem.item_names == ("b", "a", "c", "z")
    assert [item.primary for item in problem.items] == [True, False, True, False]
    assert (problem.item_count, problem.primary_count, problem.option_count) == (4, 2, 2)


def test_options_read_back() -> None:
    problem = Problem.from_options(
        {"one": ["a", Colored("s", "red")], "two": ["b", "s"]}, secondary=["s"]
    )
    assert problem.has_colors
    assert problem.options[0].entries == ("a", Colored("s", "red"))
    assert [option.name for option in problem.options] == ["one", "two"]
    assert problem.options[-1].entries == ("b", "s")
    assert problem.options[0:2][1].number == 1
    assert problem.names((1, 0)) == ("two", "one")
    with pytest.raises(IndexError):
        problem.options[2]


def test_options_before_the_first_color_have_none() -> None:
    problem = Problem.from_options(
        [["a", "s"], ["b"], ["c", Colored("s", 1)], ["c", "t"]], secondary=["s", "t"]
    )
    assert problem.options[0].entries == ("a", "s")
    assert problem.options[3].entries == ("c", "t")
    assert list(combien.solutions(problem)) == [(0, 1, 3)]


def test_options_before_the_first_name_are_named_by_their_items() -> None:
    builder = Problem.builder()
    builder.option("a")
    builder.option("b", name="second")
    builder.option("c")
    assert builder.build().names(range(3)) == (("a",), "second", ("c",))


def test_costs() -> None:
    problem = Problem.from_options(["a", "b", "ab"], costs=[1, 0, -7])
    assert [problem.cost(option) for option in range(3)] == [1, 0, -7]
    assert problem.has_costs
    assert not Problem.from_options(["a"], costs=[0]).has_costs
    builder = Problem.builder()
    builder.option("a")
    builder.option("a", cost=5)
    builder.option("a")
    assert [builder.build().cost(option) for option in range(3)] == [0, 5, 0]
    assert Problem.from_options("ab", costs=[1, 2]) != Problem.from_options("ab", costs=[2, 1])


def test_empty_problems() -> None:
    assert combien.count(Problem.from_options([])) == 1
    assert combien.count(Problem.from_matrix([])) == 1
    assert combien.count(Problem.from_options([], primary=["a"])) == 0
    assert combien.count(Problem.from_options([], secondary=["a"])) == 1


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: Problem.from_options(["a", ""]), "option 1 is empty"),
    (lambda: Problem.from_options([["a", "b", "a"]]), "option 0 holds item 'a' twice"),
    (lambda: Problem.from_options(["ab", "aba"]), "option 1 holds item 'a' twice"),
    (lambda: Problem.from_options(["ab", "b"], secondary="b"), r"option 1 \('b'\) has no primary"),
    (
        lambda: Problem.from_options([["left"], ["rigth"]], primary=["left", "right"]),
        "option 1 uses item 'rigth', which is not an item of this problem; did you mean 'right'?",
    ),
    (lambda: Problem.from_indices([[0, 7]], items=3), "option 0 uses item 7, which is not an item"),
    (lambda: Problem.from_indices([[0]], items=1, primary=2), "is not between 0 and"),
    (lambda: Problem.from_matrix([[1, 0], [1]]), "row 1 has 1 entries, row 0 has 2"),
    (lambda: Problem.from_options([[Colored("a", 1)]]), "which is primary"),
    (lambda: Problem.from_options(["a"], bounds={"a": (2, 1)}), "not 2 to 1"),
    (lambda: Problem.from_options(["a"], bounds={"a": (0, 0)}), "not 0 to 0"),
    (lambda: Problem.from_options(["a"], bounds={"b": (0, 1)}), "bounds are given for item 'b'"),
    (lambda: Problem.from_options(["ab"], "b", bounds={"b": (0, 1)}), "only primary items"),
    (lambda: Problem.from_options([], primary=["a", "a"]), "declared twice"),
    (lambda: Problem.from_options("ab", costs=[1]), "1 costs are given for 2 options"),
    (lambda: Problem.from_options("a", costs=["1"]), "a whole number, a float, a .*, not '1'"),  # type: ignore[list-item]
    (lambda: Problem.from_options("a", costs=[2**70]), r"a cost is below 2\^62"),
    (lambda: Problem.from_options("a", costs=[float("nan")]), "option 0 .*: costs are finite"),
    (lambda: Problem.from_options("ab", costs=[0.5, Fraction(1)]), "give all costs .* one type"),
    (lambda: Problem.from_options("ab", costs=[1e-9, 1e15]), "option 1 .* too many digits"),
]


@pytest.mark.parametrize(
    "costs",
    [
        [0.1, 0.2, 3],
        [Fraction(1, 3), 0, Fraction(-3)],
        [1, Decimal("2.50"), Decimal(0)],
        [5, 0, -1],
    ],
)
def test_costs_of_all_kinds_are_kept(costs: list[Any]) -> None:
    problem = Problem.from_options({"x": "ab", "y": "a", "z": "b"}, costs=costs)
    found = [problem.cost(option) for option in range(3)]
    assert [(type(cost), cost) for cost in found] == [(type(cost), cost) for cost in costs]
    builder = Problem.builder()
    for name, entries, cost in zip("xyz", ["ab", "a", "b"], costs, strict=True):
        builder.option(*entries, name=name, cost=cost)
    same = builder.build()
    assert same == problem
    assert same.fingerprint == problem.fingerprint
    assert pickle.loads(pickle.dumps(problem)) == problem
    more = Problem.from_options({"x": "ab"}, costs=costs[:1])
    assert more.add_options({"y": "a", "z": "b"}, costs=costs[1:]) == problem
    again = formats.read(formats.write(problem, format="json"), format="json")
    assert again == problem
    assert combien.best(again)[0].cost == combien.best(problem)[0].cost
    order, numbers = shuffled(problem, seed=1)
    assert [order.cost(place) for place in range(3)] == [costs[number] for number in numbers]


def test_equal_costs_of_different_kinds_are_the_same_problem() -> None:
    first, second = (Problem.from_options(["a"], costs=[cost]) for cost in (0.5, Fraction(1, 2)))
    assert first == second
    assert hash(first) == hash(second)
    assert first != Problem.from_options(["a"], costs=[0.25])


@pytest.mark.parametrize(("build", "message"), BAD)
def test_refusals_say_where_and_why(build: Callable[[], object], message: str) -> None:
    with pytest.raises(BadProblem, match=message):
        build()


def test_a_million_options_take_little_memory() -> None:
    problem = Problem.from_indices(
        ([k % 999, 999 + k % 1000, 1999 + k % 1001] for k in range(1_000_000)), items=3000
    )
    starts, entries, colors = problem.arrays()
    taken = sum(part.buffer_info()[1] * part.itemsize for part in (starts, entries, colors))
    assert problem.option_count == 1_000_000
    assert taken < 20_000_000


@given(problem=all_problems())
def test_pickling_keeps_everything(problem: Problem) -> None:
    combien.count(problem)
    copy = pickle.loads(pickle.dumps(problem))
    assert copy == problem
    assert copy.fingerprint == problem.fingerprint
    assert combien.count(copy) == combien.count(problem)


@given(problem=all_problems())
def test_rebuilding_from_its_properties(problem: Problem) -> None:
    builder = Problem.builder()
    for item in problem.items:
        builder.item(
            item.name,
            secondary=not item.primary,
            bounds=(item.low, item.high) if item.primary else None,
        )
    for option in problem.options:
        builder.option(*option.entries)
    again = builder.build()
    assert again.fingerprint == problem.fingerprint
    assert [o.entries for o in again.options] == [o.entries for o in problem.options]


@given(problem=all_problems(), data=st.data(), seed=st.integers(0, 9))
def test_a_shuffled_problem_is_the_same_problem(
    problem: Problem, data: st.DataObject, seed: int
) -> None:
    size = problem.option_count
    problem = priced(problem, data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size)))
    other, numbers = shuffled(problem, seed=seed)
    assert sorted(numbers) == list(range(size))
    for option, number in enumerate(numbers):
        assert other.entries(option) == problem.entries(number)
        assert other.cost(option) == problem.cost(number)
    items = [
        {(item.name, item.primary, item.low, item.high) for item in some.items}
        for some in (problem, other)
    ]
    assert items[0] == items[1]
    assert other == rebuilt(problem, [item.name for item in other.items], numbers)


def rebuilt(problem: Problem, names: list[object], numbers: Sequence[int]) -> Problem:
    """The problem in this order, entry by entry: what `shuffled` does, but slowly."""
    items = {item.name: item for item in problem.items}
    builder = Problem.builder()
    for name in names:
        item = items[name]
        bounds = (item.low, item.high) if item.primary else None
        builder.item(name, secondary=not item.primary, bounds=bounds)
    for number in numbers:
        builder.option(*problem.entries(number), cost=problem.cost(number))
    return builder.build()


def test_the_fingerprint_sees_every_part() -> None:
    base = Problem.from_options(["ab", "a"], primary="ab")
    others = [
        Problem.from_options(["ab", "b"], primary="ab"),
        Problem.from_options(["ab", "a"], "b", primary="a"),
        Problem.from_options(["ab", "a"], primary="abc"),
        Problem.from_options(["ab", "a"], primary="ab", bounds={"b": (0, 1)}),
        Problem.from_options([["a", Colored("b", 1)], ["a"]], "b", primary="a"),
    ]
    assert len({p.fingerprint for p in [base, *others]}) == 6


def test_verify_names_what_is_wrong() -> None:
    problem = Problem.from_options(
        [
            ["a", Colored("s", 1)],
            ["b", Colored("s", 2)],
            ["b", "s"],
            ["b", Colored("s", 1)],
            ["a", "m"],
            ["b", "m"],
        ],
        secondary=["s"],
        bounds={"m": (0, 2)},
    )
    assert fault(problem, [0, 3]) == ""
    assert fault(problem, [4, 5]) == ""
    assert fault(problem, [0, 1]) == "secondary item 's' gets 2 colors"
    assert fault(problem, [0, 2]) == "secondary item 's' is in 2 chosen options"
    assert fault(problem, [0]) == "item 'b' is in 0 chosen options, not in 1"
    assert fault(problem, [0, 9]) == "there is no option 9"
    assert fault(problem, [0, 0]) == "option 0 is chosen twice"
    with pytest.raises(BadProblem, match="not a solution: item 'b'"):
        verify(problem, [0])


def test_bounds_are_counted() -> None:
    # Item m in 1 to 2 of three options, each option alone: 3 + 3 ways.
    problem = Problem.from_options(
        [["m", k] for k in "xyz"] + ["x", "y", "z"], bounds={"m": (1, 2)}
    )
    assert len(all_solutions(problem)) == 6
    assert combien.count(problem) == 6


@settings(max_examples=60)
@given(problem=all_problems())
def test_the_oracle_refuses_only_sets_that_are_not_solutions(problem: Problem) -> None:
    numbers = range(problem.option_count)
    sets = chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1))
    assert all_solutions(problem) == sorted(chosen for chosen in sets if not fault(problem, chosen))


@given(problem=all_problems())
def test_solutions_satisfy_the_definition(problem: Problem) -> None:
    for solution in combien.solutions(problem, limit=20):
        verify(problem, solution)


def test_an_option_without_a_name_is_named_by_its_colored_items() -> None:
    builder = Problem.builder()
    builder.item("a")
    builder.item("x", secondary=True)
    builder.option("a", Colored("x", "red"))
    builder.option("a", Colored("x", "blue"))
    builder.option("a", name="last")
    unnamed = [("a", Colored("x", color)) for color in ("red", "blue")]
    assert builder.build().names([0, 1, 2]) == (*unnamed, "last")
