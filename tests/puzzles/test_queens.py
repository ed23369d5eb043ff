"""Queens: published counts by two engines, the slow definition, symmetry, torus, pictures."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.drawing._content import PAPER
from combien.puzzles._board import Board
from combien.puzzles._queens import Queens

# OEIS A000170, A002562, and A007705 with zeros for the sizes between.
ALL = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
DIFFERENT = {1: 1, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46, 10: 92}
TORUS = {1: 1, 2: 0, 3: 0, 4: 0, 5: 10, 6: 0, 7: 28, 8: 0, 9: 0, 10: 0, 11: 88}


def attack(first: tuple[int, int], second: tuple[int, int], *, wrapped: int = 0) -> bool:
    """Return whether a queen attacks another, by walking in the eight directions."""
    for across, up in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]:
        x, y = first
        for _ in range(wrapped or 12):
            x, y = x + across, y + up
            if wrapped:
                x, y = x % wrapped, y % wrapped
            if (x, y) == second:
                return True
    return False


def by_definition(size: int, *, torus: bool) -> set[tuple[int, ...]]:
    """Return the solutions by brute force, as the column of the queen in each row."""
    return {
        order
        for order in permutations(range(size))
        if not any(attack(a, b, wrapped=size * torus) for a, b in combinations(enumerate(order), 2))
    }


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_the_published_counts(engine: str) -> None:
    assert {n: combien.count(Queens(n), engine=engine) for n in ALL} == ALL
    found = {n: combien.count(Queens(n, torus=True), engine=engine) for n in TORUS}
    assert found == TORUS


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_thirteen_queens(engine: str) -> None:
    assert combien.count(Queens(13), engine=engine) == 73712


# The largest board takes long.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count", "engine"),
    [
        (15, 2279184, "bits"),
        (15, 2279184, "dlx"),
        (16, 14772512, "bits"),
        (17, 95815104, "bits"),
        (18, 666090624, "bits"),
    ],
)
def test_many_queens(size: int, count: int, engine: str) -> None:
    assert combien.count(Queens(size), engine=engine) == count


def test_the_published_counts_up_to_symmetry() -> None:
    assert {n: combien.count(Queens(n), up_to="all") for n in DIFFERENT} == DIFFERENT
    listed = list(combien.solutions(Queens(8), up_to="all"))
    assert len(listed) == 12


@pytest.mark.slow
def test_the_larger_published_counts() -> None:
    # OEIS A000170(14), A002562(13), A007705(13).
    assert combien.count(Queens(14), engine="bits") == 365596
    assert combien.count(Queens(14), engine="frontier", bytes=4 * 10**9) == 365596
    assert combien.count(Queens(13), up_to="all", engine="frontier") == 9233
    assert combien.count(Queens(13), up_to="all", engine="bits") == 9233
    assert sum(1 for _ in combien.solutions(Queens(13), up_to="all", engine="dlx")) == 9233
    assert combien.count(Queens(13, torus=True)) == 4524
    assert combien.count(Queens(13, torus=True), engine="frontier") == 4524


@settings(max_examples=15)
@given(st.integers(1, 6), st.booleans(), st.booleans(), st.sampled_from(["natural", "organ-pipe"]))
def test_the_definition(size: int, torus: bool, extremes: bool, order: str) -> None:
    puzzle = Queens(size, torus=torus, extremes=extremes, order=order)
    found = [reading.lines for reading in combien.solutions(puzzle)]
    assert len(set(found)) == len(found)
    wanted = by_definition(size, torus=torus)
    assert {tuple(line.index("Q") for line in lines) for lines in found} == wanted


@settings(max_examples=30)
@given(st.integers(1, 7), st.booleans(), st.randoms(use_true_random=False))
def test_the_check_is_the_rule(size: int, torus: bool, dice: Random) -> None:
    order = list(range(size))
    dice.shuffle(order)
    board = Board(tuple(tuple("Q" * (x == place) for x in range(size)) for place in order))
    wanted = not any(
        attack(a, b, wrapped=size * torus) for a, b in combinations(enumerate(order), 2)
    )
    assert Queens(size, torus=torus).check(board) is wanted


def test_too_few_queens_are_refused() -> None:
    assert not Queens(2).check(Board((("Q", ""), ("", ""))))
    assert not Queens(2).check(Board((("", ""), ("", ""))))


@pytest.mark.parametrize("size", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_the_torus_up_to_its_motions(size: int) -> None:
    """Compare with orbits computed by applying every symmetry to every solution."""
    left = by_definition(size, torus=True)
    orbits = 0
    while left:
        orbits += 1
        shifts = [(across, up) for across in range(size) for up in range(size)]
        left -= {moved for shift in shifts for moved in _turned(min(left), *shift)}
    assert combien.count(Queens(size, torus=True), up_to="all") == orbits


def _turned(order: tuple[int, ...], shift: int, rise: int) -> set[tuple[int, ...]]:
    size = len(order)
    places = {((x + shift) % size, (y + rise) % size) for y, x in enumerate(order)}
    turned = set()
    for _ in range(4):
        places = {(size - 1 - y, x) for x, y in places}
        for some in (places, {(y, x) for x, y in places}):
            turned.add(tuple(x for _, x in sorted((y, x) for x, y in some)))
    return turned


def test_extreme_diagonals_and_the_order_of_the_items() -> None:
    assert Queens(8).problem().item_count == 46
    without = Queens(8, extremes=False).problem()
    assert without.item_count == 42
    assert without.option_count == 64
    first = Queens(8, order="organ-pipe").problem().item_names[:4]
    assert first == (("row", 3), ("column", 3), ("row", 4), ("column", 4))
    # A queen in the middle attacks most: fewer nodes, the same answer.
    nodes = [
        combien.answer(Queens(8, order=order), engine="dlx").work["nodes"]
        for order in ("natural", "organ-pipe")
    ]
    assert nodes == [1199, 1049]


def test_the_diagram_matches_the_paper() -> None:
    # Filliatre, JFLA 2013, figure 2: inner nodes.
    assert [combien.family(Queens(n)).nodes for n in range(4, 9)] == [8, 40, 24, 186, 373]


def test_the_picture() -> None:
    picture = combien.solve(Queens(6)).picture(title="six")  # type: ignore[union-attr]
    assert len(picture.patches) == 36 + 6
    assert [patch.label for patch in picture.patches].count("Q") == 6
    assert picture.box == (0, 0, 6, 6)
    # The lower left corner of a chessboard is dark.
    assert picture.patches[30].cells == ((0, 0),)
    assert picture.patches[30].color is None
    assert picture.patches[31].color == PAPER
