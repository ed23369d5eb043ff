"""The first solution with restarts: the same answers, sooner where the plain order is bad."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Tile, TilingProblem, _native
from combien._questions import first
from combien.cover import _shuffle
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.engines import engine_named, searcher_named
from combien.engines._clauses import sat_turns
from combien.engines._search import restarts as restarts
from combien.engines._search.first_solution import FirstSolution
from combien.engines._search.restarts import HEAD_START, Restarts, luby
from combien.engines._search.searching import bits, learning
from combien.errors import OutOfBudget
from combien.tilings.catalogue import hexominoes
from tests.engines.boards import dominoes
from tests.random_problems import all_problems


def small_first(monominoes: int = 6) -> TilingProblem:
    """A board whose monominoes come first: put in a corner, they leave a rest without a tiling."""
    ones = [Tile("*", name=f"one {number}") for number in range(monominoes)]
    return TilingProblem(Region.box(12, 9), [*ones, *hexominoes()[:17]])


def six_of_one() -> TilingProblem:
    """The same with one monomino that is used six times, which is a problem with bounds."""
    return TilingProblem(Region.box(12, 9), [Tile("*", times=6), *hexominoes()[:17]])


def y_pentominoes(width: int, height: int) -> TilingProblem:
    """A rectangle of Y pentominoes, whose tilings a plain search may not find in hours."""
    tile = Tile(".*..\n****", symmetries="all", times="any")
    return TilingProblem(Region.box(width, height), [tile])


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shuffled searches from the first node on, a node at a time, as if setting up were free."""
    monkeypatch.setattr(restarts, "HEAD_START", 1)
    monkeypatch.setattr(restarts, "HEAD_START_ITEM", 0)
    monkeypatch.setattr(restarts, "SHORTEST_TURN", 1)
    monkeypatch.setattr(restarts, "LONGEST_TURN", 1)
    monkeypatch.setattr(restarts, "UNIT", 1)
    monkeypatch.setattr(restarts, "BREAKING_AFTER", 0)
    monkeypatch.setattr(restarts, "SAT_AFTER", -1)
    monkeypatch.setattr(restarts, "TIGHT_AFTER", -1)
    monkeypatch.setattr(restarts, "TIGHT_STEPS", 1)
    monkeypatch.setattr(sat_turns, "BATCH", 3)
    for name in ("SHUFFLED_OPTION", "SHUFFLED_ENTRY"):
        monkeypatch.setattr(restarts, name, 0)
    for name in ("ENCODED_ENTRY", "ENCODED_LITERAL"):
        monkeypatch.setattr(sat_turns, name, 0)
    for name in ("bits_setup", "links_setup"):
        monkeypatch.setattr(f"combien.engines._search.searching.{name}", lambda problem: 0.0)
    # The engine remembers what its setup costs.
    bits.cache_clear()
    yield
    bits.cache_clear()


def in_slices(whole: Restarts, sliced: Restarts, slices: list[int]) -> int:
    """Run the same search at once and in slices, which must agree; return the outcome."""
    outcome = _native.OUT_OF_SLICE
    while outcome == _native.OUT_OF_SLICE:
        outcome = whole.advance(10**9, 60)
    # A slice may end at any node, as the clock ends it.
    other = _native.OUT_OF_SLICE
    number = 0
    while other == _native.OUT_OF_SLICE:
        other = sliced.advance(slices[number % len(slices)], 60)
        number += 1
    assert (other, sliced.solution, sliced.how, sliced.work) == (
        outcome,
        whole.solution,
        whole.how,
        whole.work,
    )
    return outcome


def test_the_luby_sequence() -> None:
    terms: list[int] = []
    for k in range(6):
        terms = [*terms, *terms, 2**k]
    assert [luby(number) for number in range(1, 64)] == terms


@settings(max_examples=60)
@given(problem=all_problems())
@pytest.mark.parametrize("engine", ["auto", "bits", "dlx"])
@pytest.mark.usefixtures("hasty")
def test_found_options_are_a_solution(engine: str, problem: Problem) -> None:
    assume(not engine_named(engine).refusal(problem, "solutions"))
    wanted = all_solutions(problem)
    found = combien.solve(problem, engine=engine)
    assert found in wanted if wanted else found is None
    assert combien.exists(problem, engine=engine) == bool(wanted)


@pytest.mark.usefixtures("hasty")
def test_shuffled_searches_find_some_of_them() -> None:
    # Otherwise the test above would pass even if nothing was shuffled.
    boards = [TilingProblem(Region.box(6, 5), islice(hexominoes(), k, k + 5)) for k in range(9)]
    problems = [*(board.problem() for board in boards), dominoes(6, 5)]
    walks = [first(problem, engine="dlx") for problem in problems]
    for walk in walks:
        next(walk, None)
    assert sum(walk.work.get("restarts", 0) for walk in walks) > 10


@settings(max_examples=60)
@given(problem=all_problems(), slices=st.lists(st.integers(1, 5), min_size=1, max_size=9))
@pytest.mark.parametrize(
    "others", [{}, {"learning": learning(), "sat_bytes": 10**9, "tight": True}]
)
@pytest.mark.usefixtures("hasty")
def test_slices_change_nothing(problem: Problem, slices: list[int], others: Any) -> None:
    engine = searcher_named("dlx", problem)
    whole, sliced = Restarts(problem, engine, **others), Restarts(problem, engine, **others)
    in_slices(whole, sliced, slices)


@pytest.mark.parametrize("engine", ["auto", "bits", "dlx"])
def test_a_board_that_the_plain_order_cannot_solve(engine: str) -> None:
    board = small_first().problem()
    with pytest.raises(OutOfBudget):
        next(combien.solutions(board, engine=engine, nodes=200_000))
    walk = first(board, engine=engine, nodes=200_000)
    solution = next(walk)
    verify(board, solution)
    assert "; this one was found in a shuffled order (seed" in walk.why
    assert walk.position == ""
    assert list(walk) == []
    # The same again in every call.
    assert combien.solve(board, engine=engine) == solution
    assert combien.exists(board, engine=engine, nodes=3_000_000)


def test_multiplicities() -> None:
    board = six_of_one()
    assert board.problem().has_bounds
    with pytest.raises(OutOfBudget):
        next(combien.solutions(board, nodes=60_000))
    assert combien.solve(board, nodes=60_000) is not None


def test_easy_problems_answer_as_they_did() -> None:
    for board in (dominoes(8, 8), TilingProblem(Region.box(9, 12), hexominoes(times=(0, 1)))):
        for engine in ("auto", "bits", "dlx"):
            walk = combien.solutions(board, engine=engine)
            solution = next(walk)
            assert walk.work["nodes"] <= HEAD_START
            answer = first(board, engine=engine)
            assert next(answer) == solution == combien.solve(board, engine=engine)
            assert dict(answer.work) == dict(walk.work)
            assert answer.position == walk.position


def test_a_large_board_is_tiled_without_a_restart() -> None:
    walk = first(dominoes(150, 150), engine="auto")
    tiling = next(walk)
    assert len(tiling) == 150 * 150 // 2
    assert walk.work["nodes"] == 150 * 150 // 2 + 1
    assert combien.exists(dominoes(150, 150), nodes=150 * 150 // 2 + 1)


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_a_proof_takes_about_twice_the_work(engine: str) -> None:
    corners = Region([(0, 0), (7, 7)])
    board = TilingProblem(Region.box(8, 8) - corners, [Tile("**", symmetries="all", times="any")])
    plain = combien.answer(board, "solutions", engine=engine)
    assert plain.status == "none"
    walk = first(board, engine=engine)
    assert next(walk, None) is None
    assert walk.complete
    assert walk.fraction == 1
    assert walk.work["restarts"] >= 1
    assert plain.work["nodes"] < walk.work["nodes"] <= 2.05 * plain.work["nodes"] + HEAD_START


def test_the_budget_and_the_position() -> None:
    board = small_first()
    for engine in ("bits", "dlx"):
        for nodes in (5_000, 11_111):
            with pytest.raises(OutOfBudget) as stop:
                combien.solve(board, engine=engine, nodes=nodes - 5_000 + 4_999)
            assert stop.value.known["nodes"] == nodes - 1
            # The position of the plain search: resuming from it loses nothing.
            again = combien.solutions(board, engine=engine, resume=stop.value.position)
            assert again.position == stop.value.position
    whole = list(islice(combien.solutions(dominoes(4, 4), engine="dlx"), 50))
    with pytest.raises(OutOfBudget) as stop:
        combien.solve(dominoes(4, 4), engine="dlx", nodes=3)
    assert list(combien.solutions(dominoes(4, 4), resume=stop.value.position)) == whole


@pytest.mark.parametrize("engine", ["auto", "bits", "dlx"])
def test_a_position_before_the_solution_was_taken(engine: str) -> None:
    problem = dominoes(6, 5)
    read: list[str] = []

    def interrupt(_: object) -> None:
        read.append(found.position)
        raise KeyboardInterrupt

    found = combien.first(problem, engine=engine, report=interrupt)
    with pytest.raises(KeyboardInterrupt):
        next(found)
    # It was found, and nobody has it yet.
    expected = next(combien.first(problem, engine=engine))
    for position in (*read, found.position):
        assert next(combien.solutions(problem, resume=position)) == expected
    assert next(found) == expected
    assert next(combien.solutions(problem, resume=found.position)) != expected


def test_who_found_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = {(0, 0), (7, 7)}
    cells = [cell for cell in product(range(8), repeat=2) if cell not in corners]
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    problem = Problem.from_options(pairs)
    monkeypatch.setattr(restarts, "HEAD_START", 1)
    monkeypatch.setattr(restarts, "HEAD_START_ITEM", 0)
    for after, how in [
        (0.0, "with fewer options, by weights"),
        (1e12, "in a shuffled order (seed 0)"),
    ]:
        monkeypatch.setattr(restarts, "TIGHT_AFTER", after)
        walk = first(problem)
        assert list(walk) == []
        assert walk.why.endswith(f"; that there is none was found {how}")


def test_no_memory_for_a_second_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(_shuffle, "shuffled", refuse)
    monkeypatch.setattr(restarts, "BREAKING_AFTER", 10**18)
    walk = first(small_first(), engine="dlx", nodes=30_000)
    with pytest.raises(OutOfBudget):
        next(walk)
    assert dict(walk.work).keys() == {"nodes", "updates"}


def test_an_interrupt_between_turns_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = first(small_first(), engine="dlx")
    wanted = combien.solve(small_first(), engine="dlx")
    calls = []
    shuffle = _shuffle.shuffled

    def interrupted(problem: Problem, *, seed: int) -> Any:
        calls.append(seed)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return shuffle(problem, seed=seed)

    monkeypatch.setattr(_shuffle, "shuffled", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    assert next(walk) is not None
    assert wanted is not None
    assert calls[:2] == [0, 0]


def test_other_engines_do_not_restart() -> None:
    for engine in ("dlx-leftmost", "dlx-weighted", "zdd"):
        walk = combien.solutions(dominoes(4, 4), engine=engine)
        assert combien.solve(dominoes(4, 4), engine=engine) == next(walk)
    assert isinstance(
        engine_named("auto").first(dominoes(2, 2).problem()),  # type: ignore[attr-defined]
        FirstSolution,
    )
