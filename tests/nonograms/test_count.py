"""Counting solutions: components are cached, and a count that is stopped has a lower bound."""

from __future__ import annotations

import json
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.nonogram_boards import clues, letters
from combien._base.budget import Budget, Meter
from combien.errors import OutOfBudget
from combien.nonograms import UNKNOWN, Board, Nonogram, Puzzle
from combien.nonograms import count as count_boards
from combien.nonograms._clue import BLOTTED, Block
from combien.nonograms._solving.search import NonogramCount
from combien.nonograms.formats import write
from tests.cli.commands import combien
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.random_nonograms import boards


def counted(counting: NonogramCount, *, bytes: int = 2**40, steps: int = 2**40) -> int:
    """The count, in slices of `steps` steps, with more memory whenever it runs out."""
    while True:
        try:
            if counting.run(bytes=bytes, steps=steps):
                return counting.count
        except MemoryError:
            bytes += 100


@st.composite
def questions(draw: st.DrawFn) -> tuple[Nonogram, Board]:
    """Nonograms with colors and blotted clues, and given cells of one of their boards."""
    size = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    goal = draw(boards(colors=draw(st.integers(0, 2))))
    if draw(st.booleans()):
        goal = draw(boards(colors=draw(st.integers(0, 2)), size=size))
    rows, columns = goal.clues()
    if draw(st.booleans()):
        rows = tuple(
            tuple(Block(BLOTTED if draw(st.booleans()) else n, color) for n, color in clue)
            for clue in rows
        )
    shown = draw(st.sets(st.integers(0, len(goal.cells) - 1), max_size=3))
    cells = bytes(c if k in shown else UNKNOWN for k, c in enumerate(goal.cells))
    return Nonogram(rows, columns), Board(goal.height, goal.width, cells)


@settings(max_examples=80, deadline=None)
@given(question=questions(), by_lines=st.booleans(), stop=st.integers(0, 60), data=st.data())
def test_counts_agree_with_the_definition(
    question: tuple[Nonogram, Board], by_lines: bool, stop: int, data: st.DataObject
) -> None:
    nonogram, known = question
    expected = sum(
        all(cell in (UNKNOWN, found) for cell, found in zip(known.cells, board.cells, strict=True))
        for board in boards_by_listing(nonogram)
    )
    assert count_boards(nonogram, given=known) == expected
    counting = NonogramCount(nonogram, given=known, by_lines=by_lines)
    bytes = data.draw(st.sampled_from([0, 2000, 2**40]))
    assert counted(counting, bytes=bytes, steps=data.draw(st.sampled_from([1, 7, 2**40]))) == (
        expected
    )
    stopped = NonogramCount(nonogram, given=known, by_lines=by_lines)
    stopped.run(steps=stop)
    assert stopped.at_least() <= expected


@pytest.mark.parametrize("by_lines", [False, True])
def test_permutations(by_lines: bool) -> None:
    for size in range(1, 8):
        counting = NonogramCount(Nonogram([[1]] * size, [[1]] * size), by_lines=by_lines)
        assert counted(counting) == factorial(size)


def test_the_rest_depends_on_the_columns_that_are_taken() -> None:
    # It does not depend on the order in which they were taken, if branching is line by line.
    large = NonogramCount(Nonogram([[1]] * 10, [[1]] * 10), by_lines=True)
    assert counted(large) == factorial(10)
    assert large.work["nodes"] < 2**14
    assert large.work["cached"] > 2**11


def test_components_of_a_picture_of_words_are_cached() -> None:
    # Without a cache, the same count took 2196 nodes.
    counting = NonogramCount(Nonogram(*clues(letters(["COVER", "DOZEN"], scale=2))))
    assert counted(counting) == 1800
    assert counting.work["nodes"] < 200
    assert counting.work["cached"] > 10


def test_a_small_cache_changes_only_the_work() -> None:
    nonogram = Nonogram([[1]] * 9, [[1]] * 9)
    counting = NonogramCount(nonogram, by_lines=True)
    assert counted(counting, bytes=40_000) == factorial(9)
    plenty = NonogramCount(nonogram, by_lines=True)
    assert counted(plenty) == factorial(9)
    assert counting.work["nodes"] > plenty.work["nodes"]


@pytest.mark.parametrize("nodes", [200, 2000, 20_000])
def test_a_stopped_count_has_a_lower_bound(nodes: int) -> None:
    size = 14
    with pytest.raises(OutOfBudget, match=r"at least [1-9]") as stopped:
        count_boards(Nonogram([[1]] * size, [[1]] * size), nodes=nodes)
    assert 1 <= stopped.value.known["at_least"] <= factorial(size)


def test_the_bound_includes_components_that_were_not_reached() -> None:
    # Squares along the diagonal with two solutions each; the first square is being counted.
    squares = 30
    rows = [[1] if k % 3 < 2 else [] for k in range(3 * squares)]
    cells = bytes(
        UNKNOWN if i // 3 == j // 3 and i % 3 < 2 and j % 3 < 2 else 0
        for i in range(3 * squares)
        for j in range(3 * squares)
    )
    known = Board(3 * squares, 3 * squares, cells)
    counting = NonogramCount(Nonogram(rows, rows), given=known)
    while counting.work.get("nodes", 0) < squares:
        counting.run(steps=1)
    bound = counting.at_least()
    assert 2 <= bound < 2**squares
    assert bound.bit_count() == 1


def test_a_bound_of_any_size_is_reported() -> None:
    error = OutOfBudget("", known={})
    assert error.known == {}
    meter = Meter(Budget(nodes=0), engine="auto")
    assert "(more than 10^6020)" in str(meter.stop({"at_least": 2**20_000}))


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "loose.json"
    puzzle = Puzzle(Nonogram([[1]] * 14, [[1]] * 14))
    file.write_bytes(write(puzzle, format="json"))
    outcome = combien("nonogram", "solve", "--count", "--nodes", "1e3", "--json", file)
    facts = json.loads(outcome.out)
    assert outcome.code == 20
    assert facts["count"] is None
    assert int(facts["at_least"]) >= 1
    assert "at least" in outcome.err
    file.write_bytes(write([puzzle, puzzle], format="json"))
    several = combien("nonogram", "solve", "--count", "--nodes", "1e3", file)
    assert several.code == 20
    assert f"unknown: at least {facts['at_least']}; the budget of 1000 nodes" in several.out
