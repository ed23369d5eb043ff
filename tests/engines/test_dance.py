"""Dancing links in Python against the engines: the same nodes, updates and order; all is undone."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem
from combien.cover._oracle import all_solutions
from combien.engines._steps import events as steps
from combien.engines._steps.dance import Branching, Links, dance
from combien.errors import BadInput
from tests.random_problems import all_problems

ENGINES: dict[Branching, str] = {"smallest": "dlx", "leftmost": "dlx-leftmost"}
BRANCHINGS = sorted(ENGINES)


def work(events: list[steps.Event]) -> dict[str, int]:
    """What the engines count, counted from the events."""
    return {
        "nodes": sum(
            isinstance(event, steps.Choose | steps.Backtrack | steps.Found) for event in events
        ),
        "updates": sum(len(event.items) for event in events if isinstance(event, steps.Hide)),
    }


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=80)
@given(problem=all_problems())
def test_the_tree_matches_the_engine(branching: Branching, problem: Problem) -> None:
    events = list(dance(problem, branching=branching))
    answer = combien.answer(problem, engine=ENGINES[branching])
    assert work(events) == answer.work
    found = [event.solution for event in events if isinstance(event, steps.Found)]
    assert found == list(combien.solutions(problem, engine=ENGINES[branching]))


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=50)
@given(problem=all_problems())
def test_its_solutions_match_the_definition(branching: Branching, problem: Problem) -> None:
    found = [e for e in dance(problem, branching=branching) if isinstance(e, steps.Found)]
    assert sorted(event.solution for event in found) == all_solutions(problem)
    assert [event.number for event in found] == list(range(1, len(found) + 1))


# Doing and undoing --------------------------------------------------------------------------------


def undoing(event: steps.Event) -> object:
    """The event that will undo this one; None if there is nothing to undo."""
    match event:
        case steps.Choose(depth, chosen):
            return steps.Close(depth, chosen.item, chosen.choices)
        case steps.Try(depth, item, option) | steps.Take(depth, item, option):
            return steps.TakeBack(depth, item, option)
        case steps.Cover(item):
            return steps.Uncover(item)
        case steps.Purify(item, color):
            return steps.Unpurify(item, color)
        case steps.Use(item, low, high):
            return steps.Unuse(item, low + 1, high + 1)
        case steps.Hide(option):
            return steps.Unhide(option)
    return None


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=50)
@given(problem=all_problems())
def test_undoing_mirrors_doing(branching: Branching, problem: Problem) -> None:
    open_: list[object] = []
    aside: list[object] = []
    taking = False
    for event in dance(problem, branching=branching):
        if taking:
            # An option that is taken stays out of the rings until its item is closed.
            assert isinstance(event, steps.Hide)
            aside.append(undoing(event))
        elif (end := undoing(event)) is not None:
            open_.append(end)
        elif isinstance(
            event,
            steps.Close
            | steps.TakeBack
            | steps.Uncover
            | steps.Unpurify
            | steps.Unuse
            | steps.Unhide,
        ):
            last = open_ if open_[-1] == event else aside
            assert last.pop() == event
        taking = isinstance(event, steps.Take)
    assert open_ == []
    assert aside == []


def state(links: Links) -> tuple[object, ...]:
    """All that the search changes."""
    lists = links.up, links.down, links.size, links.low, links.high, links.fixed, links.purified
    return tuple(map(tuple, lists)), dict(links.left), dict(links.right)


def unsound(links: Links) -> str:
    """What is wrong with the rings, in words; empty when they are sound."""
    for item in range(links.root):
        down, up = list(links.ring(item)), list(links.ring_upwards(item))
        if down != up[::-1]:
            return f"the ring of item {item} does not mirror itself"
        if links.size[item] != len(down):
            return f"the ring of item {item} has {len(down)} entries, not {links.size[item]}"
        if any(links.item[entry] != item for entry in down):
            return f"the ring of item {item} holds an entry of another"
    waiting = links.right[links.root]
    while waiting != links.root:
        if links.left[links.right[waiting]] != waiting:
            return f"the active items do not mirror themselves at {waiting}"
        waiting = links.right[waiting]
    return ""


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=40)
@given(problem=all_problems())
def test_the_rings_are_sound_at_every_event_and_restored_at_the_end(
    branching: Branching, problem: Problem
) -> None:
    links = Links(problem)
    before = state(links)
    with mock.patch("combien.engines._steps.dance.Links", return_value=links):
        for _ in dance(problem, branching=branching):
            assert unsound(links) == ""
    assert state(links) == before


@settings(max_examples=50)
@given(problem=all_problems(), data=st.data())
def test_covering_hides_from_all_other_rings(problem: Problem, data: st.DataObject) -> None:
    assume(problem.item_count > 0)
    item = data.draw(st.integers(0, problem.item_count - 1))
    links = Links(problem)
    hidden = [links.option[entry] for entry in links.ring(item)]
    told = list(links.cover(item))
    assert told[0] == steps.Cover(item)
    assert [event.option for event in told if isinstance(event, steps.Hide)] == hidden
    for other in range(problem.item_count):
        ring = [links.option[entry] for entry in links.ring(other)]
        assert ring == [
            option
            for option in range(problem.option_count)
            if other in problem.indices(option) and (other == item or option not in hidden)
        ]
    assert item not in [active.item for active in links.active()]


# By hand ------------------------------------------------------------------------------------------


def nodes(problem: Problem, **how: Any) -> Iterator[tuple[str, int, int]]:
    """Each node: what it is, its depth, and its item or solution."""
    for event in dance(problem, **how):
        match event:
            case steps.Choose(depth, chosen):
                yield "choose", depth, chosen.item
            case steps.Backtrack(depth, stuck):
                yield "stuck", depth, stuck.item
            case steps.Found(depth, _, number):
                yield "found", depth, number


def test_both_branchings_of_a_problem_worked_by_hand() -> None:
    problem = Problem.from_options(["ab", "c", "a", "b"], primary="abc")
    assert list(nodes(problem)) == [
        ("choose", 0, 2),
        ("choose", 1, 0),
        ("found", 2, 1),
        ("choose", 2, 1),
        ("found", 3, 2),
    ]
    assert list(nodes(problem, branching="leftmost")) == [
        ("choose", 0, 0),
        ("choose", 1, 2),
        ("found", 2, 1),
        ("choose", 1, 1),
        ("choose", 2, 2),
        ("found", 3, 2),
    ]


def test_active_items_have_their_needs() -> None:
    problem = Problem.from_options(["ab", "bx", "b"], secondary="x", bounds={"b": (2, 5)})
    first = next(dance(problem))
    a, b = steps.ActiveItem(0, left=1, low=1, high=1), steps.ActiveItem(1, left=3, low=2, high=5)
    assert first == steps.Choose(0, chosen=a, active=(a, b))
    assert (a.exact, a.choices) == (True, 1)
    assert (b.exact, b.choices) == (False, 2)


@pytest.mark.parametrize(
    ("left", "low", "high", "choices"),
    [
        (3, 1, 1, 3),
        (3, 2, 3, 2),
        (3, 3, 3, 1),
        (2, 3, 3, 0),
        (0, 1, 1, 0),
        (2, 0, 1, 3),
        (2, -1, 1, 3),
    ],
)
def test_how_many_branches_an_item_opens(left: int, low: int, high: int, choices: int) -> None:
    assert steps.ActiveItem(0, left, low, high).choices == choices


def test_colors_that_agree_are_neither_done_nor_undone() -> None:
    red = Colored("x", "R")
    problem = Problem.from_options([["p", red], ["q", red]], secondary="x")
    names = [type(event).__name__ for event in dance(problem)]
    assert [names.count(name) for name in ("Purify", "Agree", "Unpurify")] == [1, 1, 1]


def test_an_item_that_is_covered_enough_may_be_left() -> None:
    events = list(dance(Problem.from_options(["a"], bounds={"a": (0, 1)})))
    assert [type(e) for e in events if isinstance(e, steps.Take | steps.Leave)] == [
        steps.Take,
        steps.Leave,
    ]
    assert [e.solution for e in events if isinstance(e, steps.Found)] == [(0,), ()]


def test_an_empty_problem_has_one_solution_and_an_item_without_options_none() -> None:
    assert list(dance(Problem.from_options([]))) == [steps.Found(0, combien.Solution(), 1)]
    alone = steps.ActiveItem(0, left=0, low=1, high=1)
    assert list(dance(Problem.from_options([], primary="a"))) == [steps.Backtrack(0, alone)]


def test_a_tree_may_be_deeper_than_python_recurses() -> None:
    problem = Problem.from_indices([[k] for k in range(300)], items=300)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(context=0)) + 150)
    try:
        events = list(dance(problem, branching="leftmost"))
    finally:
        sys.setrecursionlimit(usual)
    assert work(events)["nodes"] == 301


@pytest.mark.parametrize(
    ("branching", "message"),
    [
        ("smalest", "did you mean 'smallest'"),
        ("weighted", "branches on the 'smallest' or the 'leftmost' item"),
        (None, "branches on the 'smallest'"),
        (["leftmost"], "branches on the 'smallest'"),
    ],
)
def test_another_branching_is_refused_at_once(branching: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        dance(Problem.from_options(["a"]), branching=branching)
