"""After a limit: a part is never taken for the whole, nothing is lost, no limit is exceeded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import combien
from combien import OutOfBudget, Problem, _native
from combien._base import budget
from combien._base.budget import Meter
from combien.engines._counting import OutOfBytes, finish
from combien.engines._portfolio.divided import Planned
from combien.engines._protocol import Budget
from combien.engines._search import searching
from combien.engines._search.restarts import Restarts
from combien.engines._search.searching import bits
from combien.engines._search.threaded_walk import ThreadedWalk
from combien.puzzles import Queens
from tests.engines.boards import dominoes, queens
from tests.engines.test_auto import beside
from tests.questions.test_cancelled import PIGEONS

QUEENS = queens(8)
# The bit sets of its options take over 30 MB.
WIDE = dominoes(60, 60)
SEARCHES = ["bits", "dlx", "dlx-leftmost", "dlx-weighted"]


def permutations(n: int) -> Problem:
    """As many solutions as there are permutations of n."""
    return Problem.from_options([f"r{k}", f"c{m}"] for k in range(n) for m in range(n))


def later(monkeypatch: pytest.MonkeyPatch, seconds_a_look: float) -> None:
    """From now on, this many seconds pass whenever a budget looks at the clock."""
    now = [perf_counter()]

    def clock() -> float:
        now[0] += seconds_a_look
        return now[0]

    monkeypatch.setattr(budget, "perf_counter", clock)


def rows(array: np.ndarray[Any, Any]) -> list[tuple[int, ...]]:
    return [tuple(sorted(row)) for row in array.tolist()]


# Answers ------------------------------------------------------------------------------------------


def test_a_list_from_a_position_has_no_count() -> None:
    whole = list(combien.solutions(QUEENS))
    walk = combien.solutions(QUEENS)
    head = list(islice(walk, 90))
    rest = combien.answer(QUEENS, "solutions", resume=walk.position)
    assert [*head, *rest.solutions] == whole
    assert (rest.status, rest.complete, rest.count) == ("solved", True, None)
    nothing = combien.answer(QUEENS, "solutions", resume=rest.position)
    assert (nothing.solutions, nothing.complete, nothing.count) == ((), True, None)
    assert nothing.status == "none"


def test_a_stopped_answer_has_a_position() -> None:
    found = combien.answer(QUEENS, engine="dlx", nodes=1000)
    assert (found.status, found.count, found.complete) == ("stopped", None, False)
    assert set(found.work) == {"nodes", "updates"}
    assert found.nodes == 1000
    assert found.known == {"at_least": 85, **found.work}
    assert combien.count(QUEENS, resume=found.position) == 92
    listed = combien.answer(QUEENS, "solutions", engine="dlx", nodes=1000)
    assert (listed.status, listed.count, listed.complete) == ("solved", None, False)
    assert (listed.nodes, len(listed.solutions)) == (1000, 85)
    assert "1000 nodes ended" in listed.why
    rest = combien.answer(QUEENS, "solutions", resume=listed.position)
    assert len(rest.solutions) == 7


@pytest.mark.parametrize("engine", SEARCHES)
def test_auto_continues_every_search(engine: str) -> None:
    whole = list(combien.solutions(QUEENS, engine=engine))
    walk = combien.solutions(QUEENS, engine=engine)
    head = list(islice(walk, 40))
    rest = combien.solutions(QUEENS, resume=walk.position)
    assert rest.engine == engine
    assert [*head, *rest] == whole
    with pytest.raises(OutOfBudget) as stop:
        combien.count(QUEENS, engine=engine, nodes=500)
    assert stop.value.known["nodes"] == 500
    assert combien.count(QUEENS, resume=stop.value.position) == 92


# Arrays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, {"threads": 2}, {"seed": 3}, {"up_to": "all"}])
def test_arrays_hand_out_what_was_found_before_they_raise(how: dict[str, Any]) -> None:
    model = Queens(8)
    whole = list(combien.solutions(model.problem(), **how)) if "up_to" not in how else []
    walk = combien.solutions(model, nodes=100, **how)
    arrays = walk.arrays(10**6)
    (first,) = islice(arrays, 1)
    with pytest.raises(OutOfBudget) as stop:
        next(arrays)
    rest = combien.solutions(model, resume=stop.value.position, **how).arrays()
    found = [solution for array in [first, *rest] for solution in rows(array)]
    assert 0 < len(first) < len(found)
    if whole:
        assert found == [tuple(solution) for solution in whole]
    else:
        assert (len(found), len(set(found))) == (12, 12)


def test_diagrams_are_listed_until_the_seconds_end(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = permutations(7)
    walks = [combien.solutions(problem, engine="zdd", seconds=10_000) for _ in range(3)]
    for walk in walks:
        assert len(next(walk)) == 7
    later(monkeypatch, 1000)
    (table,) = islice(walks[0].arrays(10**6), 1)
    assert 0 < len(table) < 5039
    with pytest.raises(OutOfBudget, match="10000 seconds"):
        next(walks[0].arrays())
    with pytest.raises(OutOfBudget, match="10000 seconds"):
        list(walks[1])
    # Each further call says the same.
    for _ in range(2):
        with pytest.raises(OutOfBudget, match="10000 seconds"):
            deque(iter(lambda: next(walks[2]), None))


# Memory -------------------------------------------------------------------------------------------


def test_a_listing_keeps_to_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    original = _native.listing_search

    def listing_search(*args: Any, **more: Any) -> _native.Search:
        given.append(more["bytes"])
        return original(*args, **more)

    monkeypatch.setattr(_native, "listing_search", listing_search)
    assert len(list(combien.solutions(QUEENS, engine="bits", bytes=123_456))) == 92
    assert given == [123_456]


QUESTIONS: list[Callable[..., object]] = [
    lambda **more: next(combien.solutions(WIDE, **more)),
    lambda **more: next(combien.solutions(WIDE, threads=2, **more)),
    lambda **more: combien.solve(WIDE, **more),
    lambda **more: combien.exists(WIDE, **more),
    lambda **more: combien.estimate(WIDE, walks=1, **more),
]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_no_search_is_opened_without_the_memory(
    ask: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both are called to open the bit sets.
    monkeypatch.delattr(_native, "listing_search")
    with pytest.raises(OutOfBudget, match=r"the search needs more than 0\.001 GB"):
        ask(engine="bits", bytes=1_000_000)
    # Dancing links take less.
    assert ask(bytes=1_000_000)


def test_a_listing_that_cannot_begin_is_stopped_where_it_was() -> None:
    position = combien.solutions(WIDE, engine="bits", nodes=0).position
    found = combien.answer(WIDE, "solutions", limit=1, engine="bits", bytes=10, resume=position)
    assert (found.status, found.solutions, found.complete) == ("stopped", (), False)
    assert found.position == position


@pytest.mark.parametrize(("searches", "threads"), [(0.9, 0), (1, 1), (2.9, 2), (9, 4)])
def test_as_many_searches_as_fit(searches: float, threads: int) -> None:
    engine = bits()
    meter = Meter(Budget(bytes=int(searches * engine.needs(WIDE))), engine="bits")
    if not threads:
        with pytest.raises(OutOfBudget):
            engine.walk(WIDE, meter, why="", threads=4)
        return
    walk = engine.walk(WIDE, meter, why="", threads=4)
    assert (walk._threads if isinstance(walk, ThreadedWalk) else 1) == threads
    # Small searches are always allowed.
    assert engine.fits(QUEENS, Meter(Budget(bytes=0), engine="bits"), searches=9)


def test_only_one_search_without_the_memory_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: list[bool] = []
    original = Restarts.__init__

    def spy(self: Restarts, *args: Any, **more: Any) -> None:
        alone.append(more["alone"])
        original(self, *args, **more)

    monkeypatch.setattr(Restarts, "__init__", spy)
    monkeypatch.setattr(searching, "ALWAYS_ALLOWED", 0)
    room = bits().needs(QUEENS)
    for bytes in (room, 3 * room):
        assert combien.exists(QUEENS, bytes=bytes)
        assert combien.solve(QUEENS, bytes=bytes)
    assert alone == [True, True, False, False]
    for one in (True, False):
        search = Restarts(PIGEONS, bits(), alone=one)
        while search.nodes < 60_000:
            search.advance(60_000 - search.nodes, 1.0)
        assert (search.restarts == 0) == one


@pytest.mark.parametrize("tables", [False, True])
def test_threads_keep_few_solutions_in_few_bytes(tables: bool) -> None:
    problem = permutations(7)
    walk = ThreadedWalk(
        problem,
        bits().open_at,
        engine="bits",
        why="",
        meter=Meter(Budget(bytes=4 * 14 * 500), engine="bits"),
        resume="",
        threads=2,
    )
    most, found = 0, []
    while not walk.complete:
        if tables:
            found += rows(np.asarray(walk.table(100, sort=True).view()))
        else:
            found += list(islice(walk, 100))
        kept = [batch for part in walk._parts for batch in part.batches]
        most = max(most, sum(batch.length for batch in kept))
    assert found == list(combien.solutions(problem, engine="bits"))
    # Both threads may find a batch after the limit is reached.
    assert 0 < most < 500 + 4 * 256


# Counts -------------------------------------------------------------------------------------------


class Hungry:
    """A count that needs more memory than there is, with a position."""

    steps, fraction, count = 0, None, 0
    known = work = {"nodes": 5}  # noqa: RUF012
    position = "here"

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        raise self.error


@pytest.mark.parametrize("error", [OutOfBytes, MemoryError])
def test_a_count_that_needs_too_much_memory_has_its_position(error: type[Exception]) -> None:
    with pytest.raises(OutOfBudget, match=r"the count needs more than 0\.001 GB") as stop:
        finish(Hungry(error), Meter(Budget(bytes=10**6), engine="bits"))
    assert (stop.value.known, stop.value.position) == ({"nodes": 5}, "here")


def test_a_position_is_resumed_after_the_bytes_were_too_few() -> None:
    position = combien.answer(WIDE, engine="bits", nodes=100).position
    again = combien.answer(WIDE, engine="bits", bytes=10, resume=position)
    assert (again.status, again.position) == ("stopped", position)


def test_a_divided_count_has_no_position() -> None:
    # The search of the whole is given up for its parts.
    problem = beside(queens(12), queens(12))
    planned = Planned(problem)
    while not planned.position:
        assert not planned.advance(100, 1.0, 10**9)
    before = planned.steps
    assert planned.known["at_least"] >= 0
    while planned.position:
        assert not planned.advance(100, 1.0, 10**9)
    assert planned.plan.reduction.startswith("288 options became 288 in 2 parts")
    assert planned.steps > before
    with pytest.raises(OutOfBudget) as stop:
        finish(planned, Meter(Budget(nodes=planned.steps), engine="auto"))
    assert stop.value.position == ""
    assert "at_least" not in stop.value.known
