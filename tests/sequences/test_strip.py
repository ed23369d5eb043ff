"""Strips: published sequences, and the counts of engines on random families."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Strip, Tile, sequence
from combien.errors import BadInput, BadRegion, BadTiling
from combien.geometry import (
    CAIRO,
    HEXAGONS,
    KITES,
    PRISMS,
    TRIANGLES,
    cylinder,
    free,
    moebius_strip,
    torus,
)
from combien.sequences import GeneratingFunction, _strip

# I-polyominoes in k x n: the order of the recurrence, and the terms with n = 5 and 6.  A254414 says
# that A005683(k + 2) is an upper bound of the order, attained up to k = 10.
BARS = {
    1: (1, [16, 32]),
    2: (2, [533, 2293]),
    3: (3, [22873, 217969]),
    4: (5, [1064576, 22734496]),
    5: (8, [50796983, 2441987149]),
    6: (13, [2441987149, 264719566561]),
    7: (22, []),
    8: (37, []),
    9: (63, []),
    10: (108, []),
}

ROWS = {
    # A005178, A054856, A054857.
    ("domino", 4): ((1, 5, 1, -1), [1, 1, 5, 11, 36, 95, 281, 781, 2245]),
    ("squares", 4): ((2, 3, 0, -1, -1), [1, 1, 5, 13, 40, 117, 348]),
    ("squares", 5): ((2, 7, 6, -1, -5, -2, -3, -1), [1, 1, 8, 28]),
}


@pytest.mark.parametrize(("tiles", "width"), ROWS)
def test_published_recurrences(tiles: str, width: int) -> None:
    coefficients, terms = ROWS[tiles, width]
    found = sequence(Strip(width, tiles=tiles))
    recurrence = found.recurrence()
    assert recurrence is not None
    assert recurrence.coefficients == coefficients
    assert found.first(len(terms)) == terms


@pytest.mark.parametrize(
    ("height", "period", "coefficients"), [(5, 3, (6, -3, 1)), (6, 4, (7, -6, 4, -1))]
)
def test_published_periods(height: int, period: int, coefficients: tuple[int, ...]) -> None:
    # A236576 and A236580 (Mathar): the rows of a slab are the length of a tile.
    slab = Region.box(period, height)
    recurrence = sequence(Strip(slab, axis=0, tiles=f"1x{period}")).recurrence()
    assert recurrence is not None
    assert recurrence.coefficients == coefficients


@pytest.mark.parametrize(
    ("width", "function"),
    [
        (2, GeneratingFunction([1, -4, 3], [1, -6, 7])),
        (3, GeneratingFunction([1, -11, 29, -19], [1, -15, 55, -51])),
    ],
)
def test_any_rectangles(width: int, function: GeneratingFunction) -> None:
    # Zeilberger, Automatic CounTilings, 2006.
    assert sequence(Strip(width, tiles="rectangles")).generating_function() == function


@pytest.mark.parametrize("width", BARS)
def test_bars(width: int) -> None:
    order, terms = BARS[width]
    found = sequence(Strip(width, tiles="bars"))
    assert found.first(7)[5 : 5 + len(terms)] == terms
    assert found.proof is not None
    assert found.proof.order == order


def test_sets_of_pentominoes() -> None:
    # A247124 and A372221 (Heinz): 5 x n by pentominoes of some shapes.
    few = sequence(Strip(5, tiles=[f"{letter}-pentomino" for letter in "IUX"]))
    assert few.first(20)[10:] == [122, 221, 374, 656, 1147, 2066, 3699, 6477, 11407, 20099]
    function = few.generating_function()
    assert function is not None
    assert function.order == 15
    more = sequence(Strip(5, tiles=[f"{letter}-pentomino" for letter in "TWIX"]))
    assert more[42] == 39045229
    assert more.proof is not None
    assert more.proof.order == 139


@pytest.mark.parametrize(
    ("tile", "widths"),
    [
        ("domino", range(1, 13)),
        ("L-tromino", range(1, 9)),
        ("I-tromino", range(1, 9)),
        *((f"{letter}-tetromino", range(2, 6)) for letter in "IOTSL"),
    ],
)
def test_formulas_give_the_counts_of_the_automaton(tile: str, widths: range) -> None:
    for width in widths:
        strip = Strip(width, tiles=tile) if width > 1 or tile in ("domino", "I-tromino") else None
        if strip is None:
            continue
        formula, counted = sequence(strip), sequence(strip)
        recurrence, proof = formula.recurrence(), formula.proof
        assert recurrence is not None
        assert proof is not None
        # Beyond the terms that the formula was made from.
        assert recurrence.first(2 * proof.states + 9) == counted.first(2 * proof.states + 9)


FAMILIES = {
    "row with a hole": Strip(Region.from_art("**.**\n*****"), axis=1, tiles=["domino", "*"]),
    "slanted": Strip(Region.box(1, 3), axis=(1, 1), tiles=["domino", "L-tromino"]),
    "box": Strip(Region.box(2, 3, 1), tiles="domino"),
    "boxes": Strip(Region.box(2, 2, 1), tiles="rectangles"),
    "ring": Strip(cylinder(4, 1), tiles=["domino", "L-tromino"]),
    "ring of width 2": Strip(cylinder(2, 1), tiles="domino"),
    "ring of rectangles": Strip(cylinder(3, 1), tiles="rectangles"),
    "ring of slabs": Strip(cylinder(3, 2), axis=1, tiles=["1x3", "1x2"]),
    "bars and a corner": Strip(3, tiles=["bars", "L-tromino"]),
    "hexagons": Strip(Region.box(3, 1, lattice=HEXAGONS), tiles=["dihex", "triangle-trihex"]),
    "ring of hexagons": Strip(cylinder(3, 1, lattice=HEXAGONS), tiles="trihexes"),
    "triangles": Strip(Region.box(3, 1, lattice=TRIANGLES), tiles=["diamond", "triamond"]),
    "prisms": Strip(
        Region.box(2, 1, 1, lattice=PRISMS),
        axis=2,
        tiles=[
            Tile(Region([(1, 1, -1, 0), (1, 1, -1, 1)], lattice=PRISMS)),
            Tile(Region([(1, 1, -1, 0), (1, 1, -3, 0)], lattice=PRISMS), symmetries="rotations"),
        ],
    ),
    "halves of pentagons": Strip(
        Region.box(1, 1, lattice=CAIRO),
        tiles=[Tile(pair, symmetries="all") for pair in free(2, lattice=CAIRO)],
    ),
    "ring of kites": Strip(
        cylinder(2, 1, lattice=KITES),
        tiles=[Tile(Region([(1, 1, -2), (2, -1, -1)], lattice=KITES), symmetries="all")],
    ),
    "two colors": Strip(2, tiles=[Tile("**", name="red"), Tile("**", name="blue"), Tile("*")]),
    "fixed": Strip(3, tiles=["L-tromino", "1x2"], fixed=True),
    "backwards": Strip(Region.box(2, 1), axis=(0, -1), tiles="domino"),
    "far": Strip(Region([(0, 0), (5, 0)]), axis=0, tiles=["*", "*.*"]),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_engines_agree(name: str) -> None:
    strip = FAMILIES[name]
    terms = sequence(strip).first(5)
    assert terms[0] == 1
    for n in range(1, 5):
        assert terms[n] == combien.count(strip.model(n), engine="frontier")
    for n in range(1, 3):
        assert terms[n] == combien.count(strip.model(n), engine="dlx")


CELLS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4, unique=True
)


@settings(max_examples=20, deadline=None)
@given(width=st.integers(1, 3), tiles=st.lists(CELLS, min_size=1, max_size=2), turn=st.booleans())
def test_formulas_of_random_families(
    width: int, tiles: list[list[tuple[int, int]]], turn: bool
) -> None:
    made = [Tile(Region(cells), symmetries="all" if turn else "none") for cells in tiles]
    try:
        strip = Strip(width, tiles=[*made, Tile("**")])
    except BadTiling:
        assume(False)
    found = sequence(strip)
    recurrence, proof = found.recurrence(), found.proof
    assert recurrence is not None
    assert proof is not None
    # Two engines, beyond the terms that the formula was made from.
    assume(proof.states <= 24)
    n = 2 * proof.states + 1
    terms = recurrence.first(n + 2)
    for length in (n, n + 1):
        for engine in ("frontier", "zdd"):
            assert combien.count(strip.model(length), engine=engine) == terms[length]


@settings(max_examples=15, deadline=None)
@given(
    ring=st.integers(2, 5),
    left_out=st.integers(0, 4),
    step=st.tuples(st.integers(-3, 5), st.sampled_from([-2, -1, 1, 2])),
    tiles=st.sampled_from([["domino", "monomino"], ["L-tromino", "monomino"], "domino"]),
)
def test_slabs_that_turn_around_a_cylinder(
    ring: int, left_out: int, step: tuple[int, int], tiles: str | list[str]
) -> None:
    cells = [(x, 0) for x in range(ring) if x != left_out]
    section = Region(cells, lattice=cylinder(ring, 1).lattice)
    try:
        strip = Strip(section, axis=step, tiles=tiles)
    except BadTiling:
        assume(False)
    counts = [combien.count(strip.model(n)) for n in range(1, 5)]
    assert sequence(strip).first(5) == [1, *counts]


def test_a_slab_that_turns() -> None:
    """A hole that goes around the cylinder leaves other boards than one that goes straight on."""
    section = Region([(x, 0) for x in range(1, 6)], lattice=cylinder(6, 1).lattice)
    straight, skew = (Strip(section, axis=step, tiles="domino") for step in ((0, 1), (2, 1)))
    assert sequence(straight).first(7) == [1, 0, 8, 0, 95, 0, 1183]
    assert sequence(skew).first(7) == [1, 0, 4, 0, 26, 0, 184]


@pytest.mark.parametrize(
    ("cross_section", "axis", "message"),
    [
        (Region(dimension=2), None, "without cells"),
        (Region.box(3, 1), 2, "axis=2: expected 0 or 1"),
        (cylinder(4, 1), 0, "axis=0: expected 1"),
        (cylinder(4, 1), (2, 0), "expected a translation"),
        (torus(3, 3), None, "glued in all directions"),
        (moebius_strip(4, 1), None, "twisted"),
        (Region.box(2, 2), (0, 0), "expected a translation"),
        (Region.box(2, 2), (0, 1), "overlaps"),
        (Region.box(2, 1, lattice=TRIANGLES), (1, 0, 0), "expected a translation"),
        (Region.box(2, 1), "up", "expected the number of an axis"),
        (Region.box(2, 1), 1.5, "expected the number of an axis"),
    ],
)
def test_cross_sections_that_are_refused(
    cross_section: Region, axis: float | tuple[int, ...] | None, message: str
) -> None:
    with pytest.raises(BadRegion, match=message):
        Strip(cross_section, axis=axis, tiles="domino")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("width", "tiles", "message"),
    [
        (2, "**.\n.**\n..*", "no tile fits"),
        (2, [], "no tile fits"),
        (2, "dominos", "did you mean 'dominoes'"),
        (2, "recangles", "did you mean 'rectangles'"),
        (2, "dihex", "not a tile of the squares"),
        (2, [Tile(Region.box(1, 1, 1))], "dimension 3"),
        (2, [3], "expected a Tile"),
        (2, "1x600", "more than 1024 cells"),
    ],
)
def test_tiles_that_are_refused(width: int, tiles: object, message: str) -> None:
    with pytest.raises(BadTiling, match=message):
        sequence(Strip(width, tiles=tiles))  # type: ignore[arg-type]


def test_rectangles_need_a_thin_slab() -> None:
    with pytest.raises(BadTiling, match="length 1"):
        Strip(Region.box(2, 2), axis=0, tiles="rectangles")


@pytest.mark.parametrize(
    ("strip", "board"),
    [
        (Strip(3, tiles="domino"), "a 3 X n rectangle"),
        (Strip(Region.box(2, 3, 1), tiles="1x2"), "a 2 X 3 X n box"),
        (
            Strip(Region.from_art("**.**"), axis=1, tiles=["domino"]),
            "a strip of n slabs of 4 cells",
        ),
        (Strip(Region.box(1, 3), axis=(1, 1), tiles=["domino"]), "a strip of n slabs of 3 cells"),
        (Strip(cylinder(3, 1), tiles="1x2"), "a cylinder of n rings of 3 cells"),
    ],
)
def test_titles(strip: Strip, board: str) -> None:
    assert strip.title.startswith(f"tilings of {board} with ")


@pytest.mark.parametrize(
    ("tiles", "flat", "solid"),
    [
        ("squares", ["1x1", "2x2", "3x3"], ["1x1x1", "2x2x2", "3x3x3"]),
        ("bars", ["2x1", "3x1"], ["2x1x1", "1x2x1", "1x3x1"]),
        ("rectangles", [], []),
    ],
)
def test_the_tiles_of_limited_length(tiles: str, flat: list[str], solid: list[str]) -> None:
    for cross_section, names in ((3, flat), (Region.box(2, 3, 1), solid)):
        strip = Strip(cross_section, tiles=tiles)
        assert [tile.name for tile in strip.tiles] == names


def test_the_slots_that_tiles_of_any_length_cover() -> None:
    bars, rectangles = Strip(3, tiles="bars"), Strip(3, tiles=["rectangles", "2x2"])
    assert bars.layout.prisms == ((0,), (1,), (2,))
    assert rectangles.layout.prisms == ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2))
    assert repr(bars) == "<Strip: 3 cells a slab, 3 placements, 3 prisms of any length>"
    assert repr(rectangles) == "<Strip: 3 cells a slab, 2 placements, 6 prisms of any length>"
    assert repr(Strip(1, tiles="rectangles")) == "<Strip: 1 cell a slab, 1 prism of any length>"
    box = Strip(Region.box(2, 2, 1), tiles="rectangles").layout.prisms
    assert sorted(box) == [(0,), (0, 1), (0, 1, 2, 3), (0, 2), (1,), (1, 3), (2,), (2, 3), (3,)]
    assert len(Strip(3, tiles="rectangles").model(2).problem().options) == 18


def test_the_longest_sets_and_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_strip, "MOST_SET_CELLS", 4)
    monkeypatch.setattr(_strip, "MOST_SQUARE", 3)
    monkeypatch.setattr(_strip, "MOST_WIDTH", 5)
    for tiles, most in (("squares", 3), ("bars", 4), ("rectangles", 4)):
        assert Strip(most, tiles=tiles)
        with pytest.raises(BadTiling, match=f"at most {most} in a row"):
            Strip(most + 1, tiles=tiles)
    with pytest.raises(BadInput, match="cross_section"):
        Strip(6, tiles="domino")
    monkeypatch.setattr(_strip, "MOST_CELLS", 11)
    assert len(Strip(5, tiles="domino").board(2)) == 10
    for n in (0, 3):
        with pytest.raises(BadInput, match=f"n={n}"):
            Strip(5, tiles="domino").board(n)


@pytest.mark.parametrize(
    ("cross_section", "axis", "step"),
    [
        (Region.box(2, 3), None, (2, 0)),
        (Region.box(1, 1), None, (1, 0)),
        (Region.box(2, 1), None, (0, 1)),
        (Region.box(2, 2, 1), None, (0, 0, 1)),
        (Region.box(1, 2, 1), None, (1, 0, 0)),
        (Region([(3, 4), (3, 5), (4, 4)]), None, (2, 0)),
        (Region([(3, 4), (3, 5), (4, 4)]), 1, (0, 2)),
        (Region.box(2, 1), (1, -1), (1, -1)),
        (cylinder(4, 1), None, (0, 1)),
        (cylinder(4, 1), (2, 1), (2, 1)),
        (Region.box(2, 1, lattice=TRIANGLES), None, None),
    ],
)
def test_the_vector_from_each_slab_to_the_next(
    cross_section: Region, axis: int | tuple[int, ...] | None, step: tuple[int, ...] | None
) -> None:
    strip = Strip(
        cross_section,
        axis=axis,
        tiles=[
            Tile(
                Region(cross_section.cells[:1], lattice=cross_section.lattice.cover),
                symmetries="all",
            )
        ],
    )
    if step is not None:
        assert strip.step == step
    # The slabs are disjoint, whatever the vector is.
    assert len(strip.board(3)) == 3 * len(cross_section)


@pytest.mark.parametrize("axis", [(1,), (0, 1, 1), (0, 0), (4, 0), (1, "x"), {1}, 2, -1])
def test_vectors_that_are_refused(axis: object) -> None:
    with pytest.raises(BadRegion, match="axis="):
        Strip(cylinder(4, 1), axis=axis, tiles="domino")  # type: ignore[arg-type]


def test_the_words_of_a_title() -> None:
    tiles: list[Tile | str] = [Tile("**"), Tile("*", name="one"), "2x2"]
    assert Strip(2, tiles=tiles).title.endswith("with tile, one, 2x2")
    assert Strip(Region.box(1, 2), axis=0, tiles="domino").title.startswith(
        "tilings of a 2 X n rectangle"
    )
