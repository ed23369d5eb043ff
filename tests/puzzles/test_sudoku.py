"""Sudoku: published counts, and all variants against brute force."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Prepared
from combien.drawing._content import PAPER, Line, Text
from combien.errors import BadPuzzle
from combien.puzzles._sudoku import Filled, Sudoku, make
from combien.puzzles._sudoku_text import Cage
from tests.puzzles.small_squares import latin_squares

EXAMPLES = Path(__file__).parents[2] / "examples"
PLACES = [(x, y) for y in range(4) for x in range(4)]
BOXES = tuple(y // 2 * 2 + x // 2 for x, y in PLACES)
# Four regions of four cells each, of several forms.
REGIONS = [
    BOXES,
    (0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3),
    (0, 0, 0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3),
    (0, 1, 1, 1, 0, 0, 0, 1, 2, 3, 3, 3, 2, 2, 2, 3),
]


@cache
def squares() -> list[tuple[int, ...]]:
    """Return the 576 Latin squares of 4 x 4, flattened."""
    return [sum(lines, ()) for lines in latin_squares(4)]


def by_definition(sudoku: Sudoku, regions: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return all solutions of a 4 x 4 sudoku, by brute force."""
    diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]] if sudoku.x else []
    cages = [([4 * y + x for x, y in cage.cells], cage.sum) for cage in sudoku.cages]
    return {
        square
        for square in squares()
        if all(wanted in (0, digit) for wanted, digit in zip(sudoku.givens, square, strict=True))
        and len(set(zip(regions, square, strict=True))) == 16
        and all(len({square[p] for p in diagonal}) == 4 for diagonal in diagonals)
        and all(len({square[p] for p in cage}) == len(cage) for cage, _ in cages)
        and all(sum(square[p] for p in cage) == wanted for cage, wanted in cages)
    }


@st.composite
def cages_of(draw: st.DrawFn) -> tuple[Cage, ...]:
    """Some cages of 4 x 4, of cells anywhere, with sums that may or may not be possible."""
    cells = draw(st.permutations(PLACES))
    cages = []
    for size in draw(st.lists(st.integers(1, 4), max_size=4)):
        cage, cells = tuple(cells[:size]), cells[size:]
        least, most = size * (size + 1) // 2, size * (9 - size) // 2
        cages.append(Cage(draw(st.integers(least, most)), cage))
    return tuple(cages)


@settings(max_examples=40)
@given(
    st.sampled_from(REGIONS),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4)), max_size=4),
    cages_of(),
)
def test_the_definition(
    regions: tuple[int, ...],
    x: bool,
    clues: list[tuple[int, int]],
    cages: tuple[Cage, ...],
) -> None:
    cells = dict(clues)
    sudoku = Sudoku(
        tuple(cells.get(place, 0) for place in range(16)), x, regions=regions, cages=cages
    )
    wanted = by_definition(sudoku, regions)
    assert combien.count(sudoku) == len(wanted)
    found = list(combien.solutions(sudoku))
    assert {filled.digits for filled in found} == wanted
    assert all(map(sudoku.check, found))
    assert Sudoku.parse(str(sudoku)) == sudoku


@settings(max_examples=40)
@given(st.sampled_from(REGIONS), st.booleans(), cages_of(), st.integers(0, 575))
def test_the_check_is_the_rule(
    regions: tuple[int, ...], x: bool, cages: tuple[Cage, ...], number: int
) -> None:
    square = squares()[number]
    sudoku = Sudoku((square[0],) + (0,) * 15, x, regions=regions, cages=cages)
    kept = square in by_definition(sudoku, regions)
    assert sudoku.check(Filled(square, sudoku)) is kept
    other = Sudoku((square[0] % 4 + 1,) + (0,) * 15, regions=regions)
    assert not other.check(Filled(square, other))


def test_grids_that_are_not_latin_are_refused() -> None:
    sudoku = Sudoku((0,) * 16)
    assert not sudoku.check(Filled((1, 2, 3, 4) * 4, sudoku))
    assert not sudoku.check(Filled(sum(((n,) * 4 for n in range(1, 5)), ()), sudoku))
    assert not sudoku.check(Filled((1, 2, 3, 4), sudoku))


@pytest.mark.parametrize("engine", ["frontier", "bits"])
def test_the_published_counts(engine: str) -> None:
    # OEIS A107739(2); the two diagonals leave 48 of the 288.
    assert combien.count(Sudoku((0,) * 16), engine=engine) == 288
    assert combien.count(Sudoku((0,) * 16, x=True), engine=engine) == 48


@pytest.mark.parametrize("engine", ["frontier", "zdd"])
def test_six_by_six(engine: str) -> None:
    # E. Pettersen's 28200960; 3x2 and 2x3 boxes are equivalent by rotation.
    box = "3x2" if engine == "frontier" else "2x3"
    assert combien.count(Sudoku((0,) * 36, box=box), engine=engine) == 28200960


def test_completions_of_a_sudoku_with_few_clues() -> None:
    """A search engine, a sweep engine and brute force agree."""
    usual = Sudoku()
    assert combien.count(usual) == 1
    clues = [place for place, digit in enumerate(usual.givens) if digit]
    fewer = [
        Sudoku(tuple(0 if n in clues[:left] else d for n, d in enumerate(usual.givens)))
        for left in (1, 2, 3)
    ]
    listed = [combien.count(sudoku, engine="bits") for sudoku in fewer]
    assert (
        listed == [combien.count(sudoku, engine="memo") for sudoku in fewer] == [253, 2136, 12265]
    )


def test_the_examples() -> None:
    for name in ("jigsaw", "killer"):
        sudoku = Sudoku.parse((EXAMPLES / f"{name}.sudoku").read_text(encoding="utf-8"))
        (only,) = combien.solutions(sudoku)
        assert sudoku.check(only)
        assert Sudoku.parse(str(sudoku)) == sudoku
        assert combien.count(sudoku, engine="memo") == 1


def test_givens_as_options() -> None:
    usual = Sudoku()
    (found,) = Prepared(usual.rules.problem()).solutions(usual.options_given())
    (only,) = combien.solutions(usual)
    assert [option % 9 + 1 for option in found] == list(only.digits)
    with pytest.raises(BadPuzzle, match="not an option"):
        Sudoku((0,) * 16, cages=(Cage(3, ((0, 0), (1, 0))),)).options_given()


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("minimal", [False, True])
@pytest.mark.parametrize("rules", [Sudoku((0,) * 81), Sudoku((0,) * 36, x=True, box="2x3")])
def test_generated_sudokus_have_one_solution(rules: Sudoku, symmetric: bool, minimal: bool) -> None:
    prepared = Prepared(rules.problem())
    made = make(rules, prepared.solutions, Random(7), symmetric=symmetric, minimal=minimal)
    given = made.options_given()
    assert len(prepared.solutions(given)) == 1
    assert made.rules == rules
    again = make(rules, prepared.solutions, Random(7), symmetric=symmetric, minimal=minimal)
    assert made == again
    pairs = [made.givens[n] > 0 for n in range(len(made.givens))]
    if symmetric:
        assert pairs == pairs[::-1]
    if minimal:
        groups = {
            frozenset({n, len(pairs) - 1 - n} if symmetric else {n})
            for n, clue in enumerate(pairs)
            if clue
        }
        by_place = {option // rules.size: option for option in given}
        for group in groups:
            fewer = [option for place, option in by_place.items() if place not in group]
            assert len(prepared.solutions(fewer)) == 2
    else:
        assert len(given) >= 2 * len(pairs) // 5


def test_the_number_of_clues_of_generated_sudokus() -> None:
    rules = Sudoku((0,) * 81)
    made = make(rules, Prepared(rules.problem()).solutions, Random(1), clues=60)
    assert sum(map(bool, made.givens)) == 60


def test_rules_without_a_full_grid() -> None:
    # No 2 x 2 grid has both digits on each diagonal.
    rules = Sudoku((0,) * 4, x=True)
    with pytest.raises(BadPuzzle, match="no full sudoku"):
        make(rules, Prepared(rules.problem()).solutions, Random(1))
    with pytest.raises(BadPuzzle, match="leave the cages out"):
        make(Sudoku((0,) * 16, cages=(Cage(1, ((0, 0),)),)), lambda given: [], Random(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1234", "a sudoku has 16, 36, 81, 256 ... cells, not 4"),
        ("1" * 80, "cells, not 80"),
        ("5" + "." * 15, "'5' in row 1, column 1, is not a digit of a sudoku of size 4"),
        ("." * 17 + "!" + "." * 63, "'!' in row 2, column 9"),
        ("box=3x2\n" + "." * 81, "box=3x2: a box must have 9 cells, not 6"),
        ("box=three\n" + "." * 81, "box=three: expected the width and height"),
        ("y=yes\n" + "." * 81, "there is no setting 'y'"),
        ("." * 16 + "\nregions: aabb", "expected a letter for each of 16 cells, not 4"),
        ("." * 16 + "\nregions: aaabaabbccddccdd", "the regions of this sudoku are 4, of 4 cells"),
        ("." * 16 + "\ncages: 5", "'5' is not a cage"),
        ("." * 16 + "\ncages: " + "5" * 5000 + "=r1c1", "' is not a cage"),
        ("." * 16 + "\ncages: 5=r1c1,r1", "'5=r1c1,r1' is not a cage"),
        ("." * 16 + "\ncages: 5=r1c5", "cell r1c5, which is outside the sudoku"),
        ("." * 16 + "\ncages: 5=r0c1", "cell r0c1, which is outside the sudoku"),
        ("." * 16 + "\ncages: 5=r1c1,r1c1", "r1c1, which is already in a cage"),
        ("." * 16 + "\ncages: 9=r1c1,r1c2,r1c3,r1c4,r2c1", "more cells than there are digits"),
        (
            "." * 81 + "\ncages: " + " ".join(
                "45=" + ",".join(f"r{y}c{x}" for x in range(1, 10)) for y in range(1, 4)
            ),
            "too many ways to fill the cages",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        Sudoku.parse(text)
    assert message in str(refused.value)


def test_contradictory_clues() -> None:
    with pytest.raises(BadPuzzle, match="whole numbers from 0 to 2"):
        Sudoku((0, 0, 3, 0))
    with pytest.raises(BadPuzzle, match="17 cells: expected 16, 36"):
        Sudoku((0,) * 17)
    with pytest.raises(BadPuzzle, match="has no cells"):
        Sudoku((0,) * 16, cages=(Cage(3, ()),))


def test_the_picture() -> None:
    (only,) = combien.solutions(Sudoku())
    picture = only.picture(title="nine")
    assert len(picture.patches) == 81
    assert [int(patch.label) for patch in picture.patches] == list(only.digits)
    colors = [patch.color for patch in picture.patches]
    assert [color == PAPER for color in colors] == [not given for given in Sudoku().givens]
    assert picture.labeled
    # Four heavy lines across and four down, each from edge to edge.
    assert sorted(mark.points for mark in picture.marks if isinstance(mark, Line)) == sorted(
        [((0, at), (9, at)) for at in (0, 3, 6, 9)] + [((at, 0), (at, 9)) for at in (0, 3, 6, 9)]
    )
    empty = Sudoku().picture()
    assert [patch.label for patch in empty.patches] == [
        str(n) if n else "" for n in Sudoku().givens
    ]


def test_heavy_lines_run_between_the_regions_of_a_jigsaw() -> None:
    jigsaw = Sudoku((0,) * 16, regions=REGIONS[1])
    regions = jigsaw.regions_of
    drawn = set()
    for mark in jigsaw.picture().marks:
        assert isinstance(mark, Line)
        (ax, ay), (bx, by) = mark.points
        steps = int(max(bx - ax, by - ay))
        dx, dy = (bx - ax) / steps, (by - ay) / steps
        drawn |= {
            ((ax + dx * n, ay + dy * n), (ax + dx * (n + 1), ay + dy * (n + 1)))
            for n in range(steps)
        }
    region = {(n % 4, 3 - n // 4): r for n, r in enumerate(regions)}
    for x in range(5):
        for y in range(4):
            between = region.get((x - 1, y)) != region.get((x, y))
            assert (((x, y), (x, y + 1)) in drawn) is between
            between = region.get((y, x - 1)) != region.get((y, x))
            assert (((y, x), (y + 1, x)) in drawn) is between


def test_cages_are_dashed_and_have_their_sums() -> None:
    killer = Sudoku((0,) * 16, cages=(Cage(5, ((1, 0), (2, 0))), Cage(7, ((2, 3), (3, 3), (3, 2)))))
    marks = killer.picture().marks
    assert [mark.text for mark in marks if isinstance(mark, Text)] == ["5", "7"]
    dashed = [mark for mark in marks if isinstance(mark, Line) and mark.dashed]
    # Six edges round two cells, eight round three.
    assert len(dashed) == 14
    # Each outline is closed: every end is the end of two lines.
    ends = [end for mark in dashed for end in mark.points]
    rounded = [(round(x, 6), round(y, 6)) for x, y in ends]
    assert all(rounded.count(end) == 2 for end in rounded)
