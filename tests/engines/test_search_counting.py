"""Counts by search: the same with several threads, and in parts that are resumed."""

from __future__ import annotations

from itertools import count as endless
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien._base.budget import NO_LIMIT
from combien.engines._places import (
    Place,
    Subtree,
    parse_position,
    position_text,
    tree_name,
    writer_of,
)
from combien.engines._search.counting import SearchCounting
from combien.engines._search.searching import SearchEngine, bits, leftmost, smallest, weighted
from combien.engines._search.splitting import parts_of, split_off
from combien.engines._search.threaded_walk import LEAST_SECONDS, Crew
from combien.errors import BadInput, BadPosition, Interrupted, OutOfBudget
from tests.engines.boards import latin, queens
from tests.random_problems import all_problems

ENGINES = [smallest(), leftmost(), weighted(), bits()]
BYTES = 10**9


def finished(counting: SearchCounting, *, steps: int = NO_LIMIT) -> SearchCounting:
    """The same count, at its end, in slices of this number of nodes."""
    while not counting.advance(steps, 1.0, BYTES):
        pass
    return counting


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(problem=all_problems(), threads=st.integers(2, 4), steps=st.integers(1, 50))
def test_threads_visit_each_node_once(
    engine: SearchEngine, problem: Problem, threads: int, steps: int
) -> None:
    assume(not engine.refusal(problem, "count"))
    alone = finished(engine.counting(problem, threads=1))
    together = finished(engine.counting(problem, threads=threads), steps=steps)
    assert (together.count, together.steps) == (alone.count, alone.steps)
    assert together.fraction == 1


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(problem=all_problems(), threads=st.integers(1, 3), steps=st.integers(1, 40))
def test_a_count_is_resumed_anywhere(
    engine: SearchEngine, problem: Problem, threads: int, steps: int
) -> None:
    assume(not engine.refusal(problem, "count"))
    alone = finished(engine.counting(problem, threads=1))
    position, nodes = "", 0
    for _ in endless():
        counting = engine.counting(problem, threads=threads, resume=position)
        done = counting.advance(steps, 1.0, BYTES)
        nodes += counting.steps
        if done:
            break
        position = counting.position
    assert (counting.count, nodes) == (alone.count, alone.steps)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(problem=all_problems(), steps=st.integers(1, 40))
def test_the_split_off_parts_are_the_rest(
    engine: SearchEngine, problem: Problem, steps: int
) -> None:
    assume(not engine.refusal(problem, "count"))
    whole = finished(engine.counting(problem, threads=1))
    begun = engine.counting(problem, threads=1)
    if begun.advance(steps, 1.0, BYTES):
        return
    (place,) = parse_position(begun.position, engine.name, problem)[0]
    kept, parts = split_off(engine.open_at, problem, place)
    # All untried choices of the highest level with any.
    untried = [each for each in parts_of(engine, problem, place) if each.choices != place.choices]
    highest = min((len(each.choices) for each in untried), default=0)
    assert parts == [each for each in untried if len(each.choices) == highest]
    counts = [
        finished(engine.counting(problem, threads=1, resume=each.text(engine.name, problem)))
        for each in (kept, *parts)
    ]
    assert begun.count + sum(each.count for each in counts) == whole.count
    assert begun.steps + sum(each.steps for each in counts) == whole.steps


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(problem=all_problems(), steps=st.integers(1, 40))
def test_pieces_that_are_split_have_places(
    engine: SearchEngine, problem: Problem, steps: int
) -> None:
    assume(not engine.refusal(problem, "count"))
    whole = finished(engine.counting(problem, threads=1))
    counting = engine.counting(problem, threads=1)
    while not counting.advance(steps, 1.0, BYTES):
        left = 1 - counting.fraction
        counting.split(counting._state.pieces[0])
        assert 1 - counting.fraction == pytest.approx(left)
        resumed = engine.counting(problem, threads=1, resume=counting.position)
        assert counting.steps + finished(resumed).steps == whole.steps
        assert resumed.count == whole.count
    assert (counting.count, counting.work) == (whole.count, whole.work)


@pytest.mark.parametrize("steps", [1, 10, 40])
def test_steps_include_all_places(steps: int) -> None:
    problem = queens(6)
    shares = combien.shares(problem, parts=9, engine="dlx")
    places = tuple(Place.parse(share, "dlx", problem) for share in shares)
    resume = position_text("dlx", problem, places)
    counting = smallest().counting(problem, threads=1, resume=resume)
    assert not counting.advance(steps, 60.0, BYTES)
    assert counting.steps == steps


@pytest.mark.parametrize("free", [None, Subtree(Place(), 1.0)])
def test_a_piece_is_split_only_if_no_other_is_free(free: Subtree | None) -> None:
    board, piece = mock.Mock(), Subtree(Place(), 1.0)
    board.next_piece.return_value = free
    Crew(board, threads=2, steps=10, seconds=1.0)._split(piece)
    assert board.split.call_args_list == ([] if free else [mock.call(piece)])


def test_an_interrupt_while_threads_start_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", mock.Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        Crew(mock.Mock(), threads=2, steps=10, seconds=1.0).run()


@pytest.mark.parametrize("waiting", [0, 1])
def test_a_stint_is_short_only_while_a_thread_waits(waiting: int) -> None:
    board, given = mock.Mock(is_full=False), []
    board.next_piece.side_effect = [Subtree(Place(), 1.0), None]
    board.open.return_value.nodes = 0

    def stint(piece: Subtree, steps: int, seconds: float) -> bool:
        given.append((steps, seconds))
        return True

    board.stint = stint
    crew = Crew(board, threads=2, steps=10, seconds=1000.0)
    crew._waiting = waiting
    crew._search_pieces()
    [(steps, seconds)] = given
    assert steps == 5
    assert 0 < seconds <= LEAST_SECONDS if waiting else seconds > LEAST_SECONDS


def test_long_pieces_are_split_while_they_run() -> None:
    counting = bits().counting(queens(13), threads=3)
    assert finished(counting).count == 73712
    assert counting.steps == bits().count(queens(13)).work["nodes"]


@pytest.mark.parametrize("name", ["auto", "bits", "dlx"])
def test_a_budget_that_ends_has_the_position(name: str) -> None:
    with pytest.raises(OutOfBudget) as caught:
        combien.count(queens(9), engine=name, nodes=2000)
    position = caught.value.position
    assert writer_of(position) in ("bits", "dlx")
    assert combien.count(queens(9), resume=position) == 352
    resumed = combien.answer(queens(9), resume=position, threads=2)
    assert (resumed.count, resumed.complete) == (352, True)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_count_has_the_threads_that_were_asked_for(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    given: list[int | None] = []
    counting = SearchEngine.counting

    def watched(engine: SearchEngine, problem: Problem, **more: Any) -> SearchCounting:
        given.append(more["threads"])
        return counting(engine, problem, **more)

    monkeypatch.setattr(SearchEngine, "counting", watched)
    (share,) = combien.shares(queens(6), parts=1)
    assert combien.count(queens(6), resume=share, threads=threads) == 4
    assert combien.count(queens(6), engine="bits", threads=threads) == 4
    assert given == [threads, threads]


def test_the_position_of_a_share_counts_the_share() -> None:
    shares = combien.shares(queens(8), parts=5, engine="dlx")
    assert sum(combien.count(queens(8), resume=share) for share in shares) == 92


def test_ctrl_c_has_the_position() -> None:
    def press(progress: combien.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        combien.count(queens(15), engine="bits", report=press)
    known = caught.value.known
    assert 0 <= known["at_least"] < 2279184
    assert f"={known['at_least']}" in caught.value.position or not known["at_least"]
    assert writer_of(caught.value.position) == "bits"


def test_a_resumed_count_includes_what_was_found() -> None:
    counting = smallest().counting(latin(3), threads=1)
    counting.advance(20, 1.0, BYTES)
    assert 0 < counting.count < 12
    assert counting.position.endswith(f"={counting.count}")
    assert combien.count(latin(3), resume=counting.position) == 12


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("bits:{}::at", "version 0 of the search tree of 'bits'"),
        ("bits99:{}::at", "version 99 of the search tree of 'bits'"),
        ("bits{v}:0000000000000000::at", "another problem"),
        ("bits{v}:{}:1:at+2", "is not a position"),
        ("bits{v}:{}:1:on+2:at", "is not a place in a search"),
        ("bits{v}:{}:1:at=x", "not a number of solutions"),
        ("bits{v}:{}:1:at=-3", "not a number of solutions"),
        ("bits{v}:{}:1:at=" + "9" * 4500, "not a number of solutions"),
        ("bits{v}:{}:" + "1:at+" * 100_000 + "1:at", "is not a position"),
        ("nonsense", "is not a position"),
    ],
)
def test_positions_of_other_problems(position: str, message: str) -> None:
    problem = queens(4)
    version = tree_name("bits").removeprefix("bits")
    text = position.replace("{v}", version).replace("{}", problem.fingerprint)
    with pytest.raises(BadPosition, match=message):
        combien.count(problem, resume=text)


@pytest.mark.parametrize(("places", "found"), [(2, 3), (2, 0), (1, 3)])
def test_the_position_of_a_count_lists_nothing(places: int, found: int) -> None:
    left = [Place((at,), floor=1) for at in range(places)]
    text = position_text("dlx", queens(4), left, found)
    # There is one solution below the second place, and none below the first.
    assert combien.count(queens(4), resume=text) == found + places - 1
    with pytest.raises(BadPosition, match="the position of a count"):
        combien.solutions(queens(4), engine="dlx", resume=text)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"threads": 0}, "threads=0: expected a whole number from 1"),
        ({"threads": 2, "processes": 2}, "threads= and processes= were both given"),
        ({"processes": 2}, "processes= needs checkpoint="),
        ({"cluster": "local:2"}, "cluster= needs checkpoint="),
        ({"checkpoint": 3}, "checkpoint=3: expected the name of a file"),
        ({"checkpoint": ""}, "checkpoint=''"),
        ({"checkpoint": "no.db", "up_to": "all"}, "checkpoint= and up_to= were both given"),
    ],
)
def test_refusals(keywords: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        combien.count(queens(4), **keywords)  # type: ignore[arg-type]
