"""Published counts, by every engine that can reach them."""

from __future__ import annotations

import pytest
from boards import dominoes, langford, latin, queens

import combien

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
    # OEIS A028420.
    assert combien.count(dominoes(16, 16), engine="frontier") == 2444888770250892795802079170816
    assert combien.count(dominoes(10, 10), engine="auto") == 258584046368


@pytest.mark.slow
def test_dominoes_20x20() -> None:
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
