"""Which engine answers: `equal_size`, and another engine where the named one cannot."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.engines._protocol import Budget
from combien.errors import BadScript, OutOfBudget
from combien.geometry._region import Region
from combien.language import parse, problems, run_script
from combien.language._equal_size import EqualSize
from combien.language._solver import NamedLimits
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

TROMINOES = "problem p = constant 4x3 true [{***} ~sym, {** $ *.} ~sym] "
# Figure 1 of the paper on combine, and the puzzle Arthur: Y pentacubes in a cube of side 5.
LAYER = "constant 5x5 true"
ARTHUR = (
    f"pattern3 Y = [{{**** $ .*..}}] pattern3 cube = [{', '.join([LAYER] * 5)}] "
    "problem3 arthur = cube [Y ~sym] count3 zdd arthur"
)


def run(text: str, *, budget: Budget | None = None, **options: Any) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    run_script(parse(text), out=out, err=err, budget=budget or Budget(), **options)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NamedLimits, "__init__", lambda self: None)
    monkeypatch.setattr(NamedLimits, "count_nodes", 10)
    monkeypatch.setattr(NamedLimits, "solve_nodes", 10)
    monkeypatch.setattr(NamedLimits, "bytes", 10_000)


# equal_size ---------------------------------------------------------------------------------------


def test_the_answers_of_equal_size() -> None:
    """The lines are the same as combine's, which names no engine here."""
    out, err = run(
        TROMINOES + "count equal_size p solve equal_size p ascii all equal_size p count dlx p"
    )
    begun, *listed, ended = out.split("\n\n")
    line, first = begun.split("\n", 1)
    assert line == f'problem "p" has {len(listed)} solutions'
    assert first in listed
    assert len(set(listed)) == len(listed) > 1
    assert ended == (
        f'{len(listed)} solutions found for problem "p"\np : (DLX) {len(listed)} solutions\n'
    )
    assert err == ""


@pytest.mark.parametrize("question", ["count equal_size p", "solve equal_size p ascii"])
def test_tiles_of_different_sizes_are_refused(question: str) -> None:
    text = "problem p = constant 4x3 true [{***} ~sym, {**} ~sym] count dlx p "
    with pytest.raises(BadScript) as caught:
        run(text + question)
    assert caught.value.message == (
        "equal_size takes tiles of one size: tile 0 has 3 cells, tile 1 has 2; use another "
        "algorithm, such as auto"
    )
    assert caught.value.excerpt.split("\n")[1].strip() == "^^^^^^^^^^"
    with pytest.raises(BadScript, match="this problem has no tile"):
        run("problem p = {**} [] " + question)


def test_a_board_that_the_tiles_cannot_fill() -> None:
    out, _ = run("problem p = constant 5x5 true [{**} ~sym] count equal_size p")
    assert out == 'problem "p" has 0 solutions\n'


def test_in_space() -> None:
    text = "pattern3 bar = [{**}] pattern3 box = [{**}, {**}] problem3 p = box [bar ~rot] "
    assert run(text + "count3 equal_size p")[0] == 'problem "p" has 2 solutions\n'


def test_scott_by_equal_size() -> None:
    text = 'include "examples/scott.cmb"'
    scott = problems(parse(text))["scott_up_to_symmetry"]
    assert isinstance(scott, TilingProblem)
    assert EqualSize(scott).problem().option_count < scott.problem().option_count
    assert combien.count(EqualSize(scott), engine="bits") == 65


cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)
# Trominoes, one of them in two parts.
shapes = st.sampled_from(["***", "**\n*.", "*.**", "*.*\n.*."])
uses = st.sampled_from(["any", 1, (0, 1), (1, 3)])
symmetries = st.sampled_from(["none", "rotations", "all"])
tiles = st.builds(lambda art, t, s: Tile(art, times=t, symmetries=s), shapes, uses, symmetries)


@given(cells, st.lists(tiles, min_size=1, max_size=3))
def test_no_solution_is_lost(board: set[tuple[int, int]], some: list[Tile]) -> None:
    problem = TilingProblem(Region(board), some)
    model = EqualSize(problem)
    every = set(combien.solutions(problem, engine="dlx"))
    assert set(combien.solutions(model, engine=model.engine)) == every
    assert combien.count(model, engine=model.engine) == len(every)


# Another engine -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("algorithm", ["zdd", "dlx", "frontier", "equal_size", "bits"])
def test_another_engine_answers_where_the_named_one_cannot(algorithm: str) -> None:
    text = "problem p = constant 9x8 true [{***} ~sym] debug on\n"
    out, err = run(f"{text}count {algorithm} p")
    number = combien.count(problems(parse(text))["p"])
    assert f" {number} solutions\n" in out
    # One of auto's engines may well answer what it has not, within less.
    assert f"({algorithm.upper()})" not in out or algorithm in ("frontier", "bits")
    assert err == (
        f"line 2: no answer from {algorithm} within 1e-05 GB or 10 steps: auto answers\n"
    )


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("question", ["solve zdd p ascii", "all zdd p", "solve dlx p ascii"])
def test_another_engine_finds_tilings(question: str) -> None:
    text = "problem p = constant 6x6 true [{***} ~sym] "
    out, err = run(text + question)
    assert "aa" in out
    assert "auto answers" in err


@pytest.mark.usefixtures("small_limits")
def test_a_given_limit_is_the_limit() -> None:
    text = "problem p = constant 9x8 true [{***} ~sym] "
    for budget in (Budget(nodes=100), Budget(seconds=0.0)):
        with pytest.raises(OutOfBudget):
            run(text + "count zdd p", budget=budget)
    # An engine that is named for everything answers everything.
    out = io.StringIO()
    run_script(parse(text + "count dlx p"), out=out, err=out, engine="zdd")
    assert "(ZDD)" in out.getvalue()


def test_bytes_end_one_engine_and_not_the_script() -> None:
    text = "problem p = constant 12x12 true [{***} ~sym] count zdd p"
    out, err = run(text, budget=Budget(bytes=100_000))
    assert "auto answers" in err
    number = combien.count(problems(parse(text))["p"])
    assert f" {number} solutions\n" in out


@pytest.mark.slow
def test_arthur_as_it_is_written() -> None:
    """Its diagram takes tens of gigabytes."""
    out, err = run(ARTHUR)
    assert out.endswith(" 60672 solutions\n")
    assert "no answer from zdd" in err


# Output -------------------------------------------------------------------------------------------


def test_debug_from_the_first_line() -> None:
    told = run(TROMINOES + "count dlx p", debug=True)
    assert told == run(TROMINOES + "debug on count dlx p")
    assert "12 items" in told[0]


def test_stats_are_a_line_for_each_engine() -> None:
    text = TROMINOES + "count dlx p count zdd p count dlx p solve zdd p ascii"
    plain, _ = run(text)
    out, _ = run(text, stats=True)
    once, _ = run(TROMINOES + "count dlx p", stats=True)
    assert out.startswith(plain)
    dlx, zdd = out.removeprefix(plain).splitlines()
    numbers = [int(word.strip(",")) for word in dlx.split() if word.strip(",").isdigit()]
    single = [int(word.strip(",")) for word in once.split() if word.strip(",").isdigit()]
    assert numbers == [2 * number for number in single[1:]]
    assert dlx.startswith("DLX : nodes ")
    assert zdd.startswith("ZDD : diagram nodes ")
