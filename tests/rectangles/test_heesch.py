"""Heesch numbers: all ways to surround a tile, the definition, and known answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, rectangles
from combien.errors import BadInput, BadTiling, Disagreement
from combien.geometry._polyforms import free
from combien.plane import _search
from combien.rectangles import Heesch, _plane

Cell = tuple[int, int]
Piece = frozenset[Cell]
Layers = tuple[tuple[Piece, ...], ...]

SMALL = [region for size in (2, 5, 6) for region in free(size)]
# The four heptominoes that do not tile the plane, with their Heesch numbers, without and with holes
# in the last corona.
RING, CROSS = "**.\n*.*\n***", ".*..\n.*..\n****\n.*.."
HEPTOMINOES = [
    (RING, 0, 0),
    (CROSS, 0, 1),
    ("**\n*.\n*.\n*.\n**", 1, 1),
    ("*...\n*...\n****\n.*..", 1, 1),
]


def tile(shape: Region | str, symmetries: str = "all") -> Tile:
    return Tile(shape, symmetries=symmetries, times="any")  # type: ignore[arg-type]


# The definition -----------------------------------------------------------------------------------


def around(cells: Iterable[Cell]) -> set[Cell]:
    inside = set(cells)
    steps = list(product((-1, 0, 1), repeat=2))
    return {(x + i, y + j) for x, y in inside for i, j in steps} - inside


def has_hole(cells: set[Cell]) -> bool:
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    outside = {(min(xs) - 1, min(ys) - 1)}
    todo = list(outside)
    while todo:
        x, y = todo.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = min(xs) - 1 <= near[0] <= max(xs) + 1 and min(ys) - 1 <= near[1] <= max(ys) + 1
            if inside and near not in cells and near not in outside:
                outside.add(near)
                todo.append(near)
    return (max(xs) - min(xs) + 3) * (max(ys) - min(ys) + 3) > len(cells) + len(outside)


def coronas(shapes: list[Piece], patch: frozenset[Cell]) -> Iterator[list[Piece]]:
    """All ways to cover the cells that touch a patch."""

    def extended(covered: frozenset[Cell], pieces: list[Piece]) -> Iterator[list[Piece]]:
        left = sorted(around(patch) - covered)
        if not left:
            yield pieces
            return
        x, y = left[0]
        for shape in shapes:
            for i, j in shape:
                piece = frozenset((x - i + a, y - j + b) for a, b in shape)
                if not piece & covered:
                    yield from extended(covered | piece, [*pieces, piece])

    yield from extended(patch, [])


def numbers(shapes: list[Piece], most: int) -> tuple[int, int]:
    """How many coronas there are without holes, and with holes in the last one, up to `most`."""
    without = with_holes = 0
    todo = [(0, shapes[0])]
    seen = set(todo)
    while todo:
        count, patch = todo.pop()
        if count == most:
            continue
        for corona in coronas(shapes, patch):
            larger = patch.union(*corona)
            with_holes = max(with_holes, count + 1)
            if not has_hole(set(larger)):
                without = max(without, count + 1)
                if without == most:
                    return without, with_holes
                if (count + 1, larger) not in seen:
                    seen.add((count + 1, larger))
                    todo.append((count + 1, larger))
    return without, with_holes


def check(found: Heesch, shapes: set[Piece]) -> None:
    """The patches are what they claim to be."""
    for layers in (found.layers, found.holed or found.layers):
        pieces = [[frozenset(piece) for piece in layer] for layer in layers]
        flat = [piece for layer in pieces for piece in layer]
        assert {at_origin(piece) for piece in flat} <= shapes
        assert sum(map(len, flat)) == len(frozenset().union(*flat))
        patch: set[Cell] = set()
        for number, layer in enumerate(pieces):
            beside = around(patch)
            assert all(piece & beside for piece in layer) or not number
            patch = patch.union(*layer)
            assert beside <= patch
            assert not has_hole(patch) or layers is found.holed or not number
    assert len(found.layers) == found.coronas + 1


def at_origin(piece: Iterable[Cell]) -> Piece:
    cells = list(piece)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - low) for x, y in cells)


def turned(given: Tile) -> list[Piece]:
    return [at_origin((x, y) for x, y in region) for region in given.orientations]


# Tests --------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(["none", "rotations"]))
def test_all_ways_to_surround_a_tile(shape: Region, symmetries: str) -> None:
    given_tile = tile(shape, symmetries)
    found = rectangles.heesch(given_tile, most=2)
    shapes = turned(given_tile)
    check(found, set(shapes))
    if found.number is None:
        assert found.coronas == 2
        assert found.period is not None
        assert next(coronas(shapes, shapes[0]), None) is not None
    else:
        assert (found.number, found.with_holes) == numbers(shapes, found.number + 1)


@pytest.mark.parametrize(("drawing", "number", "with_holes"), HEPTOMINOES)
def test_heptominoes(drawing: str, number: int, with_holes: int) -> None:
    found = rectangles.heesch(tile(drawing))
    check(found, set(turned(tile(drawing))))
    assert (found.number, found.with_holes, found.period) == (number, with_holes, None)
    assert (found.holed is None) == (number == with_holes)
    assert len(found.tiling(holes=True)) > 1 or with_holes == 0
    assert "<svg" in found.picture(holes=True).svg()


@pytest.mark.parametrize("drawing", [RING, CROSS])
def test_all_ways_to_surround_a_heptomino(drawing: str) -> None:
    shapes = turned(tile(drawing))
    found = rectangles.heesch(tile(drawing))
    assert (found.number, found.with_holes) == numbers(shapes, 1)


def test_the_other_heptominoes_tile_the_plane() -> None:
    repeated = [rectangles.period([tile(shape)], most=28, skew=True) for shape in free(7)]
    assert sum(period.sides is None for period in repeated) == len(HEPTOMINOES)


def test_the_text_and_the_object() -> None:
    assert str(rectangles.heesch(tile(RING))) == "Heesch number 0 (on the lattice):\naa\na a\naaa"
    infinite = rectangles.heesch(tile("*"))
    assert str(infinite) == "infinite: tiles the plane\ntorus 1 x 1 (no smaller one):\na"
    assert infinite.to_json()["period"]["torus"] == [1, 1]
    assert rectangles.heesch(tile(CROSS)).to_json() | {"layers": []} == {
        "heesch": 0,
        "with_holes": 1,
        "coronas": 0,
        "layers": [],
        "period": None,
    }


def test_limits_leave_the_number_open(monkeypatch: pytest.MonkeyPatch) -> None:
    one = rectangles.heesch(tile(HEPTOMINOES[2][0]), most=1)
    assert (one.number, one.with_holes, one.coronas, one.period) == (None, None, 1, None)
    assert str(one).startswith("Heesch number at least 1:\n")
    none = rectangles.heesch(tile(CROSS), nodes=0)
    assert (none.number, none.coronas) == (None, 0)
    monkeypatch.setattr(_search, "MOST_STEPS", 0)
    assert rectangles.heesch(tile(CROSS)).number == 0
    little = rectangles.heesch(tile(CROSS), bytes=1)
    assert (little.number, little.coronas) == (None, 0)


def test_invalid_tiles_and_limits() -> None:
    with pytest.raises(BadTiling, match="at most 100"):
        rectangles.heesch(tile(Region.box(101, 1)))
    with pytest.raises(BadInput, match="from 1 to 20"):
        rectangles.heesch(tile("**"), most=21)


def test_a_wrong_period_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    corner = [Tile("*.\n**", times="any")]
    assert rectangles.period(corner, skew=True).shift == 1

    def wrong(self: _plane._Torus, cell: Cell) -> Cell:
        (x, y), (width, height) = cell, self._sides
        return (x + y // height * self._shift) % width, y % height

    monkeypatch.setattr(_plane._Torus, "_wrap", wrong)
    with pytest.raises(Disagreement, match="3 x 1 with shift 2 as derived, but no period"):
        rectangles.period(corner, skew=True)
