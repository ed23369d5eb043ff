"""What a picture accepts, and the errors for everything else."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, repeat
from math import cos, pi, sin
from typing import Any

import pytest

from combien.drawing._content import Patch
from combien.drawing._picture import Picture
from combien.errors import BadPicture

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TRIANGLE = ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))


def test_cells_become_unit_squares_in_order() -> None:
    picture = Picture.of_cells([({(1, 0), (0, 0)}, 3, "domino")], title="one")
    (patch,) = picture.patches
    assert patch.cells == ((0, 0), (1, 0))
    assert patch.polygons == (SQUARE, tuple((x + 1, y) for x, y in SQUARE))
    assert (patch.color, patch.label, picture.title) == (3, "domino", "one")
    assert picture.box == (0, 0, 2, 1)


def test_equal_pictures_are_equal_and_hashable() -> None:
    once, again = (Picture.of_cells([([(0, 0), (0, 1)], 1, "I")]) for _ in range(2))
    assert once == again
    assert len({once, again}) == 1
    assert once != Picture.of_cells([([(0, 0), (0, 1)], 2, "I")])


def test_corners_may_be_numbers_of_any_type() -> None:
    polygon: Any = ((0, 0), (1, 0), (Fraction(1, 2), 1))
    picture = Picture((Patch((polygon,)),))
    assert picture.box == (0, 0, 1, 1)
    assert "L" in picture.svg()


def test_a_polygon_nested_very_deeply_is_refused() -> None:
    nested: Any = ()
    for _ in range(200_000):
        nested = (nested,)
    with pytest.raises(BadPicture, match="corners must be pairs"):
        Patch((nested,))
    with pytest.raises(BadPicture, match="corners must be pairs"):
        Patch(((*SQUARE, (0.5, nested)),))


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([], "empty picture"),
        ([([], 0, "")], "patch 0: it has no cells"),
        ([([(0, 0)], 0, ""), ([(1, 1), (1, 1)], 0, "")], r"patch 1: .*\(1, 1\) twice"),
        ([([(0, 0)], "red", "")], "patch 0: a color is a whole number or None, not str"),
        ([([(0, 0)], True, "")], "not bool"),
        ([([(0, 0)], 0, None)], "a label is text, not NoneType"),
        ([([(0, 0)], 0, "x" * 30_000)], "a label has 30000 characters"),
        ([([(0.5, 0)], 0, "")], "pair of whole numbers"),
        ([([(0, 0, 0)], 0, "")], "pair of whole numbers"),
        ([([7], 0, "")], "pair of whole numbers"),
        ([([(0, 0)], 0)], r"expected \(cells, color, label\)"),
        ([None], r"expected \(cells, color, label\)"),
        (None, r"expected \(cells, color, label\)"),
        ([([(10**400, 0)], 0, "")], "more than 1000000 from the origin: shift"),
        ([(zip(count(), repeat(0)), 0, "")], "more than 250000 cells"),
        ([(zip(repeat(0), repeat(0)), 0, "")], "more than 250000 cells: draw a part"),
    ],
)
def test_bad_cells_are_refused(groups: Any, words: str) -> None:
    with pytest.raises(BadPicture, match=words):
        Picture.of_cells(groups)


@pytest.mark.parametrize(
    ("polygons", "words"),
    [
        ((), "empty patch"),
        ([TRIANGLE], "tuple of tuples"),
        ((TRIANGLE, tuple(reversed(SQUARE))), "polygon 1 of a patch .*clockwise"),
        ((SQUARE[:2],), "no area"),
        (((),), "polygon 0 of a patch: corners must be pairs"),
        ((((0.0, 0.0), (float("nan"), 0.0), (0.0, 1.0)),), "not finite"),
        ((((0.0, 0.0), (float("inf"), 0.0), (0.0, 1.0)),), "not finite"),
        ((((0.0, 0.0), (1e200, 0.0), (0.0, 1e200)),), "not finite"),
        ((((0, 0), (10**400, 0.5), (0, 1)),), "corners must be pairs"),
        (([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)],), "in tuples"),
        ((([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]),), "in tuples"),
        (("abc",), "corners must be pairs"),
        ((((0.0, 0.0, 0.0),) * 3,), "corners must be pairs"),
        ((5,), "corners must be pairs"),
    ],
)
def test_bad_polygons_are_refused(polygons: Any, words: str) -> None:
    with pytest.raises(BadPicture, match=words):
        Patch(polygons)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (((0, 0), (1, 0)), "1 polygons has 2 cells"),
        ([(0, 0)], "tuple of pairs"),
        (((0,),), "pair of whole numbers"),
        (((0, 0.0),), "pair of whole numbers"),
        (((0, 2_000_000),), "at most 1000000 from 0"),
    ],
)
def test_bad_cells_of_a_patch_are_refused(cells: Any, words: str) -> None:
    with pytest.raises(BadPicture, match=words):
        Patch((SQUARE,), cells)


def test_endless_input_is_refused_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.drawing._picture.MOST_CELLS", 10)
    with pytest.raises(BadPicture, match="patch 10: more than 10 cells: draw a part"):
        Picture.of_cells(([(x, 0)], 0, "") for x in count())
    assert len(Picture.of_cells(([(x, 0)], 0, "") for x in range(10)).patches) == 10


def test_a_polygon_has_a_thousand_corners_at_most() -> None:
    with pytest.raises(BadPicture, match="has 1001 corners, more than 1000"):
        Patch((tuple((cos(k * pi / 500.5), sin(k * pi / 500.5)) for k in range(1001)),))


def test_a_picture_is_made_of_patches_and_near_the_origin() -> None:
    bad: Any = [Patch((SQUARE,))]
    with pytest.raises(BadPicture, match="tuple of Patch"):
        Picture(bad)
    with pytest.raises(BadPicture, match="a title is text"):
        Picture((Patch((SQUARE,)),), title=bad)
    far = tuple((x + 2e6, y) for x, y in TRIANGLE)
    with pytest.raises(BadPicture, match="shift the picture"):
        Picture((Patch((TRIANGLE,)), Patch((far,))))
    with pytest.raises(BadPicture, match="more than 250000 cells"):
        Picture((Patch((TRIANGLE,) * 125_001),) * 2)


def test_a_notebook_gets_a_drawing_and_text() -> None:
    squares = Picture.of_cells([([(0, 0), (1, 0)], 0, "")])
    bundle = squares._repr_mimebundle_()
    assert bundle == {"image/svg+xml": squares.svg(), "text/plain": "aa"}
    assert set(squares._repr_mimebundle_(include=["text/plain"])) == {"text/plain"}
    assert set(squares._repr_mimebundle_(exclude=["text/plain"])) == {"image/svg+xml"}


def test_without_cells_or_with_too_many_the_text_is_a_summary() -> None:
    triangle = Picture((Patch((TRIANGLE,), label="T"),), title="a triangle")
    assert triangle._repr_mimebundle_()["text/plain"] == "<Picture 'a triangle': 1 patch, 1 cell>"
    long = Picture.of_cells([([(x, 0) for x in range(200)], 0, "")])
    assert long._repr_mimebundle_()["text/plain"] == "<Picture: 1 patch, 200 cells>"


def test_labels_in_text_need_boxes() -> None:
    with pytest.raises(BadPicture, match="boxes=True"):
        Picture.of_cells([([(0, 0)], 0, "")]).ascii(labels=True)
