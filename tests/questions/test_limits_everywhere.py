"""Each question keeps to each limit and reports, with each engine that can answer it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

import combien
from combien import BadInput, BadPosition, Cancelled, CannotAnswer, OutOfBudget, Progress
from combien._base import budget
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import METHODS_OF_BEST, Question
from combien.families._family import Family
from combien.tilings._tiling import TilingProblem
from tests.engines.boards import dominoes, latin, queens
from tests.questions.test_cancelled import PIGEONS, RECTANGLE

LATIN = latin(8)
SUITABLE = {"fkt": dominoes(60, 60)}
# Without a solution, which is soon known to these.
KNOWING = {"frontier", "memo", "tree", "zdd"}


def listed(model: Any, **more: Any) -> list[object]:
    return list(combien.solutions(model, **more))


def asked() -> dict[str, Callable[..., object]]:
    """Return questions that take long, by name."""
    found: dict[str, Callable[..., object]] = {}

    def ask(name: str, question: Question, ask_it: Callable[..., object], model: Any) -> None:
        if not engine_named(name).refusal(model, question):
            found[f"{getattr(ask_it, '__name__', '')} by {name}"] = partial(
                ask_it, model, engine=name
            )

    for name in ENGINES:
        ask(name, "count", combien.count, SUITABLE.get(name, LATIN))
        if name not in KNOWING:
            ask(name, "solutions", combien.solve, PIGEONS)
            ask(name, "solutions", listed, PIGEONS)
            ask(name, "count", combien.exists, PIGEONS)
    for method in METHODS_OF_BEST:
        if method not in ("milp", "cpsat"):
            found[f"best by {method}"] = partial(combien.best, latin(6), engine=cast("Any", method))
    position = combien.answer(queens(13), nodes=10, engine="dlx").position
    found |= {
        "best": partial(combien.best, latin(6)),
        "resumed": partial(combien.count, queens(13), resume=position),
        "modulo": partial(combien.count, LATIN, modulo=7, engine="frontier"),
        "list by zdd": partial(listed, LATIN, engine="zdd"),
        "list up to symmetry": partial(listed, RECTANGLE, up_to="all"),
        "shuffled list": partial(listed, RECTANGLE, seed=1),
        "list by threads": partial(listed, PIGEONS, threads=2),
        "orbits": partial(combien.orbits, RECTANGLE),
        "count up to symmetry": partial(combien.count, RECTANGLE, up_to="all"),
        "family": partial(combien.family, LATIN),
        "marginals": partial(combien.marginals, LATIN),
        "sizes": partial(combien.count_by_size, LATIN),
        "kinds": partial(combien.count_by, LATIN, str),
        "totals": partial(combien.count_by_total, LATIN, {0: 1}),
        "sample": partial(combien.sample, LATIN, seed=1),
        "heat map": partial(combien.heat_map, RECTANGLE),
        "estimate": partial(combien.estimate, LATIN, walks=10**6),
        "prepared": combien.Prepared(PIGEONS).solutions,
    }
    return found


ASKED = asked()


@pytest.mark.parametrize("name", ASKED)
def test_limits_and_reports(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = ASKED[name]
    for limits in ({"nodes": 0}, {"seconds": 0}, {"budget": combien.Budget(nodes=0)}):
        with pytest.raises(OutOfBudget):
            ask(**limits)

    def cancel(progress: Progress) -> None:
        raise Cancelled("enough")

    monkeypatch.setattr(budget, "SLICE_SECONDS", 0.002)
    with pytest.raises(Cancelled, match="enough"):
        ask(report=cancel)


QUERIES: dict[str, Callable[[TilingProblem], object]] = {
    "marginals": lambda model: combien.marginals(model, seconds=100),
    "count_by_size": lambda model: combien.count_by_size(model, seconds=100),
    "count_by": lambda model: combien.count_by(model, seconds=100),
    "sample": lambda model: combien.sample(model, seed=1, seconds=100),
}


@pytest.mark.parametrize("name", [*QUERIES, "heat_map"])
def test_passes_over_a_diagram_get_the_seconds_that_are_left(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    method = "marginals" if name == "heat_map" else name
    original = getattr(Family, method)

    def spy(self: Family, *args: Any, seconds: float, **more: Any) -> object:
        given.append(seconds)
        return original(self, *args, seconds=seconds, **more)

    monkeypatch.setattr(Family, method, spy)
    tromino = combien.Tile("***", symmetries="all", times="any")
    model = TilingProblem(combien.Region.box(3, 3), [tromino])
    if name == "heat_map":
        combien.heat_map(model, seconds=100)
    else:
        QUERIES[name](model)
    assert len(given) == 1
    assert 0 < given[0] <= 100


def test_every_engine_counts_and_lists_the_same() -> None:
    problem, whole = queens(6), list(combien.solutions(queens(6), engine="dlx"))
    for name in ENGINES:
        engine = engine_named(name)
        assert isinstance(engine.refusal(problem, "count"), str)
        if not engine.refusal(problem, "count"):
            found = combien.answer(problem, engine=name)
            assert (found.count, found.status, found.complete) == (4, "solved", True)
            assert found.engine == name or name == "auto"
            assert (found.plan is not None) == (name == "auto")
            assert 0 <= found.seconds < 60
        if not engine.refusal(problem, "solutions"):
            assert sorted(combien.solutions(problem, engine=name)) == sorted(whole)
            assert combien.solve(problem, engine=name) in whole


@pytest.mark.parametrize(("size", "solvable"), [(4, True), (3, False)])
def test_every_engine_finds_whether_there_is_a_solution(size: int, solvable: bool) -> None:
    for name in ENGINES:
        problem = queens(size) if name != "fkt" else dominoes(size, size)
        assert combien.exists(problem, engine=name) == solvable
        question: Question = (
            "solutions" if engine_named(name).refusal(problem, "count") else "count"
        )
        found = combien.answer(problem, question, engine=name)
        assert (found.status, found.complete) == ("solved" if solvable else "none", True)


@pytest.mark.parametrize("modulo", [1, 5, 2**63 - 1, 2**63, 10**30])
def test_remainders(modulo: int) -> None:
    assert combien.count(queens(6), modulo=modulo, engine="frontier") == 4 % modulo
    assert combien.count(queens(6), modulo=modulo) == 4 % modulo


def test_a_position_is_for_its_own_engine(tmp_path: Path) -> None:
    position = combien.answer(queens(6), engine="dlx", nodes=5).position
    assert combien.count(queens(6), engine="dlx", resume=position) == 4
    with pytest.raises(BadPosition, match="belongs to the engine 'dlx', not 'bits'"):
        combien.count(queens(6), engine="bits", resume=position)
    with pytest.raises(CannotAnswer, match="frontier engine does not search"):
        combien.count(queens(6), engine="frontier", resume=position)
    with pytest.raises(CannotAnswer, match="frontier engine does not search"):
        combien.count(queens(6), engine="frontier", modulo=5, resume=position)
    with pytest.raises(CannotAnswer, match="no positions to resume"):
        combien.solutions(queens(6), engine="zdd", resume=position)
    with pytest.raises(BadInput, match="a count up to symmetry has no position"):
        combien.count(queens(6), up_to="all", resume=position)
    with pytest.raises(BadInput, match=r"checkpoint= and resume= were both given"):
        combien.count(queens(6), checkpoint=tmp_path / "run.db", resume=position)
    with pytest.raises(BadInput, match=r"checkpoint= and up_to= were both given"):
        combien.count(RECTANGLE, checkpoint=tmp_path / "run.db", up_to="all")


@pytest.mark.parametrize("word", ["threads", "processes"])
@pytest.mark.parametrize("number", [0, -1, 1025, True])
def test_a_count_has_at_least_one_worker(word: str, number: int, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"{word}="):
        combien.count(queens(6), checkpoint=tmp_path / "run.db", **{word: number})  # type: ignore[arg-type]
    if word == "threads":
        with pytest.raises(BadInput, match="threads="):
            combien.count(queens(6), threads=number)


def test_workers_need_a_file_and_are_of_one_kind(tmp_path: Path) -> None:
    for more in ({"processes": 2}, {"cluster": "local:2"}):
        with pytest.raises(BadInput, match="needs checkpoint="):
            combien.count(queens(6), **more)
    with pytest.raises(BadInput, match="threads= and processes= were both given"):
        combien.count(queens(6), threads=2, processes=2, checkpoint=tmp_path / "run.db")
    for name in (b"", 3):
        with pytest.raises(BadInput, match=r"expected the name of a file"):
            combien.count(queens(6), checkpoint=name)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"checkpoint='': expected the name of a file"):
        combien.count(queens(6), checkpoint="")


def test_one_sample_and_two_clues_by_default() -> None:
    assert len(combien.sample(queens(6), seed=1)) == 1
    assert len(combien.Prepared(queens(6)).solutions()) == 2
