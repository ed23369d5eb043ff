"""Text in color: the same letters, each on the color of its patch."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from combien.drawing._palette import DEFAULT, PRINT
from combien.drawing._picture import Picture
from combien.drawing._renderers.ascii import colored, cube_colors
from combien.errors import BadPicture
from tests.drawing.test_ascii import boards, picture_of

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


@given(boards.filter(bool))
def test_without_the_colors_it_is_the_same_text(board: dict[tuple[int, int], int | None]) -> None:
    picture = picture_of(board)
    text = colored(picture)
    assert ESCAPE.sub("", text) == picture.ascii()
    # No color continues beyond the end of a line.
    for line in text.split("\n"):
        assert line.count("\x1b[38") == line.count("\x1b[0m")
        assert "\x1b" not in line or line.endswith(("\x1b[0m", "."))


def test_each_patch_has_the_color_of_its_number() -> None:
    picture = Picture.of_cells([([(0, 0)], 1, ""), ([(1, 0)], None, ""), ([(2, 0)], 13, "")])
    one, two = cube_colors(DEFAULT)[1], cube_colors(DEFAULT)[13]
    assert picture.ansi() == f"\x1b[38;5;16;48;5;{one}ma\x1b[0m.\x1b[38;5;16;48;5;{two}mb\x1b[0m"
    by_piece = picture.ansi(color_by="piece")
    assert f"48;5;{cube_colors(DEFAULT)[0]}m" in by_piece
    with pytest.raises(BadPicture, match="did you mean 'touch'"):
        picture.ansi(color_by="toch")  # type: ignore[arg-type]


def test_colors_of_the_palette_stay_apart_in_the_cube() -> None:
    assert len(set(cube_colors(DEFAULT))) == len(DEFAULT)
    assert cube_colors(PRINT) == (231,)
