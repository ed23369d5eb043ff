"""Reduction: exact for every kind of problem and budget; each rule; the report; the limits."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, Region, Tile, TilingProblem
from combien.cover._oracle import all_solutions
from combien.cover._reduce import Reduction, reduce
from combien.errors import BadInput, BadProblem
from tests.random_problems import all_problems


@st.composite
def priced_problems(draw: st.DrawFn) -> Problem:
    """Problems of every kind, some with costs, some with options repeated."""
    problem = draw(all_problems())
    builder = Problem.builder()
    for item in problem.items:
        bounds = (item.low, item.high) if item.primary else None
        builder.item(item.name, secondary=not item.primary, bounds=bounds)
    times = draw(st.integers(1, 2)) if problem.option_count < 6 else 1
    options = [option.entries for option in problem.options for _ in range(times)]
    for entries in options:
        builder.option(*entries)
    if draw(st.booleans()):
        builder.price(draw(st.lists(st.integers(-1, 1), min_size=len(options)))[: len(options)])
    return builder.build()


def expanded(reduction: Reduction) -> list[tuple[int, ...]]:
    return list(reduction.expand([all_solutions(part) for part in reduction.problems]))


@settings(max_examples=100)
@given(problem=priced_problems(), steps=st.sampled_from([0, 5, 20, 60, 10**6]))
def test_the_solutions_come_back_one_to_one(problem: Problem, steps: int) -> None:
    reduction = reduce(problem, steps=steps)
    parts = [all_solutions(part) for part in reduction.problems]
    found, expected = list(reduction.expand(parts)), all_solutions(problem)
    assert sorted(found) == expected
    assert len(set(found)) == len(found)
    assert reduction.count([len(part) for part in parts]) == len(expected)
    if reduction.impossible:
        assert expected == []


@settings(max_examples=50)
@given(problem=priced_problems())
def test_costs_of_reduced_problems(problem: Problem) -> None:
    reduction = reduce(problem)
    for solution in expanded(reduction):
        whole = sum(problem.cost(option) for option in solution)
        parts = 0
        for part, numbers in zip(reduction.problems, reduction.numbers, strict=True):
            for option, number in enumerate(numbers):
                if set(reduction.copies.get(number, (number,))) & set(solution):
                    parts += part.cost(option)
        assert whole == parts + reduction.cost


@settings(max_examples=50)
@given(problem=priced_problems())
def test_reducing_again_finds_nothing_and_the_same_gives_the_same(problem: Problem) -> None:
    reduction = reduce(problem)
    assert reduction == reduce(problem)
    for part in reduction.problems:
        again = reduce(part)
        # Without a copy there may be less to do, but nothing is forced or impossible any more.
        assert not again.forced
        assert not again.impossible
        assert len(again.problems) == 1


def test_the_only_option_of_an_item_is_forced() -> None:
    reduction = reduce(Problem.from_options({"p": "ab", "q": "bc", "r": "cd", "s": "c", "t": "d"}))
    assert reduction.forced == (0,)
    assert reduction.report.options_removed == {"excluded": 1}
    assert [part.item_names for part in reduction.problems] == [("c", "d")]
    assert expanded(reduction) == [(0, 2), (0, 3, 4)]


def test_an_item_that_needs_all_its_options_takes_them() -> None:
    problem = Problem.from_options(["ab", "ac", "b", "c", "bc"], bounds={"a": (2, 3)})
    reduction = reduce(problem)
    assert reduction.forced == (0, 1)
    assert reduction.problems == ()
    assert expanded(reduction) == [(0, 1)]


def test_a_forced_option_fixes_a_color() -> None:
    red, blue = Colored("x", "red"), Colored("x", "blue")
    options: list[list[Hashable]] = [["a", red], ["b", "c", red], ["b", blue], ["b"], ["c"]]
    reduction = reduce(Problem.from_options(options, ["x"]))
    assert reduction.forced == (0,)
    assert reduction.report.options_removed == {"excluded": 1}
    # Options that agree with the color stay, without the item.
    assert [part.options[0].entries for part in reduction.problems] == [("b", "c")]
    assert expanded(reduction) == [(0, 1), (0, 3, 4)]


def test_dominated_options_go_and_the_implied_item_with_them() -> None:
    reduction = reduce(Problem.from_options(["ab", "abc", "b", "c", "c"]))
    assert reduction.report.options_removed == {"dominated": 1}
    assert reduction.report.items_dropped == {"implied": 1}
    assert expanded(reduction) == [(0, 3), (0, 4), (1,)]


def test_a_secondary_item_beside_a_primary_one_is_implied() -> None:
    problem = Problem.from_options(["ax", "axb", "b", "cx", "c", "cb"], "x")
    reduction = reduce(problem)
    # Option cx would leave a without x, and then nothing keeps x apart from a.
    assert reduction.report.options_removed == {"dominated": 1}
    assert reduction.report.items_dropped == {"implied": 1}
    assert expanded(reduction) == all_solutions(problem)


def test_an_item_that_may_be_left_out_is_implied_by_one_that_contains_it() -> None:
    red, blue = Colored("x", "red"), Colored("x", "blue")
    options: list[list[Hashable]] = [
        ["a", "b", red],
        ["a", "b", blue],
        ["a"],
        ["b"],
        ["b", "c"],
        ["c"],
    ]
    problem = Problem.from_options(options, ["x"])
    reduction = reduce(problem)
    assert reduction.report.items_dropped == {"implied": 1}
    # Once x is gone, the first two options are copies; but b has others.
    assert [part.option_count for part in reduction.problems] == [6]
    assert expanded(reduction) == all_solutions(problem)


def test_an_item_that_is_needed_is_not_implied_by_one_that_is_not() -> None:
    bounds: dict[Hashable, tuple[int, int]] = {"a": (1, 2), "z": (0, 1)}
    problem = Problem.from_options(["az", "abz", "b", "z", "zc", "c"], bounds=bounds)
    assert expanded(reduce(problem)) == all_solutions(problem)


def test_an_option_keeps_a_primary_item() -> None:
    problem = Problem.from_options(["zx", "zxa", "a", "bx", "b"], "x", bounds={"z": (0, 1)})
    assert sorted(expanded(reduce(problem))) == all_solutions(problem)


def test_options_without_a_color_clash_where_others_have_one() -> None:
    red = Colored("x", "red")
    taken = Problem.from_options([["a", "x"], ["b", "x"], ["b", red], ["b"]], "x")
    assert expanded(reduce(taken)) == [(0, 3)]
    # Once the option with the color is excluded, x binds as an item without colors does.
    rest = [["a", "x"], ["b", "x"], ["a"], ["b"], ["c"]]
    gone = Problem.from_options([["f", "e"], ["e", "c", red], *rest], "x")
    assert reduce(gone).report.items_dropped == {}
    assert expanded(reduce(gone)) == [(0, 2, 5, 6), (0, 3, 4, 6), (0, 4, 5, 6)]


def test_items_that_cannot_bind_are_dropped() -> None:
    red = Colored("x", "red")
    options: list[list[Hashable]] = [["a", red], ["a", "y"], ["b", red], ["b", "a"]]
    problem = Problem.from_options(options, ["x", "y"])
    reduction = reduce(problem)
    assert reduction.report.items_dropped == {"idle": 2}
    assert [part.item_names for part in reduction.problems] == [("a", "b")]


def test_a_bounded_item_that_any_choice_satisfies_is_dropped() -> None:
    options = ["az", "bz", "ab", "a", "b"]
    loose = reduce(Problem.from_options(options, bounds={"z": (0, 2)}))
    assert [part.item_names for part in loose.problems] == [("a", "b")]
    tight = reduce(Problem.from_options(options, bounds={"z": (0, 1)}))
    assert [part.item_names for part in tight.problems] == [("a", "z", "b")]
    # Here the item is what makes an option choosable at all, so it has to stay.
    alone = reduce(Problem.from_options(["az", "z", "a"], bounds={"z": (0, 2)}))
    assert "z" in alone.problems[0].item_names


def test_options_that_leave_an_item_in_need_go() -> None:
    reduction = reduce(Problem.from_options(["ab", "bc", "cd", "a", "d", "bd"]))
    assert reduction.report.options_removed == {"hopeless": 1}
    assert reduction.report.options_left == 5


def test_an_option_that_leaves_its_own_item_in_need_goes() -> None:
    # Item a is needed twice, and its first option excludes the other two.
    problem = Problem.from_options(["axy", "ax", "ay"], "xy", bounds={"a": (2, 3)})
    reduction = reduce(problem)
    assert reduction.report.options_removed == {"hopeless": 1}
    assert reduction.forced == (1, 2)


def test_copies_are_merged_where_a_factor_makes_up_for_them() -> None:
    problem = Problem.from_options(["ab", "ab", "a", "a", "a", "a", "b", "c", "c", "c"])
    reduction = reduce(problem)
    # Item a has classes of 2 and 4, so half of them do; item c is decided but for the choice.
    assert reduction.factor == 6
    assert reduction.choices == ((7, 8, 9),)
    assert [part.option_count for part in reduction.problems] == [4]
    assert len(expanded(reduction)) == (2 + 4) * 3


def test_other_copies_stay() -> None:
    once = Problem.from_options(["ab", "ab", "a", "b"])
    assert reduce(once).factor == 1
    assert reduce(once).problems == (once,)
    # A copy may be chosen as well as the other one when no item forbids it.
    twice = Problem.from_options(["a", "a", "ab", "b"], bounds={"a": (1, 2), "b": (1, 2)})
    assert reduce(twice).factor == 1
    assert len(expanded(reduce(twice))) == len(all_solutions(twice))
    # Options that differ in cost or color are not copies.
    assert reduce(Problem.from_options(["a", "a"], costs=[1, 2])).factor == 1


def test_parts_without_common_items() -> None:
    problem = Problem.from_options(["ab", "cd", "a", "b", "c", "d"])
    reduction = reduce(problem)
    assert [part.item_names for part in reduction.problems] == [("a", "b"), ("c", "d")]
    assert expanded(reduction) == [(0, 1), (0, 4, 5), (1, 2, 3), (2, 3, 4, 5)]


def test_a_problem_that_cannot_be_reduced_is_returned_as_it_is() -> None:
    problem = Problem.from_options(["ab", "a", "b"])
    assert reduce(problem).problems[0] is problem


def test_a_problem_without_items_has_one_solution() -> None:
    reduction = reduce(Problem.from_options([]))
    assert (reduction.problems, reduction.count([]), expanded(reduction)) == ((), 1, [()])


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (
            Problem.from_options(["a"], primary="ab"),
            "item 'b' must be in 1 chosen option, and no option holds it",
        ),
        (
            Problem.from_options(["ab", "bc"], primary="abc"),
            "item 'c' must be in 1 chosen option, and its only option cannot be chosen any more",
        ),
        (
            Problem.from_options(["a", "a"], bounds={"a": (3, 4)}),
            "item 'a' must be in 3 chosen options, and only 2 options hold it",
        ),
    ],
)
def test_the_reason_why_there_is_none(problem: Problem, reason: str) -> None:
    reduction = reduce(problem)
    assert reduction.impossible == reason
    assert str(reduction.report) == f"There is no solution: {reason}."
    assert (reduction.problems, reduction.count([]), expanded(reduction)) == ((), 0, [])


def test_options_already_chosen_are_part_of_the_reason() -> None:
    # The only option of b is one of the three that a needs; it excludes one of the others.
    problem = Problem.from_options(["abx", "a", "ax", "axy", "ay"], "xy", bounds={"a": (4, 4)})
    assert reduce(problem).impossible == (
        "item 'a' must be in 4 chosen options, 1 of them is chosen already, "
        "and 2 of its 5 options can still be chosen"
    )


def test_the_report_says_what_happened() -> None:
    problem = Problem.from_options(
        ["ab", "bc", "cd", "ce", "d", "e", "fg", "fg", "f", "f", "g", "hx", "h"], "x"
    )
    report = reduce(problem).report
    assert str(report) == (
        "13 options and 9 items became 7 options and 5 items in 2 parts.\n"
        "1 option is forced: in every solution.\n"
        "1 option is forced up to copies.\n"
        "1 option cannot be combined with a forced option.\n"
        "3 options merged with copies of the same items.\n"
        "1 item dropped because of no effect.\n"
        "Because of the copies, the count is to be multiplied by 4."
    )


def test_the_budget_is_kept_and_reported() -> None:
    board = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times="any")])
    whole = reduce(board.problem())
    assert not whole.report.stopped
    for steps in (0, 1, 50, 200):
        cut = reduce(board.problem(), steps=steps)
        assert cut.report.stopped
        assert cut.report.steps <= steps
        assert f"Stopped after {cut.report.steps} steps" in str(cut.report)


def test_a_known_count_survives() -> None:
    board = "\n".join(["*" * 20] * 3)
    drawings = [
        ".**\n**.\n.*.", "*****", "****\n*...", "***.\n..**", "**\n**\n*.", "***\n.*.\n.*.",
        "*.*\n***", "*..\n*..\n***", "*..\n**.\n.**", ".*.\n***\n.*.", "****\n.*..",
        "**.\n.*.\n.**",
    ]  # fmt: skip
    problem = TilingProblem(board, [Tile(art, symmetries="all") for art in drawings]).problem()
    reduction = reduce(problem)
    assert reduction.report.options_removed["hopeless"] > 100
    assert reduction.count([combien.count(part) for part in reduction.problems]) == 8


def test_the_first_part_is_read_one_at_a_time() -> None:
    reduction = reduce(Problem.from_options(["ab", "cd", "a", "b", "c", "d"]))
    first = iter(all_solutions(reduction.problems[0]))
    walk = reduction.expand([first, all_solutions(reduction.problems[1])])
    assert next(walk) == (0, 1)
    assert next(first) == (1, 2)


def test_refusals() -> None:
    problem = Problem.from_options(["ab", "a", "b"])
    with pytest.raises(BadInput, match="steps=-1: the budget must be a non-negative integer"):
        reduce(problem, steps=-1)
    with pytest.raises(BadProblem, match="2 parts are given, and the reduced problem has 1"):
        reduce(problem).count([1, 1])
    with pytest.raises(BadProblem, match="0 parts are given"):
        list(reduce(problem).expand([]))
