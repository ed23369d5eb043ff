"""Tilings with conditions: against a list of all tilings of small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Strip, Tile, Tiling, sequence
from combien._base.budget import Budget, Meter
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from combien.sequences import Recurrence, _burnside, _refinements
from combien.sequences._recurrence import DerivedProof
from combien.sequences._refinements import TatamiSource, TileCounts
from combien.sequences._sources import Refinement

NAMES = ["monomino", "domino", "I-tromino", "L-tromino", "2x2", "T-tetromino", "2x3"]
# In several parts, each of which is one tile.
PARTS = [Tile(art, symmetries="all", times="any") for art in ("*.*", "*.\n.*", "*.\n..\n**")]

# Longer lists of tilings take minutes.
MOST_LISTED = 3_000


def owners(tiling: Tiling) -> dict[tuple[int, int], int]:
    """The tile of each cell, given by its place along the strip and its place across."""
    return {
        (y, x): number
        for number, placement in enumerate(tiling.placements)
        for x, y in placement.region
    }


def has_line(tiling: Tiling, axis: int, size: int) -> bool:
    """Whether a line has no tile on both sides; the parts of a tile may be far from it."""
    spans = [{cell[axis] for cell in placement.region} for placement in tiling.placements]
    return any(all(max(at) < line or min(at) >= line for at in spans) for line in range(1, size))


def cut_across(tiling: Tiling, length: int, width: int) -> bool:
    return has_line(tiling, 1, length)


def cut_along(tiling: Tiling, length: int, width: int) -> bool:
    return has_line(tiling, 0, width)


def four_meet(tiling: Tiling, length: int, width: int) -> bool:
    of = owners(tiling)
    corners = ((x, y) for x in range(1, length) for y in range(1, width))
    return any(len({of[x - i, y - j] for i in (0, 1) for j in (0, 1)}) == 4 for x, y in corners)


QUARTER_TURNS = ("Rot90", "Rot270", "Diag1Refl", "Diag2Refl")
KEPT: dict[Refinement, Callable[[Tiling, int, int], bool]] = {
    "primitive": lambda *board: not cut_across(*board),
    "fault-free": lambda *board: not cut_across(*board) and not cut_along(*board),
    "tatami": lambda *board: not four_meet(*board),
}


def listed(strip: Strip, length: int) -> Iterator[Tiling]:
    return combien.solutions(strip.model(length))


@given(
    st.integers(1, 4),
    st.sets(st.sampled_from(NAMES), min_size=1, max_size=2),
    st.lists(st.sampled_from(PARTS), max_size=1),
    st.sampled_from(sorted(KEPT)),
)
@settings(max_examples=40)
def test_each_condition(width: int, names: set[str], parts: list[Tile], refine: Refinement) -> None:
    try:
        strip = Strip(width, tiles=[*sorted(names), *parts])
    except combien.BadTiling:
        return
    terms = sequence(strip, refine=refine).first(6)
    for n in range(1, 6):
        kept = sum(KEPT[refine](tiling, n, width) for tiling in listed(strip, n))
        assert terms[n] == kept


@given(
    st.integers(1, 4),
    st.sets(st.sampled_from(NAMES), min_size=1, max_size=2),
    st.lists(st.sampled_from(PARTS), max_size=1),
    st.sampled_from(sorted(KEPT)),
    st.sampled_from(["rotations", "all"]),
)
@example(2, {"monomino", "L-tromino"}, [], "primitive", "rotations")
@example(3, {"monomino", "2x2"}, [], "primitive", "all")
@example(4, {"L-tromino", "domino"}, [], "fault-free", "all")
@settings(max_examples=30)
def test_each_condition_up_to_symmetry(
    width: int,
    names: set[str],
    parts: list[Tile],
    refine: Refinement,
    up_to: Literal["rotations", "all"],
) -> None:
    try:
        strip = Strip(width, tiles=[*sorted(names), *parts])
    except combien.BadTiling:
        return
    terms = sequence(strip, refine=refine, up_to=up_to).first(6)
    assert terms[0] == 1
    for n in range(1, 6):
        model = strip.model(n)
        if combien.count(model) > MOST_LISTED:
            break
        left = {
            frozenset(chosen)
            for chosen in combien.solutions(model.problem())
            if KEPT[refine](model.read(chosen), n, width)
        }
        orbits = 0
        group = [
            one.options
            for one in model.symmetries(up_to=up_to)
            # These map lines across a square to lines along it.
            if refine != "primitive" or one.name not in QUARTER_TURNS
        ]
        while left:
            orbits += 1
            one = next(iter(left))
            left -= {frozenset(map(options.__getitem__, one)) for options in group}
        assert terms[n] == orbits


def test_a_condition_with_an_engine_is_counted_board_by_board() -> None:
    expected = sequence(Strip(4, tiles="domino"), refine="tatami").first(8)
    found = sequence(Strip(4, tiles="domino"), refine="tatami", engine="dlx")
    assert found.first(8) == expected
    assert found.recurrence() is None
    # Fault-free tilings of 5 X n rectangles with dominoes: by listing them.
    fault_free = sequence(Strip(5, tiles="domino"), refine="fault-free", up_to="all")
    assert fault_free.first(9) == [1, 0, 0, 0, 0, 0, 2, 0, 28]


@pytest.mark.parametrize("refine", sorted(KEPT))
@pytest.mark.parametrize("tiles", [["domino"], ["monomino", "2x2"]])
def test_formulas(refine: Refinement, tiles: list[str]) -> None:
    refined = sequence(Strip(4, tiles=tiles), refine=refine)
    recurrence = refined.recurrence()
    assert recurrence is not None
    assert refined.proof is not None
    count = max(refined.proof.checked, 40) + 20
    assert sequence(Strip(4, tiles=tiles), refine=refine).first(count) == recurrence.first(count)


@given(st.integers(1, 4), st.sets(st.sampled_from(NAMES), min_size=1, max_size=3))
@settings(max_examples=20)
def test_counts_of_each_tile(width: int, names: set[str]) -> None:
    try:
        strip = Strip(width, tiles=sorted(names))
    except combien.BadTiling:
        return
    counts = sequence(strip, refine="tiles")
    for n in range(1, 6):
        model = strip.model(n)
        expected = Counter(
            tuple(sum(p.tile.name == name for p in tiling.placements) for name in sorted(names))
            for tiling in combien.solutions(model)
        )
        assert counts[n].counts == expected
        assert sum(counts[n].counts.values()) == sequence(strip)[n]


def test_polynomials_stay_when_the_budget_ends() -> None:
    counts = sequence(Strip(3, tiles=["monomino", "domino"]), refine="tiles", nodes=40)
    with pytest.raises(OutOfBudget, match="40 nodes"):
        counts.first(20)
    assert counts.polynomial(1) == "monomino^3 + 2*monomino*domino"
    for wrong in ({"up_to": "all"}, {"engine": "dlx"}, {"checkpoint": "folder"}):
        with pytest.raises(BadInput, match="is for a Strip"):
            sequence(Strip(3, tiles="domino"), refine="tiles", **wrong)  # type: ignore[call-overload]
    with pytest.raises(CannotAnswer, match="limited"):
        sequence(Strip(3, tiles="rectangles"), refine="tiles")


def test_published_numbers() -> None:
    """Fault-free domino rectangles (Graham 1981; 6 x 8), and tatami rooms of width 2 (A068921)."""
    five = sequence(Strip(5, tiles="domino"), refine="fault-free").first(9)
    assert five == [1, 0, 0, 0, 0, 0, 6, 0, 108]
    assert sequence(Strip(6, tiles="domino"), refine="fault-free").first(9)[5:] == [6, 0, 124, 62]
    # L trominoes on 7 x 3n: comments of A351324.
    trominoes = sequence(Strip(7, tiles="L-tromino"), refine="fault-free")
    assert trominoes[:13:3] == [1, 0, 40, 16512, 1399008]
    tatami = sequence(Strip(2, tiles="domino"), refine="tatami").first(12)
    assert tatami == [1, 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60]


def test_strips_that_cannot_be_refined() -> None:
    box = Strip(combien.Region.box(2, 2, 1), tiles="domino")
    assert sequence(box, refine="primitive").first(4)[1] == 2
    across: tuple[Refinement, ...] = ("fault-free", "tatami")
    stairs = Strip(Region([(0, 1), (1, 0), (2, 1)]), axis=(0, 1), tiles=["monomino", "domino"])
    for strip, refine in product((box, stairs), across):
        with pytest.raises(CannotAnswer, match="rows of squares"):
            sequence(strip, refine=refine)
    with pytest.raises(CannotAnswer, match="limited length"):
        sequence(Strip(2, tiles="rectangles"), refine="tatami")
    with pytest.raises(BadInput, match="did you mean 'tatami'"):
        sequence(Strip(2, tiles="domino"), refine="tatamis")  # type: ignore[call-overload]


def test_the_powers_of_a_matrix_keep_to_the_seconds() -> None:
    source = TatamiSource(Strip(2, tiles="domino"))
    assert source.terms(5, Meter(Budget(), engine="strip")) == [1, 1, 2, 3, 4]
    with pytest.raises(OutOfBudget):
        source.terms(5, Meter(Budget(seconds=0), engine="strip"))


@pytest.mark.parametrize(
    ("asked", "before", "after"),
    [
        ({}, "", ""),
        ({"engine": "dlx"}, "", ""),
        ({"refine": "primitive"}, "primitive ", ""),
        ({"refine": "fault-free"}, "fault-free ", ""),
        ({"refine": "tatami"}, "tatami ", ""),
        ({"up_to": "all"}, "", " up to rotations and reflections"),
        ({"up_to": "rotations"}, "", " up to rotations"),
    ],
)
def test_what_is_counted_in_words(asked: dict[str, Any], before: str, after: str) -> None:
    strip = Strip(3, tiles=["domino", "2x2"])
    found = sequence(strip, terms=3, **asked)
    assert found.known[0] == 1
    assert repr(found) == (
        f"<Sequence of {before}tilings of a 3 X n rectangle with domino, 2x2{after}>"
    )


def test_rows_in_which_lines_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_refinements, "_MOST_ROWS", 3)
    assert sequence(Strip(3, tiles="domino"), refine="fault-free").first(3) == [1, 0, 0]
    with pytest.raises(CannotAnswer, match="strips of 3 rows"):
        sequence(Strip(4, tiles="domino"), refine="fault-free")


@pytest.mark.parametrize(
    "asked", [{"refine": "fault-free"}, {"refine": "tatami"}, {"up_to": "all"}]
)
def test_formulas_that_may_be_too_long_are_not_sought(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    proof = sequence(Strip(2, tiles="domino"), **asked).proof
    assert isinstance(proof, DerivedProof)
    for most in (proof.bound - 1, proof.bound):
        for module in (_burnside, _refinements):
            monkeypatch.setattr(module, "MOST_LENGTH", most)
        found = sequence(Strip(2, tiles="domino"), **asked)
        assert (found.recurrence() is None) == (most < proof.bound)


def test_the_nodes_of_a_matrix_are_its_states() -> None:
    source = TatamiSource(Strip(2, tiles="domino"))
    with pytest.raises(OutOfBudget) as stop:
        source.terms(5, Meter(Budget(nodes=3), engine="strip"))
    assert len(source._matrix) == 3
    assert stop.value.known == {"states": len(source._states)}
    # The same source continues.
    assert source.terms(5, Meter(Budget(), engine="strip")) == [1, 1, 2, 3, 4]


@pytest.mark.parametrize("wrong", [{"up_to": "all"}, {"engine": "dlx"}, {"checkpoint": "folder"}])
def test_what_counts_by_tile_do_not_take(wrong: dict[str, Any]) -> None:
    for family in (Strip(3, tiles="domino"), "queens"):
        with pytest.raises(BadInput, match="is for a Strip"):
            sequence(family, refine="tiles", **wrong)
    with pytest.raises(BadInput, match="is for a Strip"):
        sequence("queens", refine="tiles")


def test_tatami_tilings_with_tiles_of_one_slab() -> None:
    assert sequence(Strip(2, tiles="monomino"), refine="tatami").first(4) == [1, 1, 0, 0]
    assert sequence(Strip(1, tiles="*"), refine="tatami").first(4) == [1, 1, 1, 1]


def test_the_counts_by_tile_one_after_the_other() -> None:
    asked: dict[str, Any] = {"refine": "tiles", "terms": 2}
    counts = sequence(Strip(1, tiles=["monomino", "domino"]), **asked)
    assert isinstance(counts, TileCounts)
    assert len(counts._terms) == 2
    assert [counts.polynomial(n) for n in range(4)] == [
        "1",
        "monomino",
        "monomino^2 + domino",
        "monomino^3 + 2*monomino*domino",
    ]
    both = [term for _, term in zip(range(3), counts, strict=False)]
    assert both == counts.first(3)
    assert sequence(Strip(3, tiles="2x2"), refine="tiles").polynomial(1) == "0"
    assert counts.tiles == ("monomino", "domino")
    assert sequence(Strip(1, tiles=[Tile("*")]), refine="tiles").tiles == ("0",)
    # A node is a state with a slot.
    limited = sequence(Strip(1, tiles=["monomino"]), refine="tiles", nodes=4)
    with pytest.raises(OutOfBudget) as stop:
        limited.first(9)
    assert stop.value.known == {"terms": 4}
    reports: list[combien.Progress] = []
    sequence(Strip(1, tiles="*"), refine="tiles", report=reports.append).first(3)
    assert [report.work for report in reports] == [{"terms": 2}, {"terms": 3}]


def test_products_of_terms() -> None:
    meter = Meter(Budget(), engine="strip")
    ones, six = Recurrence([1], [1]), Recurrence([], [1] * 6)
    fibonacci = Recurrence([1, 1], [1, 1])
    squares = Recurrence([2, 2, -1], [1, 1, 4])
    for factors, expected in (
        ([ones, six], six),
        ([six, ones], six),
        ([fibonacci], fibonacci),
        ([fibonacci, ones], fibonacci),
        ([fibonacci, fibonacci], squares),
    ):
        assert _refinements._product(factors, meter) == expected
    # Lines cut off strips without tiles, and 2 - 1/A has another first term than 1 - 1/A.
    assert _refinements._without_lines(fibonacci).first(4) == [0, 1, 1, 0]
    assert _refinements._without_lines(fibonacci, empty=1).first(4) == [1, 1, 1, 0]
