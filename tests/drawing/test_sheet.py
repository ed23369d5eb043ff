"""Contact sheets: nothing is lost, nothing overlaps, and no picture changes."""

from __future__ import annotations

from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.drawing._content import Patch
from combien.drawing._picture import Picture
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadPicture

cells = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=8)
pictures = st.lists(
    cells.map(lambda found: Picture.of_cells([([cell], 0, str(cell)) for cell in sorted(found)])),
    min_size=1,
    max_size=9,
)


@given(pictures, st.none() | st.integers(1, 4))
def test_all_are_there_each_in_its_field(shown: list[Picture], across: int | None) -> None:
    whole = sheet(shown, across=across, title="all")
    assert whole.title == "all"
    rest = list(whole.patches)
    fields = []
    for picture in shown:
        mine = [rest.pop(0) for _ in picture.patches]
        moves = {
            (after.cells[0][0] - before.cells[0][0], after.cells[0][1] - before.cells[0][1])
            for before, after in zip(picture.patches, mine, strict=True)
        }
        assert len(moves) == 1
        assert [p.label for p in mine] == [p.label for p in picture.patches]
        fields.append(Picture(tuple(mine)).box)
        # Text and drawing are moved alike.
        assert all(p.polygons[0][0] == tuple(map(float, p.cells[0])) for p in mine)
    assert rest == []
    for number, (left, bottom, right, top) in enumerate(fields):
        for other_left, other_bottom, other_right, other_top in fields[:number]:
            beside = other_right < left or right < other_left
            assert beside or other_top < bottom or top < other_bottom
    if across is not None:
        for number, box in enumerate(fields):
            # A row of the sheet is below the one before it.
            assert number < across or box[3] < fields[number - across][1]
            assert number % across == 0 or box[0] > fields[number - 1][2]


def test_whole_cells_even_if_corners_are_not_whole() -> None:
    half = Picture(
        (
            Patch(
                (((0.5, 0.25), (1.75, 0.25), (0.5, 2.0)),),
            ),
        )
    )
    _, moved = sheet([half, half], across=2).patches
    (x, y), *_ = moved.polygons[0]
    assert (x - floor(x), y - floor(y)) == (0.5, 0.25)
    assert ceil(x) > 2


def test_a_sheet_is_square_by_default() -> None:
    bar = Picture.of_cells([([(x, 0) for x in range(9)], 0, "")])
    left, bottom, right, top = sheet([bar] * 20).box
    assert (right - left, top - bottom) == (19, 19)


def test_invalid_sheets() -> None:
    one = Picture.of_cells([([(0, 0)], 0, "")])
    with pytest.raises(BadPicture, match="a sheet without pictures"):
        sheet([])
    with pytest.raises(BadPicture, match="of pictures, not of type Picture"):
        sheet(one)  # type: ignore[arg-type]
    with pytest.raises(BadPicture, match="of pictures, not of str"):
        sheet(["one"])  # type: ignore[list-item]
    with pytest.raises(BadPicture, match="across is the number"):
        sheet([one], across=0)
    large = Picture.of_cells([([(x, y) for x in range(400) for y in range(400)], 0, "")])
    with pytest.raises(BadPicture, match="put fewer on a sheet"):
        sheet([large, large])
