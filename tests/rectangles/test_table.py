"""Tables of rectangles: against counts of another engine, and against published lists of primes."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import (
    BadInput,
    BadTiling,
    Group,
    Region,
    Symmetry,
    Tile,
    TilingProblem,
    count,
    rectangles,
)
from combien.geometry._polyforms import free
from combien.tilings._names import tiles_named

SHAPES = [region for size in range(2, 6) for region in free(size)]


def sides(found: rectangles.Rectangles) -> list[tuple[int, int]]:
    return [(one.width, one.height) for one in found.primes]


def by_name(name: str, to: tuple[int, int]) -> rectangles.Rectangles:
    return rectangles.table(tiles_named(name), to)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.sampled_from(SHAPES), min_size=1, max_size=2, unique=True),
    st.sampled_from(["none", "rotations", "all"]),
)
def test_the_table_agrees_with_counts_and_with_its_definitions(
    shapes: list[Region], symmetries: str
) -> None:
    tiles = [Tile(shape, symmetries=symmetries, times="any") for shape in shapes]  # type: ignore[arg-type]
    found = rectangles.table(tiles, (6, 7))
    ways = {
        (w, h): count(TilingProblem(Region.box(w, h), tiles), engine="bits")
        for w in range(1, 8)
        for h in range(1, 8)
    }
    for one in found:
        w, h = one.width, one.height
        assert one.tileable == (ways[w, h] > 0), one
        cut = any(ways[a, h] and ways[w - a, h] for a in range(1, w))
        cut = cut or any(ways[w, b] and ways[w, h - b] for b in range(1, h))
        expected = "none" if not ways[w, h] else "composite" if cut else "prime"
        assert one.verdict == expected, one
        # The constructor of a tiling checks it.
        assert (found.tiling(w, h) is not None) == one.tileable


@pytest.mark.parametrize(
    ("name", "to", "primes", "order", "odd", "square"),
    [
        ("domino", (6, 6), [(1, 2)], 1, 1, 2),
        ("L-tromino", (20, 20), [(2, 3), (5, 9)], 2, 15, 6),
        ("L-tetromino", (20, 20), [(2, 4), (3, 8)], 2, None, 4),
        ("T-tetromino", (14, 14), [(4, 4)], 4, None, 4),
        ("P-pentomino", (20, 20), [(2, 5), (7, 15)], 2, 21, 10),
        ("L-pentomino", (16, 16), [(2, 5), (7, 15)], 2, 21, 10),
        ("S-tetromino", (12, 12), [], None, None, None),
        (
            "Y-pentomino",
            (10, 30),
            [(5, 10), (9, 20), (9, 30), (10, 14), (10, 16), (10, 23), (10, 27)],
            10,
            None,
            10,
        ),
    ],
)
def test_published_primes(
    name: str,
    to: tuple[int, int],
    primes: list[tuple[int, int]],
    order: int | None,
    odd: int | None,
    square: int | None,
) -> None:
    # Klarner; Friedman, "Polyominoes in Rectangles".
    found = by_name(name, to)
    assert sides(found) == primes
    assert (found.order, found.square) == (order, square)
    if odd is not None or name == "L-tetromino":
        assert found.odd_order == odd


def test_the_published_table_of_2x4() -> None:
    # polyominoes.org, 8I2: a list of the widths for each height.
    published = {
        4: [2, 4],
        6: [4],
        8: [2, 4, 6, 8],
        10: [4, 8],
        12: [2, 4, 6, 8, 10, 12],
        14: [4, 8, 12],
        16: [2, 4, 6, 8, 10, 12, 14, 16],
    }
    found = by_name("2x4", (16, 16))
    for one in found:
        assert one.tileable == (one.width in published.get(one.height, [])), one
    assert sides(found) == [(2, 4)]


def test_orders_are_proved_beyond_the_table() -> None:
    small = by_name("L-tromino", (5, 9))
    assert small.is_least(small.smallest)
    assert small.is_least(small.smallest_odd)
    # 1 x 7 is beyond this table, but has fewer tiles than 2 x 7.
    narrow = rectangles.table(tiles_named("1x7"), (6, 6))
    assert narrow.smallest is None
    assert not narrow.is_least(None)


def test_a_weak_prime_is_divided_into_more_than_two() -> None:
    # Four 2 x 5 around a 3 x 3: no straight line cuts 7 x 7.
    found = rectangles.table([*tiles_named("2x5"), *tiles_named("3x3")], (7, 7))
    assert [(one.width, one.height, one.strength) for one in found.primes] == [
        *[(2, 5, "strong"), (3, 3, "strong"), (7, 7, "weak")]
    ]
    assert len(found.at(7, 7).parts) == 5
    assert found.at(7, 7).sign == "W"


def test_reasons() -> None:
    found = by_name("L-tetromino", (8, 8))
    assert found.at(3, 3).reason == "the area 9 is not a multiple of 4"
    assert "weights with period 2 in both directions" in found.at(2, 6).reason
    assert found.at(4, 4).reason == "cut at x = 2 into 2 x 4 and 2 x 4"
    assert by_name("T-tetromino", (8, 8)).at(4, 6).reason.startswith("no path of 6 rows")


def test_a_budget_that_ends_leaves_rectangles_unknown() -> None:
    found = rectangles.table(tiles_named("Y-pentomino"), (12, 12), nodes=100)
    unknown = [one for one in found if one.tileable is None]
    assert unknown
    assert all(one.verdict == "unknown" and "budget" in one.reason for one in unknown)
    # Rectangles that weights exclude are known all the same.
    assert found.at(11, 12).verdict == "none"


def test_without_memory_rectangles_are_unknown() -> None:
    tiles = tiles_named("Y-pentomino")
    assert rectangles.decide(tiles, 9, 10, bytes=1).tileable is None
    assert rectangles.decide(tiles, 9, 9, bytes=1).tileable is False


def test_a_single_rectangle() -> None:
    tiles = tiles_named("P-pentomino")
    odd = rectangles.decide(tiles, 15, 7)
    assert odd.tileable
    assert odd.tiling is not None
    assert odd.tiling.board.size == (15, 7)
    assert rectangles.decide(tiles, 5, 5).reason == (
        "no path of 5 rows in the strip of width 5 (11 profiles)"
    )


def test_a_single_rectangle_of_several_shortest_lengths() -> None:
    # Its strip has shorter lengths, which were not asked for.
    for name, width, height in (("monomino", 1, 2), ("L-tromino", 9, 2), ("Y-pentomino", 10, 24)):
        found = rectangles.decide(tiles_named(name), width, height, nodes=10**6)
        assert found.tiling is not None
        assert found.tiling.board.size == (width, height)


def test_fixed_tiles_have_a_table_of_all_sides() -> None:
    found = rectangles.table(tiles_named("2x3", fixed=True), (4, 6))
    assert len(found) == 24
    assert [(one.width, one.height) for one in found if one.tileable] == [
        *[(2, 3), (2, 6), (4, 3), (4, 6)]
    ]


def test_refusals() -> None:
    with pytest.raises(BadTiling, match="times='any'"):
        rectangles.table([Tile("**")])
    with pytest.raises(BadTiling, match="flat squares"):
        rectangles.table([Tile(Region.box(1, 1, 2), times="any")])
    with pytest.raises(BadTiling, match="no tiles"):
        rectangles.table([])
    with pytest.raises(BadInput, match="to"):
        rectangles.table(tiles_named("domino"), (0, 5))
    with pytest.raises(BadInput, match="not in the table"):
        by_name("domino", (3, 3)).at(3, 4)


def test_pictures_and_json() -> None:
    found = by_name("L-tromino", (5, 9))
    assert "<svg" in found.picture().svg()
    content = found.to_json()
    assert content["primes"] == [[2, 3], [5, 9]]
    assert content["odd_order_proved"]
    assert len(content["rectangles"]) == len(found) == 5 * 9 - 10
    [prime] = [one for one in content["rectangles"] if (one["width"], one["height"]) == (2, 3)]
    assert prime["tiling"] in ("aa\nab\nbb", "aa\nba\nbb")


@pytest.mark.parametrize(
    ("drawing", "group", "turned"),
    [
        # The shapes are closed under a transposition, but neither under mirrors nor quarter turns.
        ("*.\n**", "Rot180", True),
        (".*\n**", "Diag1Refl", True),
        ("*.\n**", "Rot90", True),
        ("*.\n**", "VertRefl", False),
    ],
)
def test_a_tiling_of_the_other_way_round(drawing: str, group: str, turned: bool) -> None:
    symmetries = Group.generated_by(Symmetry.named(group))
    found = rectangles.table([Tile(drawing, symmetries=symmetries, times="any")], (3, 3))
    assert (len(found) == 6) == turned
    for width, height in product(range(1, 4), repeat=2):
        tiling = found.tiling(width, height)
        assert (tiling is not None) == found.at(width, height).tileable
        assert tiling is None or set(tiling.board) == set(Region.box(width, height))
