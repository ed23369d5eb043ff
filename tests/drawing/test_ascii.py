"""Pictures as text, compared character by character with the expected cells."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.drawing._content import Patch
from combien.drawing._picture import Picture
from combien.drawing._renderers import ascii as ascii_module
from combien.drawing._renderers.ascii import boxes, letters
from combien.errors import BadPicture

Cell = tuple[int, int]

# The patch of each cell of a board of width 6: None for an empty place, -1 for no cell.
boards = st.lists(st.integers(-1, 8) | st.none(), min_size=6, max_size=42).map(
    lambda numbers: {
        (place % 6 - 2, place // 6 - 3): number
        for place, number in enumerate(numbers)
        if number != -1
    }
)
SIDES = ((1, 0), (0, 1))


def picture_of(board: dict[Cell, int | None]) -> Picture:
    return Picture.of_cells(
        [
            ([cell for cell, number in board.items() if number == patch], patch, f"no {patch}")
            for patch in dict.fromkeys(board.values())
        ]
    )


def characters(text: str, board: dict[Cell, int | None]) -> dict[Cell, str]:
    """What is shown at each cell of the frame of a board; blanks at line ends were left off."""
    left, top = min(x for x, _ in board), max(y for _, y in board)
    lines = text.split("\n")
    return {
        (x, y): lines[top - y].ljust(99)[x - left]
        for x in range(left, max(x for x, _ in board) + 1)
        for y in range(min(y for _, y in board), top + 1)
    }


@given(boards.filter(bool))
def test_letters_show_each_patch_and_tell_neighbors_apart(board: dict[Cell, int | None]) -> None:
    text = letters(picture_of(board))
    shown = characters(text, board)
    of_patch: dict[int | None, str] = {None: "."}
    for cell, mark in shown.items():
        if cell not in board:
            assert mark == " "
            continue
        assert mark == of_patch.setdefault(board[cell], mark)
        assert mark not in ". " or board[cell] is None
        for dx, dy in SIDES:
            beside = cell[0] + dx, cell[1] + dy
            if beside in board and board[beside] != board[cell]:
                assert shown[beside] != mark
    assert not any(line.endswith(" ") for line in text.split("\n"))


def test_ten_thousand_patches_are_distinguishable() -> None:
    cells = [(x, y) for x in range(100) for y in range(100)]
    random.Random(1).shuffle(cells)
    board: dict[Cell, int | None] = {cell: number for number, cell in enumerate(cells)}
    shown = characters(letters(Picture.of_cells([([cell], 0, "") for cell in cells])), board)
    assert all(mark.isascii() and mark.isalnum() for mark in shown.values())
    for (x, y), mark in shown.items():
        assert mark not in (shown.get((x + 1, y)), shown.get((x, y + 1)))


def test_few_patches_have_a_letter_each_in_order() -> None:
    line = Picture.of_cells([([(x, 0)], 0, "") for x in range(65)])
    assert letters(line) == ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abc")


def test_a_patch_that_touches_all_letters_takes_one_beyond_them() -> None:
    below = [([(x, 0)], 0, "") for x in range(62)]
    picture = Picture.of_cells([*below, ([(x, 1) for x in range(62)], 0, "")])
    assert letters(picture).split("\n")[0] == "À" * 62


def test_each_of_300_patches_may_touch_every_other() -> None:
    """Pairs of cells, apart from each other, in which each patch meets each of the others."""
    count = 300
    cells: list[list[Cell]] = [[] for _ in range(count)]
    for a in range(count):
        for b in range(a):
            cells[a].append((3 * a, 2 * b))
            cells[b].append((3 * a + 1, 2 * b))
    picture = Picture.of_cells([(group, 0, "") for group in cells])
    assert len(set(letters(picture)) - {" ", "\n"}) == count


def test_the_letters_beyond_are_enough_and_can_stand_in_a_text() -> None:
    more = ascii_module._more_letters()
    assert len(set(more)) == len(more) >= 1000
    for letter in more:
        assert letter.isalpha()
        assert not letter.isascii()
        assert unicodedata.east_asian_width(letter) not in "WF"
        assert unicodedata.bidirectional(letter) == "L"


def test_labels_of_one_letter_are_shown_when_they_tell_neighbors_apart() -> None:
    pair = [([(0, 0)], 0, "F"), ([(1, 0)], 1, "I")]
    assert letters(Picture.of_cells(pair)) == "FI"
    assert letters(Picture.of_cells([*pair, ([(3, 0)], 0, "F")])) == "FI F"
    assert letters(Picture.of_cells([*pair, ([(2, 0)], 1, "I")])) == "abc"
    assert letters(Picture.of_cells([*pair, ([(2, 0)], 1, "long")])) == "abc"
    assert letters(Picture.of_cells([*pair, ([(2, 0)], 1, ".")])) == "abc"
    assert letters(Picture.of_cells([*pair, ([(2, 0)], None, "x"), ([(3, 0)], None, "")])) == "FI.."


def test_a_later_patch_lies_on_top() -> None:
    board = ([(x, y) for x in range(3) for y in range(2)], None, "board")
    assert letters(Picture.of_cells([board, ([(0, 0), (1, 0)], 0, "")])) == "...\naa."


def test_boxes_of_two_by_two_dominoes() -> None:
    lying = Picture.of_cells([([(0, 0), (1, 0)], 0, "a"), ([(0, 1), (1, 1)], 0, "b")])
    standing = Picture.of_cells([([(0, 0), (0, 1)], 0, "a"), ([(1, 0), (1, 1)], 0, "longer")])
    assert boxes(lying) == "┌───┐\n├───┤\n└───┘"
    assert boxes(standing) == "┌─┬─┐\n│ │ │\n└─┴─┘"
    assert boxes(standing, labels=True) == ("┌───┬───┐\n│ a │lon│\n│   │   │\n│   │   │\n└───┴───┘")


def test_boxes_of_a_pinwheel_with_a_hole() -> None:
    pinwheel = Picture.of_cells(
        [
            ([(0, 0), (1, 0)], 0, "a"),
            ([(2, 0), (2, 1)], 0, "b"),
            ([(1, 2), (2, 2)], 0, "c"),
            ([(0, 1), (0, 2)], 0, "d"),
            ([(1, 1)], None, ""),
        ]
    )
    assert boxes(pinwheel) == "┌─┬───┐\n│ ├─┬─┤\n├─┴─┤ │\n└───┴─┘"
    assert boxes(pinwheel, labels=True).split("\n")[3] == "│   │ · │ b │"


@given(boards.filter(bool), st.booleans())
def test_lines_run_exactly_between_patches(board: dict[Cell, int | None], labels: bool) -> None:
    wide, high = (4, 2) if labels else (2, 1)
    left, top = min(x for x, _ in board), max(y for _, y in board)
    right, bottom = max(x for x, _ in board), min(y for _, y in board)
    lines = boxes(picture_of(board), labels=labels).split("\n")

    def drawn(x: int, y: int) -> str:
        """The name of the character at the lower left corner of a cell."""
        name = unicodedata.name(lines[(top + 1 - y) * high].ljust(99)[(x - left) * wide])
        return name.replace("VERTICAL", "UP DOWN").replace("HORIZONTAL", "LEFT RIGHT")

    def at(x: int, y: int) -> object:
        return board.get((x, y), "outside")

    for x in range(left, right + 2):
        for y in range(bottom, top + 2):
            name = drawn(x, y)
            assert ("UP" in name) == (at(x - 1, y) != at(x, y))
            assert ("DOWN" in name) == (at(x - 1, y - 1) != at(x, y - 1))
            assert ("RIGHT" in name) == (at(x, y) != at(x, y - 1))
            assert ("LEFT" in name) == (at(x - 1, y) != at(x - 1, y - 1))


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=9))
def test_labels_of_any_characters_keep_the_lines_straight(label: str) -> None:
    text = boxes(Picture.of_cells([([(0, 0)], 0, label)]), labels=True)
    first, second, third = text.split("\n")
    assert (first, third) == ("┌───┐", "└───┘")
    assert len(second) == 5
    assert second.isprintable()


@pytest.mark.parametrize(
    ("label", "shown"), [("e\u0301t", "ét"), ("棋", "?"), ("a\nb", "a?b"), ("\u20dda", "a")]
)
def test_characters_of_labels_are_one_wide(label: str, shown: str) -> None:
    text = boxes(Picture.of_cells([([(0, 0)], 0, label)]), labels=True)
    assert text.split("\n")[1] == f"│{shown:^3}│"


def test_text_is_for_cells_of_the_square_lattice() -> None:
    triangle = Patch((((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)),))
    for draw in (letters, boxes):
        with pytest.raises(BadPicture, match=r"patch 0 has no cells .* svg\(\) or png\(\)"):
            draw(Picture((triangle,)))


def test_text_of_cells_far_apart_is_refused() -> None:
    far = Picture.of_cells([([(0, 0), (900_000, 900_000)], 0, "")])
    for draw in (letters, boxes):
        with pytest.raises(BadPicture, match="900001 by 900001 cells is too large"):
            draw(far)
