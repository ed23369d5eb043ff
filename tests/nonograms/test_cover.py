"""Nonograms as exact covers, their fillings and their steps, against the listing of all boards."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.cover._oracle import all_solutions
from combien.errors import BadInput
from combien.nonograms._clue import UNKNOWN, Block, Clue
from combien.nonograms._cover import CoverModel
from combien.nonograms._line import bits_of, cells_of, filling_count, fillings, places, steps
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.listing import fillings as fillings_by_listing
from tests.nonograms.small_boards import agrees, listable_boards, partly_known

Way = Literal["lines", "cells"]

CELLS = st.lists(st.sampled_from([0, 1, 1, 2, 2, 2, 2, 3]), min_size=1, max_size=9).map(bytes)


@st.composite
def lines(draw: st.DrawFn) -> tuple[Clue, bytes]:
    """A clue, and cells that it often fits."""
    told = draw(st.lists(st.sampled_from([0, 0, 1, 1, 3]), min_size=1, max_size=9))
    hidden = draw(st.lists(st.booleans(), min_size=len(told), max_size=len(told)))
    cells = bytes(UNKNOWN if h else v for h, v in zip(hidden, told, strict=True))
    return clue_of(bytes(told)), draw(st.sampled_from([cells, cells, cells[:-1] + b"\0"]))


@given(lines())
@settings(max_examples=100)
def test_fillings_of_a_line(line: tuple[Clue, bytes]) -> None:
    clue, cells = line
    expected = {
        values
        for values in fillings_by_listing(clue, len(cells))
        if all(k in (UNKNOWN, v) for v, k in zip(values, cells, strict=True))
    }
    begins = list(fillings(clue, cells))
    assert begins == sorted(begins)
    assert {cells_of(clue, b, len(cells)) for b in begins} == expected
    assert len(begins) == len(expected) == filling_count(clue, cells)
    found = places(clue, cells)
    if not expected:
        assert found is None
    else:
        assert found is not None
        assert [set(bits_of(p)) for p in found] == [
            {b[block] for b in begins} for block in range(len(clue))
        ]


@given(lines())
@settings(max_examples=100)
def test_steps_match_fillings(line: tuple[Clue, bytes]) -> None:
    clue, cells = line
    expected: list[set[tuple[int, int, int]]] = [set() for _ in cells]
    for begins in fillings(clue, cells):
        gaps = [i > 0 and clue[i - 1].color == b.color for i, b in enumerate(clue)]
        laid = 0
        for place, value in enumerate(cells_of(clue, begins, len(cells))):
            block = next((b for b, at in enumerate(begins) if at == place), None)
            ended = [b for b, at in enumerate(begins) if at + clue[b].length == place]
            gap = bool(ended) and ended[0] + 1 < len(clue) and gaps[ended[0] + 1]
            after = laid + (value != 0 or gap)
            assert block is None or value
            expected[place].add((value, laid, after))
            laid = after
    assert [set(map(tuple, cell)) for cell in steps(clue, cells)] == expected


@given(partly_known(most=3), st.sampled_from(["lines", "cells", None]))
@settings(max_examples=60)
def test_solutions_are_boards(puzzle: tuple[Nonogram, Board], way: Way | None) -> None:
    nonogram, known = puzzle
    model = CoverModel(nonogram.rows, nonogram.columns, known.cells, way)
    expected = {board.cells for board in boards_by_listing(nonogram) if agrees(board, known)}
    found = [model.read(solution) for solution in combien.solutions(model.problem())]
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("way", ["lines", "cells"])
def test_the_definition_agrees(way: Way) -> None:
    nonogram = Nonogram([[1], [1]], [[1], [1]])
    model = CoverModel(nonogram.rows, nonogram.columns, way=way)
    assert {model.read(s) for s in all_solutions(model.problem())} == {
        board.cells for board in boards_by_listing(nonogram)
    }


@given(listable_boards())
@settings(max_examples=25)
def test_every_engine_counts_alike(board: Board) -> None:
    nonogram = Nonogram(*board.clues())
    expected = len(boards_by_listing(nonogram))
    ways: tuple[Way, ...] = ("lines", "cells")
    for way in ways:
        model = CoverModel(nonogram.rows, nonogram.columns, way=way)
        for engine in ("auto", "dlx", "frontier", "zdd"):
            assert combien.count(model, engine=engine) == expected


def test_counts_too_large_to_list() -> None:
    # One cell in each line: the permutations of twelve.
    one = (Block(1),)
    model = CoverModel((one,) * 12, (one,) * 12, way="cells")
    assert combien.count(model, engine="frontier") == 479001600


def test_too_many_ways_are_refused_with_their_number() -> None:
    wide = Nonogram([[1] * 15] * 45, [[1] * 15] * 45)
    with pytest.raises(BadInput, match="27048617550 fillings of lines are too many"):
        CoverModel(wide.rows, wide.columns, way="lines").problem()
