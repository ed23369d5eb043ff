"""Puzzles from pictures that are symmetric, or that line solving alone completes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from combien.errors import BadInput, BadNonogram
from combien.nonograms import Board, by_changing, by_giving, deduce, solve
from combien.nonograms._compose import SYMMETRIES, Orbits, symmetric


def pictures(count: int, side: int = 7) -> list[Board]:
    random = Random(11)
    sizes = [(random.randrange(2, side), random.randrange(2, side)) for _ in range(count)]
    return [Board(h, w, bytes(random.choices((0, 1), k=h * w))) for h, w in sizes]


@pytest.mark.parametrize("way", [by_changing, by_giving])
def test_line_solving_completes_the_puzzle(way: Any) -> None:
    for picture in pictures(25):
        composed = way(picture, difficulty="lines")
        puzzle = composed.puzzle
        given = puzzle.given or Board.unknown(picture.height, picture.width)
        assert deduce(puzzle.nonogram, given) == puzzle.goals[0]
        changed = [(i, j) for i, j in composed.cells if puzzle.goals[0][i, j] != picture[i, j]]
        assert len(changed) == (len(composed.cells) if way is by_changing else 0)


def test_no_given_cell_can_be_left_out() -> None:
    for picture in pictures(12):
        puzzle = by_giving(picture, difficulty="lines").puzzle
        for place, cell in enumerate(puzzle.given.cells if puzzle.given else b""):
            if cell != 2 and puzzle.given:
                less = puzzle.given.replaced({place: 2})
                assert deduce(puzzle.nonogram, less).unknown_count


def test_a_unique_puzzle_may_still_need_more_than_lines() -> None:
    # Its only solution takes an assumption.
    picture = Board.parse("..#.#\n.#.##\n##..#\n#.##.\n.####")
    verdict = solve(by_changing(picture).puzzle.nonogram)
    assert verdict.status == "unique"
    lines = by_changing(picture, difficulty="lines").puzzle
    assert deduce(lines.nonogram, Board.unknown(5, 5)) == lines.goals[0]


def _images(symmetry: str, row: int, column: int, h: int, w: int) -> set[tuple[int, int]]:
    """The definition of the symmetries."""
    up, left = (h - 1 - row, column), (row, w - 1 - column)
    turned = (h - 1 - row, w - 1 - column)
    return {
        "left-right": {left},
        "top-bottom": {up},
        "half-turn": {turned},
        "both": {up, left, turned},
    }[symmetry]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("difficulty", ["any", "lines"])
def test_symmetric_pictures_stay_symmetric(symmetry: Any, difficulty: Any) -> None:
    for picture in pictures(10):
        h, w = picture.height, picture.width
        even = symmetric(picture, symmetry)
        assert symmetric(even, symmetry) == even
        composed = by_changing(even, symmetry=symmetry, difficulty=difficulty).puzzle
        assert solve(composed.nonogram).status == "unique"
        for found in (even, composed.goals[0]):
            for row in range(h):
                for column in range(w):
                    images = _images(symmetry, row, column, h, w)
                    assert {found[at] for at in images} == {found[row, column]}


def test_a_cell_has_the_color_of_most_pixels() -> None:
    board = Board.parse("#a\n.#")
    assert str(symmetric(board, "both")).split() == ["##", "##"]
    assert str(symmetric(Board.parse("#."), "left-right")) == "##"
    assert str(symmetric(Board.parse("..\n.#"), "both")).split() == ["..", ".."]


def test_bad_symmetries_and_difficulties() -> None:
    board = Board.parse("#.")
    wrong: Any = "round"
    with pytest.raises(BadInput, match="symmetry='round': expected one of left-right, top-bottom"):
        symmetric(board, wrong)
    with pytest.raises(BadInput, match="difficulty='round': expected 'any' or 'lines'"):
        by_changing(board, difficulty=wrong)
    with pytest.raises(BadInput, match="difficulty='round': expected 'any' or 'lines'"):
        by_giving(board, difficulty=wrong)
    with pytest.raises(BadNonogram, match="row 1, column 1 and row 1, column 2 differ"):
        by_changing(board, symmetry="left-right")
    assert Orbits(1, 2, None).of(1) == (1,)
