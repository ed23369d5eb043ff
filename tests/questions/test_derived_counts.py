"""Numbers derived from other counts are compared with a list of the solutions, if it is short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from combien import (
    Disagreement,
    Problem,
    Region,
    Solution,
    Tile,
    TilingProblem,
    _native,
    answer,
    best,
    count,
    count_by,
    exists,
    family,
    marginals,
    orbits,
    sample,
)
from combien._questions import up_to
from combien.cover._invariant import elements
from combien.engines._diagrams import turns
from combien.engines._diagrams.zdd import DiagramCounting
from combien.engines._matchings.fkt import FktCounting
from combien.engines._optimum import cheapest
from combien.engines._portfolio import existence, sprint
from combien.engines._portfolio.divided import Divided, Planned
from combien.engines._portfolio.orbits import OrbitCounting
from combien.engines._portfolio.sprint import Sprint
from combien.engines._search import listed
from combien.engines._search.restarts import Restarts
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.memo import MemoCounting
from combien.engines._sweeps.tree import TreeCounting
from combien.families import Family, Universe
from combien.families._family import adopted
from combien.rectangles import _closing, _direct, all_primes, lengths, table
from combien.rectangles._decisions import Decisions

DOMINO = Tile("**", symmetries="all", times="any")
BOARD = TilingProblem(Region.box(4, 4), [DOMINO])
L = Tile("*.\n**", symmetries="all", times="any")


def test_orbits(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = up_to._Counting.fixed

    def more(self: up_to._Counting, members: list[int]) -> int:
        return fixed(self, members) + 8 * (members[0] == 1)

    monkeypatch.setattr(up_to._Counting, "fixed", more)
    with pytest.raises(Disagreement, match="up to symmetry: 10 as derived, but 9 by a direct"):
        count(BOARD, up_to="all")
    with pytest.raises(Disagreement, match="up to symmetry: 10 as derived, but 9 by a direct"):
        orbits(BOARD)
    monkeypatch.setattr(up_to._Counting, "fixed", lambda *given: 8000 + fixed(*given))
    with pytest.raises(Disagreement, match="up to symmetry: 8009 as derived, but 9 by a direct"):
        orbits(BOARD)
    monkeypatch.setattr(
        up_to._Counting, "fixed", lambda *given: fixed(*given) + 4 * (given[1][0] == 1)
    )
    with pytest.raises(Disagreement, match=r"a sum over the symmetries: .* a multiple of 8"):
        count(BOARD, up_to="all")


def test_orbits_of_more_solutions_than_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    board, fixed = TilingProblem(Region.box(8, 8), [DOMINO]), up_to._Counting.fixed
    right = orbits(board)
    assert right.count == count(board, up_to="all")
    wrong = {"Id": 7, "Rot180": 1}

    def once_more(self: up_to._Counting, members: list[int]) -> int:
        names = [self._group[number].name for number in elements(members[0])]
        more = wrong.get(names[-1], 0) if len(names) < 3 else 0
        return fixed(self, members) + more

    monkeypatch.setattr(up_to._Counting, "fixed", once_more)
    # Of the whole group, the sum is a multiple of 8.
    with pytest.raises(Disagreement, match=r"a sum over the symmetries: .* a multiple of 2"):
        count(board, up_to="all")
    most = right.solutions

    def all_symmetric(self: up_to._Counting, members: list[int]) -> int:
        return fixed(self, members) + most * (members[0].bit_count() == 8)

    monkeypatch.setattr(up_to._Counting, "fixed", all_symmetric)
    with pytest.raises(Disagreement, match=r"solutions that symmetries fix: .* at least 12988816"):
        orbits(board)


def test_products(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Problem.from_options([f"{a}{b}" for a, b in ("ab", "cd", "ac", "bd", "ef", "gh")])
    monkeypatch.setattr(Sprint, "run", lambda self: None)
    monkeypatch.setattr(Planned, "advance", _divided)
    assert count(parts) == 2
    for wrong in (1, 4, 10**9):
        monkeypatch.setattr(Divided, "count", wrong)
        direct = rf"became .* parts.*: {wrong} as derived, but 2 by a direct"
        with pytest.raises(Disagreement, match=direct):
            count(parts)


@pytest.mark.parametrize("wrong", [0, 35, 37, 10**9])
@pytest.mark.parametrize(
    ("engine", "counting"),
    [
        ("auto", FktCounting),
        ("fkt", FktCounting),
        ("frontier", FrontierCounting),
        ("memo", MemoCounting),
        ("orbits", OrbitCounting),
        ("tree", TreeCounting),
    ],
)
def test_engines_that_do_not_list(
    monkeypatch: pytest.MonkeyPatch, engine: str, counting: type, wrong: int
) -> None:
    monkeypatch.setattr(Sprint, "run", lambda self: None)
    assert count(BOARD, engine=engine) == 36
    monkeypatch.setattr(counting, "count", property(lambda self: wrong))
    with pytest.raises(Disagreement, match=f": {wrong} as derived, but 36 by a direct count"):
        count(BOARD, engine=engine)


@pytest.mark.parametrize("engine", ["fkt", "frontier"])
def test_more_solutions_than_are_listed(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    board = TilingProblem(Region.box(8, 8), [DOMINO])
    assert count(board, engine=engine) == 12988816
    for counting in (FktCounting, FrontierCounting):
        monkeypatch.setattr(counting, "count", property(lambda self: 88))
    with pytest.raises(Disagreement, match=r": 88 as derived, but at least \d+ by a direct count"):
        count(board, engine=engine)


@pytest.mark.parametrize(
    ("favorite", "wrong"), [("memo", MemoCounting), ("frontier", FrontierCounting)]
)
def test_short_counts(monkeypatch: pytest.MonkeyPatch, favorite: str, wrong: type) -> None:
    for name in ("FIRST", "SOON", "LONGEST_MEMO", "FEW_ITEMS"):
        monkeypatch.setattr(sprint, name, 0)
    monkeypatch.setattr(sprint, "PEEKS", ())
    monkeypatch.setattr(sprint, "LEAST_MEMO_NODES", 1)
    monkeypatch.setattr(Sprint, "_favorite", lambda self: favorite)
    board = TilingProblem(Region.box(6, 6), [L])
    assert answer(board).engine == favorite
    monkeypatch.setattr(wrong, "count", property(lambda self: -1))
    with pytest.raises(Disagreement, match=r": -1 as derived, but at least \d+ by a direct count"):
        count(board)


@pytest.mark.parametrize("engine", ["fkt", "frontier", "memo", "orbits", "tree", "zdd", "auto"])
def test_the_search_has_no_code_in_common(engine: str) -> None:
    problem = TilingProblem(Region.box(8, 8), [DOMINO]).problem()
    shares = engine in ("memo", "orbits", "auto")
    assert listed._searcher(problem, engine, 5000).name == ("dlx" if shares else "bits")


def test_a_search_that_raced_is_compared() -> None:
    problem = TilingProblem(Region.box(6, 6), [DOMINO]).problem()

    def compared(number: int, engine: str, searched: tuple[int, int]) -> None:
        listed.compare_derived(
            problem, number, "tilings", engine=engine, modulo=None, cost=0, searched=searched
        )

    compared(6728, "frontier", (1000, 6728))
    with pytest.raises(Disagreement, match="tilings: 6728 as derived, but at least 6729"):
        compared(6728, "frontier", (1000, 6729))
    # Too few nodes, or those of the same code: another search decides.
    compared(6728, "frontier", (999, 6729))
    compared(6728, "memo", (1000, 6729))
    with pytest.raises(Disagreement, match=": 0 as derived, but at least"):
        compared(0, "frontier", (0, 0))


@pytest.mark.parametrize("engine", ["auto", "memo", "frontier"])
def test_runs_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str) -> None:
    assert count(BOARD, engine=engine, checkpoint=tmp_path / "right.db") == 36
    for counting in (FktCounting, FrontierCounting):
        monkeypatch.setattr(counting, "count", property(lambda self: 10**9))
    monkeypatch.setattr(MemoCounting, "known", property(lambda self: {"at_least": 10**9}))
    for _ in range(2):
        with pytest.raises(Disagreement, match=": 1000000000 as derived, but 36 by a direct"):
            count(BOARD, engine=engine, checkpoint=tmp_path / "wrong.db")


def test_remainders(monkeypatch: pytest.MonkeyPatch) -> None:
    assert count(BOARD, engine="frontier", modulo=7) == 1
    monkeypatch.setattr(FrontierCounting, "count", 5)
    with pytest.raises(Disagreement, match="modulo 7: 5 as derived, but 1 by a direct count"):
        count(BOARD, engine="frontier", modulo=7)


def test_diagrams(monkeypatch: pytest.MonkeyPatch) -> None:
    assert family(BOARD).count == count(BOARD, engine="zdd") == 36

    def without_one(universe: Universe, diagram: Any) -> Family:
        found = adopted(universe, diagram)
        return found - Family([next(iter(found))], universe=universe)

    monkeypatch.setattr(turns, "adopted", without_one)
    for question in (family, sample, count_by):
        with pytest.raises(Disagreement, match="35 as derived, but 36 by a direct count"):
            question(BOARD)
    monkeypatch.setattr(turns, "adopted", lambda universe, diagram: Family([]))
    with pytest.raises(Disagreement, match=r"0 as derived, but at least \d+ by a direct count"):
        family(TilingProblem(Region.box(8, 8), [DOMINO]))
    monkeypatch.setattr(DiagramCounting, "count", 35)
    with pytest.raises(Disagreement, match="35 as derived, but 36 by a direct count"):
        count(BOARD, engine="zdd")


def test_shares_of_pfaffians(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = marginals(BOARD)
    monkeypatch.setattr(FktCounting, "shares", [shares[0] + 1, *shares[1:]])
    with pytest.raises(Disagreement, match=r"options with .*: 37 as derived, but 36 by a direct"):
        marginals(BOARD)
    monkeypatch.setattr(FktCounting, "count", 35)
    with pytest.raises(Disagreement, match="35 as derived, but 36 by a direct count"):
        marginals(BOARD)


def test_no_solution_by_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    assert exists(BOARD)
    for counting in (FrontierCounting, MemoCounting):
        monkeypatch.setattr(counting, "count", 0)
    with pytest.raises(Disagreement, match="0 as derived, but 36 by a direct count"):
        exists(BOARD, engine="memo")
    monkeypatch.setattr(Restarts, "nodes", existence.HEAD_START)
    monkeypatch.setattr(Restarts, "advance", lambda *given: _native.OUT_OF_SLICE)
    with pytest.raises(Disagreement, match="0 as derived, but 36 by a direct count"):
        exists(BOARD)


@pytest.mark.parametrize(
    "fault",
    [
        lambda found: [],
        lambda found: found[1:],
        lambda found: found[:1] * 2,
        lambda found: [(cost + 1, solution) for cost, solution in found],
    ],
)
@pytest.mark.parametrize("engine", ["bound", "zdd"])
def test_best(
    monkeypatch: pytest.MonkeyPatch,
    engine: Literal["bound", "zdd"],
    fault: Callable[[list[tuple[int, Solution]]], list[tuple[int, Solution]]],
) -> None:
    problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 7])
    assert [cost for cost, _ in best(problem, k=2, engine=engine)] == [4, 5]
    right = cheapest._Race.best
    monkeypatch.setattr(cheapest._Race, "best", lambda *given: fault(right(*given)))
    with pytest.raises(Disagreement, match=r"costs of the best .* but \[4, 5\] by a direct count"):
        best(problem, k=2, engine=engine)


def _divided(self: Planned, steps: int, seconds: float, bytes: int) -> bool:
    if self._divided is None:
        self._divide()
    return self._counting.advance(steps, seconds, bytes)


def test_rectangles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the fault is in the direct search, which finds no tiling."""
    monkeypatch.setattr(_direct, "listed", lambda problem, most: ([], True))
    asked: tuple[Callable[[], object], ...] = (
        lambda: all_primes([L]),
        lambda: lengths([L], 2),
        lambda: table([L], (6, 6)),
    )
    for ask in asked:
        with pytest.raises(Disagreement, match="a tiling as derived, but none by a direct count"):
            ask()


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lambda primes: primes[1:], "2 x 3: no prime as derived, but one by a direct"),
        (lambda primes: [*primes, (2, 6)], "2 x 6: a prime as derived, but none by a direct"),
        (lambda primes: [*primes, (3, 17)], "3 x 17: a tiling as derived, but none by a direct"),
    ],
)
@pytest.mark.parametrize("widest", [5, 2])
def test_primes(
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[list[tuple[int, int]]], list[tuple[int, int]]],
    found: str,
    widest: int,
) -> None:
    """Also where it is not proved that there are no others."""
    primes = _closing._Closing._primes
    assert all_primes([L], widest=widest).proved == (widest == 5)
    monkeypatch.setattr(_closing._Closing, "_primes", lambda *given: fault(list(primes(*given))))
    with pytest.raises(Disagreement, match=f"the rectangle of {found}"):
        all_primes([L], widest=widest)


def test_primes_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    classify = Decisions._classify

    def wrong(self: Decisions, key: tuple[int, int]) -> None:
        classify(self, key)
        if key == (2, 3):
            self._known[key] = replace(self._known[key], verdict="composite")

    monkeypatch.setattr(Decisions, "_classify", wrong)
    with pytest.raises(Disagreement, match="2 x 3: no prime as derived, but one by a direct"):
        table([L], (6, 6))
