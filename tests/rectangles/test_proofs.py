"""Periodic weights, divisions into rectangles, and complete lists of primes."""

from __future__ import annotations

import pytest

from combien import (
    BadTiling,
    Budget,
    Disagreement,
    OutOfBudget,
    Region,
    Tile,
    TilingProblem,
    exists,
    rectangles,
)
from combien.rectangles._closing import _Closing
from combien.rectangles._decisions import Decisions
from combien.rectangles._direct import pinwheel, smaller_rectangles
from combien.rectangles._tileset import TileSet
from combien.rectangles._weights import PeriodicWeights
from combien.tilings._names import tiles_named


@pytest.mark.parametrize(
    "names",
    ["L-tetromino", "T-tetromino", "domino X-pentomino", "1x4", "2x2", "2x3 1x4", "S-tetromino"],
)
def test_rectangles_that_weights_exclude_have_no_tiling(names: str) -> None:
    tiles = [tile for name in names.split() for tile in tiles_named(name)]
    weights = PeriodicWeights(TileSet(tiles))
    excluded = [(w, h) for w in range(1, 8) for h in range(w, 8) if weights.reason(w, h)]
    assert excluded
    for w, h in excluded:
        assert not exists(TilingProblem(Region.box(w, h), tiles))


def test_known_exclusions_by_weights() -> None:
    weights = PeriodicWeights(TileSet(tiles_named("L-tetromino")))
    sides = range(1, 41)
    assert [(w, h) for w in sides for h in sides if not weights.reason(w, h)] == [
        (w, h) for w in sides for h in sides if w * h % 8 == 0
    ]
    # Domino and X pentomino: no rectangle of odd sides, modulo 3.
    both = PeriodicWeights(TileSet([*tiles_named("domino"), *tiles_named("X-pentomino")]))
    assert both.reason(5, 7)
    assert not both.reason(5, 6)


def test_whole_weights() -> None:
    # Modulo a power of 2, an even side of many cells and an odd one are not excluded.
    weights = PeriodicWeights(TileSet(tiles_named("2x2")))
    sides = range(1, 41)
    allowed = [(w, h) for w in sides for h in sides if not weights.reason(w, h)]
    assert allowed == [(w, h) for w in sides for h in sides if w % 2 == h % 2 == 0]
    assert "whole weights with period 2" in weights.reason(4, 3)
    for name, primes in (("2x2", ((2, 2),)), ("3x3", ((3, 3),)), ("1x3", ((1, 3),))):
        found = rectangles.all_primes(tiles_named(name))
        assert (found.primes, found.proved) == (primes, True), name


def test_pinwheels_of_both_hands() -> None:
    # The sides of the five parts of 5 x 6, for each hand.
    for sides in (
        {(2, 4), (3, 1), (2, 5), (3, 2), (1, 3)},
        {(3, 2), (2, 4), (1, 2), (4, 2), (1, 4), (2, 2)},
    ):

        def tileable(w: int, h: int, sides: set[tuple[int, int]] = sides) -> bool:
            return (w, h) in sides

        found = pinwheel(5, 6, tileable)
        assert sum(w * h for _, _, w, h in found) == 30
    assert len(pinwheel(5, 5, lambda w, h: (w, h) in {(2, 3), (3, 2), (1, 1)})) == 5
    assert pinwheel(4, 4, lambda w, h: (w, h) == (2, 2)) == ()


def test_divisions_into_smaller_rectangles() -> None:
    parts = smaller_rectangles(5, 5, [(2, 3), (3, 2), (1, 1)], budget=Budget())
    assert parts
    assert sum(w * h for _, _, w, h in parts) == 25
    assert smaller_rectangles(5, 5, [(2, 2)], budget=Budget()) == ()
    assert smaller_rectangles(5, 5, [(5, 5)], budget=Budget()) == ()
    assert smaller_rectangles(30, 31, [(2, 3), (5, 7)], budget=Budget(nodes=1)) is None


@pytest.mark.parametrize(
    ("name", "primes"),
    [
        ("L-tromino", ((2, 3), (5, 9))),
        ("L-tetromino", ((2, 4), (3, 8))),
        ("P-pentomino", ((2, 5), (7, 15))),
        # The L hexomino, and the one of 2 x 4 with two cells in each of two rows.
        (
            "*..../*****",
            ((2, 6), (7, 12), (8, 15), (9, 14), (9, 16), (9, 34), (10, 15), (11, 18)),
        ),
        ("*./*./**/**", ((2, 6), (3, 4), (5, 18), (6, 11), (9, 10))),
        ("2x3", ((2, 3),)),
        ("1x4", ((1, 4),)),
    ],
)
def test_complete_lists_of_primes(name: str, primes: tuple[tuple[int, int], ...]) -> None:
    # Friedman, "Polyominoes in Rectangles", without proof.
    found = rectangles.all_primes(tiles_named(name), widest=11)
    assert found.proved
    assert found.primes == primes
    # The table knows no others.
    table = rectangles.table(tiles_named(name), (12, 20))
    assert [(one.width, one.height) for one in table.primes] == [
        (width, height) for width, height in primes if width <= 12 and height <= 20
    ]


@pytest.mark.slow
def test_the_forty_primes_of_the_y_pentomino() -> None:
    found = rectangles.all_primes(tiles_named("Y-pentomino"), widest=13)
    assert found.proved
    longer = {
        5: [10],
        9: [20, 30, 45, 55],
        10: [14, 16, 23, 27],
        11: [20, 30, 35, 45],
        12: range(50, 100, 5),
        13: [20, 30, 35, 45],
        14: [15],
        15: [15, 16, 17, 19, 21, 22, 23],
        17: [20, 25],
        18: [25, 35],
        22: [25],
    }
    assert [tuple(prime) for prime in found.primes] == [
        (width, height) for width, heights in longer.items() for height in heights
    ]


def test_incomplete_lists_say_so() -> None:
    found = rectangles.all_primes(tiles_named("P-pentomino"), widest=2)
    assert found.primes == ((2, 5),)
    assert not found.proved
    assert found.searched == 2


def test_tiles_that_may_not_be_turned_are_refused() -> None:
    with pytest.raises(BadTiling, match="turned"):
        rectangles.all_primes([Tile("**", times="any")])


@pytest.mark.parametrize(
    ("name", "scale"),
    [("P-pentomino", 2), ("*..../*****", 6), ("*./**/*./**", 8), ("1x7", 2), ("T-tetromino", 4)],
)
def test_published_reptiles(name: str, scale: int) -> None:
    # The first four are from polyominoes.org.
    [tile] = tiles_named(name)
    found = rectangles.reptile(tile)
    assert found is not None
    assert found.scale == scale
    assert len(found.tiling) == scale * scale


def test_a_tile_that_is_not_a_reptile() -> None:
    [tile] = tiles_named("S-tetromino")
    assert rectangles.reptile(tile, most=4) is None
    with pytest.raises(OutOfBudget, match="copy 2 times"):
        rectangles.reptile(tiles_named("*..../*****")[0], nodes=0)


def test_a_strip_excludes_single_rectangles() -> None:
    """Y pentominoes tile 10 x 16, but not 10 x 17."""
    decisions = Decisions(TileSet(tiles_named("Y-pentomino")), Budget())
    assert decisions.exclude(10, 17, modulus=5)
    assert not decisions.exclude(10, 16, modulus=5)
    assert not decisions.exclude(63, 20, modulus=10), "wider than a strip may be"


@pytest.mark.parametrize("sides", [(2, 3), (2, 6), (6, 9)])
def test_weights_that_exclude_what_can_be_tiled(
    monkeypatch: pytest.MonkeyPatch, sides: tuple[int, int]
) -> None:
    """The strip has a tiling of 2 x 3, and the others are cut; a loop would end after a while."""
    reason = PeriodicWeights.reason

    def wrong(self: PeriodicWeights, *asked: int) -> str:
        return "wrong weights" if asked == sides else reason(self, *asked)

    monkeypatch.setattr(PeriodicWeights, "reason", wrong)
    with pytest.raises(Disagreement, match=r"no tiling \(wrong weights\) as derived, but one"):
        rectangles.table(tiles_named("L-tromino"), (9, 9), seconds=20)


def test_a_single_rectangle_that_weights_exclude(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PeriodicWeights, "reason", lambda self, width, height: "wrong weights")
    with pytest.raises(Disagreement, match="8 x 9: no tiling as derived, but one by a direct"):
        rectangles.decide(tiles_named("L-tromino"), 9, 8)


def test_lengths_that_weights_exclude(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PeriodicWeights, "reason", lambda self, width, height: "wrong weights")
    with pytest.raises(Disagreement, match=r"7 x \d+: no tiling \(wrong weights\) as derived"):
        rectangles.lengths(tiles_named("L-tromino"), 7, seconds=20)


def test_excluded_lengths_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closing = _Closing(Decisions(TileSet(tiles_named("L-tromino")), Budget()))
    asked = iter(range(1000))
    monkeypatch.setattr(closing._decisions, "exclude", lambda *sides, modulus: next(asked) >= 0)
    monkeypatch.setattr(closing, "_modulus", lambda width: 6)
    monkeypatch.setattr(closing, "_is_covered", lambda width, length: False)
    assert not closing._is_decided(7)
    assert next(asked) > 1
