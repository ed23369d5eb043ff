"""Cropping and resizing, and regions as matrices, against their definitions."""

from __future__ import annotations

from array import array
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry._hexagons import HEXAGONS
from combien.language._pattern import Pattern
from tests.geometry.random_regions import regions

BOXES = st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 6), st.integers(0, 6))


class LikeNumpy:
    """Like a NumPy array: not a list, but convertible to one."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def tolist(self) -> Any:
        return self._values


@given(regions(2), BOXES)
def test_crop_agrees_with_its_definition(region: Region, box: tuple[int, int, int, int]) -> None:
    x, y, width, height = box
    wanted = {(x + i, y + j) for i, j in product(range(width), range(height))} & set(region)
    cropped = region.crop((x, y), (width, height))
    assert set(cropped) == {(a - x, b - y) for a, b in wanted}
    assert region.resize(width, height) == region & Region.box(width, height)


@given(regions(3), st.tuples(*[st.integers(-3, 3)] * 3), st.tuples(*[st.integers(0, 4)] * 3))
def test_crop_in_space(
    region: Region, corner: tuple[int, int, int], size: tuple[int, int, int]
) -> None:
    box = Region.box(*size).shift(*corner) if min(size) else Region(dimension=3)
    back = [-at for at in corner]
    assert region.crop(corner, size) == (region & box).shift(*back)


@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=4, max_size=4), st.data())
def test_crop_and_resize_agree_with_the_language(drawn: list[list[bool]], data: Any) -> None:
    pattern = Pattern.drawn(["".join(".*"[value] for value in line) for line in drawn])
    region = Region.from_matrix(drawn)
    assert set(region) == set(pattern.cells())
    x, y = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 3))
    width, height = data.draw(st.integers(1, 5 - x)), data.draw(st.integers(1, 4 - y))
    wanted = pattern.crop(x, y, width, height)
    assert set(region.crop((x, y), (width, height))) == set(wanted.cells())
    assert set(region.resize(width, height)) == set(pattern.resize(width, height).cells())


@given(regions(2) | regions(3))
def test_matrices_round_trip(region: Region) -> None:
    matrix = region.to_matrix()
    assert Region.from_matrix(matrix, dimension=region.dimension) == region.at_origin()
    assert Region.from_matrix(LikeNumpy(matrix), dimension=region.dimension) == region.at_origin()  # type: ignore[arg-type]
    size = [5] * region.dimension
    whole = region.at_origin().resize(*size)
    framed = whole.to_matrix(size=size)
    assert Region.from_matrix(framed) == whole
    assert len(framed) == 5
    flat: list[Any] = [value for line in framed for value in line]
    if region.dimension == 3:
        assert {len(line) for line in flat} == {5}
        flat = [value for line in flat for value in line]
    assert len(flat) == 5**region.dimension
    assert sum(flat) == len(whole)
    assert set(flat) <= {0, 1}


def test_a_matrix_is_a_drawing() -> None:
    region = Region.from_art("*..\n.**")
    assert region.to_matrix() == [[1, 0, 0], [0, 1, 1]]
    for matrix in (
        [[1, 0, 0], [0, 1, 1]],
        ((True, False, False), (False, True, True)),
        [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
        [array("b", [1, 0, 0]), array("b", [0, 1, 1])],
        LikeNumpy([[1, 0, 0], [0, 1, 1]]),
        [LikeNumpy([1, 0, 0]), LikeNumpy([0, 1, 1])],
    ):
        assert Region.from_matrix(matrix) == region  # type: ignore[arg-type]
    layers = Region.from_art("**\n*.\n\n*.\n..")
    assert layers.to_matrix() == [[[1, 1], [1, 0]], [[1, 0], [0, 0]]]
    assert Region.from_matrix([[1]], dimension=3) == Region.box(1, 1, 1)
    assert Region.from_matrix([]) == Region.from_matrix([[], []]) == Region(dimension=2)
    assert Region(dimension=2).to_matrix() == []
    assert Region(dimension=2).to_matrix(size=(2, 1)) == [[0, 0]]


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 0], [1]], "line 1 has 1 values, line 0 has 2"),
        ([[0, 2]], "line 0, value 1: 2 is neither 0 nor 1"),
        ([[[1], [0]], [[1]]], "layer 1 is of 1 lines of 1, layer 0 of 2 lines of 1"),
        ([[[1], [3]]], "line 1 of layer 0, value 0: 3 is neither"),
        ([[[1]], [1]], "line 0 of layer 1 is a list of values, not of type int"),
        ([[1], [[1]]], "line 0 of layer 0 is a list of values, not of type int"),
        ([["*"]], "'\\*' is neither"),
        (["*."], "line 0 is a list of values, not of type str"),
        ([[float("nan")]], "nan is neither"),
        (3, "a matrix is a list of values, not of type int"),
        ({(0, 0)}, "not of type set"),
        ([[[[1]]]], "is neither"),
    ],
)
def test_values_that_are_not_matrices(matrix: Any, message: str) -> None:
    with pytest.raises(BadRegion, match=message):
        Region.from_matrix(matrix)


def test_what_is_refused() -> None:
    square = Region.box(2, 2)
    with pytest.raises(BadRegion, match="dimension=4"):
        Region.from_matrix([[1]], dimension=4)
    with pytest.raises(BadRegion, match="a matrix of layers is of dimension 3"):
        Region.from_matrix([[[1]]], dimension=2)
    with pytest.raises(BadRegion, match="the corner of a region of dimension 2 is 2 whole numbers"):
        square.crop((1,), (2, 2))
    with pytest.raises(BadRegion, match="the size of a region"):
        square.resize(1, True)
    with pytest.raises(BadRegion, match="no negative numbers"):
        square.crop((0, 0), (1, -1))
    with pytest.raises(BadRegion, match="coordinates"):
        square.crop((0, 0), (10**10, 1))
    with pytest.raises(BadRegion, match=r"\(1, 1\) is outside the box of 1 x 3"):
        square.to_matrix(size=(1, 3))
    with pytest.raises(BadRegion, match="cannot be written as a matrix"):
        Region.box(2, 2, 2, 2).to_matrix()
    with pytest.raises(BadRegion, match="the limit is"):
        Region([(0, 0), (10**6, 10**6)]).to_matrix()
    hexagons = Region([(0, 0, 0)], lattice=HEXAGONS)
    for refused in (lambda: hexagons.resize(1, 1, 1), hexagons.to_matrix):
        with pytest.raises(BadRegion, match="its cells make no box"):
            refused()
