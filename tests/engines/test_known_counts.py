"""Published counts, by every engine that can reach them."""

from __future__ import annotations

import pytest

import combien
from combien import Colored, Problem
from tests.engines.boards import dominoes, langford, latin, queens

# OEIS A000170.
QUEENS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}


@pytest.mark.parametrize("engine", ["dlx", "dlx-leftmost", "frontier", "auto"])
def test_queens(engine: str) -> None:
    assert {n: combien.count(queens(n), engine=engine) for n in QUEENS} == QUEENS


@pytest.mark.parametrize("engine", ["dlx", "frontier", "auto"])
def test_langford_pairs(engine: str) -> None:
    # OEIS A014552 counts up to reversal: 1, 1, 0, 0, 26, 150.
    counts = [combien.count(langford(n), engine=engine) for n in range(3, 9)]
    assert counts == [2, 2, 0, 0, 52, 300]


@pytest.mark.parametrize("engine", ["dlx", "frontier", "auto"])
def test_latin_squares(engine: str) -> None:
    # OEIS A002860.
    assert [combien.count(latin(n), engine=engine) for n in range(1, 6)] == [1, 2, 12, 576, 161280]


def test_chessboard_by_search_and_by_sweep() -> None:
    # OEIS A004003; the search finds them one by one.
    assert combien.count(dominoes(6, 6), engine="dlx") == 6728
    assert combien.count(dominoes(8, 8), engine="frontier") == 12988816


def test_dominoes_beyond_machine_words() -> None:
    # OEIS A004003.
    assert combien.count(dominoes(16, 16), engine="frontier") == 2444888770250892795802079170816
    assert combien.count(dominoes(10, 10), engine="auto") == 258584046368


@pytest.mark.slow
def test_dominoes_20x20() -> None:
    # OEIS A004003.
    count = 1269984011256235834242602753102293934298576249856
    assert combien.count(dominoes(20, 20), engine="frontier") == count


@pytest.mark.slow
def test_chessboard_listed_one_by_one() -> None:
    assert combien.count(dominoes(8, 8), engine="dlx") == 12988816


def test_work_counters_do_not_drift() -> None:
    # The counters are exact and machine-independent: a change must be explained.
    search = combien.answer(queens(8), engine="dlx")
    assert dict(search.work) == {"nodes": 1174, "updates": 16134}
    sweep = combien.answer(dominoes(8, 8), engine="frontier")
    assert dict(sweep.work) == {"transitions": 7531, "states": 3360, "widest": 70}


@pytest.mark.parametrize("engine", ["bits", "dlx", "dlx-leftmost", "frontier"])
def test_colors_by_hand(engine: str) -> None:
    # If a goes with b, c would need y in another color; if a goes with c, b agrees.
    problem = Problem.from_options(
        [
            ["a", "b", Colored("x", 0), Colored("y", 0)],
            ["a", "c", Colored("x", 1), Colored("y", 1)],
            ["b", Colored("x", 1)],
            ["c", Colored("y", 1)],
        ],
        secondary=["x", "y"],
    )
    assert combien.count(problem, engine=engine) == 1
    if engine != "frontier":
        assert combien.solve(problem, engine=engine) == (1, 2)


@pytest.mark.parametrize("engine", ["dlx", "dlx-leftmost", "frontier"])
def test_bounds_by_hand(engine: str) -> None:
    # b and c once each, a two or three times: options 0 and 1, with or without option 2.
    problem = Problem.from_options(["ab", "ac", "a", "bc"], bounds={"a": (2, 3)})
    assert combien.count(problem, engine=engine) == 2
    if engine != "frontier":
        assert list(combien.solutions(problem, engine=engine)) == [(0, 1, 2), (0, 1)]


def test_bounds_and_colors_by_hand() -> None:
    # Two of the three options with m, in one color: the reds 0 and 1; there is one blue only.
    problem = Problem.from_options(
        [["m", Colored("s", "red")], ["m", Colored("s", "red")], ["m", Colored("s", "blue")]],
        secondary=["s"],
        bounds={"m": (2, 3)},
    )
    assert list(combien.solutions(problem)) == [(0, 1)]
    assert combien.count(problem, engine="frontier") == 1
